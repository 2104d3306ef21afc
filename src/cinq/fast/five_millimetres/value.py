"""5 Millimètres, compiled: the chance to win after an auction by a network, and bids that follow from it.

A seat bids a price if it would rather win at that price than let the stick go for a coin less. The network
sees a world between two auctions from one seat: hands by length, money, and what is left in the box.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cinq.fast.chance import below, fresh
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.five_millimetres.eye import any_stick
from cinq.fast.five_millimetres.rollout import ERRORS, Bidding, auction, limit_of, share
from cinq.fast.five_millimetres.row import (
    ALIKES,
    BITS_OF_A_LENGTH,
    BOX,
    DRAWN,
    EIGHT,
    HELD,
    LENGTH,
    LENGTHS,
    LOOKS,
    MANITOU,
    MONEY,
    MOST_POINTS,
    OVER,
    PHASE,
    RUN,
    STAND,
    START,
    STICKS,
    TOP_BID,
)
from cinq.fast.five_millimetres.rules import length_of, lengths_of, put_up, win
from cinq.fast.kernel import PLAYERS, Words
from cinq.fast.network import Network, chance

HOPES: Final = 8
"""Expected points of a hand after 0 to 7 more sticks."""
OF_A_SEAT: Final = 3 * LENGTHS + 6 + HOPES
MOST_HOPED: Final = 80.0
STRAYS: Final = 8
"""In self-play one limit of so many is a coin off."""
BEYOND: Final = 3
"""A price may be worth it where lower ones are not (MM-14): so many more are looked at."""


class Judge(NamedTuple):
    """A network that judges worlds, with what it needs besides."""

    net: Network
    hopes: Any
    """[more sticks, set of lengths]: expected points of a hand."""
    misjudged: Any
    """ERRORS errors of a look, in steps."""
    after: Any
    """Scratch: a row."""
    final: Any
    """Scratch: a result."""


def inputs_of(players: int) -> int:
    """Numbers that the network sees."""
    return LENGTHS + OF_A_SEAT * players


# ---------------------------------------------------------------- what the network sees


@jit
def look_at(s: Ints, seat: int, hopes: Any, inputs: Floats) -> None:
    """The world from a seat: the box, then every hand, the seat's own first."""
    for length in range(LENGTHS):
        inputs[length] = (s[BOX] >> BITS_OF_A_LENGTH * length & 7) / 4
    for place in range(s[PLAYERS]):
        _look_at_hand(s, (seat + place) % s[PLAYERS], hopes, inputs, LENGTHS + OF_A_SEAT * place)


@inlined
def _look_at_hand(s: Ints, seat: int, hopes: Any, inputs: Floats, at: int) -> None:
    for length in range(LENGTHS):
        alike = s[ALIKES + seat] >> 3 * length & 7
        for least in range(3):
            inputs[at + 3 * length + least] = alike > least
    at += 3 * LENGTHS
    have, money, held = lengths_of(s, seat), s[MONEY + seat], s[HELD + seat]
    inputs[at] = money / START
    inputs[at + 1] = min(money, MOST_POINTS) / MOST_POINTS
    inputs[at + 2] = held / EIGHT
    inputs[at + 3] = held == EIGHT - 1
    inputs[at + 4] = RUN[have] / EIGHT
    inputs[at + 5] = s[MANITOU] == seat
    for more in range(HOPES):
        inputs[at + 6 + more] = hopes[more, have] / MOST_HOPED


@jit
def value(s: Ints, seat: int, judge: Judge) -> float:
    """A seat's chance to win between two auctions; its share of the win once the game is over."""
    if s[PHASE] == OVER:
        return share(s, seat, judge.final)
    look_at(s, seat, judge.hopes, judge.net.inputs)
    return chance(judge.net)


@jit
def value_after(s: Ints, seat: int, winner: int, price: int, look: int, judge: Judge) -> float:
    """The value to a seat if the stick, as long as it looks to it, goes to a winner at a price."""
    after = judge.after
    for word in range(LOOKS):
        after[word] = s[word]
    _mistake(after, look)
    win(after, winner, price)
    return value(after, seat, judge)


@inlined
def _mistake(s: Ints, look: int) -> None:
    """The stick in the stand is as long as it looks."""
    stick = s[STAND]
    length = length_of(s, stick)
    if look != length and s[BOX] >> BITS_OF_A_LENGTH * (look - 1) & 7:
        s[LENGTH + (stick >> 3)] += (look - length) << 4 * (stick & 7)
        s[BOX] += 1 << BITS_OF_A_LENGTH * (length - 1)
        s[BOX] -= 1 << BITS_OF_A_LENGTH * (look - 1)


# ---------------------------------------------------------------- bids


@jit
def limit_by_value(s: Ints, seat: int, judge: Judge) -> int:
    """The highest price at which a seat would rather win than let the stick go for a coin less."""
    length = length_of(s, s[STAND])
    look = min(max(length + judge.misjudged[fresh(s) & ERRORS - 1], 1), LENGTHS)
    limit, price = 0, 1
    while price <= min(TOP_BID, s[MONEY + seat], limit + BEYOND):
        mine = value_after(s, seat, seat, price, look, judge)
        if mine > _let_go(s, seat, price - 1, look, judge):
            limit = price
        price += 1
    return limit


@jit
def _let_go(s: Ints, seat: int, price: int, look: int, judge: Judge) -> float:
    """The value to a seat if another one, any of them, gets the stick for that much."""
    total, players = 0.0, s[PLAYERS]
    for place in range(1, players):
        other = (seat + place) % players
        paid = max(price, 0 if other == s[MANITOU] else 1)
        total += value_after(s, seat, other, min(paid, s[MONEY + other]), look, judge)
    return total / (players - 1)


@jit
def values_after(rows: Words, seat: int, winners: Ints, prices: Ints, judge: Judge, values: Floats) -> None:
    """The value to a seat in each row if the stick goes to this winner at this price."""
    for n in range(len(rows)):
        s = rows[n]
        values[n] = value_after(s, seat, winners[n], prices[n], length_of(s, s[STAND]), judge)


# ---------------------------------------------------------------- self-play


@jit
def self_play(rows: Words, judge: Judge, seen: Any, values: Any, turns: Ints, limits: Ints) -> None:
    """Plays every row to its end by the network; keeps what it saw and said by game, turn and seat.

    The value of a game that is over is the seat's share of the win; what was seen then is left alone.
    """
    for n in range(len(rows)):
        s, turn = rows[n], 0
        while s[PHASE] != OVER:
            put_up(s, any_stick(s, s[BOX], STICKS - s[DRAWN]))
            for seat in range(s[PLAYERS]):
                limit = limit_by_value(s, seat, judge)
                stray = below(s, 3) - 1 if below(s, STRAYS) == 0 else 0
                limits[seat] = min(max(limit + stray, 0), TOP_BID, s[MONEY + seat])
            auction(s, limits)
            for seat in range(s[PLAYERS]):
                values[n, turn, seat] = value(s, seat, judge)
                if s[PHASE] != OVER:
                    look_at(s, seat, judge.hopes, seen[n, turn, seat])
            turn += 1
        turns[n] = turn


@jit
def against_rule(rows: Words, here: int, judge: Judge, bidding: Bidding, limits: Ints) -> float:
    """The share of wins of a seat that bids by the network among seats that bid by the rule."""
    won = 0.0
    for n in range(len(rows)):
        s = rows[n]
        while s[PHASE] != OVER:
            length = any_stick(s, s[BOX], STICKS - s[DRAWN])
            put_up(s, length)
            for seat in range(s[PLAYERS]):
                by_rule = seat != here
                limits[seat] = (
                    limit_of(s, seat, length, bidding) if by_rule else limit_by_value(s, seat, judge)
                )
            auction(s, limits)
        won += share(s, here, judge.final)
    return won / len(rows)
