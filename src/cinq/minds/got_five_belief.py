"""Got Five!: all that a seat can know of its hand, exactly, and how each question splits it.

Every hand that fits the clues is equally likely, so knowledge is counting: one pass up
and one down the slots give the number of hands, the probability of every number in every
slot, and what is left after each possible answer. Counts stay far below 2**53, so floats
hold them exactly. Owns the counting; must never know a state, nor how a game is won.
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
EACH: Final = np.array(NUMBERS)
OF_COLOUR: Final = np.array([[float(BOX.colour.get(n) == c) for n in NUMBERS] for c in COLOURS])
DOTS_OF: Final = np.array([BOX.dots.get(n, 1) - 1 for n in NUMBERS])
"""The dots of each number, counted from nought."""
WITH_DOTS: Final = np.array([[float(BOX.dots.get(n) == d) for n in NUMBERS] for d in DOTS])
YES, NO = 0, 1
"""The answers to a comparison."""
LEAST: Final = 0.5**9
"""No tile turned up is taken for a greater surprise."""


class Belief:
    """What a seat knows of its rack; or several seats, each of its own: then racks are the first axis."""

    def __init__(self, up: Floats, down: Floats) -> None:
        self.up, self.down = up, down
        """For each slot and number, the ways to fill the slots before it, and those after."""
        self.weights = up * down
        """For each slot and number, the hands that hold it there."""
        self.counts: Floats = up[..., -1, :].sum(axis=-1)

    def __getitem__(self, rack: int) -> Belief:
        """One seat's of several."""
        return Belief(self.up[rack], self.down[rack])

    @cached_property
    def count(self) -> int:
        """The hands that one rack may hold."""
        return int(self.counts)

    @cached_property
    def held(self) -> Floats:
        """How likely a rack is to hold each number."""
        chances: Floats = self.weights.sum(axis=-2) / self.counts[..., None]
        return chances

    @cached_property
    def bits(self) -> Floats:
        """Doubt: how many questions with two even answers it would take."""
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
        """For each number, the bits that a tile with it, turned up, takes off this doubt."""
        other = 1.0 - self.held
        return -np.log2(np.maximum(other, LEAST)) * (other > 0)

    def marginals(self) -> tuple[dict[int, float], ...]:
        """The probability of each number in each slot; numbers that no hand holds there are left out."""
        return tuple(
            {n: weight / self.count for n, weight in enumerate(slot) if weight}
            for slot in self.weights.tolist()
        )

    def fits(self, hand: Hand) -> bool:
        """Whether a hand, ascending, may be the one."""
        return all(self.weights[slot, n] for slot, n in enumerate(hand))

    def likeliest(self) -> Hand:
        """A hand that fits: the one, when only one is left; else in each slot the likeliest that fits."""
        hand, below = list[int](), 0
        for weights in self.weights:
            below += 1 + int(weights[below + 1 :].argmax())
            hand.append(below)
        return tuple(hand)


def compared(tile: int, slot: int) -> int:
    """Where `answers` has the comparison of a tile with a slot: its dots alone matter (GF-9)."""
    return TILES + 1 + int(DOTS_OF[tile]) * SLOTS + slot


def counted(slots: Sequence[Sequence[Numbers]] | Sequence[Numbers]) -> Belief:
    """What the numbers that each slot may hold leave possible, ascending: of one rack, or of several."""
    may = np.array(slots)[..., None] >> EACH & 1
    ways = np.array((may, may[..., ::-1, ::-1]), np.float64)  # down is up, seen from the other end
    ways[..., 1:, 0] = 0.0
    for slot in range(1, SLOTS):
        ways[..., slot, 1:] *= ways[..., slot - 1, :-1].cumsum(axis=-1)
    return Belief(ways[0], ways[1, ..., ::-1, ::-1])


def average(values: Floats, weights: Floats) -> Floats:
    """The weighted average over the numbers of each colour; nothing for a colour without weight."""
    return (OF_COLOUR @ (values * weights)) / np.maximum(OF_COLOUR @ weights, 1e-9)


def array(numbers: Numbers) -> Floats:
    """A set of numbers, as ones and noughts."""
    return (numbers >> EACH & 1).astype(np.float64)


def belief(v: View, seat: Seat, missed: frozenset[int] = NONE) -> Belief:
    """What this seat knows from its view, had it not noticed the tiles in `missed`."""
    if not missed:
        return counted(masks(v.racks[seat], unseen(v)))
    racks = tuple(_unnoticed(rack, missed) for rack in v.racks)
    noticed = replace(v, racks=racks, open=tuple(n for n in v.open if n not in missed))
    return counted(masks(racks[seat], unseen(noticed)))


def _unnoticed(rack: ShownRack, missed: frozenset[int]) -> ShownRack:
    """A rack without the tiles that were not noticed."""
    return replace(
        rack,
        numbers=None if rack.numbers is None else tuple(n for n in rack.numbers if n not in missed),
        notches=tuple(tuple(n for n in notch if n not in missed) for notch in rack.notches),
        compared=tuple(tuple(c for c in laid if c.tile not in missed) for laid in rack.compared),
    )


def likely(known: Belief) -> Numbers:
    """The numbers that are likelier than not to be in a hand."""
    return bits(np.flatnonzero(known.held > 0.5).tolist())


def rivals_belief(v: View, rivals: Iterable[Seat], hidden: Numbers) -> Belief:
    """What rivals know, each of its own rack, as far as this seat can tell, from what is hidden from both.

    A rival sees this seat's hand, which this seat does not: numbers that are likelier
    than not to be in it are no longer hidden, the others count with what `rivals_bits` takes off.
    """
    return counted([masks(v.racks[rival], hidden | bits(v.racks[rival].numbers or ())) for rival in rivals])


def rivals_bits(rivals: Belief, mine: Belief) -> Floats:
    """The rivals' doubts, less what they know from seeing this seat's hand."""
    seen = rivals.weights @ mine.held / rivals.counts[..., None]
    doubts: Floats = np.maximum(0.0, rivals.bits + np.log2(1.0 - seen).sum(axis=-1))
    return doubts
