"""Scoring in 5 Millimètres: runs, money, ties, and four of a kind (MM-17 to MM-20)."""

from __future__ import annotations

from collections.abc import Sequence

from cinq.core.game import Seat
from cinq.games.five_millimetres.components import box

ALIKE = 4
"""Sticks of one length in the box, and as many win the game (MM-17)."""
MOST_POINTS = box().track.most_points
"""What a space above 22 is worth (MM-19)."""


def longest_run(lengths: Sequence[int]) -> int:
    """The most sticks 5 mm apart, a second one of a length adding nothing (MM-18).

    >>> longest_run((3, 1, 2, 2, 5)), longest_run((4,))
    (3, 1)
    """
    have, best = frozenset(lengths), 0
    for length in have:
        if length - 1 not in have:
            end = length
            while end in have:
                end += 1
            best = max(best, end - length)
    return best


def points(lengths: Sequence[int], money: int, lone_stick: bool) -> int:
    """Ten a stick of the longest run, of two at least (MM-18), and the space up to 22 (MM-19)."""
    run = longest_run(lengths)
    return (10 * run if run > 1 or lone_stick else 0) + min(money, MOST_POINTS)


def best_seats(scores: Sequence[int], sticks: Sequence[int], money: Sequence[int]) -> tuple[Seat, ...]:
    """The highest sum, then more sticks, then the higher space, then shared (MM-20)."""
    ranks = list(zip(scores, sticks, money, strict=True))
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def four_alike(lengths: Sequence[int]) -> bool:
    """Four sticks of one length (MM-17)."""
    return any(lengths.count(length) == ALIKE for length in lengths)
