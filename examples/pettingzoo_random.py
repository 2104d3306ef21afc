"""A random game of 5 ou Moins through PettingZoo: python examples/pettingzoo_random.py"""

import random

from cinq.adapters import pettingzoo

env = pettingzoo.env("five-or-less", players=3)
env.reset(seed=1)
rng, moves = random.Random(1), 0
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent}: {reward:+.1f}")
        env.step(None)
    else:
        env.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
        moves += 1
print(f"{moves} decisions")
