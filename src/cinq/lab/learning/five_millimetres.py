"""Self-play of 5 Millimètres: games by the network, and what each auction's end was worth.

A position is the table after an auction as one seat sees it; its truth is the seat's share of the win, mixed
with what the network said one auction later (a λ-return).
"""

from __future__ import annotations

import numpy as np

from cinq.bots.five_millimetres.bidding import BIDDING_RULES, compiled_rule
from cinq.bots.five_millimetres.judge import judge_of
from cinq.bots.five_millimetres.search import LOOK_ERROR, VALUE_SPREAD
from cinq.fast import load
from cinq.fast.five_millimetres.row import NONE, PHASE, RESULT, SIGHT_OPTION, STICK
from cinq.fast.five_millimetres.value import against_rule, inputs_of, self_play
from cinq.fast.kernel import Words
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import EIGHT, Options
from cinq.lab.learning.network import Array, Weights
from cinq.lab.learning.recipe import Batch

TRUST = 0.7
"""λ: how much of a truth is what came of it, and not what the network said next."""
POSITIONS = 30_000
"""The approximate number of positions of a batch."""
MEASURED = 400
"""Games from each seat that measure a network."""


class GameRecipe:
    """The recipe for one number of players, with the sight of the default options."""

    units, games = 128, 800_000

    def __init__(self, players: int) -> None:
        self.players = players
        self.inputs = inputs_of(players)
        self.even = 1 / players
        self.longest = (EIGHT - 1) * players + 1
        self.batch = POSITIONS // (self.longest * players // 2)
        self.look_error = round(LOOK_ERROR * SPREAD[Options().sight], 3)

    def play(self, weights: Weights, seed: int) -> Batch:
        """Whole games by the network, as positions and truths."""
        games, longest = self.batch, self.longest
        seen = np.zeros((games, longest, self.players, self.inputs), np.float32)
        values = np.zeros((games, longest, self.players), np.float32)
        turns = np.zeros(games, np.int64)
        judge = judge_of(weights, False, self.look_error)
        self_play(self._dealt(games, seed), judge, seen, values, turns, np.zeros(RESULT, np.int64))
        truths, ended = _truths(values, turns)
        return Batch(seen[~ended].reshape(-1, self.inputs), truths[~ended].reshape(-1), games)

    def measure(self, weights: Weights, seed: int) -> float:
        """The network's share of wins, in every seat, among seats that bid by the champion's bidding rule."""
        judge = judge_of(weights, False, self.look_error)
        rule = compiled_rule(BIDDING_RULES[self.players], False, self.look_error, VALUE_SPREAD)
        scratch, shares = np.zeros(RESULT, np.int64), list[float]()
        for here in range(self.players):
            shares.append(against_rule(self._dealt(MEASURED, seed), here, judge, rule, scratch))
        return float(np.mean(shares))

    def _dealt(self, games: int, seed: int) -> Words:
        """Games before their first stick in the stand, without looks: these are drawn in self-play."""
        engine = load("five-millimetres")
        rows = engine.rows(games, self.players, Options(sight="none"), seed)
        engine.finish(rows, limit=1)
        assert (rows[:, SIGHT_OPTION] == NONE).all() and (rows[:, PHASE] == STICK).all()
        return rows


def _truths(values: Array, turns: Words) -> tuple[Array, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """λ-returns after each turn, and which turns are an end or beyond it."""
    truths, longest = np.zeros_like(values), values.shape[1]
    ended = np.arange(longest) >= (turns - 1)[:, None]
    truths[:, -1] = values[:, -1]
    for turn in range(longest - 2, -1, -1):
        following = TRUST * truths[:, turn + 1] + (1 - TRUST) * values[:, turn + 1]
        truths[:, turn] = np.where(ended[:, turn, None], values[:, turn], following)
    return truths, ended
