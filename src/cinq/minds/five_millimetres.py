"""Minds for 5 Millimètres: an eye, a belief about lengths, and what a stick is worth in coins.

A mind dreams up what the sticks may be (`five_millimetres_belief`), and either values the
stick in the stand by a plain rule, or plays the rest of the game out from each way this
auction may end (`five_millimetres_futures`). A level is a set of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot
from statistics import NormalDist

import numpy as np
from msgspec.structs import replace

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import TOP_BID, Bid, Options, Pass
from cinq.games.five_millimetres.scoring import ALIKE
from cinq.games.five_millimetres.view import SightSeen, View
from cinq.minds.five_millimetres_auction import Imagined, best_bid, quarters, weigh
from cinq.minds.five_millimetres_belief import Known, counts, dream, remembered
from cinq.minds.five_millimetres_futures import (
    TASTES,
    Tables,
    Taste,
    limits,
    worths,
)
from cinq.minds.five_millimetres_words import why
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
JUMPS, CLIMBS = 1.0, 3.0
"""How often others are thought to jump to ten rather than to climb there, before they were seen to."""


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
        return Hint(_action(best), why(table, best), chances)

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
        return int(limits(self.taste.thrift)[money, quarters(np.array(worth))])

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


def _taste(level: Level, players: int) -> Taste:
    plain = TASTES[players]
    return replace(plain, horizon=min(level.horizon, plain.horizon), want=plain.want * level.want)


def _alone(tables: Tables, seat: Seat) -> Tables:
    """As if nobody else held anything."""
    own = slice(seat, seat + 1)
    return Tables(tables.counts[:, own], tables.money[:, own], tables.box, np.zeros_like(tables.manitou))


def _normal(rng: Random) -> float:
    return NormalDist().inv_cdf(min(max(rng.random(), 1e-12), 1 - 1e-12))


def _action(amount: int) -> Bid | Pass:
    return Bid(amount) if amount else Pass()


def sit(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> Eyes:
    """A mind of that level at that seat."""
    assert isinstance(options, Options) and isinstance(level, Level)
    return Eyes(seat, players, options, level, rng)
