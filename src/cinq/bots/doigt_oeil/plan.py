"""Au doigt & à l'œil: how many rounds a hand is from empty, by the sets it splits into.

In a round of the table a player gets rid of cards twice: with a challenge (a set of one to three cards)
and with one card added to the challenge received. A hand is measured by the rounds of its best split.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from cinq.games.doigt_oeil.components import LENGTHS, NUMBER, NUMBERS, WOOD, CardId

Counts: TypeAlias = tuple[int, ...]
"""How many cards of each number, from some number on."""

A_GROUP = 0.5
"""Rounds for each set, single card or advantage: two fit into a round."""
A_CARD = 0.1
"""Rounds for each card: among hands of as many groups, fewer cards are better."""
STRANDED = 1.0
"""Rounds added for a hand of advantages alone: the game cannot end on them (DO-20)."""
SHAPES = ((1,), (2,), (3,), (1, 1), (1, 1, 1))
"""One card, two or three of a number, or two or three in a row (DO-7)."""


def rounds(hand: tuple[CardId, ...], simplified: bool) -> float:
    """Estimated rounds until this hand is empty, if nothing falls.

    >>> rounds((), False), rounds(("A1", "B2", "C3"), False) < rounds(("A1", "B3", "C5"), False)
    (0.0, True)
    """
    wood = [c for c in hand if c in NUMBER]
    advantages = len(hand) - len(wood)
    groups = advantages + (_by_length(wood) if simplified else fewest(_counts(wood)))
    return A_GROUP * groups + A_CARD * len(hand) + (STRANDED if advantages and not wood else 0)


def _counts(wood: list[CardId]) -> Counts:
    held = [0] * len(NUMBERS)
    for c in wood:
        held[NUMBER[c] - 1] += 1
    return tuple(held)


def _by_length(wood: list[CardId]) -> int:
    """The number of sets of different lengths (DO-30): the count of the commonest length."""
    return max(sum(WOOD[c].length == length for c in wood) for length in LENGTHS)


@lru_cache(maxsize=1 << 16)
def fewest(counts: Counts) -> int:
    """The least number of sets that these cards split into (DO-7).

    >>> fewest((1, 1, 1, 0, 2)), fewest((4,)), fewest((1, 2, 1))
    (2, 2, 2)
    """
    first = next((i for i, count in enumerate(counts) if count), None)
    if first is None:
        return 0
    left = counts[first:]
    return 1 + min(
        fewest(tuple(c - s for c, s in zip(left, shape + (0,) * len(left), strict=False)))
        for shape in SHAPES
        if len(shape) <= len(left) and all(c >= s for c, s in zip(left, shape, strict=False))
    )


UNSEEN = (0.0, 0.79, 1.16, 1.61, 2.06, 2.45, 2.82, 3.19, 3.56, 3.91, 4.24, 4.56, 4.88, 5.24, 5.55, 5.88)
"""Mean rounds of a hand by its number of cards, sampled from the deck."""
FURTHER = 0.31
"""Rounds for each card beyond these."""


def unseen(count: float) -> float:
    """Expected rounds of an unseen hand by its number of cards, interpolated."""
    last = len(UNSEEN) - 1
    if count >= last:
        return UNSEEN[last] + FURTHER * (count - last)
    whole = int(count)
    return UNSEEN[whole] + (count - whole) * (UNSEEN[whole + 1] - UNSEEN[whole])
