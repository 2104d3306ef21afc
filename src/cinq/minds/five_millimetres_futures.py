"""5 Millimètres played out: thousands of futures side by side, every seat bidding by one plain rule.

The rule: a stick is worth what it adds to the run one may hope for, in points; a coin is
worth a point once it counts (MM-19), less while it does not; nobody pays more than a
stick is worth to them. Owns these worths and the loop; must never know what is hidden:
it is given tables of lengths that its caller has dreamt up.
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
"""Sets of lengths, one bit each."""
GRAIN = 4
"""Worths are looked up in quarter points."""
MOST_WORTH = 60
"""More than any price: a stick that decides the game."""
STOP = np.array(STOPS)


class Taste(Value, frozen=True):
    """The numbers of the plain rule."""

    horizon: int = 3
    """How many more sticks a hand may hope for."""
    thrift: float = 0.5
    """What a coin is worth, in points, while it does not count by itself."""
    want: float = 1.0
    """How much of a stick's worth one is ready to pay."""
    pair: float = 0.5
    """What a second stick of a length is worth, for the hope of four (MM-17)."""
    triple: float = 3.0
    """And the third."""


TASTES = {
    2: Taste(horizon=7, thrift=0.78, want=1.75, pair=1.3, triple=2.5),
    3: Taste(horizon=6, thrift=0.67, want=1.35, pair=0.0, triple=1.2),
    4: Taste(horizon=7, thrift=0.55, want=1.03, pair=0.0, triple=0.5),
    5: Taste(horizon=7, thrift=0.55, want=1.03, pair=0.1, triple=0.9),
}
"""By the number of players: found by letting tastes play against each other until none did better."""


@cache
def hopes(horizon: int, lone_stick: bool) -> Floats:
    """The points a set of lengths may hope for, by how many more sticks will come: [more, set]."""
    rows = [np.array([float(points(_lengths(hand), 0, lone_stick)) for hand in range(HANDS)])]
    with_one = np.array([[hand | 1 << length for length in range(LENGTHS)] for hand in range(HANDS)])
    for _ in range(horizon):
        rows.append(rows[-1][with_one].mean(1))
    return np.array(rows)


def _lengths(hand: int) -> tuple[int, ...]:
    return tuple(length for length in range(LENGTHS) if hand >> length & 1)


@cache
def gains(horizon: int, lone_stick: bool) -> Floats:
    """What one more stick adds to these hopes: [more to come after it, set, length]."""
    hope = hopes(horizon, lone_stick)
    with_one = np.array([[hand | 1 << length for length in range(LENGTHS)] for hand in range(HANDS)])
    return hope[:, with_one] - hope[:, :, None]


@cache
def hazy_gains(horizon: int, lone_stick: bool, haze: float) -> Floats:
    """The same for a stick that only looks that long, off by so many steps as a rule."""
    exact = gains(horizon, lone_stick)
    if not haze:
        return exact
    steps = np.arange(LENGTHS)
    may_be = np.exp(-(((steps[:, None] - steps) / haze) ** 2) / 2)
    hazy: Floats = exact @ (may_be / may_be.sum(0))
    return hazy


@cache
def limits(thrift: float) -> Ints:
    """The most one pays for a stick of some worth: [money, quarter points]."""
    money = np.arange(START + 1)
    wealth = np.minimum(money, MOST_POINTS) + thrift * np.maximum(0, money - MOST_POINTS)
    worth = np.arange(MOST_WORTH * GRAIN + 1) / GRAIN
    table = np.zeros((START + 1, len(worth)), dtype=np.int64)
    for have in range(START + 1):
        for price in range(1, min(TOP_BID, have) + 1):
            table[have][worth >= wealth[have] - wealth[STOP[have - price]]] = price
    return table


class Tables:
    """Many tables side by side: what every seat holds and has, and what is left in the box."""

    def __init__(self, counts: Ints, money: Ints, box: Ints, manitou: Ints) -> None:
        """`counts[table, seat, length]`, `money[table, seat]`, `box[table, length]`, `manitou[table]`."""
        self.counts, self.money, self.box, self.manitou = counts, money, box, manitou
        self.sets = ((counts > 0) << np.arange(LENGTHS)).sum(2)
        self.sticks = counts.sum(2)

    def only(self, rows: Ints) -> Tables:
        """Some of the tables."""
        made = Tables.__new__(Tables)
        made.counts, made.money, made.box = self.counts[rows], self.money[rows], self.box[rows]
        made.manitou, made.sets, made.sticks = self.manitou[rows], self.sets[rows], self.sticks[rows]
        return made

    def take(self, seat: Ints, length: Ints, price: Ints) -> None:
        """On each table one seat gets a stick that is out of the box already, and pays for it."""
        at = np.arange(len(seat))
        self.counts[at, seat, length] += 1
        self.sets[at, seat] |= 1 << length
        self.sticks[at, seat] += 1
        left = self.money[at, seat]
        self.money[at, seat] = np.where(price > 0, STOP[left - price], left)
        self.manitou = seat.copy()

    def over(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Which games have ended, by whoever took the last stick (MM-16)."""
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
    tables: Tables, length: Ints, taste: Taste, lone_stick: bool, haze: float = 0.0, slips: Ints | None = None
) -> Floats:
    """What a stick is worth to every seat of every table, in points.

    `slips[table, seat]` says by how many steps each seat misjudges it, through that much haze.
    """
    at = np.arange(len(length))
    more = np.minimum(taste.horizon, np.maximum(0, EIGHT - 1 - tables.sticks))
    looks = length[:, None] if slips is None else np.clip(length[:, None] + slips, 0, LENGTHS - 1)
    worth = hazy_gains(taste.horizon, lone_stick, haze)[more, tables.sets, looks]
    alike = tables.counts[at, :, length]
    worth = (worth + np.array([0.0, taste.pair, taste.triple, 0.0])[np.minimum(alike, 3)]) * taste.want
    worth = _to_end(worth, tables, length, lone_stick)
    fatal = (alike == ALIKE - 1).any(1)
    worth[fatal] = MOST_WORTH  # a fourth one alike wins: take it, or keep it from them
    return worth


def _to_end(worth: Floats, tables: Tables, length: Ints, lone_stick: bool) -> Floats:
    """The eighth stick is worth having when one is ahead with it, and not otherwise."""
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
    """Who gets the stick, and for how much, if everyone bids up to their limit (MM-7 to MM-12)."""
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
    """A stick out of each box."""
    up_to = box.cumsum(1)
    drawn: Ints = (up_to <= (chance * up_to[:, -1])[:, None]).sum(1)
    return drawn


class Lots(Value, frozen=True):
    """What chance and the seats' eyes do in each future; the same lots serve all choices compared."""

    draws: Any
    """[table, round]: which stick comes."""
    slips: Any
    """[table, round, seat]: by how many steps each seat misjudges it."""
    whims: Any
    """[table, round, seat]: a factor on what it is worth to them."""


def cast(tables: int, rounds: int, seats: int, haze: float, whim: float, gen: np.random.Generator) -> Lots:
    """Fresh lots."""
    normal = gen.standard_normal((2, tables, rounds, seats))
    return Lots(
        gen.random((tables, rounds)), np.rint(haze * normal[0]).astype(np.int64), np.exp(whim * normal[1])
    )


def play_out(
    tables: Tables, seat: int, lone_stick: bool, lots: Lots, haze: float, taste: Taste
) -> tuple[Floats, Floats]:
    """To the end of every game: the seat's share of the win, and by how many points it leads.

    There may be more tables than lots: table i then uses those of i modulo their number.
    """
    games, (lot_count, rounds) = len(tables.manitou), lots.draws.shape
    won, lead = np.zeros(games), np.zeros(games)
    rows = np.arange(games)
    for turn in range(rounds + 1):
        over = tables.over() if turn < rounds else np.ones(len(rows), dtype=np.bool_)
        if over.any():
            won[rows[over]], lead[rows[over]] = settle(tables.only(np.flatnonzero(over)), seat, lone_stick)
            stay = np.flatnonzero(~over)
            tables, rows = tables.only(stay), rows[stay]
        if not len(rows):
            break
        lot = rows % lot_count
        length = draw(tables.box, lots.draws[lot, turn])
        tables.box[np.arange(len(rows)), length] -= 1
        worth = worths(tables, length, taste, lone_stick, haze, lots.slips[lot, turn])
        tables.take(*_auction(tables, worth * lots.whims[lot, turn], length, taste))
    return won, lead


def _auction(tables: Tables, worth: Floats, length: Ints, taste: Taste) -> tuple[Ints, Ints, Ints]:
    quarter = np.clip(worth * GRAIN, 0, MOST_WORTH * GRAIN).astype(np.int64)
    taker, price = sell(tables, limits(taste.thrift)[tables.money, quarter])
    return taker, length, price


def settle(tables: Tables, seat: int, lone_stick: bool) -> tuple[Floats, Floats]:
    """Shares of the win and leads of a seat, in games that are over (MM-17, MM-20)."""
    scores = tables.scores(lone_stick)
    four = tables.counts.max(2) >= ALIKE
    rank = ((scores + 1_000 * four) * 100 + tables.sticks) * 100 + tables.money
    best = rank == rank.max(1, keepdims=True)
    ahead = scores + 60 * four
    others = np.delete(ahead, seat, axis=1).max(1)
    return best[:, seat] / best.sum(1), (ahead[:, seat] - others).astype(np.float64)
