"""Turns a solved Dix Mille into a policy small enough to ship.

For every state and number of dice the choice between throwing and banking, read along
the points at risk, is a short list of *switches*: the points (in units of 50) at which
the choice changes, the first one from throwing to banking. The same goes for taking
over. Where both choices are worth the same to within CLOSE, the list is kept short.
Owns how a policy is made; `policy` writes and reads its file.
"""

import numpy as np
from numba import prange

from cinq.compiled import compiled
from cinq.solvers.dix_mille.chances import hands, ways
from cinq.solvers.dix_mille.odds import DICE, MAX_GAIN, MINIMUM
from cinq.solvers.dix_mille.policy import NEVER, Bytes, Policy, SwitchTable
from cinq.solvers.dix_mille.solve import BEYOND, FIRST, SECOND, Solution, turn_alone
from cinq.solvers.dix_mille.sweep import (
    LANES,
    SIDE,
    Floats,
    Ints,
    Singles,
    begin_tile,
    last_followed,
    offsets,
    play_back,
)

SWITCHES = 16
"""The most switches of a list; later ones are dropped."""
CLOSE = 1e-7
"""Choices whose chances differ by less count as equal."""


@compiled()
def switches(better: Floats, start: int, stop: int, close: float, out: Bytes) -> None:
    """Where the sign of `better` changes between start and stop, ignoring what is within `close` of zero."""
    out[:] = NEVER
    count, settled, chosen = 0, start, False
    for points in range(start, stop):
        if abs(better[points]) <= close:
            continue
        wanted = better[points] > 0.0
        if wanted != chosen:
            at = points
            while at > settled and (better[at - 1] > 0.0) == wanted:
                at -= 1
            if count < len(out) and at < NEVER:
                out[count] = at
            count += 1
            chosen = wanted
        settled = points + 1


@compiled()
def evaluate_tile(
    fresh: Floats,
    banked: Singles,
    at: Ints,
    work: Floats,
    top: int,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
) -> None:
    """Fills `work` with a tile's chances: of the better choice, of throwing, of stopping, of a lost hand."""
    best, throw, stop, lost = work[0], work[1], work[2], work[3, 0, 0]
    begin_tile(best, lost, fresh, banked, at, top, seat, row, column, zeros, others)
    stop[: top + 1] = best[: top + 1]
    play_back(best, throw, lost, top, LANES)


@compiled()
def compact_tile(
    fresh: Floats,
    banked: Singles,
    at: Ints,
    work: Floats,
    close: float,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
    bank: Bytes,
    take: Bytes,
    slots: Ints,
    grid: Ints,
    taken: Floats,
) -> None:
    """The switches of one tile, for banking and for taking over."""
    size = fresh.shape[3]
    top = last_followed(size, seat, row, column, BEYOND)
    throw, stop = work[1], work[2]
    evaluate_tile(fresh, banked, at, work, top, seat, row, column, zeros, others)
    better = np.empty(top + 1)
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        for dice in range(DICE):
            end = size - mine if seat == SECOND else top + 1
            for points in range(MINIMUM, end):
                better[points] = stop[points, dice, lane] - throw[points, dice, lane]
            switches(better, MINIMUM, end, close, bank[seat, zeros, others, dice, :, mine, theirs])
            for points in range(MINIMUM, theirs + 1):
                better[points] = throw[points, dice, lane] - throw[0, DICE - 1, lane]
            switches(better, MINIMUM, theirs + 1, close, take[seat, zeros, others, dice, :, mine, theirs])
            here, there = slots[size - mine], slots[size - theirs]
            if here >= 0 and there >= 0:
                for hand in range(len(grid)):
                    value = throw[min(grid[hand], top), dice, lane]
                    taken[seat, zeros, others, dice, hand, here, there] = value


@compiled(parallel=True)
def compact_all(
    fresh: Floats, banked: Singles, at: Ints, work: Floats, close: float,
    bank: Bytes, take: Bytes, slots: Ints, grid: Ints, taken: Floats,
) -> None:  # fmt: skip
    """The switches of every state in which both have entry."""
    rows = fresh.shape[3] // SIDE
    workers = work.shape[0]
    for worker in prange(workers):
        for job in range(worker, rows * rows, workers):
            row, column = job // rows, job % rows
            for seat in range(2):
                for zeros in range(3):
                    for others in range(3):
                        args = fresh, banked, at, work[worker], close, seat, row, column, zeros, others
                        compact_tile(*args, bank, take, slots, grid, taken)


def compact(game: Solution, close: float = CLOSE) -> Policy:
    """The policy of a solved game, at most `close` worse at any single choice."""
    from numba import get_num_threads

    shape = (2, 3, 3, DICE, SWITCHES, game.size, game.size)
    bank, take = np.full(shape, NEVER, np.uint8), np.full(shape, NEVER, np.uint8)
    slots = np.full(game.size + 1, -1)
    slots[ways(game.size)] = np.arange(len(ways(game.size)))
    taken = np.zeros((2, 3, 3, DICE, len(hands(game.size)), len(ways(game.size)), len(ways(game.size))))
    tops = game.size + BEYOND + 2 * SIDE + MAX_GAIN + 1
    work = np.zeros((get_num_threads(), 4, tops, DICE, LANES))
    tables = game.fresh, game.banked, offsets(game.size)
    compact_all(*tables, work, close, bank, take, slots, hands(game.size), taken)
    return Policy(
        target=game.target,
        floor=game.floor,
        opening=(float(game.opening[FIRST]), float(game.opening[SECOND])),
        bank=deduplicated(bank),
        take=deduplicated(take),
        alone=compact_alone(game, close),
        fresh=game.fresh.astype(np.float32),
        thin=np.stack([game.entering, game.alone]).astype(np.float32),
        taken=taken.astype(np.float32),
    )


def deduplicated(switches: Bytes) -> SwitchTable:
    """Stores each list of switches once, the most frequent first."""
    rows = np.ascontiguousarray(np.moveaxis(switches, 4, -1))
    halves = rows.reshape(-1, SWITCHES).view(np.uint64)
    keys = halves[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ halves[:, 1]
    _, example, inverse, count = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(-count, kind="stable")
    rank = np.empty(len(order), np.uint32)
    rank[order] = np.arange(len(order))
    lists = rows.reshape(-1, SWITCHES)[example[order]]
    indices = rank[inverse]
    if not (lists[indices] == rows.reshape(-1, SWITCHES)).all():
        raise ValueError("two lists of switches share a key")
    return SwitchTable(indices.reshape(rows.shape[:-1]), lists)


def compact_alone(game: Solution, close: float) -> Bytes:
    """The switches of banking against a player without entry."""
    alone = np.full((2, 3, DICE, SWITCHES, game.size), NEVER, np.uint8)
    for seat in (FIRST, SECOND):
        for zeros in range(3):
            for total in range(game.size):
                stop, throw = turn_alone(game, seat, zeros, total)
                for dice in range(DICE):
                    better = stop[:, dice, 0] - throw[:, dice, 0]
                    end = max(MINIMUM, game.size - total)
                    switches(better, MINIMUM, end, close, alone[seat, zeros, dice, :, total])
    return alone
