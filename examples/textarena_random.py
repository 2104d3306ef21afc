"""A game of Got Five! by text through TextArena: python examples/textarena_random.py

Each answer is a random item of the menu; put a language model in its place.
"""

import random
import re

import textarena

from cinq.adapters.textarena import register

register()
env, rng, done, answers = textarena.make("Cinq-GotFive-v0"), random.Random(1), False, 0
env.reset(num_players=2, seed=1)
while not done:
    player, observation = env.get_observation()
    items = re.findall(r"^  (\[\d+\]) ", observation.rpartition("You may:")[2], re.MULTILINE)
    done, info = env.step(rng.choice(items))
    answers += 1
rewards, _ = env.close()
print(f"{answers} answers, rewards {rewards}")
