"""Every kernel against its rules for a few thousand lines; the whole proof is `python -m cinq.fast.proof`."""

import random

import msgspec
import numpy as np
import pytest

from cinq.core.game import Value
from cinq.fast import KERNELS, load
from cinq.fast.proof import Difference, compare, compare_environment, compare_playouts

MOVES = 6_000


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_equals_rules(name: str) -> None:
    engine, rng, moves = load(name), random.Random(name), 0
    while moves < MOVES:
        for players in engine.rules.PLAYERS:
            moves += compare(engine, players, engine.kernel.any_options(players, rng), rng, MOVES // 4).moves


@pytest.mark.parametrize("name", KERNELS)
def test_every_option_is_drawn_for_every_number_of_players(name: str) -> None:
    """Whatever value of an option one number of players is compared with, all are; who starts aside."""
    kernel, rng = load(name).kernel, random.Random(name)
    found = {
        players: {pair for _ in range(300) for pair in named(kernel.any_options(players, rng))}
        for players in load(name).rules.PLAYERS
    }
    assert all(values == found[2] for values in found.values())


def named(options: Value) -> list[tuple[str, str]]:
    """The options by name, but for those that name a seat."""
    return [(k, repr(v)) for k, v in msgspec.structs.asdict(options).items() if not k.startswith("first")]


@pytest.mark.parametrize("name", KERNELS)
def test_batches_equal_single_games(name: str) -> None:
    engine, rng = load(name), random.Random(name)
    for seed, players in enumerate(engine.rules.PLAYERS):
        options = engine.kernel.any_options(players, rng)
        assert compare_playouts(engine, players, options, seed, games=3)
        for _ in range(4):
            assert compare_environment(engine, players, options, rng, games=3, steps=40)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("part", ["project", "project_view", "project_result"])
def test_a_difference_is_found(name: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A projection that is off by one in its last number stands for a kernel that is."""
    engine, rng = load(name), random.Random(1)
    sound = getattr(engine.kernel, part)

    def off_by_one(*arguments: object) -> object:
        return sound(*arguments) + np.eye(1, len(sound(*arguments)), len(sound(*arguments)) - 1, int)[0]

    monkeypatch.setattr(engine.kernel, part, off_by_one)
    with pytest.raises(Difference):
        compare(engine, 2, engine.rules.Options(), rng)
