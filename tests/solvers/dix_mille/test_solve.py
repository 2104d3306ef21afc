"""The Dix Mille solver against slow, plain computations that share none of its shortcuts."""

import json
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from cinq.solvers.dix_mille.chances import chances
from cinq.solvers.dix_mille.compact import compact
from cinq.solvers.dix_mille.heuristics import HEURISTICS
from cinq.solvers.dix_mille.match import chances as match_chances
from cinq.solvers.dix_mille.match import heuristic_strategy, perfect_strategy
from cinq.solvers.dix_mille.odds import failure, outcomes, outdo, reach, winnings
from cinq.solvers.dix_mille.policy import SHIPPED, Policy, Situation, write
from cinq.solvers.dix_mille.sampled_games import sampled, set_seed
from cinq.solvers.dix_mille.solve import Solution, Sweeper, main, refuse, solve

Array: TypeAlias = np.ndarray[Any, Any]
TARGET, FLOOR, CAP = 400, -400, 66


# --- the odds ------------------------------------------------------------------


def by_the_book(faces: tuple[int, ...]) -> tuple[int, int]:
    """DM-7, DM-8 and DM-9 read one after the other: points and winning dice."""
    ones, fives = faces.count(1), faces.count(5)
    if len(faces) == 5:
        if sorted(faces) == [1, 2, 3, 4, 5]:
            return 300, 5
        if sorted(faces) == [2, 3, 4, 5, 6]:
            return 500, 5
        for face in range(1, 7):
            alike = faces.count(face)
            if alike == 5:
                return (10_000 if face == 1 else 1_000 * face), 5
            if alike >= 3:
                points = 1_000 if face == 1 else 100 * face
                ones -= 3 * (face == 1)
                fives -= 3 * (face == 5)
                return points + 100 * ones + 50 * fives, 3 + ones + fives
    return 100 * ones + 50 * fives, ones + fives


@pytest.mark.rule("DM-4", "DM-5", "DM-6", "DM-7", "DM-8", "DM-9")
@pytest.mark.parametrize("dice", range(1, 6))
def test_odds_count_every_throw(dice: int) -> None:
    expected: dict[tuple[int, int] | None, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        points, winners = by_the_book(faces)
        assert winnings(faces) == (points // 50, winners)
        key = (points // 50, dice - winners or 5) if winners else None
        expected[key] = expected.get(key, 0) + 1
    assert failure(dice) == expected.pop(None) / 6**dice
    assert {(won, left): chance for won, left, chance in outcomes(dice)} == pytest.approx(
        {key: float(Fraction(n, 6**dice)) for key, n in expected.items()}
    )


def test_reaching_and_outdoing() -> None:
    assert reach(0, 3) == 1
    assert reach(1, 2) == pytest.approx(1 - 16 / 36)
    assert outdo(0, 1) == pytest.approx(1 / 3)
    # One die, one unit to outdo: a 1 wins; a 5 ties and five dice are safer than half a win.
    assert outdo(1, 1) == pytest.approx(1 / 6 + 1 / 6 * (1 - failure(5)))


# --- a small game, every state written out --------------------------------------


class PlainGame:
    """The whole game to 400 as one table, swept until it stands still.

    `turn[seat, my zeros, their zeros, my total, their total, points, dice]` is the mover's
    chance if they throw now. The last index of a total means "no entry yet". Points stop
    counting at CAP (units), where only a takeover can still matter.
    """

    def __init__(self) -> None:
        self.size = self.nobody = (TARGET - FLOOR) // 50
        self.zero = -FLOOR // 50
        totals = range(self.size + 1)
        keys = [
            key
            for key in product(range(2), range(3), range(3), totals, totals)
            if (key[3] < self.nobody or key[1] == 0) and (key[4] < self.nobody or key[2] == 0)
        ]
        self.seat, self.my_zeros, self.their_zeros, self.mine, self.theirs = np.array(keys).T
        self.turn = np.full((2, 3, 3, self.size + 1, self.size + 1, CAP + 1, 5), 0.5)
        self.last = last_turns()

    def next_turn(self, mine: Array, my_zeros: Array, points: int = 0, dice: slice = slice(4, 5)) -> Array:
        """The next player's chance of throwing, once the mover's total and zeros are these."""
        return self.turn[1 - self.seat, self.their_zeros, my_zeros, self.theirs, mine, points, dice]

    def lost(self) -> Array:
        """The mover's chance after a lost hand: a zero once entered, 500 off at the third (DM-11, DM-13)."""
        entered = self.mine != self.nobody
        third = entered & (self.my_zeros == 2)
        zeros = np.where(third, 0, np.where(entered, self.my_zeros + 1, 0))
        mine = np.where(third, np.maximum(0, self.mine - 10), self.mine)
        return 1 - self.next_turn(mine, zeros)[:, 0]

    def banked(self, points: int) -> Array:
        """The mover's chance if they bank so many units, by dice."""
        total = self.mine + points
        state = np.minimum(total, self.size - 1), self.my_zeros
        value = 1 - np.maximum(self.next_turn(*state, points, slice(None)), self.next_turn(*state))  # DM-14
        over = total >= self.size
        behind = np.clip(total - self.theirs, 0, 2 * CAP - 1)
        waits = 1 - np.maximum(self.last[behind, points], self.last[behind, 0, 4:])
        waits[(self.seat == 1) | (self.theirs == self.nobody)] = 1  # DM-19, DM-11
        value[over] = waits[over]
        entry = self.mine == self.nobody
        entered = 1 - self.next_turn(np.full_like(self.mine, self.zero), np.zeros_like(self.mine))
        value[entry] = entered[entry]  # DM-11, DM-17
        return value

    def sweep(self) -> float:
        """One plain pass: banking by the old table, then the turn by falling points; the largest change."""
        lost = self.lost()
        best, throw = np.zeros((2, CAP + 1, 5, len(lost)))
        for points in range(6, CAP + 1):
            best[points] = self.banked(points).T
        for points in [CAP] * 12 + list(range(CAP, -1, -1)):
            for dice in range(1, 6):
                throw[points, dice - 1] = failure(dice) * lost
                for won, left, chance in outcomes(dice):
                    throw[points, dice - 1] += chance * best[min(CAP, points + won), left - 1]
            best[points] = np.maximum(best[points], throw[points])  # below six units best is 0
        where = self.seat, self.my_zeros, self.their_zeros, self.mine, self.theirs
        moved = np.abs(self.turn[where] - throw.transpose(2, 0, 1)).max()
        self.turn[where] = throw.transpose(2, 0, 1)
        return float(moved)


def last_turns() -> Array:
    """[behind, points, dice]: the second seat throws, so far behind without its hand (DM-19, DM-20)."""
    behind, points = np.ogrid[: 2 * CAP, : 2 * CAP]
    stop = np.where(points > behind, 1.0, np.where(points == behind, 0.5, 0.0)) * (points >= 6)
    value = np.zeros((2 * CAP, 2 * CAP, 5))
    for _ in range(40):
        best = np.maximum(stop[:, :, None], value)
        value = np.zeros_like(value)
        for dice in range(1, 6):
            for won, left, chance in outcomes(dice):
                to = np.minimum(np.arange(2 * CAP) + won, 2 * CAP - 1)
                value[:, :, dice - 1] += chance * best[:, to, left - 1]
    return value


@pytest.fixture(scope="module")
def plain() -> PlainGame:
    game = PlainGame()
    while game.sweep() > 1e-8:
        pass
    return game


@pytest.fixture(scope="module")
def small() -> Solution:
    return solve(TARGET, FLOOR, tolerance=1e-8)


@pytest.mark.rule(
    "DM-10", "DM-11", "DM-12", "DM-13", "DM-14", "DM-15", "DM-16", "DM-17", "DM-18", "DM-19", "DM-20"
)
def test_the_solver_agrees_with_the_plain_game(plain: PlainGame, small: Solution) -> None:
    n, nobody = plain.size, plain.nobody
    fresh = plain.turn[..., 0, 4]
    assert np.abs(small.fresh - fresh[..., :n, :n]).max() < 1e-6
    assert np.abs(small.entering - fresh[:, 0, :, nobody, :n]).max() < 1e-6
    assert np.abs(small.alone - fresh[:, :, 0, :n, nobody]).max() < 1e-6
    assert small.opening == pytest.approx(fresh[:, 0, 0, nobody, nobody], abs=1e-6)


# --- laws of the solution ---------------------------------------------------------


@pytest.fixture(scope="module")
def thousand() -> Solution:
    return solve(1_000, -1_000, tolerance=1e-7)


def test_the_residual_is_small(thousand: Solution) -> None:
    assert thousand.residual < 1e-6


def test_one_more_sweep_moves_nothing(thousand: Solution) -> None:
    before = thousand.fresh.copy()
    assert Sweeper(thousand)() < 1e-6
    assert np.abs(thousand.fresh - before).max() < 1e-6


def test_more_for_me_is_never_worse_less_for_them_neither(thousand: Solution) -> None:
    """With no offer on the table, that is: what a total is worth cannot fall with the total."""
    assert np.diff(thousand.fresh, axis=3).min() > -1e-6
    assert np.diff(thousand.fresh, axis=4).max() < 1e-6


@pytest.mark.rule("DM-13")
def test_a_zero_never_helps(thousand: Solution) -> None:
    """From 0 on, that is: at the floor the third zero is free and clears the count."""
    above = thousand.fresh[..., thousand.zero :, thousand.zero :]
    assert np.diff(above, axis=1).max() < 1e-6
    assert np.diff(above, axis=2).min() > -1e-6


@pytest.mark.rule("DM-3")
def test_chances_are_chances(thousand: Solution) -> None:
    for table in (thousand.fresh, thousand.entering, thousand.alone, thousand.opening):
        assert 0 <= table.min() <= table.max() <= 1
    assert thousand.first_seat_wins < 0.5  # the second seat has the last word (DM-19)


@pytest.mark.rule("DM-13")
def test_a_lower_floor_moves_nothing() -> None:
    low, lower = solve(400, -1_600, tolerance=1e-7), solve(400, -2_200, tolerance=1e-7)
    assert low.first_seat_wins == pytest.approx(lower.first_seat_wins, abs=1e-5)


def test_a_shorter_game_is_the_end_of_a_longer_one(thousand: Solution) -> None:
    """Only what is missing to the target counts, so 1,500 from 500 on is 1,000 from 0 on."""
    longer = solve(1_500, -500, tolerance=1e-7)
    assert np.abs(longer.fresh - thousand.fresh).max() < 1e-6


def test_what_cannot_be_solved_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "multiple" in str(refuse(1_025))
    assert "multiple" in str(refuse(20_050))
    assert "GB" in str(refuse(20_000))
    assert refuse(10_000) is None
    assert main(900) == 2


def test_the_command_prints_json_and_writes_the_policy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(1_000, as_json=True, policy=str(tmp_path / "small.policy"), floor=-1_000) == 0
    assert Policy.load(tmp_path / "small.policy").target == 1_000
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert list(last) == ["target", "first_seat_wins", "residual", "floor", "seconds"]
    assert last["residual"] < 1e-6


# --- the compact policy -----------------------------------------------------------


@pytest.fixture(scope="module")
def policy(thousand: Solution, tmp_path_factory: pytest.TempPathFactory) -> Policy:
    path = tmp_path_factory.mktemp("policy") / "small.policy"
    write(compact(thousand), path)
    return Policy.load(path)


def test_the_compact_policy_plays_perfectly(thousand: Solution, policy: Policy) -> None:
    first, second = match_chances(policy, perfect_strategy(policy), perfect_strategy(policy))
    assert first == pytest.approx(thousand.first_seat_wins, abs=1e-5)
    assert first + second == pytest.approx(1, abs=1e-5)


def test_thrown_games_agree_with_the_reckoning(thousand: Solution, policy: Policy) -> None:
    """Die by die, with no table of the solver: within four standard deviations."""
    set_seed(5)
    _, first, second = sampled(policy, perfect_strategy(policy), perfect_strategy(policy), 20_000)
    assert first == pytest.approx(thousand.first_seat_wins, abs=0.015)
    assert second == pytest.approx(1 - thousand.first_seat_wins, abs=0.015)


def test_a_heuristic_loses_to_perfect_play(policy: Policy) -> None:
    first, second = match_chances(policy, heuristic_strategy(HEURISTICS[RULE]), perfect_strategy(policy))
    assert first + second < 1


RULE = "bank at 300 unless five dice, take over from two dice"
SHIPPED_POLICY = pytest.mark.skipif(not SHIPPED.exists(), reason="the full policy is made by the command")


@SHIPPED_POLICY
def test_the_shipped_policy(record_property: Callable[[str, object], None]) -> None:
    policy = Policy.load()
    assert (policy.target, policy.floor) == (10_000, -3_000)
    assert SHIPPED.stat().st_size < 5_000_000
    began = time.perf_counter()
    for dice, points in product(range(1, 6), range(300, 2_300, 50)):
        assert policy.choose(True, 4_000, 5_000, 1, 2, points=points, dice=dice) in ("throw", "bank")
    record_property("microseconds", (time.perf_counter() - began) / 200 * 1e6)


@SHIPPED_POLICY
@pytest.mark.rule("DM-10", "DM-11", "DM-14", "DM-18", "DM-19")
def test_choices_that_speak_for_themselves() -> None:
    choose = Policy.load().choose
    assert choose(True, 0, 0, points=250, dice=1) == "throw"  # DM-10
    assert choose(True, 0, 0, points=400, dice=1, may_bank=False) == "throw"  # DM-14
    assert choose(False, 9_700, 9_900, points=300, dice=4) == "bank"  # the second seat has won
    assert choose(False, 9_000, 10_100, points=1_100, dice=1) == "bank"  # a third is less than half
    assert choose(False, 9_000, 10_100, points=1_100, dice=4) == "throw"  # four fifths are more
    assert choose(True, 0, 0, i_entered=False, points=300, dice=5) == "bank"  # DM-11
    assert choose(True, 0, 2_000, i_entered=False, offer=(400, 5)) == "take_over"  # DM-18
    assert choose(True, 0, 2_000, i_entered=False, offer=(400, 1)) == "throw"
    assert choose(True, 0, 2_000, offer=(2_000, 5)) == "take_over"


@SHIPPED_POLICY
def test_the_better_chance_is_the_choice() -> None:
    policy = Policy.load()
    for mine, theirs, points, dice in product((0, 4_000, 9_000), (500, 8_000), (300, 600, 1_000), (1, 3, 5)):
        now = Situation(True, mine, theirs, 1, 0, points=points, dice=dice)
        worth = chances(policy, now)
        assert set(worth) == {"throw", "bank"}
        if abs(worth["throw"] - worth["bank"]) > 0.01:
            assert policy.choose(*now[:7], points=points, dice=dice) == max(worth, key=worth.__getitem__)


@SHIPPED_POLICY
def test_chances_of_entry_and_of_last_turns() -> None:
    policy = Policy.load()
    opening = chances(policy, Situation(True, 0, 0, i_entered=False, they_entered=False))
    assert opening == {"throw": pytest.approx(policy.opening[0], abs=1e-4)}
    alone = chances(policy, Situation(True, 2_000, 0, they_entered=False))
    assert alone["throw"] == pytest.approx(policy.thin[1, 0, 0, policy.index(2_000, 10_000)], abs=2e-3)
    last = chances(policy, Situation(False, 9_000, 10_100, points=1_100, dice=1))
    assert last == {"throw": pytest.approx(1 / 3), "bank": 0.5}


@pytest.mark.parametrize("name", HEURISTICS)
def test_heuristics_choose(name: str) -> None:
    heuristic = HEURISTICS[name]
    assert heuristic.choose(0, 0, points=250) == "throw"
    assert heuristic.choose(0, 0, i_entered=False, points=300, dice=5) == "bank"
    assert heuristic.choose(9_500, 0, points=500, dice=5) == "bank"
    assert heuristic.choose(9_000, 10_000, points=1_000, dice=2) == "throw"
    assert heuristic.choose(0, 0, offer=(500, 5)) == ("take_over" if heuristic.take[4] else "throw")
