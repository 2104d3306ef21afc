"""5 ou Moins, compiled: the end of a round and of the game (OM-20 to OM-27)."""

from __future__ import annotations

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.row import (
    CALLERS,
    COUNTS,
    DEAL,
    END_POINTS,
    END_ROUNDS,
    LIMIT,
    OVER,
    PHASE,
    ROUND,
    ROUNDS_WON,
    SCORES,
    SEATS,
    VALUE,
    ZERO,
)
from cinq.fast.kernel import PLAYERS


@jit
def total(s: Ints, seat: int) -> int:
    """The value of all cards of a hand."""
    value = -ZERO * s[COUNTS + seat]
    for slot in range(s[COUNTS + seat]):
        value += s[place(seat, slot)] & VALUE
    return value


@jit
def finish_round(s: Ints) -> None:
    """All cards are turned up; points (OM-26) or rounds won (OM-27) are written down."""
    players, callers = s[PLAYERS], s[CALLERS]
    lowest = LIMIT + 1
    for seat in range(players):
        if callers >> seat & 1:
            lowest = min(lowest, total(s, seat))
    best = -1 << 30
    for seat in range(players):
        called, count = callers >> seat & 1 != 0, total(s, seat)
        wins = called and count == lowest and lowest <= LIMIT
        s[ROUNDS_WON + seat] += wins
        if s[END_POINTS]:
            s[SCORES + seat] += _points(called, wins, count, lowest <= LIMIT)
        best = max(best, s[SCORES + seat])
    over = best >= s[END_POINTS] if s[END_POINTS] else s[ROUND] == s[END_ROUNDS]
    s[PHASE] = OVER if over else DEAL


@inlined
def _points(called: bool, wins: bool, count: int, anyone: bool) -> int:
    """What a seat scores for a round."""
    if wins:
        return min(count, 0)  # OM-21, OM-23; below 0 it counts (OM-25)
    if called:
        return 2 * count  # OM-22, OM-23, OM-24
    return count if anyone else 0  # OM-21, OM-23; OM-22, OM-24


@jit
def result(s: Ints, out: Ints) -> None:
    """The lowest total wins (OM-26), or the most rounds won (OM-27); equal ones share."""
    players, best = s[PLAYERS], 1 << 30
    for seat in range(players):
        best = min(best, _mark(s, seat))
    out[0] = 0
    for seat in range(SEATS):
        out[1 + seat] = s[SCORES + seat]
        if seat < players and _mark(s, seat) == best:
            out[0] |= 1 << seat


@inlined
def _mark(s: Ints, seat: int) -> int:
    return s[SCORES + seat] if s[END_POINTS] else -s[ROUNDS_WON + seat]
