"""Every game through TextArena's own `make`, by text alone."""

import random

import pytest

pytest.importorskip("textarena", reason="needs the extra 'research'")

import textarena
from textarena.envs.registration import check_env_exists

from cinq.adapters.textarena import register
from cinq.games import GAMES, load_game
from tests.adapters.test_text import ITEM


def title(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_registered_and_played(name: str) -> None:
    register()
    register()
    check_env_exists(f"Cinq-{title(name)}-v0")
    env = textarena.make(f"Cinq-{title(name)}-v0")
    env.reset(num_players=load_game(name).PLAYERS[0], seed=3)
    rng, done, asked = random.Random(3), False, set()
    while not done:
        player, observation = env.get_observation()
        asked.add(player)
        offered = ITEM.findall(observation.rpartition("You may:")[2])
        plain = offered[:1] if name == "got-five" else offered  # its last item is a form to be filled in
        action = "wait" if "wait" in offered else rng.choice(plain)
        done, _ = env.step(f"I choose [{action}]")
    rewards, info = env.close()
    assert set(rewards.values()) <= {-1, 1} and len(asked) >= 1
    assert all("reason" in known for known in info.values())


def test_whoever_does_not_play_by_the_rules_loses() -> None:
    register()
    env = textarena.make("Cinq-DixMille-v0")
    env.reset(num_players=2, seed=1)
    player, _ = env.get_observation()
    done = False
    for _ in range(10):
        done, _ = env.step("I will not")
        if done:
            break
    rewards, info = env.close()
    assert done and rewards[player] == -1 and rewards[1 - player] == 1 and info[player]["invalid_move"]


def test_what_a_player_writes_is_not_shown_to_the_others() -> None:
    register()
    env = textarena.make("Cinq-DixMille-v0-raw")
    env.reset(num_players=2, seed=1)
    first, _ = env.get_observation()
    for _ in range(200):
        env.step("my secret plan [1]")
        player, seen = env.get_observation()
        if player != first:
            assert "secret plan" not in str(seen)
            return
    raise AssertionError("the other player was never asked")
