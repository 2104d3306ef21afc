"""Got Five! as a race: how soon who will know, so how likely a seat is to win by going on.

A good player takes about `STRIDE` bits of doubt off a turn, give or take; from that the
chance to know one's hand within some turns, and the chance that nobody else knows theirs
before. Measured on games of the best questions. Owns the odds; must never know a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
STRIDE: Final = {2: 1.7, 3: 1.8, 4: 2.1}
"""Bits of doubt a turn, by players: the more there are, the more tiles come into sight."""
WIDTH: Final = (0.3, 0.5, 0.75, 0.9, 1.0)
"""How far, in bits, luck carries within one turn, two turns, …"""
TURNS: Final = 10
"""Turns looked ahead."""
FINE: Final = 64
"""Steps of doubt to a bit: a rival's is known no better."""
GRID: Final = np.arange(0.0, 14.01, 0.25)
"""The doubts at which odds are kept."""


def knows(bits: float, turns: int, players: int) -> float:
    """The chance to be down to one hand within so many own turns."""
    now = max(0.0, 1.0 - bits)  # less than a bit: down to one hand, as far as others can tell
    if turns <= 0 or now == 1:
        return now
    off = (bits - STRIDE[players] * turns) / WIDTH[min(turns, len(WIDTH)) - 1]
    return max(now, 1 / (1 + exp(min(off, 50.0))))


@cache
def _still_doubts(steps: int, players: int) -> tuple[float, ...]:
    """The chance not to know after no turn, one, two, …, at so many steps of doubt."""
    return tuple(1 - knows(steps / FINE, turns, players) for turns in range(TURNS + 1))


@cache
def _first_known(players: int) -> Floats:
    """By doubt, the chance to know in the first own turn, not before the second, …"""
    within = [[knows(bits, k, players) for k in range(TURNS + 1)] for bits in GRID]
    return np.diff(np.array(within), axis=1)


class Rival(NamedTuple):
    """One of those to beat."""

    bits: float
    """Its doubt."""
    ahead: bool
    """Whether it has a turn before this seat's next."""
    soon: float | None = None
    """The chance that it knows after the question it is about to ask, where that can be told."""

    def still_doubts(self, players: int) -> tuple[float, ...]:
        """The chance that it does not know after no turn of its own, one, two, …"""
        doubts = _still_doubts(round(FINE * self.bits), players)
        return doubts if self.soon is None else (doubts[0], 1 - self.soon, *doubts[2:])


class Race:
    """The odds of one seat against its rivals, by how many hands it has left."""

    __slots__ = ("_odds", "later", "open", "players", "rivals")

    def __init__(self, players: int, rivals: Sequence[Rival]) -> None:
        self.players, self.rivals = players, rivals
        doubts = [rival.still_doubts(players) for rival in rivals]
        self.open = prod(doubt[0] for doubt in doubts)
        """The chance that no rival knows already."""
        leads = [1.0] * TURNS
        for rival, doubt in zip(rivals, doubts, strict=True):
            leads = [lead * none for lead, none in zip(leads, doubt[rival.ahead :], strict=False)]
        self.later = leads[0]
        """The chance that none will know before this seat's next turn."""
        self._odds = _first_known(players) @ np.array(leads)
        self._odds[0] = 1.0

    def going_on(self, hands: float) -> float:
        """The chance to win without announcing yet."""
        return float(np.interp(np.log2(max(1.0, hands)), GRID, self._odds))

    def worth(self, hands: Floats) -> Floats:
        """The chance to win with so many hands left: by going on, or by announcing one of them at once."""
        better: Floats = np.maximum(1 / hands, np.interp(np.log2(hands), GRID, self._odds))
        return better

    def per_bit(self, hands: float) -> float:
        """How much a bit more doubt of a rival adds to the chance, on average over the rivals."""
        dimmer = [rival._replace(bits=rival.bits + 1) for rival in self.rivals]
        return (Race(self.players, dimmer).going_on(hands) - self.going_on(hands)) / len(dimmer)
