"""Evaluates bids of 5 Millimètres: how the auction may end, and what each end is worth to a seat.

The others are assumed to bid by the rule of `bidding`, with some spread; each end of the auction is worth
what an `Evaluator` says. It works on sampled lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.bots.five_millimetres.bidding import BiddingRule, Floats, Ints, compiled_rule
from cinq.bots.five_millimetres.judge import judge_of
from cinq.core.game import Seat
from cinq.fast.chance import RNG
from cinq.fast.first_use import compiles
from cinq.fast.five_millimetres.rollout import Bidding, all_limits, play_out, settle
from cinq.fast.five_millimetres.row import MANITOU, MONEY, RESULT
from cinq.fast.five_millimetres.value import values_after
from cinq.fast.kernel import PLAYERS
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
    """One moment of an auction in many sampled worlds, rows of `cinq.fast`."""

    def __init__(
        self, seat: Seat, auction: Auction, rows: Ints, length: Ints, options: Options, jump_chance: float
    ) -> None:
        """`length[sample]` is that of the stick in the stand, 0 the shortest."""
        self.seat, self.auction, self.rows, self.length = seat, auction, rows, length
        self.jump_chance = jump_chance
        self.lone_stick = options.lone_stick
        self.look_error = round(LOOK_ERROR * SPREAD.get(options.sight, SPREAD["normal"]), 3)

    @property
    def money(self) -> int:
        """The seat's own money."""
        return int(self.rows[0, MONEY + self.seat])


class Evaluator:
    """How others bid, and what the end of an auction is worth.

    Others bid by a rule, and the rest of the game is played out by it. Where a network has learned for as
    many players, the value is a weighted mean: `trust` for the network's, the rest for the games played out.
    """

    def __init__(self, bidding: BiddingRule, weights: Sequence[Any] | None, trust: float) -> None:
        self.bidding, self.weights, self.trust = bidding, weights, trust if weights else 0.0

    def limits(self, table: SampledAuction, rows: Ints) -> Ints:
        """The highest price of each seat, by sample and seat."""
        found = np.zeros((len(rows), int(rows[0, PLAYERS])), np.int64)
        all_limits(rows, self._rule(table), found)
        return found

    def values(self, table: SampledAuction, rows: Ints, seats: Ints, prices: Ints, by_wins: float) -> Floats:
        """The value to the table's own seat in each row if the stick goes to this seat at this price."""
        judged, played = np.zeros(len(rows)), np.zeros(len(rows))
        if self.weights:
            judge = judge_of(self.weights, table.lone_stick, table.look_error)
            values_after(rows, table.seat, seats, prices, judge, judged)
        if self.trust < 1:
            played = self._played(table, rows, seats, prices, by_wins)
        return self.trust * judged + (1 - self.trust) * played

    def _played(self, table: SampledAuction, rows: Ints, seats: Ints, prices: Ints, by_wins: float) -> Floats:
        settle(rows, seats, prices)
        won, lead = np.zeros(len(rows)), np.zeros(len(rows))
        play_out(rows, table.seat, self._rule(table), won, lead, np.zeros(RESULT, np.int64))
        value: Floats = by_wins * won + (1 - by_wins) / (1 + np.exp(-lead / CLOSE))
        return value

    def _rule(self, table: SampledAuction) -> Bidding:
        return compiled_rule(self.bidding, table.lone_stick, table.look_error, VALUE_SPREAD)


def best_bid(prospects: dict[int, float]) -> int:
    """The lowest bid within `SIGNIFICANT` of the best; a pass (0) if no bid is better."""
    best = max(prospects.values())
    if prospects[0] >= best:
        return 0
    return min(bid for bid, prospect in prospects.items() if bid and prospect > best - SIGNIFICANT)


@compiles("five-millimetres", "sampled games")
def weigh(
    table: SampledAuction, by: Evaluator, most: int, gen: np.random.Generator, by_wins: float = BY_WINS
) -> dict[int, float]:
    """The value of a pass (0) and of every bid, from the value of each end of the auction."""
    high, samples = table.auction.high, len(table.rows)
    limit, weight = others_limits(table, by, gen)
    prices = range(high + 1, most + 1)
    if not prices:
        return {0: float(_values(table, [without_me(table, limit)], by, gen, by_wins)[0] @ weight)}
    money = table.money
    tried = prices_tried(prices, money)
    ends = [(np.full(samples, table.seat), np.full(samples, price)) for price in tried]
    ends.append(without_me(table, limit))
    *values, lose = _values(table, ends, by, gen, by_wins)
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


def others_limits(table: SampledAuction, by: Evaluator, gen: np.random.Generator) -> tuple[Ints, Floats]:
    """The highest bid of each other seat by sample (0: out), and the weight of each sample."""
    auction, limit = table.auction, by.limits(table, seeded(table.rows, gen))
    doubt = np.zeros(len(limit))
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
    auction, manitou = table.auction, table.rows[:, MANITOU]
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


def seeded(rows: Ints, gen: np.random.Generator) -> Ints:
    """The same worlds with new random numbers to come."""
    fresh = rows.copy()
    fresh[:, RNG] = gen.integers(2**62, size=len(rows))
    return fresh


def _values(
    table: SampledAuction,
    ends: list[tuple[Ints, Ints]],
    by: Evaluator,
    gen: np.random.Generator,
    by_wins: float,
) -> list[Floats]:
    """The value of each end of the auction (who pays what) by sample; all ends share their random numbers."""
    rows = np.concatenate([seeded(table.rows, gen)] * len(ends))
    seats, prices = (np.concatenate(part) for part in zip(*ends, strict=True))
    return list(by.values(table, rows, seats, prices, by_wins).reshape(len(ends), -1))
