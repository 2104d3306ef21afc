"""Rollouts of 5 Millimètres: thousands of games side by side, every seat bidding by one rule.

The rule: a stick is worth the points it adds to the expected run; a coin is worth a point where it counts
(MM-19) and less where it does not; nobody pays more than a stick is worth to them. Owns these values and
the loop over turns. It gets sampled lengths and knows nothing of what is hidden.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from cinq.core.game import Value
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.rules import EIGHT, START, STOPS, TOP_BID
from cinq.games.five_millimetres.scoring import ALIKE, MOST_POINTS, points

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

HANDS = 1 << LENGTHS
"""The number of sets of lengths; a set has one bit a length."""
PER_POINT = 4
"""Worths are looked up in quarters of a point."""
MAX_WORTH = 60
"""Points: more than any price, for a stick that decides the game."""
STOP = np.array(STOPS)


class BiddingRule(Value, frozen=True):
    """The numbers of the bidding rule."""

    horizon: int = 3
    """How many more sticks a hand expects."""
    thrift: float = 0.5
    """What a coin beyond those that score is worth, in points."""
    want: float = 1.0
    """Factor on the worth of a stick."""
    pair: float = 0.5
    """Points for a second stick of a length, which may become four (MM-17)."""
    triple: float = 3.0
    """Points for a third one."""


BIDDING_RULES = {
    2: BiddingRule(horizon=7, thrift=0.78, want=1.75, pair=1.3, triple=2.5),
    3: BiddingRule(horizon=6, thrift=0.67, want=1.35, pair=0.0, triple=1.2),
    4: BiddingRule(horizon=7, thrift=0.55, want=1.03, pair=0.0, triple=0.5),
    5: BiddingRule(horizon=7, thrift=0.55, want=1.03, pair=0.1, triple=0.9),
}
"""By the number of players: found by playing such rules against each other until none did better."""


@cache
def hopes(horizon: int, lone_stick: bool) -> Floats:
    """Expected points of a set of lengths after so many more random sticks: [more, set]."""
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
def limits(thrift: float) -> Ints:
    """The highest price for a stick of some worth: [money, quarter points]."""
    money = np.arange(START + 1)
    wealth = np.minimum(money, MOST_POINTS) + thrift * np.maximum(0, money - MOST_POINTS)
    worth = np.arange(MAX_WORTH * PER_POINT + 1) / PER_POINT
    table = np.zeros((START + 1, len(worth)), dtype=np.int64)
    for have in range(START + 1):
        for price in range(1, min(TOP_BID, have) + 1):
            table[have][worth >= wealth[have] - wealth[STOP[have - price]]] = price
    return table


class Tables:
    """Many tables as arrays: sticks and money of every seat, and what is left in the box."""

    def __init__(self, counts: Ints, money: Ints, box: Ints, manitou: Ints) -> None:
        """`counts[table, seat, length]`, `money[table, seat]`, `box[table, length]`, `manitou[table]`."""
        self.counts, self.money, self.box, self.manitou = counts, money, box, manitou
        self.sets = ((counts > 0) << np.arange(LENGTHS)).sum(2)
        self.sticks = counts.sum(2)

    def only(self, rows: Ints) -> Tables:
        """A copy of some of the tables."""
        made = Tables.__new__(Tables)
        made.counts, made.money, made.box = self.counts[rows], self.money[rows], self.box[rows]
        made.manitou, made.sets, made.sticks = self.manitou[rows], self.sets[rows], self.sticks[rows]
        return made

    def take(self, seat: Ints, length: Ints, price: Ints) -> None:
        """On each table one seat gets a stick and pays for it; the caller has taken it from the box."""
        at = np.arange(len(seat))
        self.counts[at, seat, length] += 1
        self.sets[at, seat] |= 1 << length
        self.sticks[at, seat] += 1
        left = self.money[at, seat]
        self.money[at, seat] = np.where(price > 0, STOP[left - price], left)
        self.manitou = seat.copy()

    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which games have ended with the last stick taken (MM-16)."""
        at = np.arange(len(self.manitou))
        taker = self.manitou
        done = (self.sticks[at, taker] >= EIGHT) | (self.money[at, taker] <= 0)
        ended: np.ndarray[Any, np.dtype[np.bool_]] = done | (self.counts[at, taker].max(1) >= ALIKE)
        return ended

    def scores(self, lone_stick: bool) -> Ints:
        """Points if the games ended now (MM-18, MM-19)."""
        runs = hopes(0, lone_stick)[0].astype(np.int64)
        made: Ints = runs[self.sets] + np.minimum(self.money, MOST_POINTS)
        return made


def worths(
    tables: Tables,
    length: Ints,
    bidding: BiddingRule,
    lone_stick: bool,
    look_error: float = 0.0,
    misjudged: Ints | None = None,
) -> Floats:
    """What a stick is worth to every seat of every table, in points.

    `misjudged[table, seat]` is the error in steps of each seat's look; `look_error` its standard deviation.
    """
    at = np.arange(len(length))
    more = np.minimum(bidding.horizon, np.maximum(0, EIGHT - 1 - tables.sticks))
    looks = length[:, None] if misjudged is None else np.clip(length[:, None] + misjudged, 0, LENGTHS - 1)
    worth = expected_gains(bidding.horizon, lone_stick, look_error)[more, tables.sets, looks]
    alike = tables.counts[at, :, length]
    worth = (worth + np.array([0.0, bidding.pair, bidding.triple, 0.0])[np.minimum(alike, 3)]) * bidding.want
    worth = _to_end(worth, tables, length, lone_stick)
    fatal = (alike == ALIKE - 1).any(1)
    worth[fatal] = MAX_WORTH  # a fourth one alike wins: worth any price, to take or to deny
    return worth


def _to_end(worth: Floats, tables: Tables, length: Ints, lone_stick: bool) -> Floats:
    """Adjusts the worth of an eighth stick, which ends the game: more if one leads with it, else 0."""
    last = tables.sticks == EIGHT - 1
    if not last.any():
        return worth
    scores = tables.scores(lone_stick)
    runs = hopes(0, lone_stick)[0]
    then = runs[tables.sets | 1 << length[:, None]] + np.minimum(tables.money - 2, MOST_POINTS)
    best = np.where(scores == scores.max(1, keepdims=True), -1, scores).max(1, keepdims=True)
    rival = np.where(scores == scores.max(1, keepdims=True), best, scores.max(1, keepdims=True))
    worth = np.where(last & (then > rival), worth + 8.0, worth)
    return np.where(last & (then <= rival), 0.0, worth)


def sell(tables: Tables, limit: Ints) -> tuple[Ints, Ints]:
    """Winner and price if everyone bids up to their limit (MM-7 to MM-12)."""
    at = np.arange(len(limit))
    seats = limit.shape[1]
    turn = (np.arange(seats) - tables.manitou[:, None] - 1) % seats
    order = limit * 8 - turn
    winner = order.argmax(1)
    most = limit[at, winner]
    rest = limit.copy()
    rest[at, winner] = 0
    second = rest.max(1)
    free = (second == 0) & (winner == tables.manitou)
    price = np.where(free, 0, np.minimum(most, second + 1))
    nobody = most == 0
    return np.where(nobody, tables.manitou, winner), np.where(nobody, 0, price)


def draw(box: Ints, chance: Floats) -> Ints:
    """The length drawn from each box, by a uniform number."""
    up_to = box.cumsum(1)
    drawn: Ints = (up_to <= (chance * up_to[:, -1])[:, None]).sum(1)
    return drawn


class Draws(Value, frozen=True):
    """The random numbers of rollouts; choices that are compared share them."""

    sticks: Any
    """[table, round]: a uniform number for the stick drawn."""
    misjudged: Any
    """[table, round, seat]: the error of each seat's look, in steps."""
    value_factors: Any
    """[table, round, seat]: a factor on what it is worth to each seat."""


def draw_chances(
    tables: int, rounds: int, seats: int, look_error: float, value_spread: float, gen: np.random.Generator
) -> Draws:
    """Draws the random numbers for so many tables and rounds."""
    normal = gen.standard_normal((2, tables, rounds, seats))
    return Draws(
        gen.random((tables, rounds)),
        np.rint(look_error * normal[0]).astype(np.int64),
        np.exp(value_spread * normal[1]),
    )


def play_out(
    tables: Tables, seat: int, lone_stick: bool, draws: Draws, look_error: float, bidding: BiddingRule
) -> tuple[Floats, Floats]:
    """Plays every game to its end: the seat's share of the win, and its lead in points.

    There may be more tables than draws: table i uses the draws of i modulo their number.
    """
    games, (drawn, rounds) = len(tables.manitou), draws.sticks.shape
    won, lead = np.zeros(games), np.zeros(games)
    rows = np.arange(games)
    for turn in range(rounds + 1):
        over = tables.over() if turn < rounds else np.ones(len(rows), dtype=np.bool_)
        if over.any():
            won[rows[over]], lead[rows[over]] = final_shares(
                tables.only(np.flatnonzero(over)), seat, lone_stick
            )
            stay = np.flatnonzero(~over)
            tables, rows = tables.only(stay), rows[stay]
        if not len(rows):
            break
        row = rows % drawn
        length = draw(tables.box, draws.sticks[row, turn])
        tables.box[np.arange(len(rows)), length] -= 1
        worth = worths(tables, length, bidding, lone_stick, look_error, draws.misjudged[row, turn])
        tables.take(*_auction(tables, worth * draws.value_factors[row, turn], length, bidding))
    return won, lead


def _auction(tables: Tables, worth: Floats, length: Ints, bidding: BiddingRule) -> tuple[Ints, Ints, Ints]:
    quarter = np.clip(worth * PER_POINT, 0, MAX_WORTH * PER_POINT).astype(np.int64)
    taker, price = sell(tables, limits(bidding.thrift)[tables.money, quarter])
    return taker, length, price


def final_shares(tables: Tables, seat: int, lone_stick: bool) -> tuple[Floats, Floats]:
    """A seat's share of the win and its lead in points, in games that are over (MM-17, MM-20)."""
    scores = tables.scores(lone_stick)
    four = tables.counts.max(2) >= ALIKE
    rank = ((scores + 1_000 * four) * 100 + tables.sticks) * 100 + tables.money
    best = rank == rank.max(1, keepdims=True)
    ahead = scores + 60 * four
    others = np.delete(ahead, seat, axis=1).max(1)
    return best[:, seat] / best.sum(1), (ahead[:, seat] - others).astype(np.float64)
