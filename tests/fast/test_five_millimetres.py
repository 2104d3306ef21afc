"""5 Millimètres, compiled: what the tests of all kernels do not cover."""

from collections import Counter
from math import log
from statistics import fmean, pstdev

import numpy as np
import pytest

from cinq.fast import load
from cinq.fast.five_millimetres.row import MONEY, OUTCOME
from cinq.games.five_millimetres.rules import Deal, Options, Sight, Stick


def test_sticks_are_drawn_evenly_from_the_box() -> None:
    """Two sticks of length 1 are gone: lengths come by how many are left, within five deviations."""
    engine = load("five-millimetres")
    game = engine.game(2, Options(sight="none"), seed=4)
    game.fall(engine.kernel.encode_outcome(Deal((1, 1), 0), game.row))
    draws = 68_000
    seen = Counter(int(game.draw()[0]) for _ in range(draws))
    expected = {length: draws * (2 if length == 1 else 4) / 34 for length in range(1, 10)}
    squares = sum((seen[length] - count) ** 2 / count for length, count in expected.items())
    assert set(seen) == set(expected) and abs(squares - 8) < 5 * 16**0.5


def test_looks_spread_as_the_option_says() -> None:
    engine = load("five-millimetres")
    game = engine.game(2, Options(sight="tired"), seed=4)
    game.fall(engine.kernel.encode_outcome(Deal((9, 9), 0), game.row))
    factors = [log(look / 100_000) for _ in range(20_000) for look in game.draw()[:4]]
    assert abs(fmean(factors)) < 5 * 0.05 / len(factors) ** 0.5
    assert abs(pstdev(factors) / 0.05 - 1) < 5 / (2 * len(factors)) ** 0.5


def test_lines_of_chance_that_the_rules_refuse_are_impossible() -> None:
    engine = load("five-millimetres")
    game, encode = engine.game(2, Options(sight="exact", first_manitou=1)), engine.kernel.encode_outcome
    for deal in (Deal((0, 1), 1), Deal((1, 10), 1), Deal((1, 2), 0)):
        assert not game.possible(encode(deal, game.row))
    game.fall(encode(Deal((1, 2), 1), game.row))
    assert not game.possible(encode(Sight(((60, 60), (65, 66))), game.row))
    game.fall(encode(Sight(((60, 60), (65, 65))), game.row))
    assert game.possible(encode(Stick(9), game.row)) and not game.possible(encode(Stick(10), game.row))
    with pytest.raises(ValueError, match="thousandths"):
        encode(Sight(((60.0001, 60),)), game.row)


def test_a_chance_space_sends_back_up() -> None:
    """33 with a winning bid of 4: 29 is a Chance space, back to 31 (MM-14)."""
    engine = load("five-millimetres")
    environment = engine.environment(1, 2, Options(sight="none", first_manitou=1), sampled=False)
    encode, row = engine.kernel.encode_outcome, environment.rows[0]
    environment.name(encode(Deal((1, 2), 1), row)[None])
    environment.rows[0, MONEY] = 33
    shown = environment.name(encode(Stick(5), row)[None])
    assert shown.seat[0] == 0
    environment.step(np.array([4]))
    shown = environment.step(np.array([0]))
    assert environment.rows[0, MONEY] == 31 and environment.waiting()[0]


def test_outcomes_have_room_for_five_players_looks() -> None:
    assert OUTCOME == 25
    assert load("five-millimetres").playouts(50, 5, Options(sight="keen"), seed=3).lengths.min() > 5
