"""Self-play of 5 ou Moins: rounds by the network, and what each decision was worth.

A position is what a seat knows after a decision of its own; its truth is the seat's chance to win the game by
the marks after the round (`standing`). Rounds begin from any score.
"""

from __future__ import annotations

import numpy as np

from cinq.bots.five_or_less.judge import judge_of
from cinq.fast import load
from cinq.fast.five_or_less.knowledge import inputs_of
from cinq.fast.five_or_less.rollout import LINES
from cinq.fast.five_or_less.row import OUTCOME, SCORES
from cinq.fast.five_or_less.value import against_rule, self_play
from cinq.fast.kernel import Words
from cinq.games.five_or_less.cards import Options
from cinq.lab.learning.network import Weights
from cinq.lab.learning.recipe import Batch

DECISIONS = 60
"""The most decisions of a round that are kept."""
MEASURED = 100
"""Games from each seat that measure a network."""


class GameRecipe:
    """The recipe for one number of players, with the default options."""

    units, games, batch = 128, 400_000, 1_500

    def __init__(self, players: int) -> None:
        self.players = players
        self.inputs = inputs_of(players)
        self.even = 1 / players
        self.scratch = np.zeros(1, np.int64), np.zeros(OUTCOME, np.int64)

    def play(self, weights: Weights, seed: int) -> Batch:
        """Rounds by the network, as positions and truths; a round counts as a game."""
        rows = load("five-or-less").rows(self.batch, self.players, None, seed)
        load("five-or-less").finish(rows, limit=1)  # the deal
        room = self.batch * DECISIONS + LINES
        seen, seats = np.zeros((room, self.inputs), np.float32), np.zeros(room, np.int64)
        truths = np.zeros(room)
        self._set_scores(rows, seed)
        kept = self_play(rows, judge_of(weights), seen, seats, *self.scratch, truths)
        return Batch(seen[:kept], truths[:kept].astype(np.float32), self.batch)

    def measure(self, weights: Weights, seed: int) -> float:
        """The network's share of won games, in every seat, among seats that move by the rollouts' policy."""
        shares = list[float]()
        for here in range(self.players):
            rows = load("five-or-less").rows(MEASURED, self.players, None, seed)
            shares.append(against_rule(rows, here, judge_of(weights), *self.scratch))
        return float(np.mean(shares))

    def _set_scores(self, rows: Words, seed: int) -> None:
        """Any score below the end of the game."""
        end = Options().end.points
        assert end is not None
        scores = np.random.default_rng(seed).integers(end, size=(len(rows), self.players))
        rows[:, SCORES : SCORES + self.players] = scores
