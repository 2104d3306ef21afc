"""Gymnasium's own check on every compiled game; opponents that are bots; vectors of games."""

import random

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra 'research'")

import gymnasium
from gymnasium.utils.env_checker import check_env

from cinq.adapters.gymnasium import CinqEnv, CinqVectorEnv, register
from cinq.fast import KERNELS

GAMES = sorted(KERNELS)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_s_own_check(game: str) -> None:
    check_env(CinqEnv(game), skip_render_check=True)


@pytest.mark.parametrize("opponents", ["random", "beginner"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(game: str, opponents: str) -> None:
    env, rng = CinqEnv(game, players=3, seat=1, opponents=opponents), random.Random(5)
    _, info = env.reset(seed=5)
    reward, over = 0.0, False
    while not over:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, over, _, info = env.step(action)
        assert not info["illegal"]
    assert reward in (1.0, -1.0, -0.5, 0.5, 0.0)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_an_action_that_is_not_allowed_is_replaced_and_reported() -> None:
    env = CinqEnv("dix-mille")
    observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(illegal)[4]["illegal"]
    assert observation["action_mask"].dtype == np.int8


def test_who_sits_there_is_checked() -> None:
    with pytest.raises(ValueError, match="no bot is called"):
        CinqEnv("dix-mille", opponents="nobody").reset(seed=1)
    with pytest.raises(ValueError, match="opponents are needed"):
        CinqEnv("dix-mille", players=3, opponents=["random"])
    with pytest.raises(ValueError, match="seat"):
        CinqEnv("dix-mille", seat=2)


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_of_games(game: str) -> None:
    env = CinqVectorEnv(game, 32, players=2)
    observations, info = env.reset(seed=9)
    assert env.observation_space.contains(observations)
    ended = 0
    for _ in range(3_000):
        observations, _, terminated, truncated, info = env.step(env.sample_actions())
        assert not truncated.any()
        assert (info["rewards"][terminated].sum(axis=1) > 0.99).all() and not info["rewards"][
            ~terminated
        ].any()
        ended += int(terminated.sum())
    assert ended > 0 and env.observation_space.contains(observations)
    again = CinqVectorEnv(game, 32, players=2).reset(seed=9)[0]
    assert (again["observation"] == env.reset(seed=9)[0]["observation"]).all()


def test_games_are_registered() -> None:
    register()
    register()
    env = gymnasium.make("cinq/DixMille-v0", opponents="random")
    assert env.reset(seed=1)[0]["observation"].dtype == np.int16
