"""5 ou Moins: the chance to win after each action by a network, from what its seat remembers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.bots.bot import Chance
from cinq.bots.five_or_less.belief import Memory
from cinq.bots.five_or_less.remembered_round import remembered
from cinq.bots.weights import learned
from cinq.core.game import Action
from cinq.fast.first_use import compiles
from cinq.fast.five_or_less.bridge import encode
from cinq.fast.five_or_less.knowledge import CARD_VALUES, MOST_SLOTS
from cinq.fast.five_or_less.rollout import imagine
from cinq.fast.five_or_less.row import LIMIT, SEATS, WIDTH
from cinq.fast.five_or_less.value import RISKED, Judge, judge_all
from cinq.fast.network import network
from cinq.games.five_or_less.view import View


def weights_for(view: View) -> tuple[Any, ...] | None:
    """The weights that have learned this kind of game: to a number of points, with powers."""
    if view.options.end.points is None or not view.options.powers:
        return None
    return learned(__package__, len(view.hands))


def learned_calls(known: int, blind: int) -> bool:
    """Whether calls with such a hand were part of self-play: others' values would be guesses."""
    return known <= LIMIT if blind == 0 else blind == 1 and known <= RISKED


def judge_of(weights: Sequence[Any]) -> Judge:
    """A judge with these weights and scratch of its own."""
    rows = np.zeros((2, WIDTH), np.int64)
    counts = np.zeros(CARD_VALUES + 1, np.int64), np.zeros(SEATS, np.int64)
    return Judge(network(*weights), rows[0], rows[1], np.zeros(len(weights[0]), np.float32), *counts)


@compiles("five-or-less", "network")
def judged(
    view: View, memory: Memory, pool: Sequence[int], actions: Sequence[Action], weights: Sequence[Any]
) -> tuple[Action, tuple[Chance, ...]]:
    """The best action of a turn by the network, and the chances of all."""
    known, judge = remembered(view, memory, pool), judge_of(weights)
    imagine(*known, np.zeros(len(known.pool), np.int64))  # any cards: the network sees none of them
    judge.pool[1:] = np.bincount(known.pool - 1, minlength=CARD_VALUES)
    judge.pool[0] = len(known.pool)
    for seat, hand in enumerate(memory.hands):
        judge.kept[seat] = sum(1 << slot for slot, note in hand.items() if note.kept and slot < MOST_SLOTS)
    codes = np.array([encode(action, known.row, memory.seat) for action in actions])  # type: ignore[arg-type]
    wins = np.zeros(len(codes))
    judge_all(known.row, memory.seat, codes, judge, wins)
    chances = tuple(Chance(action, float(win)) for action, win in zip(actions, wins, strict=True))
    return actions[int(wins.argmax())], chances
