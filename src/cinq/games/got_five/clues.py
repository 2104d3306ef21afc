"""What the clues around a rack leave possible: candidates a slot, and all hands, exactly.

Everything its owner may know of a rack is: the colours in slot order, the tiles in
sight, the notches and the comparisons (GF-2, GF-8, GF-9, GF-15). That is a list of
candidates for each slot plus the ascending order, so hands are counted by one pass up
the slots and drawn by one pass down. Works on what is shown, not on a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeAlias

from cinq.core.chance import Random
from cinq.games.got_five.components import BOX, DOTS, TILES, Colour
from cinq.games.got_five.rules import SLOTS, Compared

Numbers: TypeAlias = int
"""A set of numbers, as bits: number n is bit n."""
Hand: TypeAlias = tuple[int, ...]

ALL: Final[Numbers] = (1 << TILES + 1) - 2
OF_COLOUR: Final[dict[Colour, Numbers]] = {c: sum(1 << n for n in ns) for c, ns in BOX.of.items()}
OF_DOTS: Final[dict[int, Numbers]] = {d: sum(1 << n for n in BOX.dots if BOX.dots[n] == d) for d in DOTS}


class Clues(Protocol):
    """A rack as its owner sees it."""

    @property
    def colours(self) -> tuple[Colour, ...]: ...
    @property
    def notches(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def compared(self) -> tuple[tuple[Compared, ...], ...]: ...


def bits(numbers: Iterable[int]) -> Numbers:
    """A set of numbers."""
    found = 0
    for n in numbers:
        found |= 1 << n
    return found


def laid(racks: Iterable[Clues]) -> Numbers:
    """The tiles that lie around racks, open to all (GF-8, GF-9)."""
    found = 0
    for rack in racks:
        for notch in rack.notches:
            for n in notch:
                found |= 1 << n
        for before in rack.compared:
            for compared in before:
                found |= 1 << compared.tile
    return found


def candidates(rack: Clues, unseen: Numbers) -> tuple[Hand, ...]:
    """The numbers each slot may hold as far as colour, notches and dots tell (GF-15, assisted notes)."""
    return tuple(
        tuple(n for n in BOX.of[colour] if mask >> n & 1)
        for colour, mask in zip(rack.colours, masks(rack, unseen), strict=True)
    )


def masks(rack: Clues, unseen: Numbers) -> list[Numbers]:
    """The same as sets: notch k is above the slots before k, below slot k and those after (GF-8)."""
    found, above, below = [unseen & OF_COLOUR[colour] for colour in rack.colours], 0, TILES + 1
    for slot in range(SLOTS):
        for n in rack.notches[slot]:
            above = max(above, n)
        found[slot] &= -2 << above
        for compared in rack.compared[slot]:
            alike = OF_DOTS[BOX.dots[compared.tile]]
            found[slot] &= alike if compared.same else ~alike
    for slot in reversed(range(SLOTS)):
        for n in rack.notches[slot + 1]:
            below = min(below, n)
        found[slot] &= (1 << below) - 1
    return found


class Hands:
    """Every ascending hand with one candidate a slot, all equally likely."""

    __slots__ = ("count", "slots", "up")

    def __init__(self, slots: Sequence[Hand]) -> None:
        self.slots = slots
        self.up = _ways(slots)
        """For each candidate of a slot, the ways to fill the slots before it."""
        self.count = sum(self.up[-1])

    def draw(self, rng: Random) -> Hand:
        """One hand, all equally likely: from the last slot down."""
        hand, below = list[int](), TILES + 1
        for slot, ways in zip(reversed(self.slots), reversed(self.up), strict=True):
            fits = [way if n < below else 0 for n, way in zip(slot, ways, strict=True)]
            left, place = int(rng.random() * sum(fits)), 0
            while left >= fits[place]:
                left -= fits[place]
                place += 1
            below = slot[place]
            hand.append(below)
        return tuple(reversed(hand))


def _ways(slots: Sequence[Hand]) -> list[list[int]]:
    """How many ascending fillings of the slots before end just below each candidate."""
    found, ways = list[list[int]](), [1]
    before: Hand = (0,)
    for slot in slots:
        row, total, place, end = list[int](), 0, 0, len(before)
        for n in slot:
            while place < end and before[place] < n:
                total += ways[place]
                place += 1
            row.append(total)
        found.append(row)
        ways, before = row, slot
    return found
