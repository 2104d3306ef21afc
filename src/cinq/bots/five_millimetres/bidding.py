"""5 Millimètres: the numbers of the rule by which simulated seats bid, and the tables made from them.

A stick is worth the points it adds to the expected run; a coin is worth a point where it counts (MM-19) and
less where it does not; nobody pays more than a stick is worth to them. `cinq.fast` plays by these tables.
"""

from __future__ import annotations

from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

from cinq.core.game import Value
from cinq.fast.five_millimetres.rollout import ERRORS, MAX_WORTH, PER_POINT, Bidding
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.rules import START, STOPS, TOP_BID
from cinq.games.five_millimetres.scoring import MOST_POINTS, points

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

HANDS = 1 << LENGTHS
"""The number of sets of lengths; a set has one bit a length."""
STOP = np.array(STOPS)


class BiddingRule(Value, frozen=True):
    """The numbers of the bidding rule."""

    horizon: int = 3
    """How many more sticks a hand expects."""
    spare_coin_worth: float = 0.5
    """What a coin beyond those that score is worth, in points."""
    worth_factor: float = 1.0
    """Factor on the worth of a stick."""
    pair: float = 0.5
    """Points for a second stick of a length, which may become four (MM-17)."""
    triple: float = 3.0
    """Points for a third one."""


BIDDING_RULES = {
    2: BiddingRule(horizon=7, spare_coin_worth=0.78, worth_factor=1.75, pair=1.3, triple=2.5),
    3: BiddingRule(horizon=6, spare_coin_worth=0.67, worth_factor=1.35, pair=0.0, triple=1.2),
    4: BiddingRule(horizon=7, spare_coin_worth=0.55, worth_factor=1.03, pair=0.0, triple=0.5),
    5: BiddingRule(horizon=7, spare_coin_worth=0.55, worth_factor=1.03, pair=0.1, triple=0.9),
}
"""By the number of players: found by playing such rules against each other until none did better."""


@cache
def hopes(horizon: int, lone_stick: bool) -> Floats:
    """Expected points of a set of lengths after 0, 1, 2, … more random sticks: [more, set]."""
    rows = [np.array([float(points(_lengths(hand), 0, lone_stick)) for hand in range(HANDS)])]
    with_one = np.array([[hand | 1 << length for length in range(LENGTHS)] for hand in range(HANDS)])
    for _ in range(horizon):
        rows.append(rows[-1][with_one].mean(1))
    return np.array(rows)


def _lengths(hand: int) -> tuple[int, ...]:
    return tuple(length for length in range(LENGTHS) if hand >> length & 1)


@cache
def gains(horizon: int, lone_stick: bool) -> Floats:
    """What one more stick adds to these points: [more to come after it, set, length]."""
    hope = hopes(horizon, lone_stick)
    with_one = np.array([[hand | 1 << length for length in range(LENGTHS)] for hand in range(HANDS)])
    return hope[:, with_one] - hope[:, :, None]


@cache
def expected_gains(horizon: int, lone_stick: bool, look_error: float) -> Floats:
    """The same for a stick that looks that long, with a standard error of `look_error` steps."""
    exact = gains(horizon, lone_stick)
    if not look_error:
        return exact
    steps = np.arange(LENGTHS)
    may_be = np.exp(-(((steps[:, None] - steps) / look_error) ** 2) / 2)
    expected: Floats = exact @ (may_be / may_be.sum(0))
    return expected


@cache
def limits(spare_coin_worth: float) -> Ints:
    """The highest price for a stick of some worth: [money, quarter points]."""
    money = np.arange(START + 1)
    wealth = np.minimum(money, MOST_POINTS) + spare_coin_worth * np.maximum(0, money - MOST_POINTS)
    worth = np.arange(int(MAX_WORTH) * PER_POINT + 1) / PER_POINT
    table = np.zeros((START + 1, len(worth)), dtype=np.int64)
    for have in range(START + 1):
        for price in range(1, min(TOP_BID, have) + 1):
            table[have][worth >= wealth[have] - wealth[STOP[have - price]]] = price
    return table


@cache
def errors() -> Floats:
    """`ERRORS` equally likely values of a standard normal number."""
    return np.array([NormalDist().inv_cdf((n + 0.5) / ERRORS) for n in range(ERRORS)])


@cache
def compiled_rule(rule: BiddingRule, lone_stick: bool, look_error: float, value_spread: float) -> Bidding:
    """The rule as `cinq.fast` reads it, with these errors of the seats' eyes and valuations."""
    return Bidding(
        expected_gains(rule.horizon, lone_stick, look_error),
        np.array([0.0, rule.pair, rule.triple, 0.0]),
        limits(rule.spare_coin_worth),
        np.rint(look_error * errors()).astype(np.int64),
        np.exp(value_spread * errors()),
        rule.worth_factor,
    )
