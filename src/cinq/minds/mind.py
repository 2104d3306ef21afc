"""What a mind is: a player that knows what a person at its seat knows, and nothing else.

A module of this package named after a game's package (`cinq.minds.dix_mille`) gives
`LEVELS` (named numbers, one set a level), `THUMBS` (known rules of thumb) and
`sit(seat, players, options, level, rng)`, which makes a mind. No mind ever gets a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, TypeVar, cast

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value

BEGINNER, REGULAR, CHAMPION = "beginner", "regular", "champion"
LADDER = (BEGINNER, REGULAR, CHAMPION)

V_contra = TypeVar("V_contra", contravariant=True)


class Choice(Value, frozen=True):
    """What a mind wants to do, and how long a person would take to do it."""

    action: Action
    after: float = 1.0
    """Seconds from the moment the view was shown."""


class Chance(Value, frozen=True):
    """How likely the seat is to win after an action."""

    action: Action
    win: float


class Hint(Value, frozen=True):
    """What the coach says: the best action, the reason, and the numbers. Games may add figures."""

    best: Action
    why: Sentence
    chances: tuple[Chance, ...] = ()


class Mind(Protocol[V_contra]):
    """A player at one seat."""

    def watch(self, actor: Actor, shown: Value | Action, view: V_contra) -> None:
        """A line as this seat reads it, and the seat's view after it. Called for every line."""

    def choose(
        self, view: V_contra, listed: Sequence[Action], templates: Sequence[OpenChoice]
    ) -> Choice | None:
        """What to do now; None to let others act, where the seat need not."""

    def hint(self, view: V_contra, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """What the coach would say to a person at this seat; None where there is nothing to decide."""


class MindModule(Protocol):
    """What a game's module of minds gives."""

    LEVELS: Mapping[str, Value]
    """beginner, regular, champion: the same mind with other numbers."""
    THUMBS: Mapping[str, Value]
    """Rules of thumb, as levels of their own, for the ladder."""

    def sit(self, seat: Seat, players: int, options: Value, level: Value, rng: Random) -> Mind[Value]: ...


def minds_of(package: str) -> MindModule:
    """The minds of a game, by the game's package (`cinq.games.got_five`)."""
    return cast(MindModule, import_module(f"cinq.minds.{package.rpartition('.')[2]}"))
