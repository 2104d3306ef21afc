"""Got Five!, compiled: what the tests of all kernels do not cover."""

import random
from collections import Counter
from math import comb

import numpy as np
import pytest

from cinq.fast import load
from cinq.fast.got_five import row as at
from cinq.fast.kernel import load_kernel
from cinq.games import got_five as rules
from cinq.games.got_five.components import BOX, COLOURS
from cinq.games.got_five.rules import Announce, Deal, Options, Tile

kernel = load_kernel("got-five")
DEALT = Deal(((1, 2, 3, 4, 5), (10, 9, 8, 7, 6)), (11, 12, 13, 14, 15), 1)


def test_every_announcement_has_one_code() -> None:
    """All 5,461,512: the first, the last, and ten thousand at random there and back (GF-10)."""
    row, rng = load("got-five").game(2).row, random.Random(1)
    assert comb(60, 5) == kernel.CODES - kernel.ACTIONS
    assert kernel.encode(Announce((1, 2, 3, 4, 5)), row, 0) == at.ANNOUNCE
    assert kernel.encode(Announce((56, 57, 58, 59, 60)), row, 0) == kernel.CODES - 1
    for _ in range(10_000):
        announcement = Announce(tuple(sorted(rng.sample(range(1, 61), 5))))
        assert kernel.decode(kernel.encode(announcement, row, 0), row, 0) == announcement
    for code in random.Random(2).sample(range(at.ANNOUNCE, kernel.CODES), 10_000):
        assert kernel.encode(kernel.decode(code, row, 0), row, 0) == code


def test_what_is_no_announcement_has_no_code() -> None:
    row = load("got-five").game(2).row
    for numbers in ((1, 2, 3, 4), (2, 1, 3, 4, 5), (1, 1, 2, 3, 4), (0, 1, 2, 3, 4), (5, 6, 7, 8, 61)):
        with pytest.raises(ValueError):
            kernel.encode(Announce(numbers), row, 0)
    with pytest.raises(ValueError):
        kernel.decode(kernel.CODES, row, 0)


def test_right_and_nearly_right_announcements_of_every_seat_at_any_time() -> None:
    """Random announcements are never right, so here seats say what they hold (GF-11), or almost (GF-12)."""
    load("got-five")
    rng, said = random.Random(3), Counter[bool]()
    while said.total() < 2_000:
        s = rules.start(rng.choice(rules.PLAYERS), Options())
        while who := rules.actors(s):
            chance = rules.chance(s)
            if chance is None and rng.random() < 0.2:
                said.update(_announcements(s, rng))
            if chance is None:
                actor = s.turn if rng.random() < 0.97 else rng.choice(s.alive)
                action = rng.choice(rules.legal(s, actor)) if actor == s.turn else Announce((1, 2, 3, 4, 5))
                s = rules.apply(s, actor, action)
            else:
                s = rules.apply(s, who[0], chance.sample(rng))
    assert min(said.values()) > 500


def _announcements(s: rules.State, rng: random.Random) -> list[bool]:
    row, rights = kernel.project(s), list[bool]()
    for seat in s.alive:
        held = s.racks[seat].numbers
        other = tuple(sorted({*held} - {rng.choice(held)} | {rng.choice([*{*range(1, 61)} - {*held}])}))
        for numbers in (held, other):
            action, after = Announce(numbers), row.copy()
            code = kernel.encode(action, row, 0)
            assert rules.refusal(s, seat, action) is None and kernel.allowed(row, seat, code)
            kernel.apply(after, seat, code)
            ended = rules.apply(s, seat, action)
            assert after.tolist() == kernel.project(ended).tolist()
            if (result := rules.result(ended)) is not None:
                found = np.zeros(kernel.RESULT, np.int64)
                kernel.result(after, found)
                assert found.tolist() == kernel.project_result(result).tolist()
            rights.append(numbers == held)
    return rights


def test_anybody_alive_may_announce_through_the_environment() -> None:
    """Seat 0 speaks out of turn, is right and wins (GF-10, GF-11)."""
    environment = load("got-five").environment(1, 2, sampled=False)
    shown = environment.name(kernel.encode_outcome(DEALT, environment.rows[0])[None])
    assert shown.actors[0] == 0b11 and environment.rows[0, at.TURN] == 1
    code = kernel.encode(Announce((1, 2, 3, 4, 5)), environment.rows[0], 0)
    shown = environment.step([code], seats=[0])
    assert shown.done[0] == 1 and shown.reward[0].tolist() == [1, 0]


def test_deals_and_tiles_that_cannot_be_are_refused() -> None:
    """Two of a colour (GF-2), a tile twice (GF-3), nobody who starts (GF-4), another colour (GF-6)."""
    environment = load("got-five").environment(1, 2, sampled=False)
    row, racks, middle = environment.rows[0], DEALT.racks, DEALT.open
    for wrong in (
        Deal(((1, 6, 3, 4, 5), racks[1]), middle, 1),
        Deal((racks[0], racks[0]), middle, 1),
        Deal(racks, racks[1], 1),
        Deal(racks, middle, None),
        Deal(racks, middle, 2),
    ):
        with pytest.raises(ValueError, match="cannot happen"):
            environment.name(kernel.encode_outcome(wrong, row)[None])
    environment.name(kernel.encode_outcome(DEALT, row)[None])
    environment.step([COLOURS.index("green")], seats=[1])
    possible = [n for n in range(61) if environment.game(0).possible(kernel.encode_outcome(Tile(n), row))]
    assert possible == [n for n in BOX.of["green"] if n not in {1, 6, 11}]


def test_deals_are_fair() -> None:
    """Where each tile goes in 20,000 deals for two: chi square of 60 tiles and 3 owners."""
    rows = load("got-five").rows(20_000, 2, seed=1)
    load("got-five").finish(rows, limit=1)
    squares = 0.0
    for word in (at.RACKS, at.RACKS + 1, at.OPEN):
        seen = Counter(int(number) for slot in range(5) for number in rows[:, word] >> 6 * slot & 63)
        often = 20_000 / 12
        squares += sum((seen[number] - often) ** 2 / often for number in range(1, 61))
    assert abs(squares - 3 * 55) < 5 * (2 * 3 * 55) ** 0.5
    starts = Counter(rows[:, at.TURN].tolist())
    assert abs(starts[0] - 10_000) < 5 * 5_000**0.5
