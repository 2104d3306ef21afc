"""Dix Mille in OpenSpiel's integers: a throw is one chance node, the opening a node a die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec

from cinq.adapters.openspiel.encoding import Codes, Encoding, Odds, even
from cinq.core.game import Action, AnyGame, Seat
from cinq.games import dix_mille
from cinq.games.dix_mille import rules as dm

ACTIONS: tuple[Action, ...] = (dm.Throw(), dm.Throw(topinambour=True), dm.Bank(), dm.TakeOver())


def listed(s: dm.State, seat: Seat, draft: Codes) -> Sequence[int]:
    """The codes that a seat may choose."""
    return codes_of(tuple(dm.legal(s, seat)))


@cache
def codes_of(actions: tuple[Action, ...]) -> tuple[int, ...]:
    """The codes of a menu."""
    return tuple(sorted(map(ACTIONS.index, actions)))


def action(s: dm.State, seat: Seat, draft: Codes, code: int) -> Action:
    """The action of a code."""
    return ACTIONS[code]


@cache
def throws(dice: int) -> tuple[tuple[dm.Dice, float], ...]:
    """The different throws of so many dice, order aside: only faces count (DM-7, DM-8)."""
    odds: Counter[tuple[int, ...]] = Counter(tuple(sorted(fall.values)) for fall in dm.falls(dice))
    return tuple((dm.Dice(faces), count / odds.total()) for faces, count in sorted(odds.items()))


_DIE = even(range(dm.FACES))


@cache
def _throw_odds(dice: int) -> Odds:
    return [(code, odds) for code, (_, odds) in enumerate(throws(dice))]


def pieces(s: dm.State) -> int:
    """A throw at once; the opening die by die, for there it matters whose die it is (DM-2)."""
    return len(s.contenders) if s.phase == dm.OPENING else 1


def odds(s: dm.State, drawn: Codes) -> Odds:
    """A die of the opening, or a throw."""
    return _DIE if s.phase == dm.OPENING else _throw_odds(s.dice)


def line(s: dm.State, drawn: Codes) -> Action:
    """The line that consists of these pieces."""
    if s.phase == dm.OPENING:
        return dm.Dice(tuple(code + 1 for code in drawn))
    return throws(s.dice)[drawn[0]][0]


ENCODING = Encoding(
    game=cast(AnyGame, dix_mille),
    parameters=msgspec.to_builtins(dm.Options()),
    options=lambda chosen: dm.Options(**chosen),
    listed=listed,
    action=action,
    codes=len(ACTIONS),
    pieces=pieces,
    odds=odds,
    line=line,
    outcomes=len(throws(dm.DICE)),
    draws=dm.PLAYERS[-1],
    max_moves=2_000,
    hidden=False,
)
