"""Dix Mille, compiled: what the tests of all kernels do not cover."""

from collections import Counter

import numpy as np
import pytest

from cinq.fast import load
from cinq.fast.kernel import PLAYERS
from cinq.fast.proof import compare_playouts
from cinq.games.dix_mille.rules import Dice, Options


def test_the_caller_may_name_the_dice() -> None:
    """Seat 0 starts (DM-2), throws 1-1-1-1-1 and has ten thousand points (DM-8)."""
    engine = load("dix-mille")
    environment = engine.environment(1, 2, Options(entry=False), sampled=False)
    game = engine.game(2)
    shown = environment.name(engine.kernel.encode_outcome(Dice((1, 6)), game.row)[None])
    assert shown.seat[0] == 0 and shown.mask[0].tolist() == [1, 1, 0, 0]
    assert environment.step(np.array([0])).seat[0] == -1
    shown = environment.name(engine.kernel.encode_outcome(Dice((1,) * 5), game.row)[None])
    assert shown.mask[0].tolist() == [1, 1, 1, 0] and shown.observation[0, 3] == 10_000 // 50


def test_dice_that_cannot_fall_are_refused() -> None:
    environment = load("dix-mille").environment(1, 2, sampled=False)
    for index in (-1, 36):
        with pytest.raises(ValueError, match="cannot happen"):
            environment.name(np.array([[index]]))
    environment.name(np.array([[1]]))


def test_dice_are_fair() -> None:
    """All 7,776 falls of five dice, 20 of each expected: chi square within five deviations."""
    engine = load("dix-mille")
    game, seen = engine.game(2, seed=1), Counter[int]()
    game.fall(engine.kernel.encode_outcome(Dice((1, 2)), game.row))
    game.apply(0, 0)
    for _ in range(20 * 7776):
        seen[int(game.draw()[0])] += 1
    squares = sum((seen[index] - 20) ** 2 / 20 for index in range(7776))
    assert abs(squares - 7775) < 5 * (2 * 7775) ** 0.5


def test_games_have_the_number_of_players_asked_for() -> None:
    engine = load("dix-mille")
    assert engine.rows(3, 8)[:, PLAYERS].tolist() == [8, 8, 8]
    with pytest.raises(ValueError, match="2 to 8 players"):
        engine.rows(1, 9)


def test_a_game_that_random_players_never_end_is_broken_off_alike() -> None:
    """Zeros cost more than hands of 1,000 bring: playouts and single steps stop after as many lines."""
    endless = Options(minimum=1_000)
    assert compare_playouts(load("dix-mille"), 2, endless, seed=1, games=2, limit=3_000) == 6_000
