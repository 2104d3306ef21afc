"""5 Millimètres in OpenSpiel's integers: sticks and apparent lengths are drawn one by one."""

from __future__ import annotations

from functools import cache
from math import exp
from statistics import NormalDist, pstdev
from typing import cast

from cinq.adapters.openspiel.encoding import Codes, Encoding, Menu, Odds, Parameters, even, weighted
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.games import five_millimetres
from cinq.games.five_millimetres import rules as mm
from cinq.games.five_millimetres.eye import SPREAD, Sharpness

PASS = 0
"""A bid is its own code."""
LOOKS = 9
"""The rules draw an apparent length from a log-normal (MM-4); here it is one of so many quantiles of it."""
_NORMAL = tuple(NormalDist().inv_cdf((code + 0.5) / LOOKS) for code in range(LOOKS))
_QUANTILES = tuple(quantile / pstdev(_NORMAL) for quantile in _NORMAL)
"""Equally likely, and stretched: so few quantiles would make every eye 7 % sharper than the rules' option."""
_LOOK_ODDS = even(range(LOOKS))


def options(chosen: Parameters) -> Value:
    """The options that these parameters of OpenSpiel mean."""
    return mm.Options(sight=chosen["sight"], lone_stick=chosen["lone_stick"])


def menu(s: mm.State, seat: Seat, draft: Codes) -> Menu:
    """What a seat may choose, after the codes that it has chosen of this action."""
    *bids, passing = mm.legal(s, seat)
    return {PASS: passing, **dict(zip(range(s.high + 1, mm.TOP_BID + 1), bids, strict=False))}


def odds(s: mm.State, drawn: Codes) -> Odds:
    """The next piece of the line that is due; empty once it is complete."""
    players = len(s.money)
    if s.phase == mm.SIGHT:
        looks = 0 if s.options.sight == "exact" else players * len(mm.unseen(s))
        return _LOOK_ODDS if len(drawn) < looks else []
    if s.phase == mm.DEAL and len(drawn) >= players:
        return even(range(players)) if len(drawn) == players else []
    if s.phase == mm.STICK and drawn:
        return []
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
    menu=menu,
    codes=1 + mm.TOP_BID,
    odds=odds,
    line=line,
    outcomes=LOOKS,
    draws=mm.PLAYERS[-1] + 1 + 1 + mm.PLAYERS[-1] * (mm.PLAYERS[-1] + 1),  # a deal, a stick, a look at each
    max_moves=1_000,
)
