"""OpenSpiel's outcome sampling learns 5 Millimètres for two, one sampled game an iteration.

pip install 'cinq[research]'
python examples/openspiel/outcome_sampling.py
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import outcome_sampling_mccfr

import cinq.adapters.openspiel  # noqa: F401  (registers the games)


def main(iterations: int = 50) -> int:
    """Learn for so many iterations and return how many information states were met."""
    np.random.seed(1)
    game = pyspiel.load_game("python_five_millimetres(sight=exact)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    policy, state = solver.average_policy(), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    first = policy.action_probabilities(state)
    best = max(first, key=first.__getitem__)
    met = len(solver._infostates)
    print(f"{met} information states met; of the first one's {len(first)} bids the likeliest is {best}")
    return met


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
