"""PettingZoo's own suite on every compiled game."""

import random
import time
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'research'")

from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils import parallel_to_aec

from bench.fast.peers import benchmarked
from cinq.adapters import pettingzoo
from cinq.fast import KERNELS

GAMES = sorted(KERNELS)


@pytest.mark.parametrize("game", GAMES)
def test_the_api(game: str) -> None:
    api_test(pettingzoo.env(game), num_cycles=200)
    parallel_api_test(pettingzoo.parallel_env(game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_decides_everything(game: str) -> None:
    seed_test(partial(pettingzoo.env, game), num_cycles=100)
    parallel_seed_test(partial(pettingzoo.parallel_env, game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_cycles_can_be_limited(game: str) -> None:
    in_parallel = partial(pettingzoo.parallel_env, game)
    one_by_one = lambda max_cycles: parallel_to_aec(in_parallel(max_cycles=max_cycles))  # noqa: E731
    max_cycles_test(SimpleNamespace(parallel_env=in_parallel, env=one_by_one))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_benchmark(game: str) -> None:
    """As `python -m bench interfaces` runs it, but on a clock that goes twenty times faster."""
    assert benchmarked(pettingzoo.env(game, max_cycles=200), lambda: 20 * time.process_time()) > 0


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_ends_and_its_rewards_sum_to_zero(game: str, players: int) -> None:
    env = pettingzoo.env(game, players)
    env.reset(seed=3)
    rng, rewards = random.Random(3), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(1_000_000):
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] += float(reward)
        done = terminated or truncated
        env.step(None if done else rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    assert not env.agents and abs(sum(rewards.values())) < 1e-9
    nobody_calls = game == "got-five"  # five numbers are an open choice, which no mask lists
    assert max(rewards.values()) > 0 or nobody_calls


@pytest.mark.parametrize("game", GAMES)
def test_what_the_mask_excludes_is_refused(game: str) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    with pytest.raises(ValueError, match="may not choose"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
