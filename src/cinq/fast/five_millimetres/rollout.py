"""5 Millimètres, compiled: games played on from a sampled world, every seat bidding up to a limit.

The bidding rule: a stick is worth the points that it adds to the expected run, and nobody pays more than it
is worth to them. Its numbers come from the caller (`Bidding`). An auction between limits is settled at once,
as bids of one coin more would settle it. A world is a row without looks: the errors of the seats' eyes are
drawn here, so that the same seed gives every choice that is compared the same sticks and the same errors.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cinq.fast.chance import fresh
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.five_millimetres.eye import any_stick
from cinq.fast.five_millimetres.row import (
    ALIKE,
    ALIKES,
    BOX,
    DRAWN,
    EIGHT,
    HAND,
    HELD,
    LENGTHS,
    MANITOU,
    MONEY,
    MOST_POINTS,
    ONE_OF_EACH,
    OVER,
    PHASE,
    SEATS,
    STAND,
    STICKS,
)
from cinq.fast.five_millimetres.rules import (
    four_alike,
    length_of,
    lengths_of,
    points,
    put_up,
    result,
    run_points,
    take_stick,
    win,
)
from cinq.fast.kernel import PLAYERS, Words

ERRORS: Final = 1024
"""How many equally likely errors of an eye and of a valuation there are; a power of two."""
PER_POINT: Final = 4
"""Worths are looked up in quarters of a point."""
MAX_WORTH: Final = 60.0
"""Points: more than any price, for a stick that decides the game."""
LEADS: Final = 8.0
"""Points that an eighth stick is worth besides, to one who then leads."""
FOUR: Final = 60.0
"""Points that four alike count in a lead (MM-17)."""


class Bidding(NamedTuple):
    """The numbers of the bidding rule, as compiled code reads them."""

    gains: Any
    """What a stick adds to the expected points: [more sticks to come, set of lengths, how long it looks]."""
    alike: Any
    """Points for a stick of a length that one has 0, 1, 2 or 3 times."""
    limits: Any
    """The highest price: [money, worth in quarters of a point]."""
    misjudged: Any
    """ERRORS errors of a look, in steps."""
    factors: Any
    """ERRORS factors on a worth."""
    want: float


# ---------------------------------------------------------------- sampled worlds


@jit
def imagine(seen: Ints, lengths: Words, rows: Words) -> None:
    """A row for each sample of the lengths of all sticks drawn; `seen` is the table without lengths."""
    for sample in range(len(rows)):
        s = rows[sample]
        for word in range(1, len(seen)):
            s[word] = seen[word]
        s[DRAWN] = 0
        s[BOX] = ALIKE * ONE_OF_EACH
        for stick in range(lengths.shape[1]):
            take_stick(s, lengths[sample, stick] + 1)
        for seat in range(s[PLAYERS]):
            for at in range(s[HELD + seat]):
                s[ALIKES + seat] += 1 << 3 * (length_of(s, s[HAND + seat] >> 6 * at & 63) - 1)


@jit
def settle(rows: Words, seats: Ints, prices: Ints) -> None:
    """In each row the stick in the stand goes to this seat at this price."""
    for n in range(len(rows)):
        win(rows[n], seats[n], prices[n])


# ---------------------------------------------------------------- what a stick is worth


@inlined
def alike_of(s: Ints, seat: int, length: int) -> int:
    """How many sticks of a length a hand has."""
    return s[ALIKES + seat] >> 3 * (length - 1) & 7


@inlined
def fatal(s: Ints, length: int) -> bool:
    """Whether this stick would be somebody's fourth alike, which wins (MM-17)."""
    found = False
    for seat in range(s[PLAYERS]):
        found |= alike_of(s, seat, length) == ALIKE - 1
    return found


@jit
def worth(s: Ints, seat: int, length: int, look: int, bidding: Bidding) -> float:
    """What a stick is worth to a seat to which it looks so long, in points."""
    if fatal(s, length):
        return MAX_WORTH  # to take or to deny
    held = s[HELD + seat]
    more = min(len(bidding.gains) - 1, max(0, EIGHT - 1 - held))
    gain = bidding.gains[more, lengths_of(s, seat), min(max(look, 1), LENGTHS) - 1]
    plain = (gain + bidding.alike[alike_of(s, seat, length)]) * bidding.want
    return _to_end(s, seat, length, plain) if held == EIGHT - 1 else plain


@jit
def _to_end(s: Ints, seat: int, length: int, plain: float) -> float:
    """An eighth stick ends the game: worth more if one leads with it, else nothing."""
    then = run_points(s, lengths_of(s, seat) | 1 << length - 1) + min(s[MONEY + seat] - 2, MOST_POINTS)
    for other in range(s[PLAYERS]):
        if other != seat and points(s, other) >= then:
            return 0.0
    return plain + LEADS


@jit
def limit_of(s: Ints, seat: int, length: int, bidding: Bidding) -> int:
    """The highest price that a seat pays, with the errors of its eye and of its judgement."""
    lot = fresh(s)
    look = length + bidding.misjudged[lot & ERRORS - 1]
    value = worth(s, seat, length, look, bidding) * bidding.factors[lot >> 10 & ERRORS - 1]
    quarters = int(min(max(value, 0.0), MAX_WORTH) * PER_POINT)
    return int(bidding.limits[s[MONEY + seat], quarters])


# ---------------------------------------------------------------- auctions and whole games


@jit
def auction(s: Ints, limits: Ints) -> None:
    """The highest limit wins, for a coin more than the second; the Manitou if all are 0 (MM-7 to MM-12)."""
    players, manitou = s[PLAYERS], s[MANITOU]
    winner, top, second = manitou, 0, 0
    for place in range(players):
        seat = (manitou + 1 + place) % players
        if limits[seat] > top:
            winner, top, second = seat, limits[seat], top
        else:
            second = max(second, limits[seat])
    free = top == 0 or (second == 0 and winner == manitou)
    win(s, winner, 0 if free else min(top, second + 1))


@jit
def play_on(s: Ints, bidding: Bidding, limits: Ints) -> None:
    """Plays a game to its end from between two auctions; `limits` is scratch, a word a seat."""
    while s[PHASE] != OVER:
        length = any_stick(s, s[BOX], STICKS - s[DRAWN])
        put_up(s, length)
        for seat in range(s[PLAYERS]):
            limits[seat] = limit_of(s, seat, length, bidding)
        auction(s, limits)


@jit
def share(s: Ints, seat: int, final: Ints) -> float:
    """A seat's share of the win in a game that is over."""
    result(s, final)
    if not final[0] >> seat & 1:
        return 0.0
    winners = 0
    for other in range(SEATS):
        winners += final[0] >> other & 1
    return 1.0 / winners


@jit
def lead(s: Ints, seat: int) -> float:
    """By how many points a seat is ahead of the best of the others."""
    mine, best = 0.0, -1000.0
    for other in range(s[PLAYERS]):
        ahead = points(s, other) + (FOUR if four_alike(s, other) else 0.0)
        if other == seat:
            mine = ahead
        else:
            best = max(best, ahead)
    return mine - best


@jit
def play_out(rows: Words, seat: int, bidding: Bidding, shares: Floats, leads: Floats, scratch: Ints) -> None:
    """Plays every row to its end: the seat's share of the win and its lead; `scratch` has RESULT words."""
    for n in range(len(rows)):
        s = rows[n]
        play_on(s, bidding, scratch)
        shares[n] = share(s, seat, scratch)
        leads[n] = lead(s, seat)


@jit
def all_limits(rows: Words, bidding: Bidding, limits: Words) -> None:
    """Every seat's highest price for the stick in the stand of every row."""
    for n in range(len(rows)):
        length = length_of(rows[n], rows[n, STAND])
        for seat in range(rows[n, PLAYERS]):
            limits[n, seat] = limit_of(rows[n], seat, length, bidding)


@jit
def true_worths(rows: Words, seat: int, bidding: Bidding, worths: Floats) -> None:
    """What the stick in the stand is worth to a seat that sees it as it is."""
    for n in range(len(rows)):
        length = length_of(rows[n], rows[n, STAND])
        worths[n] = worth(rows[n], seat, length, length, bidding)
