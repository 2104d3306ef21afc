"""OpenSpiel's Monte-Carlo tree search plays Dix Mille against OpenSpiel's random player.

pip install 'cinq[research]'
python examples/openspiel/mcts.py
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

import cinq.adapters.openspiel  # noqa: F401  (registers the games)


def main(games: int = 10, simulations: int = 50) -> float:
    """Play so many games and return the mean result of the search, from -1 (lost all) to 1 (won all)."""
    game = pyspiel.load_game("python_dix_mille(target=1000)")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    search = mcts.MCTSBot(game, 1.5, simulations, evaluator, random_state=rng)
    bots = [search, uniform_random.UniformRandomBot(1, rng)]
    results = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[0] for _ in range(games)]
    mean = float(np.mean(results))
    print(f"MCTS with {simulations} simulations against random, {games} games: mean result {mean:+.2f}")
    return mean


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
