"""The OpenSpiel side of `engines.py`: prints moves per CPU second for each game named on standard input."""

import json
import random
import sys
from time import process_time

import pyspiel


def speed(name: str, seconds: float) -> float:
    game, uniform, moves, began = pyspiel.load_game(name), random.Random(1).random, 0, process_time()
    while process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                action = outcomes[int(uniform() * len(outcomes))][0]
            else:
                legal = state.legal_actions()
                action = legal[int(uniform() * len(legal))]
            state.apply_action(action)
            moves += 1
    return moves / (process_time() - began)


for line in sys.stdin:
    print(json.dumps(speed(line.strip(), float(sys.argv[1]))), flush=True)
