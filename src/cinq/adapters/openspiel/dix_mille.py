"""Dix Mille in OpenSpiel's integers: a throw is one chance node, the opening a node a die."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import msgspec

from cinq.adapters.openspiel.encoding import Codes, Encoding, Menu, Odds, even
from cinq.core.game import Action, AnyGame, Seat
from cinq.games import dix_mille
from cinq.games.dix_mille import rules as dm

ACTIONS: tuple[Action, ...] = (dm.Throw(), dm.Throw(topinambour=True), dm.Bank(), dm.TakeOver())


def menu(s: dm.State, seat: Seat, draft: Codes) -> Menu:
    """What a seat may choose, after the codes that it has chosen of this action."""
    return {ACTIONS.index(action): action for action in dm.legal(s, seat)}


@cache
def throws(dice: int) -> tuple[tuple[dm.Dice, float], ...]:
    """The different throws of so many dice, order aside: only faces count (DM-7, DM-8)."""
    odds: Counter[tuple[int, ...]] = Counter(tuple(sorted(fall.values)) for fall in dm.falls(dice))
    return tuple((dm.Dice(faces), count / odds.total()) for faces, count in sorted(odds.items()))


@cache
def _throw_odds(dice: int) -> Odds:
    return [(code, odds) for code, (_, odds) in enumerate(throws(dice))]


def odds(s: dm.State, drawn: Codes) -> Odds:
    """A throw at once; the opening die by die, for there it matters whose die it is (DM-2)."""
    if s.phase == dm.OPENING:
        return even(range(dm.FACES)) if len(drawn) < len(s.contenders) else []
    return [] if drawn else _throw_odds(s.dice)


def line(s: dm.State, drawn: Codes) -> Action:
    """The line that consists of these pieces."""
    if s.phase == dm.OPENING:
        return dm.Dice(tuple(code + 1 for code in drawn))
    return throws(s.dice)[drawn[0]][0]


ENCODING = Encoding(
    game=cast(AnyGame, dix_mille),
    parameters=msgspec.to_builtins(dm.Options()),
    options=lambda chosen: dm.Options(**chosen),
    menu=menu,
    codes=len(ACTIONS),
    odds=odds,
    line=line,
    outcomes=len(throws(dm.DICE)),
    draws=dm.PLAYERS[-1],
    max_moves=2_000,
    hidden=False,
)
