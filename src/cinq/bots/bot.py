"""The protocol of a bot, and how a game's bots are loaded.

A bot plays one seat. It gets the log lines, views and menus of that seat, and no state. Each game has a
module `cinq.bots.<game>.bot` with `LEVELS` (beginner, regular, champion), `HEURISTICS` (rules of thumb
to compare with) and `make_bot(seat, players, options, level, rng)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, TypeVar, cast

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, AnyGame, OpenChoice, Seat, Sentence, Value
from cinq.extras import needs

BEGINNER, REGULAR, CHAMPION = "beginner", "regular", "champion"
LADDER = (BEGINNER, REGULAR, CHAMPION)

V_contra = TypeVar("V_contra", contravariant=True)


class Choice(Value, frozen=True):
    """What a bot wants to do, and how long a person would take to do it."""

    action: Action
    after: float = 1.0
    """Seconds from the moment the view was shown."""


class Plan(Value, frozen=True):
    """What a bot will do, and when."""

    action: Action
    at: float


def planned(choice: Choice, now: float, before: Plan | None, claims: tuple[type[Action], ...] = ()) -> Plan:
    """When a bot acts that was asked now; the earlier time if it was about to act in its turn anyway.

    Bots are asked again after every line: without this, quick lines of others would put a bot off for ever.
    An answer in a race (`LiveFacts.claims`) takes its own time, unless it is the same answer.
    """
    at = now + choice.after
    return Plan(choice.action, min(at, before.at) if before and _goes_on(choice, now, before, claims) else at)


def _goes_on(choice: Choice, now: float, before: Plan, claims: tuple[type[Action], ...]) -> bool:
    """Whether a bot wants the same as before, or only chose another action of the turn it is in."""
    races = isinstance(choice.action, claims) or isinstance(before.action, claims)
    return before.action == choice.action or (not races and before.at >= now)


class Chance(Value, frozen=True):
    """The estimated chance of the seat to win after an action."""

    action: Action
    win: float


class Hint(Value, frozen=True):
    """The coach's advice: the best action (None: wait), the reason, the chances. A game may add fields."""

    best: Action | None
    why: Sentence
    chances: tuple[Chance, ...] = ()


class Bot(Protocol[V_contra]):
    """A player at one seat. `watch` is called for every line, before `choose` or `hint`."""

    def watch(self, actor: Actor, shown: Value | Action, view: V_contra) -> None:
        """Takes in a line as this seat reads it, and the seat's view after it."""

    def choose(
        self, view: V_contra, listed: Sequence[Action], templates: Sequence[OpenChoice]
    ) -> Choice | None:
        """The action to take now; None to wait, where the seat need not act."""

    def hint(self, view: V_contra, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The advice to a person at this seat; None where there is nothing to decide."""


class BotModule(Protocol):
    """What `cinq.bots.<game>.bot` provides."""

    LEVELS: Mapping[str, Value]
    """Beginner, regular, champion: the same bot with other numbers."""
    HEURISTICS: Mapping[str, Value]
    """Rules of thumb, as levels of their own, for comparison in the ladder."""

    def make_bot(self, seat: Seat, players: int, options: Value, level: Value, rng: Random) -> Bot[Value]: ...


def decision_of(game: AnyGame, s: Value, seat: Seat) -> tuple[Value, Sequence[Action], Sequence[OpenChoice]]:
    """What a bot is asked with: its seat's view, the listed actions and the templates. It gets no state."""
    return game.view(s, seat), game.legal(s, seat), game.open_choices(s, seat)


def load_bots(package: str) -> BotModule:
    """The bots of a game, by the game's package (`cinq.games.got_five`); random ones where it has none."""
    folder = f"cinq.bots.{package.rpartition('.')[2]}"
    with needs("bots"):
        return cast(
            BotModule, import_module(f"{folder}.bot" if find_spec(folder) else "cinq.bots.random_bot")
        )
