"""What the live table, the catalogue and the simulations need to know of a game besides its rules.

A game declares them as `LIVE` in its `live.py`; every field has a default, so a game
without that file works. Knows no game, no clock and no socket.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from cinq.core.game import Action, Rule, Seat, Value
from cinq.core.log import Json
from cinq.core.play import Chooser

Revealed: TypeAlias = Callable[[Value], Json]
"""Given the last state of a finished game, plain JSON."""
OpenView: TypeAlias = Callable[[Value, Seat | None], Value]
"""Given a state of a finished game and a viewer, their view with everything face up."""


class Hold(Value, frozen=True):
    """An action that takes effect no sooner than `seconds` after the watched field changed."""

    action: type[Action]
    seconds: float


Shown: TypeAlias = Callable[[Action, Value], float]
"""Given a line's action and the view after it, the seconds for which the page shows it before the next."""


def shown_at_once(action: Action, view: Value) -> float:
    """`shown` of a board that shows every line at once, as the plain board does."""
    return 0.0


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds at a live table, for the model of how long a game lasts (`lab/pace.py`)."""

    decision: float = 5.0
    """Assumed seconds of a person for a decision."""
    decisions: Mapping[type[Action], float] = {}
    """Those of decisions whose menu begins with such an action, where they differ."""
    person_hand: float = 0.0
    """Assumed seconds of a person's hand, where the WORLD waits for it (`LiveFacts.holder`)."""
    bot_hand: float = 0.0
    """Seconds of a bot's hand."""
    shown: Shown = shown_at_once


class LiveFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts of one game. Field names of views and options are those of the wire."""

    minutes: tuple[int, int] | None = None
    """The shortest and longest usual game; None: not stated."""
    seats: int | None = None
    """The chairs of a quick game against bots; None: the fewest players the game allows."""
    proposed_options: Mapping[str, Json] = {}
    """Options that the page proposes for a new table, where they differ from the defaults."""
    option_choices: Mapping[str, tuple[Json, ...]] = {}
    """Values a form offers for an option that is neither a switch nor a short list."""
    claims: tuple[type[Action], ...] = ()
    """Actions for which being first matters: they may answer an older state (`table/claims.py`)."""
    watched_field: str | None = None
    """The field of the view whose change starts a race; None: every line does."""
    hold: Hold | None = None
    """The action that waits for the others' answers, if there is one."""
    take_backs: tuple[type[Action], ...] = ()
    """Actions that reveal nothing and pass no turn, so that they can be taken back at once."""
    no_free_text: Rule | None = None
    """The rule that allows only set phrases while a game is being played, if there is one."""
    stand_in: Chooser | None = None
    """Draws what the WORLD says where physics would be needed; None: the world is chance, or absent."""
    holder: Callable[[Value], Seat | None] | None = None
    """Whose hand the WORLD waits for: that person's clock runs meanwhile; None: nobody's ever."""
    pace: Pace = Pace()
    revealed: Revealed | None = None
    """What is shown only once the game is over (`Reveal.sight` on the wire)."""
    open_view: OpenView | None = None
    """The view with what was hidden, for replays of finished games; None: replays show what was seen."""


NO_FACTS = LiveFacts()
"""The facts of a game without a `live.py`."""
