"""Got Five!: what questions and reveals leave a seat with, on average, by any way to value that.

Owns the weighing of one's own actions; must never know a rival.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from cinq.core.game import Action
from cinq.games.got_five.clues import Numbers
from cinq.games.got_five.components import TILES
from cinq.games.got_five.rules import PLACE, SLOTS, Compare, Rank, Reveal
from cinq.games.got_five.view import View, unseen
from cinq.minds.got_five_belief import DOTS_OF, Belief, Floats, array, average, compared

Worth: TypeAlias = Callable[[Floats], Floats]
"""What it is worth to have so many hands left."""
Values: TypeAlias = list[tuple[Action, float]]
"""Actions with what they are worth."""


def few(hands: Floats) -> Floats:
    """The fewer hands the better: bits of doubt, counted down."""
    return -np.log2(hands)


def _after(splits: Floats, worth: Worth) -> Floats:
    """What answers leave, on average: the last axis has the hands left after each answer."""
    left: Floats = (splits * worth(np.maximum(splits, 1.0))).sum(axis=-1)
    left /= np.maximum(splits.sum(axis=-1), 1.0)
    return left


def questions(known: Belief, tiles: Sequence[int], worth: Worth, compares: bool) -> Values:
    """Each question with what it leaves, on average."""
    left = _after(known.answers, worth).tolist()
    values: Values = [(Rank(tile), left[tile]) for tile in tiles]
    if compares:
        values += [(Compare(n, slot), left[compared(n, slot)]) for n in tiles for slot in range(SLOTS)]
    return values


def best_with(known: Belief, worth: Worth, compares: bool = True) -> Floats:
    """For each number, what the best question with a tile of that number leaves."""
    left = _after(known.answers, worth)
    ranks, dots = left[: TILES + 1], left[TILES + 1 :].reshape(-1, SLOTS).max(axis=1)
    return np.maximum(ranks, dots[DOTS_OF]) if compares else ranks


def reveals(view: View, known: Belief, listed: Sequence[Action], worth: Worth, compares: bool) -> Values:
    """Each colour with what it brings on average: one candidate less, and perhaps a better question."""
    asked, coming = best_with(known, worth, compares), may_come(unseen(view), known)
    have, half = worth(np.array([float(known.count), max(1.0, known.count / 2)])).tolist()
    asked = np.maximum(asked, asked[list(view.open)].max(initial=have))
    brought = average(asked + (half - have) * known.relief, coming)
    return [(action, float(brought[PLACE[action.colour]])) for action in listed if isinstance(action, Reveal)]


def may_come(hidden: Numbers, known: Belief) -> Floats:
    """How likely each number is to lie in the reserve: hidden, and not in one's own hand."""
    return array(hidden) * (1.0 - known.held)
