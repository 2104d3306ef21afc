"""5 Millimètres: bids by a network, without search.

The network judges the table after each end of an auction between two. A seat bids a price if winning at that
price is worth more, on average over its sampled worlds, than letting the stick go for a coin less.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.bots.five_millimetres.bidding import Floats
from cinq.bots.five_millimetres.judge import judge_of
from cinq.bots.five_millimetres.search import SampledAuction
from cinq.bots.weights import learned
from cinq.core.game import Seat
from cinq.fast.first_use import compiles
from cinq.fast.five_millimetres.row import MANITOU, MONEY
from cinq.fast.five_millimetres.value import values_after
from cinq.games.five_millimetres.rules import TOP_BID, Options

SAMPLES = 120
"""Sampled worlds: as many as take no longer than the search."""
LEARNED_PLAYERS = 2
"""Between more, who else may get the stick is not known, and no network has learned."""


def weights_for(options: Options, players: int) -> tuple[Any, ...] | None:
    """The weights that have learned this kind of game: two players, the default sight and scoring."""
    usual = Options()
    if players != LEARNED_PLAYERS or (options.sight, options.lone_stick) != (usual.sight, usual.lone_stick):
        return None
    return learned(__package__, players)


@compiles("five-millimetres", "network")
def network_bid(table: SampledAuction, most: int, weights: Sequence[Any]) -> int:
    """A coin more up to the seat's limit, else a pass (0); ten at once where both would pay ten (MM-10)."""
    high, limit = table.auction.high, min(most, network_limit(table, table.seat, weights))
    if limit <= high:
        return 0
    if limit == TOP_BID and network_limit(table, 1 - table.seat, weights) == TOP_BID:
        return TOP_BID
    return high + 1


def network_limit(table: SampledAuction, seat: Seat, weights: Sequence[Any]) -> int:
    """The highest price at which this seat would rather win than let the stick go for a coin less."""
    money = table.rows[0, MONEY : MONEY + LEARNED_PLAYERS].tolist()
    other, prices = 1 - seat, range(1, min(TOP_BID, money[seat]) + 1)
    least = 0 if table.rows[0, MANITOU] == other else 1  # only the Manitou gets a stick for nothing (MM-12)
    won = _values(table, seat, [(seat, price) for price in prices], weights)
    let_go = [(other, min(max(price - 1, least), money[other])) for price in prices]
    lost = _values(table, seat, let_go, weights)
    return max((price for price, better in zip(prices, won > lost, strict=True) if better), default=0)


def _values(
    table: SampledAuction, seat: Seat, ends: Sequence[tuple[Seat, int]], weights: Sequence[Any]
) -> Floats:
    """The mean value to a seat of each end of the auction: who pays what."""
    samples = len(table.rows)
    winners, prices = (np.repeat(np.array(part, np.int64), samples) for part in zip(*ends, strict=True))
    values = np.zeros(len(winners))
    judge = judge_of(weights, table.lone_stick, table.look_error)
    values_after(np.concatenate([table.rows] * len(ends)), seat, winners, prices, judge, values)
    mean: Floats = values.reshape(len(ends), samples).mean(1)
    return mean
