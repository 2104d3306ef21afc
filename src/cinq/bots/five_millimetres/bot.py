"""The bot of 5 Millimètres: it samples what the sticks may be, and bids what the next one is worth.

It samples lengths from its looks (`belief`), and either values the stick in the stand by a rule
(`bidding`), or plays games out from each way this auction may end (`search`), or asks a network what these
ends are worth (`network_bidding`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot
from statistics import NormalDist

import numpy as np
from msgspec.structs import replace

from cinq.bots.bot import Chance, Choice, Hint
from cinq.bots.five_millimetres.belief import Known, remembered, sample_lengths
from cinq.bots.five_millimetres.bidding import BIDDING_RULES, BiddingRule, Ints, compiled_rule
from cinq.bots.five_millimetres.levels import COACH, HEURISTICS, LEVELS, Level
from cinq.bots.five_millimetres.network_bidding import SAMPLES, network_bid, weights_for
from cinq.bots.five_millimetres.reasons import why
from cinq.bots.five_millimetres.search import (
    Evaluator,
    SampledAuction,
    best_bid,
    weigh,
)
from cinq.bots.weights import learned
from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value
from cinq.fast.five_millimetres.bridge import project_table
from cinq.fast.five_millimetres.rollout import MAX_WORTH, PER_POINT, imagine, true_worths
from cinq.fast.five_millimetres.row import ALIKES, HAND, HELD, MONEY, WIDTH
from cinq.fast.kernel import PLAYERS
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import TOP_BID, Bid, Options, Pass
from cinq.games.five_millimetres.view import SightSeen, View

__all__ = ["COACH", "HEURISTICS", "LEVELS", "FiveMillimetresBot", "Level", "make_bot"]

FASTEST = 0.5
"""Seconds: no choice is made sooner."""
TIME_SPREAD = 0.45
"""Standard deviation of the logarithm of the time for a choice."""
COACH_NOISE = 0.02
"""A smaller difference in the chance to win is noise: the standard deviation of a repeated evaluation."""
JUMPS, CLIMBS = 1.0, 3.0
"""Prior counts of others who jump to a bid of ten, and of those who climb there."""


class FiveMillimetresBot:
    """A bot at one seat."""

    def __init__(self, seat: Seat, players: int, options: Options, level: Level, rng: Random) -> None:
        self.seat, self.level, self.options, self.rng = seat, level, options, rng
        self.bidding = _bidding_rule(level, players)
        self.network = weights_for(options, players) if level.network else None
        weights = learned(__package__, players) if level.trust else None
        self.evaluator = Evaluator(self.bidding, weights, level.trust)
        self.looks: dict[int, float] = {}
        self.high = self.jumps = self.climbs = 0

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Remembers first looks, with the error of this bot's eye, and how others get to a bid of ten."""
        if isinstance(shown, Bid) and actor != self.seat and shown.amount >= TOP_BID - 2:
            self.jumps += shown.amount == TOP_BID and self.high < TOP_BID - 2
            self.climbs += shown.amount < TOP_BID
        self.high = view.auction.high if view.auction else 0
        if isinstance(shown, SightSeen) and shown.apparent:
            new = len(self.looks)
            for stick, mm in enumerate(shown.apparent, start=new):
                self.looks[stick] = (
                    mm * exp(self.level.eye_error * _normal(self.rng)) if self.level.eye_error else mm
                )

    def choose(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A bid or a pass, when it is this seat's turn."""
        auction = view.auction
        if not listed or auction is None or auction.to_speak != self.seat:
            return None
        gen = np.random.default_rng(int(self.rng.random() * 2**53))
        samples = min(SAMPLES, self.level.samples) if self.network else self.level.samples
        table = self._sample_auction(view, samples, gen)
        most = max((action.amount for action in listed if isinstance(action, Bid)), default=0)
        amount = self._amount(table, min(most, self.level.ceiling), gen)
        after = self.level.pace * exp(TIME_SPREAD * _normal(self.rng)) * (0.6 if len(listed) == 1 else 1.0)
        return Choice(Bid(amount) if amount > auction.high else Pass(), max(FASTEST, after))

    def hint(self, view: View, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """The best bid by search, and the estimated chance to win after each action.

        None where a bid is better than a pass by no more than the evaluation itself varies.
        """
        auction = view.auction
        if not listed or auction is None or auction.to_speak != self.seat:
            return None
        gen = np.random.default_rng(int(self.rng.random() * 2**53))
        table = self._sample_auction(view, COACH.samples, gen)
        most = max((action.amount for action in listed if isinstance(action, Bid)), default=0)
        seed = int(gen.integers(2**53))  # both evaluations use the same random numbers
        wins = weigh(table, self.evaluator, most, np.random.default_rng(seed), by_wins=1.0)
        best = best_bid(weigh(table, self.evaluator, most, np.random.default_rng(seed)))
        if best and max(wins.values()) - wins[0] < COACH_NOISE:
            return None
        chances = tuple(Chance(_action(bid), round(float(win), 4)) for bid, win in wins.items())
        return Hint(_action(best), why(table, best), chances)

    def _amount(self, table: SampledAuction, most: int, gen: np.random.Generator) -> int:
        """The bid; an amount not above the last bid means a pass."""
        if most <= table.auction.high:
            return 0
        if self.network:
            return network_bid(table, most, self.network)
        if self.level.rollouts:
            return best_bid(weigh(table, self.evaluator, most, gen))
        high = table.auction.high
        limit = min(most, self._limit(table, gen))
        if self.level.value_spread and limit > high + 1 and gen.random() < self.level.value_spread:
            return int(gen.integers(high + 1, min(limit, high + self.level.max_raise) + 1))  # a jump
        return high + 1 if limit > high else 0

    def _limit(self, table: SampledAuction, gen: np.random.Generator) -> int:
        """The highest price for the stick by the bidding rule, with the errors of the level."""
        rows, seat = (
            (table.rows, self.seat) if self.level.considers_hands else (_alone(table.rows, self.seat), 0)
        )
        rule, worths = compiled_rule(self.bidding, self.options.lone_stick, 0.0, 0.0), np.zeros(len(rows))
        true_worths(rows, seat, rule, worths)
        worth = worths.mean() * exp(self.level.value_spread * gen.standard_normal())
        return int(rule.limits[table.money, int(min(worth, MAX_WORTH) * PER_POINT)])

    def _sample_auction(self, view: View, samples: int, gen: np.random.Generator) -> SampledAuction:
        """The auction with sampled lengths."""
        assert view.stand is not None and view.auction is not None
        known = self._known(view)
        lengths = sample_lengths(known, samples, gen)
        rows = np.zeros((len(lengths), WIDTH), np.int64)
        imagine(project_table(view, self.options.lone_stick), lengths, rows)
        jump_chance = (JUMPS + self.jumps) / (JUMPS + CLIMBS + self.jumps + self.climbs)
        length = lengths[:, view.stand.stick]
        return SampledAuction(self.seat, view.auction, rows, length, self.options, jump_chance)

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
            spread=hypot(SPREAD.get(self.options.sight, 1.0), self.level.eye_error),
        )


def _bidding_rule(level: Level, players: int) -> BiddingRule:
    plain = BIDDING_RULES[players]
    return replace(
        plain, horizon=min(level.horizon, plain.horizon), worth_factor=plain.worth_factor * level.worth_share
    )


def _alone(rows: Ints, seat: Seat) -> Ints:
    """The worlds with this seat alone."""
    alone = rows.copy()
    alone[:, PLAYERS] = 1
    for word in (MONEY, HELD, HAND, ALIKES):
        alone[:, word] = rows[:, word + seat]
    return alone


def _normal(rng: Random) -> float:
    return NormalDist().inv_cdf(min(max(rng.random(), 1e-12), 1 - 1e-12))


def _action(amount: int) -> Bid | Pass:
    return Bid(amount) if amount else Pass()


def make_bot(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> FiveMillimetresBot:
    """A bot of this level at a seat."""
    assert isinstance(options, Options) and isinstance(level, Level)
    return FiveMillimetresBot(seat, players, options, level, rng)
