"""Races: orders rival claims by the players' reactions, not by their network delays.

A *claim* is an action for which being first matters; a game names its claims in its
`live.py`. The rules see only an order; this module makes it.

    reaction = arrival - when the card was shown - that seat's own round trip

The server measures the round trip (the minimum of the recent pings) and deducts at most
`CAP`, so a client that delays its pongs gains no more than that. A claim waits until no
rival with an equal reaction can still arrive, which takes `CAP` at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from cinq.core.game import Action, Seat, Value

CAP = 0.25
"""The most seconds of network delay that are deducted from a reaction."""
PINGS = 8
"""The number of recent pings whose minimum is a seat's round trip."""


class Claim(Value, frozen=True):
    """A claim that has arrived and waits until the race is decided."""

    seat: Seat
    action: Action
    ref: str | None
    reaction: float


def reaction(arrival: float, shown: float, round_trip: float) -> float:
    """Seconds the seat took to react, its round trip deducted up to `CAP`."""
    return arrival - shown - min(max(round_trip, 0.0), CAP)


def race_end(shown: float, claim: Claim, rivals: Iterable[float]) -> float:
    """The time from which no rival with an equal reaction can still arrive; `rivals` are round trips."""
    slowest = max((min(max(trip, 0.0), CAP) for trip in rivals), default=0.0)
    return shown + claim.reaction + slowest


def by_reaction(claims: Iterable[Claim]) -> list[Claim]:
    """The quickest first; equal ones in the order of arrival."""
    return sorted(claims, key=lambda claim: claim.reaction)


def margins(ordered: list[Claim]) -> list[float | None]:
    """The seconds by which each claim was ahead of the next; None for the last."""
    gaps = [round(later.reaction - claim.reaction, 4) for claim, later in pairwise(ordered)]
    return [*gaps, None]


class RoundTrip:
    """The minimum of a connection's recent round trips."""

    __slots__ = ("_recent",)

    def __init__(self) -> None:
        self._recent: tuple[float, ...] = ()

    def measured(self, seconds: float) -> None:
        """Add the round trip of a ping that came back."""
        self._recent = (*self._recent[1 - PINGS :], seconds)

    @property
    def least(self) -> float:
        """The minimum in seconds; 0 before the first ping came back."""
        return min(self._recent, default=0.0)
