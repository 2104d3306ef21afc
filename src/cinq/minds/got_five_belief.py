"""Got Five!: all that a seat can know of its hand, exactly, and how each question splits it.

Every hand that fits the clues is equally likely, so knowledge is counting: one pass up
and one down the slots give the number of hands, the probability of every number in every
slot, and what is left after each possible answer. Owns the counting; must never know a
state, nor how a game is won.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain
from math import log2
from typing import Final, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from cinq.core.game import Seat
from cinq.games.got_five.clues import Hand, Hands, Numbers, bits, candidates
from cinq.games.got_five.components import BOX, COLOURS, DOTS, TILES
from cinq.games.got_five.rules import NOTCHES, SLOTS
from cinq.games.got_five.view import ShownRack, View, unseen

Floats: TypeAlias = NDArray[np.float64]
NONE: Final[frozenset[int]] = frozenset()
OF_COLOUR: Final = np.array([[float(BOX.colour.get(n) == c) for n in range(TILES + 1)] for c in COLOURS])
DOTS_OF: Final = np.array([BOX.dots.get(n, 1) - 1 for n in range(TILES + 1)])
"""The dots of each number, counted from nought."""


class Belief:
    """What a seat knows of its own rack."""

    def __init__(self, slots: Sequence[Hand]) -> None:
        self.slots = slots
        self.hands = Hands(slots)
        self.count = self.hands.count
        self.weights = self.hands.weights()

    @cached_property
    def chances(self) -> list[float]:
        """How likely this seat is to hold each number."""
        found = [0.0] * (TILES + 1)
        for slot, weights in zip(self.slots, self.weights, strict=True):
            for n, weight in zip(slot, weights, strict=True):
                found[n] += weight / self.count
        return found

    @cached_property
    def held(self) -> Floats:
        """The same as an array."""
        return np.minimum(self.chances, 1.0)

    @cached_property
    def bits(self) -> float:
        """Its doubt: how many questions with two even answers it would take."""
        return log2(self.count) if self.count else 0.0

    @cached_property
    def ranked(self) -> Floats:
        """For each number, the hands left for each notch a tile with it may be laid in (GF-8).

        Notch k: the slots before k are filled below the tile, the others above it.
        """
        up, down = np.zeros((SLOTS, TILES + 1)), np.zeros((SLOTS, TILES + 1))
        places = [slot * (TILES + 1) + n for slot, numbers in enumerate(self.slots) for n in numbers]
        up.put(places, [*chain(*self.hands.up)])
        down.put(places, [*chain(*self.hands.down)])
        split = np.ones((NOTCHES, TILES + 1))
        split[1:] = up.cumsum(axis=1)
        split[:SLOTS] *= down[:, ::-1].cumsum(axis=1)[:, ::-1]
        return split.T

    @cached_property
    def compared(self) -> Floats:
        """For each number of dots (from one) and each slot, the hands left after a yes and a no (GF-9)."""
        found = [[0.0] * SLOTS for _ in DOTS]
        for slot, (numbers, weights) in enumerate(zip(self.slots, self.weights, strict=True)):
            for n, weight in zip(numbers, weights, strict=True):
                found[BOX.dots[n] - 1][slot] += weight
        yes = np.array(found)
        return np.stack([yes, self.count - yes], axis=-1)

    @cached_property
    def relief(self) -> Floats:
        """For each number, the bits that a tile with it, turned up, takes off this doubt."""
        return -np.log2(np.maximum(1.0 - self.held, 0.5**9), where=self.held < 1, out=np.zeros(TILES + 1))

    def fits(self, hand: Hand) -> bool:
        """Whether a hand may be the one."""
        return all(n in slot for n, slot in zip(hand, self.slots, strict=True))

    def likeliest(self) -> Hand:
        """A hand that fits: the one, when only one is left; else in each slot the likeliest that fits."""
        hand, below = list[int](), 0
        for slot, weights in zip(self.slots, self.weights, strict=True):
            below = -max((w, -n) for n, w in zip(slot, weights, strict=True) if n > below and w)[1]
            hand.append(below)
        return tuple(hand)


def average(values: Floats, weights: Floats) -> Floats:
    """The weighted average over the numbers of each colour; nothing for a colour without weight."""
    return (OF_COLOUR @ (values * weights)) / np.maximum(OF_COLOUR @ weights, 1e-9)


def array(numbers: Numbers) -> Floats:
    """A set of numbers, as ones and noughts."""
    return np.array([float(numbers >> n & 1) for n in range(TILES + 1)])


def belief(v: View, seat: Seat, missed: frozenset[int] = NONE) -> Belief:
    """What this seat knows from its view, had it not noticed the tiles in `missed`."""
    if not missed:
        return Belief(candidates(v.racks[seat], unseen(v)))
    racks = tuple(_unnoticed(rack, missed) for rack in v.racks)
    noticed = replace(v, racks=racks, open=tuple(n for n in v.open if n not in missed))
    return Belief(candidates(racks[seat], unseen(noticed)))


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
    return bits(n for n, chance in enumerate(known.chances) if chance > 0.5)


def rivals_belief(v: View, rival: Seat, hidden: Numbers) -> Belief:
    """What a rival knows as far as this seat can tell, from what is hidden from them both.

    The rival sees this seat's hand, which this seat does not: numbers that are likelier
    than not to be in it are no longer hidden, the others count with what `rivals_bits` takes off.
    """
    return Belief(candidates(v.racks[rival], hidden | bits(v.racks[rival].numbers or ())))


def rivals_bits(rival: Belief, mine: Belief, own: Hand) -> float:
    """A rival's doubt, less what it knows from seeing this seat's hand."""
    doubt, held = rival.bits, mine.chances
    for slot, weights in zip(rival.slots, rival.weights, strict=True):
        seen = sum(w * held[n] for n, w in zip(slot, weights, strict=True) if n not in own)
        doubt += log2(1.0 - seen / rival.count)
    return max(0.0, doubt)
