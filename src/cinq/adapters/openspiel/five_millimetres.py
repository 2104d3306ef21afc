"""5 Millimètres in OpenSpiel's integers: sticks and apparent lengths are drawn one by one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from statistics import NormalDist, pstdev
from typing import cast

from cinq.adapters.openspiel.encoding import Codes, Encoding, Odds, Parameters, even, weighted
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.games import five_millimetres
from cinq.games.five_millimetres import rules as mm
from cinq.games.five_millimetres.eye import SPREAD, Sharpness

PASS = 0
"""A bid is its own code."""
ACTIONS: tuple[Action, ...] = (mm.Pass(), *map(mm.Bid, range(1, mm.TOP_BID + 1)))
LOOKS = 9
"""The rules draw an apparent length from a log-normal (MM-4); here it is one of so many quantiles of it."""
_NORMAL = tuple(NormalDist().inv_cdf((code + 0.5) / LOOKS) for code in range(LOOKS))
_QUANTILES = tuple(quantile / pstdev(_NORMAL) for quantile in _NORMAL)
"""Equally likely, and stretched: so few quantiles would make every eye 7 % sharper than the rules' option."""
_LOOK_ODDS = even(range(LOOKS))


def options(chosen: Parameters) -> Value:
    """The options that these parameters of OpenSpiel mean."""
    return mm.Options(sight=chosen["sight"], lone_stick=chosen["lone_stick"])


def listed(s: mm.State, seat: Seat, draft: Codes) -> Sequence[int]:
    """A pass, or a bid above the last one."""
    return _codes(s.high, len(mm.legal(s, seat)) - 1)


@cache
def _codes(high: int, bids: int) -> Codes:
    return (PASS, *range(high + 1, high + bids + 1))


def action(s: mm.State, seat: Seat, draft: Codes, code: int) -> Action:
    """The action of a code."""
    return ACTIONS[code]


def pieces(s: mm.State) -> int:
    """A look of each seat at each new stick; a stick; or a deal: a stick each, then the Grand Manitou."""
    if s.phase == mm.SIGHT:
        return 0 if s.options.sight == "exact" else len(s.money) * len(mm.unseen(s))
    return 1 if s.phase == mm.STICK else len(s.money) + 1


def odds(s: mm.State, drawn: Codes) -> Odds:
    """A look, a stick of those left, or the first Grand Manitou."""
    if s.phase == mm.SIGHT:
        return _LOOK_ODDS
    if len(drawn) == len(s.money):
        return even(range(len(s.money)))
    left = list(s.box)
    for code in drawn:
        left[code] -= 1
    return weighted(left)


def line(s: mm.State, drawn: Codes) -> Action:
    """The line that consists of these pieces."""
    if s.phase == mm.SIGHT:
        return mm.Sight(_looks(s, drawn))
    if s.phase == mm.DEAL:
        return mm.Deal(tuple(code + 1 for code in drawn[:-1]), drawn[-1])
    return mm.Stick(drawn[0] + 1)


def _looks(s: mm.State, drawn: Codes) -> tuple[tuple[float, ...], ...]:
    """A row a stick, a number a seat."""
    players, new, sight = len(s.money), mm.unseen(s), s.options.sight
    codes = drawn or (LOOKS // 2,) * players * len(new)
    return tuple(
        tuple(apparent(sight, length, code) for code in codes[stick * players : (stick + 1) * players])
        for stick, length in enumerate(new)
    )


@cache
def apparent(sight: Sharpness, length: int, code: int) -> float:
    """How long a stick looks at one of the quantiles, rounded as the rules' own eye rounds."""
    return round(mm.MM[length] * exp(SPREAD[sight] * _QUANTILES[code]), 3)


ENCODING = Encoding(
    game=cast(AnyGame, five_millimetres),
    parameters={"sight": "normal", "lone_stick": False},
    options=options,
    listed=listed,
    action=action,
    codes=1 + mm.TOP_BID,
    pieces=pieces,
    odds=odds,
    line=line,
    outcomes=LOOKS,
    draws=mm.PLAYERS[-1] + 1 + 1 + mm.PLAYERS[-1] * (mm.PLAYERS[-1] + 1),  # a deal, a stick, a look at each
    max_moves=1_000,
)
