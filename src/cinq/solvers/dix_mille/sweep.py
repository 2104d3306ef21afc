"""The compiled inner loops of the Dix Mille solver: one turn, played backwards, for many states at once.

Owns the layout of the tables and the order of the states. Points are counted in units of
50, totals from the floor: index 0 is the floor and index `size` is the target.

* `fresh[seat, mine, theirs zeros, mine, theirs totals]`: the mover's chance with no offer.
* `banked`: the banker's chance right after banking, for every (points, dice), the next
  player having chosen between the offer and a fresh hand (DM-14). It is by far the
  largest table, so it is flat, float32, and holds no hand that reaches the target.

Both are cut into tiles of 4 × 4 totals: the 16 states of a tile are computed side by
side (one vector instruction each), and since no hand below 300 (six units) is banked,
no state of a tile depends on another state of it, or of a tile on the same diagonal.
"""

from typing import Any

import numpy as np
from numba import prange

from cinq.compiled import compiled
from cinq.solvers.dix_mille.odds import DICE, MAX_GAIN, MINIMUM, failure, outcomes, outdo, outdo_afresh

Floats = np.ndarray[Any, np.dtype[np.float64]]
Singles = np.ndarray[Any, np.dtype[np.float32]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

SIDE = 4
LANES = SIDE * SIDE
PENALTY = 10
"""DM-13 in units: the third zero takes 500 off."""
ROUNDS_BEYOND = 12
"""Throws computed past the last hand; a thirteenth has a chance below 1e-12."""
FAR = 1500
"""The last entry of the last-turn tables, in units."""


START = np.cumsum([0] + [len(outcomes(d)) for d in range(1, DICE + 1)])
GAIN = np.array([o[0] for d in range(1, DICE + 1) for o in outcomes(d)])
LEFT = np.array([o[1] - 1 for d in range(1, DICE + 1) for o in outcomes(d)])
CHANCE = np.array([o[2] for d in range(1, DICE + 1) for o in outcomes(d)])
LOSE = np.array([failure(d) for d in range(1, DICE + 1)])
OUTDO = np.array([[outdo(units, d) for d in range(1, DICE + 1)] for units in range(FAR + 1)])
OUTDO_AFRESH = np.array([outdo_afresh(units) for units in range(FAR + 1)])


def offsets(size: int) -> Ints:
    """The start of each row of tiles in `banked`; the last entry is its length."""
    rows = size // SIDE
    lengths = [2 * rows * 9 * max(0, size - SIDE * i - MINIMUM) * DICE * LANES for i in range(rows)]
    return np.cumsum([0, *lengths])


@compiled()
def throw_on(best: Floats, throw: Floats, lost: Floats, points: int, dice: int, lanes: int) -> None:
    """Computes the chances of throwing on, from those of every hand that a throw leads to."""
    for lane in range(lanes):
        throw[points, dice, lane] = LOSE[dice] * lost[lane]
    for o in range(START[dice], START[dice + 1]):
        reached, left, chance = points + GAIN[o], LEFT[o], CHANCE[o]
        for lane in range(lanes):
            throw[points, dice, lane] += chance * best[reached, left, lane]


@compiled()
def play_back(best: Floats, throw: Floats, lost: Floats, top: int, lanes: int) -> None:
    """One turn backwards: `best` comes in as the chances of banking and leaves as those of the better choice.

    `throw[points, dice]` is the chance of throwing on; above `top`, `best` is taken as it stands.
    """
    for points in range(top, -1, -1):
        for dice in range(DICE):
            throw_on(best, throw, lost, points, dice, lanes)
            for lane in range(lanes):
                thrown, stopped = throw[points, dice, lane], best[points, dice, lane]
                best[points, dice, lane] = thrown if points < MINIMUM or thrown > stopped else stopped


@compiled()
def when_lost(fresh: Floats, seat: int, zeros: int, others: int, mine: int, theirs: int) -> float:
    """The mover's chance after a lost hand: a zero, and at the third 500 off (DM-13)."""
    if zeros < 2:
        return 1.0 - fresh[1 - seat, others, zeros + 1, theirs, mine]  # type: ignore[no-any-return]
    return 1.0 - fresh[1 - seat, others, 0, theirs, max(mine - PENALTY, 0)]  # type: ignore[no-any-return]


@compiled()
def block(at: Ints, size: int, seat: int, row: int, column: int, zeros: int, others: int) -> int:
    """The start of one tile's banked hands in `banked`."""
    length = size - SIDE * row - MINIMUM
    return at[row] + (((seat * (size // SIDE) + column) * 3 + zeros) * 3 + others) * length * DICE * LANES  # type: ignore[no-any-return]


@compiled()
def fill_banked(best: Floats, banked: Singles, begin: int, size: int, row: int) -> None:
    """Fills in the chances of banking below the target, from the tiles computed before."""
    for points in range(MINIMUM, size - SIDE * row):
        for dice in range(DICE):
            here = begin + ((points - MINIMUM) * DICE + dice) * LANES
            out = best[points, dice]
            for lane in range(LANES):
                out[lane] = banked[here + lane]


@compiled()
def fill_won(best: Floats, size: int, row: int, top: int) -> None:
    """Fills in 1: the second seat at or past the target has won (DM-19)."""
    for mine in range(SIDE * row, SIDE * row + SIDE):
        begin = (mine - SIDE * row) * SIDE
        for points in range(max(MINIMUM, size - mine), size - SIDE * row):
            best[points, :, begin : begin + SIDE] = 1.0
    best[max(MINIMUM, size - SIDE * row) : top + MAX_GAIN + 1] = 1.0


@compiled()
def fill_ended(best: Floats, size: int, row: int, column: int, top: int) -> None:
    """Fills in the first seat's chance at or past the target, after the second's last turn (DM-19)."""
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        for points in range(max(MINIMUM, size - mine), top + 1):
            afresh = OUTDO_AFRESH[mine + points - theirs]
            for dice in range(DICE):
                best[points, dice, lane] = 1.0 - max(afresh, OUTDO[max(0, mine - theirs), dice])


@compiled()
def fill_beyond(best: Floats, lost: Floats, row: int, column: int, top: int) -> None:
    """Fills in hands past `top`: only a takeover can beat the first seat, so points do not matter."""
    limit = np.empty((DICE, LANES))
    for lane in range(LANES):
        lead = max(0, SIDE * row + lane // SIDE - SIDE * column - lane % SIDE)
        limit[:, lane] = 1.0 - OUTDO[lead]
    for _ in range(ROUNDS_BEYOND):
        for dice in range(DICE):
            for lane in range(LANES):
                thrown = LOSE[dice] * lost[lane]
                for o in range(START[dice], START[dice + 1]):
                    thrown += CHANCE[o] * limit[LEFT[o], lane]
                limit[dice, lane] = max(limit[dice, lane], thrown)
    best[top + 1 : top + MAX_GAIN + 1] = limit


@compiled()
def offered(
    at: Ints, size: int, seat: int, mine: int, theirs: int, zeros: int, others: int, points: int
) -> int:
    """Where `banked` has the hand of these points that the other banked before this mover's turn."""
    before = theirs - points
    begin = block(at, size, 1 - seat, before // SIDE, mine // SIDE, others, zeros)
    return begin + (points - MINIMUM) * DICE * LANES + (before % SIDE) * SIDE + mine % SIDE


@compiled()
def offer(
    banked: Singles,
    at: Ints,
    throw: Floats,
    size: int,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
) -> None:
    """Stores, for the hands below, the banker's chance after this tile's mover answers (DM-14)."""
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        afresh = throw[0, DICE - 1, lane]
        for points in range(MINIMUM, theirs + 1):
            here = offered(at, size, seat, mine, theirs, zeros, others, points)
            for dice in range(DICE):
                banked[here + dice * LANES] = 1.0 - max(afresh, throw[points, dice, lane])


@compiled()
def last_followed(size: int, seat: int, row: int, column: int, beyond: int) -> int:
    """The highest hand computed one by one: what the target or an offer needs, and `beyond`."""
    need = size - SIDE * row
    return max(need if seat == 1 else need + beyond, SIDE * column + SIDE, MINIMUM)


@compiled()
def begin_tile(
    best: Floats,
    lost: Floats,
    fresh: Floats,
    banked: Singles,
    at: Ints,
    top: int,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
) -> None:
    """Fills in what a turn of one tile can lead to: a lost hand in `lost`, a banked one in `best`.

    `fresh` are the chances of whoever moves next.
    """
    size = fresh.shape[3]
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        lost[lane] = when_lost(fresh, seat, zeros, others, mine, theirs)
    fill_banked(best, banked, block(at, size, seat, row, column, zeros, others), size, row)
    if seat == 1:
        fill_won(best, size, row, top)
    else:
        fill_ended(best, size, row, column, top)
        fill_beyond(best, lost, row, column, top)


@compiled()
def solve_tile(
    fresh: Floats,
    banked: Singles,
    at: Ints,
    best: Floats,
    throw: Floats,
    lost: Floats,
    beyond: int,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
) -> float:
    """Computes one tile for one seat to move and one pair of zero counts; returns the largest change."""
    size = fresh.shape[3]
    top = last_followed(size, seat, row, column, beyond)
    begin_tile(best, lost, fresh, banked, at, top, seat, row, column, zeros, others)
    play_back(best, throw, lost, top, LANES)
    offer(banked, at, throw, size, seat, row, column, zeros, others)
    change = 0.0
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        value = throw[0, DICE - 1, lane]
        change = max(change, abs(value - fresh[seat, zeros, others, mine, theirs]))
        fresh[seat, zeros, others, mine, theirs] = value
    return change


@compiled()
def solve_pair(
    fresh: Floats,
    banked: Singles,
    at: Ints,
    best: Floats,
    throw: Floats,
    lost: Floats,
    beyond: int,
    row: int,
    column: int,
) -> float:
    """Computes a tile and its mirror, most zeros first, as a lost hand adds a zero."""
    change = 0.0
    for count in range(4, -1, -1):
        for zeros in range(max(0, count - 2), min(2, count) + 1):
            for seat in range(2):
                one = solve_tile(
                    fresh, banked, at, best, throw, lost, beyond, seat, row, column, zeros, count - zeros
                )
                change = max(change, one)
                if row != column:
                    one = solve_tile(
                        fresh, banked, at, best, throw, lost, beyond, seat, column, row, zeros, count - zeros
                    )
                    change = max(change, one)
    return change


@compiled(parallel=True)
def solve_diagonal(
    fresh: Floats,
    banked: Singles,
    at: Ints,
    best: Floats,
    throw: Floats,
    lost: Floats,
    beyond: int,
    diagonal: int,
) -> float:
    """Computes all tiles of one diagonal, shared among the workers; returns the largest change."""
    rows = fresh.shape[3] // SIDE
    workers = best.shape[0]
    change = np.zeros(workers)
    for worker in prange(workers):
        for row in range(max(0, diagonal - rows + 1) + worker, diagonal // 2 + 1, workers):
            args = fresh, banked, at, best[worker], throw[worker], lost[worker]
            change[worker] = max(change[worker], solve_pair(*args, beyond, row, diagonal - row))
    return change.max()  # type: ignore[no-any-return]
