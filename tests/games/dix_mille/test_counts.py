"""Perft-like counts: how many lines of play there are, to the last one.

Two entered players near the target, the last die of a hand of 250 to throw: `counts.txt`
holds "depth lines" pairs. A legal action too many or too few, a die too many, a turn that
does not pass: each changes a count.
"""

from pathlib import Path

import pytest

from cinq.games import dix_mille
from cinq.games.dix_mille.rules import State
from tests.games.dix_mille.hands import opened, scored, throw

COUNTS = Path(__file__).with_name("counts.txt")


def count(s: State, depth: int, known: dict[tuple[State, int], int]) -> int:
    """Lines of `depth` actions from here; positions met twice are counted once and multiplied."""
    if depth == 0:
        return 1
    if (s, depth) not in known:
        known[s, depth] = sum(
            count(dix_mille.apply(s, actor, action), depth - 1, known)
            for actor in dix_mille.actors(s)
            for action in (dix_mille.legal(s, actor))
        )
    return known[s, depth]


def one_die_left() -> State:
    return throw(scored(opened(), (9_900, 9_900)), "55244", "156")


@pytest.mark.parametrize("row", COUNTS.read_text().split("\n")[:-1])
def test_counts(row: str) -> None:
    depth, lines = map(int, row.split())
    assert count(one_die_left(), depth, {}) == lines
