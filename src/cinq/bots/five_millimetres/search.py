"""Evaluates bids of 5 Millimètres: how the auction may end, and what each end is worth to a seat.

The others are assumed to bid by the rule of `rollout`, with some spread; after each end of the auction
the rest of the game is played out. It works on sampled lengths.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.bots.five_millimetres.rollout import (
    MAX_WORTH,
    PER_POINT,
    BiddingRule,
    Floats,
    Ints,
    Tables,
    draw_chances,
    limits,
    play_out,
    worths,
)
from cinq.core.game import Seat
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import STOPS, TOP_BID, Options
from cinq.games.five_millimetres.view import Auction

BY_WINS = 0.6
"""The weight of the win in the value of a played-out game; the rest is the lead in points."""
CLOSE = 9.0
"""Scale of the lead, in points."""
SIGNIFICANT = 0.004
"""Smaller differences of value are taken for noise."""
VALUE_SPREAD = 0.2
"""Standard deviation of the logarithm by which others' valuations differ from the rule."""
LOOK_ERROR = 19.0
"""Steps of 5 mm by which a stick in the stand is misjudged, for a spread of one."""
DOUBT = 0.4
"""How fast a sample loses weight for each coin by which a bid in it was too high or a pass too low."""


class SampledAuction:
    """One moment of an auction in many sampled states."""

    def __init__(
        self, seat: Seat, auction: Auction, tables: Tables, length: Ints, options: Options, jump_chance: float
    ) -> None:
        self.seat, self.auction, self.tables, self.length = seat, auction, tables, length
        self.jump_chance = jump_chance
        self.lone_stick = options.lone_stick
        self.look_error = round(LOOK_ERROR * SPREAD.get(options.sight, SPREAD["normal"]), 3)


def quarters(worth: Floats) -> Ints:
    """Worths as indices of `limits`."""
    return np.clip(worth * PER_POINT, 0, MAX_WORTH * PER_POINT).astype(np.int64)


def best_bid(prospects: dict[int, float]) -> int:
    """The lowest bid within `SIGNIFICANT` of the best; a pass (0) if no bid is better."""
    best = max(prospects.values())
    if prospects[0] >= best:
        return 0
    return min(bid for bid, prospect in prospects.items() if bid and prospect > best - SIGNIFICANT)


def weigh(
    table: SampledAuction, bidding: BiddingRule, most: int, gen: np.random.Generator, by_wins: float = BY_WINS
) -> dict[int, float]:
    """The value of a pass (0) and of every bid, from games played out after each end of the auction."""
    high, samples = table.auction.high, len(table.length)
    limit, weight = others_limits(table, bidding, gen)
    prices = range(high + 1, most + 1)
    if not prices:
        return {
            0: float(
                _values(table, [_after(table, *without_me(table, limit))], bidding, gen, by_wins)[0] @ weight
            )
        }
    money = int(table.tables.money[0, table.seat])
    tried = prices_tried(prices, money)
    ends = [_after(table, np.full(samples, table.seat), np.full(samples, price)) for price in tried]
    ends.append(_after(table, *without_me(table, limit)))
    *values, lose = _values(table, ends, bidding, gen, by_wins)
    win = worth_of_prices(prices, dict(zip(tried, values, strict=True)), money)
    rival = limit.max(1)
    prospects = {0: float(lose @ weight)}
    for bid in prices:
        prospects[bid] = max(
            float(_bid_value(bid, stop, rival, win, lose, table.jump_chance) @ weight)
            for stop in range(bid, most + 1)
        )
    return prospects


def _left(price: int, money: int) -> int:
    """The money left after paying (MM-14)."""
    return STOPS[money - price]


def prices_tried(prices: range, money: int) -> list[int]:
    """The prices that are played out: those that leave most, least or one coin, and the middle one."""
    by_rest = sorted(prices, key=lambda price: _left(price, money))
    few = {by_rest[0], prices[len(prices) // 2], by_rest[-1]}
    return sorted(few | ({money - 1} & set(prices) if money in prices else set()))


def worth_of_prices(prices: range, tried: dict[int, Floats], money: int) -> dict[int, Floats]:
    """The value of each price, interpolated by the money it leaves between prices that were played out."""
    known = {_left(price, money): value for price, value in tried.items()}
    win = {}
    for price in prices:
        left = _left(price, money)
        low, up = max(rest for rest in known if rest <= left), min(rest for rest in known if rest >= left)
        share = (left - low) / (up - low) if up > low else 0.0
        win[price] = (1 - share) * known[low] + share * known[up]
    return win


def _bid_value(
    bid: int, stop: int, rival: Ints, win: dict[int, Floats], lose: Floats, jump_chance: float
) -> Floats:
    """By sample: bid now, then a coin more each time, up to a last price; a rival may jump to ten."""
    if bid == TOP_BID:
        return win[bid]
    value = np.where(rival <= bid, win[bid], lose)
    for price in range(bid + 1, stop + 1):
        value = np.where((rival == price - 1) & (rival > bid), win[price], value)
    if stop < TOP_BID:
        return np.where((rival == stop) & (stop > bid), (win[stop] + lose) / 2, value)
    # the chance that a rival who would pay ten bids it first
    first = jump_chance if bid < TOP_BID - 1 else 1.0
    return np.where(rival == TOP_BID, first * lose + (1 - first) * win[TOP_BID], value)


def others_limits(
    table: SampledAuction, bidding: BiddingRule, gen: np.random.Generator
) -> tuple[Ints, Floats]:
    """The highest bid of each other seat by sample (0: out), and the weight of each sample."""
    auction, tables, samples = table.auction, table.tables, len(table.length)
    misjudged = np.rint(table.look_error * gen.standard_normal(tables.money.shape)).astype(np.int64)
    worth = worths(tables, table.length, bidding, table.lone_stick, table.look_error, misjudged)
    worth = worth * np.exp(VALUE_SPREAD * gen.standard_normal(worth.shape))
    limit = limits(bidding.thrift)[tables.money, quarters(worth)]
    doubt = np.zeros(samples)
    for seat in auction.passed:
        doubt += np.maximum(0, limit[:, seat] - auction.high - 1)
        limit[:, seat] = 0
    if auction.leader is not None:
        doubt += np.maximum(0, auction.high - limit[:, auction.leader])
        limit[:, auction.leader] = np.maximum(limit[:, auction.leader], auction.high)
    limit[:, table.seat] = 0
    belief = np.exp(-DOUBT * doubt)
    return limit, belief / belief.sum()


def without_me(table: SampledAuction, limit: Ints) -> tuple[Ints, Ints]:
    """Winner and price by sample if this seat passes now (MM-11, MM-12)."""
    auction, manitou = table.auction, table.tables.manitou
    samples, seats = limit.shape
    at = np.arange(samples)
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


def _after(table: SampledAuction, seat: Ints, price: Ints) -> Tables:
    """The tables after the stick went to these seats at these prices."""
    then = table.tables.only(np.arange(len(seat)))
    then.take(seat, table.length, price)
    return then


def _values(
    table: SampledAuction, ends: list[Tables], bidding: BiddingRule, gen: np.random.Generator, by_wins: float
) -> list[Floats]:
    """The value of each end of the auction by sample; all ends share their random numbers."""
    samples, seats = len(table.length), len(table.tables.money[0])
    rounds = int(table.tables.box[0].sum())
    rounds = min(rounds, 7 * seats + 1 - int(table.tables.sticks[0].sum()))
    draws = draw_chances(samples, max(1, rounds), seats, table.look_error, VALUE_SPREAD, gen)
    many = len(ends)
    every = Tables(*(np.concatenate([getattr(end, part) for end in ends]) for part in _PARTS))
    won, lead = play_out(every, table.seat, table.lone_stick, draws, table.look_error, bidding)
    value: Any = by_wins * won + (1 - by_wins) / (1 + np.exp(-lead / CLOSE))
    return list(value.reshape(many, samples))


_PARTS = ("counts", "money", "box", "manitou")
