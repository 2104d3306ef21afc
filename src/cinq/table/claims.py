"""Races: who was first, judged by reaction and not by the length of the line.

A *claim* is an action for which being first matters: quick discards and power starts of
5 ou Moins, announcements of Got Five!. The rules only see an order; this makes it.

    reaction = arrival - when the card was shown - that seat's own round trip

The round trip is measured by the server (the least of its recent pings) and counts for
no more than `CAP`, so a forged one gains at most that. A claim waits until no rival with
an equal reaction can still be on its way, which is never longer than `CAP`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from cinq.core.game import Action, Seat, Value

CAP = 0.25
"""Seconds of round trip that are made good at the most."""
PINGS = 8
"""How many recent pings the least is taken of."""

CLAIMS: dict[str, frozenset[str]] = {
    "five-or-less": frozenset({"QuickDiscard", "StartPower"}),
    "got-five": frozenset({"Announce"}),
}
"""By game, the classes of actions that are claims: allowed against an older state."""


class Pause(Value, frozen=True):
    """An action that takes effect no sooner than `seconds` after a field of the view changed."""

    action: str
    field: str
    seconds: float


PAUSES: dict[str, Pause] = {"five-or-less": Pause("EndTurn", "discard", 1.5)}
"""OM-18: the others can still answer the turn's last discard."""

TAKE_BACKS: dict[str, frozenset[str]] = {"dix-mille": frozenset({"TakeOver"})}
"""Actions that reveal nothing and move nobody on, so that they can be taken back at once."""


class Claim(Value, frozen=True):
    """A claim that has arrived and waits for its rivals."""

    seat: Seat
    action: Action
    ref: str | None
    reaction: float


def is_claim(game: str, action: Action) -> bool:
    """Whether being first matters for this action."""
    return type(action).__name__ in CLAIMS.get(game, ())


def watched_field(game: str) -> str | None:
    """The field of the view whose change a race begins with."""
    return PAUSES[game].field if game in PAUSES else None


def held_for(game: str, action: Action) -> float:
    """How long after the last change of the watched field this action must wait (OM-18)."""
    pause = PAUSES.get(game)
    return pause.seconds if pause and type(action).__name__ == pause.action else 0.0


def can_take_back(game: str, action: Action) -> bool:
    """Whether this action may be undone while nobody else has acted."""
    return type(action).__name__ in TAKE_BACKS.get(game, ())


def reaction(arrival: float, shown: float, round_trip: float) -> float:
    """How long the seat took, its line's own delay made good up to the cap."""
    return arrival - shown - min(max(round_trip, 0.0), CAP)


def closes(shown: float, claim: Claim, rivals: Iterable[float]) -> float:
    """When no rival (by round trips) with an equal reaction can still be on its way."""
    slowest = max((min(max(trip, 0.0), CAP) for trip in rivals), default=0.0)
    return shown + claim.reaction + slowest


def in_order(claims: Iterable[Claim]) -> list[Claim]:
    """The quickest first; equal ones in the order of arrival."""
    return sorted(claims, key=lambda claim: claim.reaction)


def margins(ordered: list[Claim]) -> list[float | None]:
    """By how many seconds each claim was ahead of the next."""
    gaps = [round(later.reaction - claim.reaction, 4) for claim, later in pairwise(ordered)]
    return [*gaps, None]


class RoundTrip:
    """The least of a seat's recent round trips: what its line costs on its best days."""

    __slots__ = ("_recent",)

    def __init__(self) -> None:
        self._recent: tuple[float, ...] = ()

    def measured(self, seconds: float) -> None:
        """One more ping came back."""
        self._recent = (*self._recent[1 - PINGS :], seconds)

    @property
    def least(self) -> float:
        """0 before the first ping came back."""
        return min(self._recent, default=0.0)
