"""How an auction of 5 Millimètres may end, and what each end is worth to a seat.

Others are thought to bid by the plain rule, give or take; after each end the rest of the game
is played out (`five_millimetres_futures`). Owns the prospects of bids; must never know a view's hands.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.core.game import Seat
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import STOPS, TOP_BID, Options
from cinq.games.five_millimetres.view import Auction
from cinq.minds.five_millimetres_futures import (
    GRAIN,
    MOST_WORTH,
    Floats,
    Ints,
    Tables,
    Taste,
    cast,
    limits,
    play_out,
    worths,
)

BY_WINS = 0.6
"""How much a played-out game counts by who won it, the rest by how far ahead."""
CLOSE = 9.0
"""Points of a lead that is neither sure nor open."""
TELLING = 0.004
"""A difference of prospects that means something."""
WHIM = 0.2
"""How far others' valuations may be from the plain rule, as a spread."""
HAZE = 19.0
"""Steps of 5 mm by which a stick in the stand is misjudged against a hand, for a spread of one."""
DOUBT = 0.4
"""How fast a world is doubted in which a bid would have been too high, or a pass too meek, per coin."""


class Imagined:
    """One moment of an auction in many worlds."""

    def __init__(
        self, seat: Seat, auction: Auction, tables: Tables, length: Ints, options: Options, rash: float
    ) -> None:
        self.seat, self.auction, self.tables, self.length, self.rash = seat, auction, tables, length, rash
        self.lone_stick = options.lone_stick
        self.haze = round(HAZE * SPREAD.get(options.sight, SPREAD["normal"]), 3)


def quarters(worth: Floats) -> Ints:
    """What a stick is worth, as an index of `limits`."""
    return np.clip(worth * GRAIN, 0, MOST_WORTH * GRAIN).astype(np.int64)


def best_bid(prospects: dict[int, float]) -> int:
    """The lowest bid that is as good as the best, as far as one can tell; a pass (0) if no bid is better."""
    best = max(prospects.values())
    if prospects[0] >= best:
        return 0
    return min(bid for bid, prospect in prospects.items() if bid and prospect > best - TELLING)


def weigh(
    table: Imagined, taste: Taste, most: int, gen: np.random.Generator, by_wins: float = BY_WINS
) -> dict[int, float]:
    """The prospects of a pass (0) and of every bid, from games played out after each end of the auction."""
    high, worlds = table.auction.high, len(table.length)
    limit, doubt = others_limits(table, taste, gen)
    prices = range(high + 1, most + 1)
    if not prices:
        return {
            0: float(
                _values(table, [_after(table, *without_me(table, limit))], taste, gen, by_wins)[0] @ doubt
            )
        }
    money = int(table.tables.money[0, table.seat])
    tried = prices_tried(prices, money)
    ends = [_after(table, np.full(worlds, table.seat), np.full(worlds, price)) for price in tried]
    ends.append(_after(table, *without_me(table, limit)))
    *values, lose = _values(table, ends, taste, gen, by_wins)
    win = worth_of_prices(prices, dict(zip(tried, values, strict=True)), money)
    rival = limit.max(1)
    prospects = {0: float(lose @ doubt)}
    for bid in prices:
        prospects[bid] = max(
            float(_outcome(bid, stop, rival, win, lose, table.rash) @ doubt) for stop in range(bid, most + 1)
        )
    return prospects


def _left(price: int, money: int) -> int:
    """What one has after paying (MM-14)."""
    return STOPS[money - price]


def prices_tried(prices: range, money: int) -> list[int]:
    """The prices that are played out: those that leave most, least and a coin, and the middle one."""
    by_rest = sorted(prices, key=lambda price: _left(price, money))
    few = {by_rest[0], prices[len(prices) // 2], by_rest[-1]}
    return sorted(few | ({money - 1} & set(prices) if money in prices else set()))


def worth_of_prices(prices: range, tried: dict[int, Floats], money: int) -> dict[int, Floats]:
    """What a price is worth, by what it leaves, from the nearest ones that were played out."""
    known = {_left(price, money): value for price, value in tried.items()}
    win = {}
    for price in prices:
        left = _left(price, money)
        low, up = max(rest for rest in known if rest <= left), min(rest for rest in known if rest >= left)
        share = (left - low) / (up - low) if up > low else 0.0
        win[price] = (1 - share) * known[low] + share * known[up]
    return win


def _outcome(bid: int, stop: int, rival: Ints, win: dict[int, Floats], lose: Floats, rash: float) -> Floats:
    """World by world: bid now, then a coin more each time, up to a last price; ten in good time."""
    if bid == TOP_BID:
        return win[bid]
    value = np.where(rival <= bid, win[bid], lose)
    for price in range(bid + 1, stop + 1):
        value = np.where((rival == price - 1) & (rival > bid), win[price], value)
    if stop < TOP_BID:
        return np.where((rival == stop) & (stop > bid), (win[stop] + lose) / 2, value)
    first = rash if bid < TOP_BID - 1 else 1.0  # the chance that a rival who would pay ten says so first
    return np.where(rival == TOP_BID, first * lose + (1 - first) * win[TOP_BID], value)


def others_limits(table: Imagined, taste: Taste, gen: np.random.Generator) -> tuple[Ints, Floats]:
    """How high each other seat would go in each world (0: out), and how far each world is to be believed."""
    auction, tables, worlds = table.auction, table.tables, len(table.length)
    slips = np.rint(table.haze * gen.standard_normal(tables.money.shape)).astype(np.int64)
    worth = worths(tables, table.length, taste, table.lone_stick, table.haze, slips)
    worth = worth * np.exp(WHIM * gen.standard_normal(worth.shape))
    limit = limits(taste.thrift)[tables.money, quarters(worth)]
    doubt = np.zeros(worlds)
    for seat in auction.passed:
        doubt += np.maximum(0, limit[:, seat] - auction.high - 1)
        limit[:, seat] = 0
    if auction.leader is not None:
        doubt += np.maximum(0, auction.high - limit[:, auction.leader])
        limit[:, auction.leader] = np.maximum(limit[:, auction.leader], auction.high)
    limit[:, table.seat] = 0
    belief = np.exp(-DOUBT * doubt)
    return limit, belief / belief.sum()


def without_me(table: Imagined, limit: Ints) -> tuple[Ints, Ints]:
    """Who takes the stick and for how much, if this seat passes now (MM-11, MM-12)."""
    auction, manitou = table.auction, table.tables.manitou
    worlds, seats = limit.shape
    at = np.arange(worlds)
    turn = (np.arange(seats) - table.seat - 1) % seats
    winner = (limit * 8 - turn).argmax(1)
    top = limit[at, winner]
    rest = limit.copy()
    rest[at, winner] = 0
    second = rest.max(1)
    raised = np.minimum(top, np.maximum(second, auction.high) + 1)
    if auction.leader is None:
        free = (top == 0) | ((second == 0) & (winner == manitou))
        return np.where(top == 0, manitou, winner), np.where(free, 0, raised)
    kept = (winner == auction.leader) & (second <= auction.high)
    unbeaten = kept | (top <= auction.high)
    return np.where(unbeaten, auction.leader, winner), np.where(unbeaten, auction.high, raised)


def _after(table: Imagined, seat: Ints, price: Ints) -> Tables:
    """The tables after the stick went to that seat at that price."""
    then = table.tables.only(np.arange(len(seat)))
    then.take(seat, table.length, price)
    return then


def _values(
    table: Imagined, ends: list[Tables], taste: Taste, gen: np.random.Generator, by_wins: float
) -> list[Floats]:
    """What each end of the auction is worth in each world, by the same lots and whims for all of them."""
    worlds, seats = len(table.length), len(table.tables.money[0])
    rounds = int(table.tables.box[0].sum())
    rounds = min(rounds, 7 * seats + 1 - int(table.tables.sticks[0].sum()))
    lots = cast(worlds, max(1, rounds), seats, table.haze, WHIM, gen)
    many = len(ends)
    every = Tables(*(np.concatenate([getattr(end, part) for end in ends]) for part in _PARTS))
    won, lead = play_out(every, table.seat, table.lone_stick, lots, table.haze, taste)
    value: Any = by_wins * won + (1 - by_wins) / (1 + np.exp(-lead / CLOSE))
    return list(value.reshape(many, worlds))


_PARTS = ("counts", "money", "box", "manitou")
