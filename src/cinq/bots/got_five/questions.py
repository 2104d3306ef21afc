"""Got Five!: the expected value of questions and reveals, for any value of the hands left.

It looks at the seat's own knowledge only; `rivals` adds the effect on others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from cinq.bots.got_five.belief import DOTS_OF, Belief, Floats, array, average, compared
from cinq.core.game import Action
from cinq.games.got_five.clues import Numbers
from cinq.games.got_five.components import TILES
from cinq.games.got_five.rules import PLACE, SLOTS, Compare, Rank, Reveal
from cinq.games.got_five.view import View, unseen

Worth: TypeAlias = Callable[[Floats], Floats]
"""The value of each number of hands left."""
Values: TypeAlias = list[tuple[Action, float]]
"""Actions with their values."""


def negative_bits(hands: Floats) -> Floats:
    """The value of fewer hands: minus the bits of doubt."""
    return -np.log2(hands)


def _after(splits: Floats, worth: Worth) -> Floats:
    """The mean value after an answer; the last axis of `splits` has the hands left after each answer."""
    left: Floats = (splits * worth(np.maximum(splits, 1.0))).sum(axis=-1)
    left /= np.maximum(splits.sum(axis=-1), 1.0)
    return left


def questions(known: Belief, tiles: Sequence[int], worth: Worth, compares: bool) -> Values:
    """Each question with its expected value."""
    left = _after(known.answers, worth).tolist()
    values: Values = [(Rank(tile), left[tile]) for tile in tiles]
    if compares:
        values += [(Compare(n, slot), left[compared(n, slot)]) for n in tiles for slot in range(SLOTS)]
    return values


def best_with(known: Belief, worth: Worth, compares: bool = True) -> Floats:
    """For each number, the expected value of the best question with a tile of that number."""
    left = _after(known.answers, worth)
    ranks, dots = left[: TILES + 1], left[TILES + 1 :].reshape(-1, SLOTS).max(axis=1)
    return np.maximum(ranks, dots[DOTS_OF]) if compares else ranks


def reveals(view: View, known: Belief, listed: Sequence[Action], worth: Worth, compares: bool) -> Values:
    """Each colour to reveal with its expected value: one candidate less, and perhaps a better question."""
    asked, coming = best_with(known, worth, compares), may_be_revealed(unseen(view), known)
    have, half = worth(np.array([float(known.count), max(1.0, known.count / 2)])).tolist()
    asked = np.maximum(asked, asked[list(view.open)].max(initial=have))
    brought = average(asked + (half - have) * known.relief, coming)
    return [(action, float(brought[PLACE[action.colour]])) for action in listed if isinstance(action, Reveal)]


def may_be_revealed(hidden: Numbers, known: Belief) -> Floats:
    """The relative chance of each number to be revealed: hidden, and not in the seat's own hand."""
    return array(hidden) * (1.0 - known.held)
