"""Got Five!: counts the hands that fit a seat's clues, and how each question splits them.

Every hand that fits is equally likely, so one pass up and one down the slots give the number of hands,
the probability of every number in every slot, and the hands left after each possible answer. Counts are
far below 2**53, so floats hold them exactly. It gets views, not states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cinq.core.game import Seat
from cinq.games.got_five.clues import Hand, Numbers, bits, masks
from cinq.games.got_five.components import BOX, COLOURS, DOTS, TILES
from cinq.games.got_five.rules import NOTCHES, SLOTS
from cinq.games.got_five.view import ShownRack, View, unseen

Floats: TypeAlias = NDArray[np.float64]
NONE: Final[frozenset[int]] = frozenset()
NUMBERS: Final = range(TILES + 1)
NUMBER_ARRAY: Final = np.array(NUMBERS)
OF_COLOUR: Final = np.array([[float(BOX.colour.get(n) == c) for n in NUMBERS] for c in COLOURS])
DOTS_OF: Final = np.array([BOX.dots.get(n, 1) - 1 for n in NUMBERS])
"""The dots of each number, less one."""
WITH_DOTS: Final = np.array([[float(BOX.dots.get(n) == d) for n in NUMBERS] for d in DOTS])
YES, NO = 0, 1
"""The answers to a comparison."""
MIN_CHANCE: Final = 0.5**9
"""Smaller chances count as this one."""


class Belief:
    """What a seat knows of its rack; or what several seats know, with racks as the first axis."""

    def __init__(self, up: Floats, down: Floats) -> None:
        self.up, self.down = up, down
        """For each slot and number, the ways to fill the slots before it, and after it."""
        self.weights = up * down
        """For each slot and number, the count of hands that hold it there."""
        self.counts: Floats = up[..., -1, :].sum(axis=-1)

    def __getitem__(self, rack: int) -> Belief:
        """The belief of one of several racks."""
        return Belief(self.up[rack], self.down[rack])

    @cached_property
    def count(self) -> int:
        """The number of hands that fit (one rack only)."""
        return int(self.counts)

    @cached_property
    def held(self) -> Floats:
        """The probability of each number to be in a rack."""
        chances: Floats = self.weights.sum(axis=-2) / self.counts[..., None]
        return chances

    @cached_property
    def bits(self) -> Floats:
        """The doubt in bits: the logarithm to base 2 of the number of hands."""
        return np.log2(self.counts)

    @cached_property
    def answers(self) -> Floats:
        """For each question the hands left after each answer: a rank with each number, then comparisons.

        A tile is laid in notch k when the slots before k are filled below it, the others above (GF-8).
        """
        found = np.zeros((*self.counts.shape, TILES + 1 + len(DOTS) * SLOTS, NOTCHES))
        ranked = found[..., : TILES + 1, :]
        ranked[..., 0] = 1.0
        ranked[..., 1:] = self.up.cumsum(axis=-1).swapaxes(-1, -2)
        ranked[..., :SLOTS] *= self.down[..., ::-1].cumsum(axis=-1)[..., ::-1].swapaxes(-1, -2)
        yes = (WITH_DOTS @ self.weights.swapaxes(-1, -2)).reshape(*self.counts.shape, -1)
        found[..., TILES + 1 :, YES] = yes
        found[..., TILES + 1 :, NO] = self.counts[..., None] - yes
        return found

    @cached_property
    def relief(self) -> Floats:
        """For each number, the bits of doubt that a revealed tile with it removes."""
        other = 1.0 - self.held
        return -np.log2(np.maximum(other, MIN_CHANCE)) * (other > 0)

    def marginals(self) -> tuple[dict[int, float], ...]:
        """The probability of each number in each slot, without the impossible ones."""
        return tuple(
            {n: weight / self.count for n, weight in enumerate(slot) if weight}
            for slot in self.weights.tolist()
        )

    def fits(self, hand: Hand) -> bool:
        """Whether a hand (ascending) is possible."""
        return all(self.weights[slot, n] for slot, n in enumerate(hand))

    def likeliest(self) -> Hand:
        """The only hand when one is left; else, slot by slot, the likeliest number that is higher."""
        hand, below = list[int](), 0
        for weights in self.weights:
            below += 1 + int(weights[below + 1 :].argmax())
            hand.append(below)
        return tuple(hand)


def compared(tile: int, slot: int) -> int:
    """The row of `answers` for the comparison of a tile with a slot: only its dots matter (GF-9)."""
    return TILES + 1 + int(DOTS_OF[tile]) * SLOTS + slot


def counted(slots: Sequence[Sequence[Numbers]] | Sequence[Numbers]) -> Belief:
    """Counts the ascending hands, given the numbers that each slot may hold; for one rack or several."""
    may = np.array(slots)[..., None] >> NUMBER_ARRAY & 1
    # counting down is counting up from the other end
    ways = np.array((may, may[..., ::-1, ::-1]), np.float64)
    ways[..., 1:, 0] = 0.0
    for slot in range(1, SLOTS):
        ways[..., slot, 1:] *= ways[..., slot - 1, :-1].cumsum(axis=-1)
    return Belief(ways[0], ways[1, ..., ::-1, ::-1])


def average(values: Floats, weights: Floats) -> Floats:
    """The weighted average over the numbers of each colour; 0 for a colour without weight."""
    return (OF_COLOUR @ (values * weights)) / np.maximum(OF_COLOUR @ weights, 1e-9)


def array(numbers: Numbers) -> Floats:
    """A set of numbers as an array of ones and zeros."""
    return (numbers >> NUMBER_ARRAY & 1).astype(np.float64)


def belief(v: View, seat: Seat, missed: frozenset[int] = NONE) -> Belief:
    """What this seat knows from its view, without the tiles in `missed`."""
    if not missed:
        return counted(masks(v.racks[seat], unseen(v)))
    racks = tuple(_unnoticed(rack, missed) for rack in v.racks)
    noticed = replace(v, racks=racks, open=tuple(n for n in v.open if n not in missed))
    return counted(masks(racks[seat], unseen(noticed)))


def _unnoticed(rack: ShownRack, missed: frozenset[int]) -> ShownRack:
    """A rack without the tiles in `missed`."""
    return replace(
        rack,
        numbers=None if rack.numbers is None else tuple(n for n in rack.numbers if n not in missed),
        notches=tuple(tuple(n for n in notch if n not in missed) for notch in rack.notches),
        compared=tuple(tuple(c for c in laid if c.tile not in missed) for laid in rack.compared),
    )


def likely(known: Belief) -> Numbers:
    """The numbers that are more likely than not in a hand."""
    return bits(np.flatnonzero(known.held > 0.5).tolist())


def rivals_belief(v: View, rivals: Iterable[Seat], hidden: Numbers) -> Belief:
    """What rivals know of their own racks, estimated from what is hidden from this seat.

    A rival sees this seat's hand, which this seat does not. The caller takes the numbers that are likely
    in it out of `hidden`; `rivals_bits` corrects for the others.
    """
    return counted([masks(v.racks[rival], hidden | bits(v.racks[rival].numbers or ())) for rival in rivals])


def rivals_bits(rivals: Belief, mine: Belief) -> Floats:
    """The rivals' doubts in bits, less what they know from seeing this seat's hand."""
    seen = rivals.weights @ mine.held / rivals.counts[..., None]
    doubts: Floats = np.maximum(0.0, rivals.bits + np.log2(1.0 - seen).sum(axis=-1))
    return doubts
