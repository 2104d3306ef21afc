"""A thousand games of 5 ou Moins at once, Gymnasium's vector API: python examples/gymnasium_vector.py"""

import numpy as np

from cinq.adapters.gymnasium import CinqVectorEnv

env, rng = CinqVectorEnv("five-or-less", num_envs=1_000, players=3), np.random.default_rng(1)
observations, info = env.reset(seed=1)
finished = 0
for _ in range(300):
    chances = rng.random(observations["action_mask"].shape) * observations["action_mask"]
    observations, rewards, ended, _, info = env.step(chances.argmax(axis=1))
    finished += int(ended.sum())
print(f"{300 * env.num_envs:,} decisions, {finished} games ended")
