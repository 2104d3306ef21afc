"""Got Five! as a race: the chance to know one's hand before the rivals know theirs.

A good player removes about `BITS_PER_TURN` bits of doubt a turn, with some spread. From that follow the
chance to know one's hand within some turns, and the chance that no rival knows before. The numbers were
measured on games with the best questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, prod
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
BITS_PER_TURN: Final = {2: 1.7, 3: 1.8, 4: 2.1}
"""Bits of doubt removed a turn, by the number of players: with more, more tiles are revealed."""
LUCK_BITS: Final = (0.3, 0.5, 0.75, 0.9, 1.0)
"""Spread of the doubt in bits after one turn, two turns, …"""
HORIZON: Final = 10
"""How many turns ahead are computed."""
STEPS_PER_BIT: Final = 64
"""Resolution of a rival's doubt."""
GRID: Final = np.arange(0.0, 14.01, 0.25)
"""The doubts in bits at which the odds are tabulated."""


def knows(bits: float, turns: int, players: int) -> float:
    """The chance to be down to one hand within this number of own turns."""
    now = max(0.0, 1.0 - bits)  # below one bit a rival may know already
    if turns <= 0 or now == 1:
        return now
    off = (bits - BITS_PER_TURN[players] * turns) / LUCK_BITS[min(turns, len(LUCK_BITS)) - 1]
    return max(now, 1 / (1 + exp(min(off, 50.0))))


@cache
def _not_knowing_by_steps(steps: int, players: int) -> tuple[float, ...]:
    """The chance not to know one's hand after 0, 1, 2, … turns, by the doubt in steps."""
    return tuple(1 - knows(steps / STEPS_PER_BIT, turns, players) for turns in range(HORIZON + 1))


@cache
def _first_known(players: int) -> Floats:
    """By doubt, the chance to know first in the first own turn, in the second, …"""
    within = [[knows(bits, k, players) for k in range(HORIZON + 1)] for bits in GRID]
    return np.diff(np.array(within), axis=1)


class Rival(NamedTuple):
    """A rival in the race."""

    bits: float
    """Its doubt in bits."""
    ahead: bool
    """Whether it has a turn before this seat's next."""
    soon: float | None = None
    """The chance that it knows after its coming question; None where that is not computed."""

    def not_knowing(self, players: int) -> tuple[float, ...]:
        """The chance that it does not know its hand after 0, 1, 2, … turns of its own."""
        doubts = _not_knowing_by_steps(round(STEPS_PER_BIT * self.bits), players)
        return doubts if self.soon is None else (doubts[0], 1 - self.soon, *doubts[2:])


class Race:
    """The chances of one seat against its rivals, by the number of its possible hands."""

    __slots__ = ("_odds", "later", "open", "players", "rivals")

    def __init__(self, players: int, rivals: Sequence[Rival]) -> None:
        self.players, self.rivals = players, rivals
        doubts = [rival.not_knowing(players) for rival in rivals]
        self.open = prod(doubt[0] for doubt in doubts)
        """The chance that no rival knows already."""
        leads = [1.0] * HORIZON
        for rival, doubt in zip(rivals, doubts, strict=True):
            leads = [lead * none for lead, none in zip(leads, doubt[rival.ahead :], strict=False)]
        self.later = leads[0]
        """The chance that none will know before this seat's next turn."""
        self._odds = _first_known(players) @ np.array(leads)
        self._odds[0] = 1.0

    def without_announcing(self, hands: float) -> float:
        """The chance to win without announcing yet."""
        return float(np.interp(np.log2(max(1.0, hands)), GRID, self._odds))

    def worth(self, hands: Floats) -> Floats:
        """The chance to win with this number of hands left, by the better of announcing now and later."""
        better: Floats = np.maximum(1 / hands, np.interp(np.log2(hands), GRID, self._odds))
        return better

    def per_bit(self, hands: float) -> float:
        """How much one bit more of doubt adds to the chance, on average over the rivals."""
        dimmer = [rival._replace(bits=rival.bits + 1) for rival in self.rivals]
        return (Race(self.players, dimmer).without_announcing(hands) - self.without_announcing(hands)) / len(
            dimmer
        )
