"""Au doigt & à l'œil, how far a hand is from empty: the sets it splits into, and the turns they take.

A round of the table gives a player two ways to get rid of cards: a challenge (a set of one to three)
and one card added to the challenge received. So a hand is worth the rounds its best split takes.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from cinq.games.doigt_oeil.components import LENGTHS, NUMBER, NUMBERS, WOOD, CardId

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each number, from some number on."""
Split: TypeAlias = tuple[int, int]
"""Sets of two or three, and single cards."""

STRANDED = 1.0
"""Rounds lost by a hand of advantages alone: one cannot end on them (DO-20)."""
EACH_CARD = 0.04
"""What a card more weighs among hands that take as many rounds."""


def rounds(hand: tuple[CardId, ...], simplified: bool) -> float:
    """Rounds of the table until this hand is empty, if nothing falls.

    >>> rounds((), False), rounds(("A1", "B2", "C3"), False) < rounds(("A1", "B3", "C5"), False)
    (0.0, True)
    """
    wood = [c for c in hand if c in NUMBER]
    advantages = len(hand) - len(wood)
    fronts = _by_length(wood) if simplified else _splits(_counts(wood))
    least = min(max((sets + singles + advantages) / 2, sets, advantages) for sets, singles in fronts)
    return least + EACH_CARD * len(hand) + (STRANDED if advantages and not wood else 0)


def _counts(wood: list[CardId]) -> Counts:
    held = [0] * len(NUMBERS)
    for c in wood:
        held[NUMBER[c] - 1] += 1
    return tuple(held)


def _by_length(wood: list[CardId]) -> frozenset[Split]:
    """Sets of different lengths (DO-30): as many as the commonest length."""
    small, medium, long = sorted(sum(WOOD[c].length == length for c in wood) for length in LENGTHS)
    return frozenset({(medium, long - medium), (0, small + medium + long)})


@lru_cache(maxsize=1 << 16)
def _splits(counts: Counts) -> frozenset[Split]:
    """The best ways to split: none has both fewer sets and fewer singles than another (DO-7)."""
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return frozenset({(0, 0)})
    left = counts[first:]
    found = {(sets, singles + 1) for sets, singles in _splits(_take(left, (1,)))}
    for shape in ((2,), (3,), (1, 1), (1, 1, 1)):
        if len(shape) <= len(left) and all(a >= b for a, b in zip(left, shape, strict=False)):
            found |= {(sets + 1, singles) for sets, singles in _splits(_take(left, shape))}
    return _best(found)


def _take(counts: Counts, shape: tuple[int, ...]) -> Counts:
    return tuple(c - s for c, s in zip(counts, shape + (0,) * len(counts), strict=False))


def _best(found: set[Split]) -> frozenset[Split]:
    fewest: dict[int, int] = {}
    for sets, singles in found:
        fewest[sets] = min(singles, fewest.get(sets, singles))
    ordered = sorted(fewest.items())
    least = accumulate((singles for _, singles in ordered), min)
    return frozenset(
        (sets, singles)
        for i, ((sets, singles), low) in enumerate(zip(ordered, least, strict=True))
        if i == 0 or (singles == low and singles < ordered[i - 1][1])
    )


UNSEEN = (0.0, 0.83, 1.14, 1.48, 1.88, 2.26, 2.54, 2.84, 3.2, 3.51, 3.78, 4.02, 4.36, 4.68, 4.91, 5.19)
"""Rounds that so many unseen cards take on average, sampled from the deck."""
FURTHER = 0.27
"""For each card beyond these."""


def unseen(count: float) -> float:
    """Rounds that somebody with so many cards needs, as far as one can tell."""
    last = len(UNSEEN) - 1
    if count >= last:
        return UNSEEN[last] + FURTHER * (count - last)
    whole = int(count)
    return UNSEEN[whole] + (count - whole) * (UNSEEN[whole + 1] - UNSEEN[whole])
