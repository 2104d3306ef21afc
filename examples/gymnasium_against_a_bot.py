"""One seat of Dix Mille against a beginner: python examples/gymnasium_against_a_bot.py"""

from cinq.adapters.gymnasium import CinqEnv

env, won, games = CinqEnv("dix-mille", opponents="beginner"), 0, 20
for seed in range(games):
    observation, info = env.reset(seed=seed)
    reward, over = 0.0, False
    while not over:
        allowed = info["action_mask"].nonzero()[0]
        observation, reward, over, _, info = env.step(int(allowed[-1]))
    won += reward > 0
print(f"{won} of {games} won")
