"""Minds for 5 Millimètres: an eye, a belief about lengths, and what a stick is worth in coins.

A mind dreams up what the sticks may be (`five_millimetres_belief`), and either values the
stick in the stand by a plain rule, or plays the rest of the game out from each way this
auction may end (`five_millimetres_futures`). A level is a set of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot
from statistics import NormalDist
from typing import Any

import numpy as np
from msgspec.structs import replace

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Sentence, Value
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import STOPS, TOP_BID, Bid, Options, Pass
from cinq.games.five_millimetres.scoring import ALIKE
from cinq.games.five_millimetres.view import Auction, SightSeen, View
from cinq.minds.five_millimetres_belief import Known, counts, dream, remembered
from cinq.minds.five_millimetres_futures import (
    GRAIN,
    MOST_WORTH,
    TASTES,
    Floats,
    Ints,
    Tables,
    Taste,
    cast,
    hopes,
    limits,
    play_out,
    worths,
)
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR, Chance, Choice, Hint


class Level(Value, frozen=True):
    """The numbers of a player."""

    eye: float = 0.0
    """How much worse than the table's its own eye is, as a spread."""
    horizon: int = 7
    """How many more sticks it hopes for when it values one."""
    want: float = 1.0
    """How much of what a stick is worth it is ready to pay."""
    worlds: int = 200
    """How many ways the sticks may be it thinks of."""
    futures: bool = False
    """Whether it plays the game out in its head."""
    guard: bool = True
    """Whether it looks at the other hands: to keep a fourth stick from them, and not to end a lost game."""
    tremble: float = 0.0
    """How far off its valuations are, as a spread."""
    ceiling: int = TOP_BID
    """The most it ever bids."""
    pace: float = 2.5
    """Seconds it typically takes."""


LEVELS: dict[str, Level] = {
    BEGINNER: Level(eye=0.06, horizon=0, want=0.7, worlds=40, guard=False, tremble=0.7, pace=3.5),
    REGULAR: Level(eye=0.025, horizon=1, want=0.9, worlds=100, tremble=0.3, pace=2.8),
    CHAMPION: Level(worlds=500, futures=True, pace=2.2),
}
THUMBS: dict[str, Level] = {
    "never-above-four": Level(horizon=3, worlds=100, ceiling=4),
    "only-what-fits": Level(horizon=0, worlds=100),
    "for-a-coin": Level(worlds=100, ceiling=1),
}
COACH = LEVELS[CHAMPION]
HURRY = 0.45
"""The spread of the time a person takes."""
BY_WINS = 0.6
"""How much a played-out game counts by who won it, the rest by how far ahead."""
CLOSE = 9.0
"""Points of a lead that is neither sure nor open."""
JUMPS, CLIMBS = 1.0, 3.0
"""How often others are thought to jump to ten rather than to climb there, before they were seen to."""
TELLING = 0.004
"""A difference of prospects that means something."""
WHIM = 0.2
"""How far others' valuations may be from the plain rule, as a spread."""
HAZE = 19.0
"""Steps of 5 mm by which a stick in the stand is misjudged against a hand, for a spread of one."""
DOUBT = 0.4
"""How fast a world is doubted in which a bid would have been too high, or a pass too meek, per coin."""


class Eyes:
    """A mind at one seat."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.level, self.options, self.rng = seat, level, options, rng
        self.taste = _taste(level, players)
        self.looks: dict[int, float] = {}
        self.high = self.jumps = self.climbs = 0

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """First looks are remembered, as this mind's own eye has them, and how others get to ten."""
        if isinstance(shown, Bid) and actor != self.seat and shown.amount >= TOP_BID - 2:
            self.jumps += shown.amount == TOP_BID and self.high < TOP_BID - 2
            self.climbs += shown.amount < TOP_BID
        self.high = view.auction.high if view.auction else 0
        if isinstance(shown, SightSeen) and shown.apparent:
            new = len(self.looks)
            for stick, mm in enumerate(shown.apparent, start=new):
                self.looks[stick] = mm * exp(self.level.eye * _normal(self.rng)) if self.level.eye else mm

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A bid or a pass, when it is this seat's turn to speak."""
        auction = view.auction
        if not listed or auction is None or auction.to_speak != self.seat:
            return None
        gen = np.random.default_rng(int(self.rng.random() * 2**53))
        table = self._imagine(view, self.level, gen)
        most = max((action.amount for action in listed if isinstance(action, Bid)), default=0)
        amount = self._amount(table, min(most, self.level.ceiling), gen)
        after = self.level.pace * exp(HURRY * _normal(self.rng)) * (0.6 if len(listed) == 1 else 1.0)
        return Choice(Bid(amount) if amount > auction.high else Pass(), max(0.5, after))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The coach's bid, and the estimated chance to win after each action."""
        auction = view.auction
        if not listed or auction is None or auction.to_speak != self.seat:
            return None
        gen = np.random.default_rng(int(self.rng.random() * 2**53))
        table = self._imagine(view, COACH, gen)
        most = max((action.amount for action in listed if isinstance(action, Bid)), default=0)
        lots = int(gen.integers(2**53))  # both tables of prospects come from the same futures
        wins = weigh(table, self.taste, most, np.random.default_rng(lots), by_wins=1.0)
        best = best_bid(weigh(table, self.taste, most, np.random.default_rng(lots)))
        chances = tuple(Chance(_action(bid), round(float(win), 4)) for bid, win in wins.items())
        return Hint(_action(best), _why(table, best), chances)

    def _amount(self, table: Imagined, most: int, gen: np.random.Generator) -> int:
        """What to bid; no more than the last bid means a pass."""
        if most <= table.auction.high:
            return 0
        if self.level.futures:
            return best_bid(weigh(table, self.taste, most, gen))
        limit = min(most, self._limit(table, gen))
        if self.level.tremble and limit > table.auction.high + 1 and gen.random() < self.level.tremble:
            return int(gen.integers(table.auction.high + 1, limit + 1))  # people jump
        return table.auction.high + 1 if limit > table.auction.high else 0

    def _limit(self, table: Imagined, gen: np.random.Generator) -> int:
        """The most the stick is worth by the plain rule, as far as this mind looks."""
        tables, seat = table.tables, self.seat
        if not self.level.guard:
            tables, seat = _alone(tables, seat), 0
        worth = worths(tables, table.length, self.taste, self.options.lone_stick)[:, seat].mean()
        worth *= exp(self.level.tremble * gen.standard_normal())
        money = int(table.tables.money[0, self.seat])
        return int(limits(self.taste.thrift)[money, _quarters(np.array(worth))])

    def _imagine(self, view: View, level: Level, gen: np.random.Generator) -> Imagined:
        """What the table may be like, in many worlds."""
        assert view.stand is not None and view.auction is not None and view.manitou is not None
        known = self._known(view)
        lengths = dream(known, level.worlds, gen)
        held = np.stack([counts([h.stick for h in hand], lengths) for hand in view.hands], axis=1)
        length = lengths[:, view.stand.stick]
        box = ALIKE - held.sum(1) - (length[:, None] == np.arange(LENGTHS))
        money = np.tile(np.array(view.money), (len(lengths), 1))
        tables = Tables(held, money, box, np.full(len(lengths), view.manitou))
        rash = (JUMPS + self.jumps) / (JUMPS + CLIMBS + self.jumps + self.climbs)
        return Imagined(self.seat, view.auction, tables, length, self.options, rash)

    def _known(self, view: View) -> Known:
        sticks = [held for hand in view.hands for held in hand] + ([view.stand] if view.stand else [])
        shown = {held.stick: held.apparent for held in sticks if held.apparent is not None}
        own = view.hands[self.seat]
        return Known(
            own=tuple(held.stick for held in own),
            steps=tuple(held.step or 0 for held in own),
            others=tuple(
                tuple(held.stick for held in hand)
                for seat, hand in enumerate(view.hands)
                if seat != self.seat
            ),
            stand=(view.stand.stick,) if view.stand else (),
            looks=remembered(self.looks, shown),
            spread=hypot(SPREAD.get(self.options.sight, 1.0), self.level.eye),
        )


class Imagined:
    """One moment of an auction in many worlds."""

    def __init__(
        self, seat: Seat, auction: Auction, tables: Tables, length: Ints, options: Options, rash: float
    ) -> None:
        self.seat, self.auction, self.tables, self.length, self.rash = seat, auction, tables, length, rash
        self.lone_stick = options.lone_stick
        self.haze = round(HAZE * SPREAD.get(options.sight, SPREAD["normal"]), 3)


def _taste(level: Level, players: int) -> Taste:
    plain = TASTES[players]
    return replace(plain, horizon=min(level.horizon, plain.horizon), want=plain.want * level.want)


def _alone(tables: Tables, seat: Seat) -> Tables:
    """As if nobody else held anything."""
    own = slice(seat, seat + 1)
    return Tables(tables.counts[:, own], tables.money[:, own], tables.box, np.zeros_like(tables.manitou))


def _normal(rng: Random) -> float:
    return NormalDist().inv_cdf(min(max(rng.random(), 1e-12), 1 - 1e-12))


def _quarters(worth: Floats) -> Ints:
    return np.clip(worth * GRAIN, 0, MOST_WORTH * GRAIN).astype(np.int64)


def _action(amount: int) -> Bid | Pass:
    return Bid(amount) if amount else Pass()


def best_bid(prospects: dict[int, float]) -> int:
    """The lowest bid that is as good as the best, as far as one can tell; a pass (0) if no bid is better."""
    best = max(prospects.values())
    if prospects[0] >= best:
        return 0
    return min(bid for bid, prospect in prospects.items() if bid and prospect > best - TELLING)


# ---------------------------------------------------------------- how the auction may end


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
    limit = limits(taste.thrift)[tables.money, _quarters(worth)]
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


# ---------------------------------------------------------------- the coach's reason


def _why(table: Imagined, best: int) -> Sentence:
    """Why this bid: four alike, a longer run, or not worth it."""
    counts, seat = table.tables.counts, table.seat
    at = np.arange(len(table.length))
    alike = counts[at, :, table.length] == ALIKE - 1
    if best and alike[:, seat].mean() > 0.3:
        return Sentence("hint-four", {"percent": _percent(alike[:, seat])})
    others = np.delete(alike, seat, axis=1).any(1)
    if best and others.mean() > 0.3:
        return Sentence("hint-block", {"percent": _percent(others)})
    longer = _longer(table)
    percent = _percent(longer[:, seat])
    if not best or percent >= 25:
        return Sentence("hint-bid" if best else "hint-pass", {"percent": percent, "amount": best})
    denied = _percent(np.delete(longer, seat, axis=1).any(1))
    return Sentence("hint-deny" if denied >= 40 else "hint-worth", {"percent": denied, "amount": best})


def _longer(table: Imagined) -> Any:
    """In which worlds the stick lengthens the run of which seat."""
    runs, sets = hopes(0, True)[0], table.tables.sets
    return runs[sets | 1 << table.length[:, None]] > runs[sets]


def _percent(worlds: Any) -> int:
    return round(100 * float(np.mean(worlds)))


def sit(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> Eyes:
    """A mind of that level at that seat."""
    assert isinstance(options, Options) and isinstance(level, Level)
    return Eyes(seat, players, options, level, rng)
