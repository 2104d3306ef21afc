"""The exact chance of one strategy of two-player Dix Mille against another.

Evaluates two given strategies with the sweeps of `sweep`, without their choices, once for each role. Both
play their last turn perfectly (DM-19), and both bank their entry at the first 300 (DM-11).
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numba import prange

from cinq.compiled import compiled
from cinq.solvers.dix_mille.heuristics import HEURISTICS, Heuristic
from cinq.solvers.dix_mille.odds import DICE, MAX_GAIN, MINIMUM, UNIT, failure, reach
from cinq.solvers.dix_mille.policy import NEVER, Bytes, Indices, Policy, SwitchTable
from cinq.solvers.dix_mille.solve import BEYOND, FIRST, SECOND, Mixing, Progress, bar
from cinq.solvers.dix_mille.sweep import (
    LANES,
    LOSE,
    PENALTY,
    SIDE,
    Floats,
    Ints,
    Singles,
    begin_tile,
    last_followed,
    offered,
    offsets,
    throw_on,
)

NO, YES = 0.0, 1.0


class Strategy(NamedTuple):
    """A strategy as switches; `fixed` if they are the same in every state, with one entry only."""

    bank: SwitchTable
    take: SwitchTable
    alone: Bytes
    enter_by_taking: tuple[bool, ...]
    fixed: bool


def perfect_strategy(policy: Policy) -> Strategy:
    """The solved policy as a strategy."""
    chance = reach(MINIMUM, DICE)
    taking = tuple(1.0 - failure(dice) > chance for dice in range(1, DICE + 1))
    return Strategy(policy.bank, policy.take, policy.alone, taking, fixed=False)


def heuristic_strategy(heuristic: Heuristic) -> Strategy:
    """A heuristic as a strategy."""
    page = np.arange(DICE, dtype=np.uint32).reshape(1, 1, 1, DICE, 1, 1)
    bank = np.array(
        [[points // UNIT if points < NEVER * UNIT else NEVER] for points in heuristic.bank], np.uint8
    )
    take = np.array([[MINIMUM if takes else NEVER] for takes in heuristic.take], np.uint8)
    alone = bank.reshape(1, 1, DICE, 1, 1)
    for table in (page, bank, take, alone):
        table.flags.writeable = (
            False  # like the tables read from the file, so that numba compiles once for both
        )
    return Strategy(SwitchTable(page, bank), SwitchTable(page, take), alone, heuristic.take, fixed=True)


@compiled()
def expand(switches: Bytes, stop: int, out: Floats) -> None:
    """Expands switches into 0 and 1 by points."""
    count = 0
    for points in range(stop):
        while count < len(switches) and switches[count] <= points and switches[count] != NEVER:
            count += 1
        out[points] = YES if count % 2 == 1 else NO


@compiled()
def expand_tile(
    page: Indices,
    lists: Bytes,
    fixed: bool,
    seat: int,
    row: int,
    column: int,
    zeros: int,
    others: int,
    stop: int,
    out: Floats,
) -> None:
    """Expands the switches of a whole tile into 0 and 1 by points, dice and lane."""
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        for dice in range(DICE):
            which = page[0, 0, 0, dice, 0, 0] if fixed else page[seat, zeros, others, dice, mine, theirs]
            expand(lists[which], stop, out[:, dice, lane])


@compiled()
def follow(best: Floats, throw: Floats, stops: Floats, lost: Floats, top: int, lanes: int) -> None:
    """Computes one turn backwards like `play_back`, with given choices."""
    for points in range(top, -1, -1):
        for dice in range(DICE):
            throw_on(best, throw, lost, points, dice, lanes)
            for lane in range(lanes):
                thrown, stopped = throw[points, dice, lane], best[points, dice, lane]
                best[points, dice, lane] = stopped if stops[points, dice, lane] == YES else thrown


@compiled()
def stop_when_there(stops: Floats, size: int, row: int, top: int) -> None:
    """Marks hands that reach the target as banked."""
    for lane in range(LANES):
        for points in range(max(MINIMUM, size - SIDE * row - lane // SIDE), top + 1):
            stops[points, :, lane] = YES


@compiled()
def answer(
    banked: Singles, at: Ints, throw: Floats, takes: Floats,
    size: int, seat: int, row: int, column: int, zeros: int, others: int,
) -> None:  # fmt: skip
    """Stores, for the hands below, the banker's chance after this mover's answer (DM-14)."""
    for lane in range(LANES):
        mine, theirs = SIDE * row + lane // SIDE, SIDE * column + lane % SIDE
        afresh = throw[0, DICE - 1, lane]
        for points in range(MINIMUM, theirs + 1):
            here = offered(at, size, seat, mine, theirs, zeros, others, points)
            for dice in range(DICE):
                value = throw[points, dice, lane] if takes[points, dice, lane] == YES else afresh
                banked[here + dice * LANES] = 1.0 - value


@compiled()
def follow_tile(
    mine_fresh: Floats, other_fresh: Floats, mine_banked: Singles, other_banked: Singles,
    at: Ints, work: Floats,
    bank: SwitchTable, take: SwitchTable, fixed: bool,
    seat: int, row: int, column: int, zeros: int, others: int,
) -> None:  # fmt: skip
    """Computes one tile for one mover, seat and pair of zero counts."""
    size = mine_fresh.shape[3]
    top = last_followed(size, seat, row, column, BEYOND)
    best, throw, choice, lost = work[0], work[1], work[2], work[3, 0, 0]
    begin_tile(best, lost, other_fresh, mine_banked, at, top, seat, row, column, zeros, others)
    expand_tile(bank.rows, bank.lists, fixed, seat, row, column, zeros, others, top + 1, choice)
    if fixed or seat == SECOND:
        stop_when_there(choice, size, row, top)
    follow(best, throw, choice, lost, top, LANES)
    expand_tile(take.rows, take.lists, fixed, seat, row, column, zeros, others, SIDE * column + SIDE, choice)
    answer(other_banked, at, throw, choice, size, seat, row, column, zeros, others)
    for lane in range(LANES):
        value = throw[0, DICE - 1, lane]
        mine_fresh[seat, zeros, others, SIDE * row + lane // SIDE, SIDE * column + lane % SIDE] = value


@compiled(parallel=True)
def follow_diagonal(
    fresh: Floats, banked: Singles, at: Ints, work: Floats,
    bank: SwitchTable, take: SwitchTable, fixed: bool,
    other_bank: SwitchTable, other_take: SwitchTable, other_fixed: bool,
    diagonal: int,
) -> None:  # fmt: skip
    """Computes all tiles of one diagonal for both roles, most zeros first."""
    rows = fresh.shape[4] // SIDE
    workers = work.shape[0]
    for worker in prange(workers):
        for row in range(max(0, diagonal - rows + 1) + worker, diagonal // 2 + 1, workers):
            for count in range(4, -1, -1):
                for zeros in range(max(0, count - 2), min(2, count) + 1):
                    for seat in range(2):
                        for mirror in range(1 if 2 * row == diagonal else 2):
                            here = row if mirror == 0 else diagonal - row
                            where = seat, here, diagonal - here, zeros, count - zeros
                            tables = banked[0], banked[1], at, work[worker]
                            follow_tile(fresh[0], fresh[1], *tables, bank, take, fixed, *where)
                            tables = banked[1], banked[0], at, work[worker]
                            follow_tile(
                                fresh[1], fresh[0], *tables, other_bank, other_take, other_fixed, *where
                            )


class Loss(NamedTuple):
    """A strategy's chance against perfect play, sitting first and sitting second."""

    name: str
    first: float
    second: float


class Match:
    """One strategy (role 0) against another (role 1); all values are the mover's, by the mover's role."""

    def __init__(self, policy: Policy, one: Strategy, other: Strategy) -> None:
        from numba import get_num_threads

        self.players = one, other
        self.size = int(policy.fresh.shape[3])
        self.zero = -policy.floor // UNIT
        self.at = offsets(self.size)
        self.fresh = np.stack([policy.fresh.astype(np.float64)] * 2)
        self.banked = np.full((2, int(self.at[-1])), 0.5, np.float32)
        self.entering, self.alone = np.full((2, 2, 2, 3, self.size), 0.5)
        rows = self.size + BEYOND + 2 * SIDE + MAX_GAIN + 1
        self.work = np.zeros((get_num_threads(), 4, rows, DICE, LANES))

    def sweep(self, progress: Progress | None = None, name: str = "") -> float:
        """One pass over all totals from the highest down; returns the largest change."""
        before = self.fresh.copy()
        one, other = ((p.bank, p.take, p.fixed) for p in self.players)
        last = 2 * (self.size // SIDE) - 2
        for diagonal in range(last, -1, -1):
            follow_diagonal(self.fresh, self.banked, self.at, self.work, *one, *other, diagonal)
            if progress is not None:
                progress(name, last - diagonal, last)
        return float(np.abs(self.fresh - before).max())

    def solve_entered(self, tolerance: float = 1e-6, progress: Progress | None = None) -> None:
        """Sweeps and mixes until no value changes by more than the tolerance."""
        mixing, moved = Mixing(), 1.0
        while True:
            before = self.fresh.copy()
            moved = self.sweep(progress, f"moving {moved:.0e}")
            if moved < tolerance:
                return
            self.fresh[...] = mixing(before, self.fresh)

    def solve_entries(self, tolerance: float = 1e-7) -> None:
        """Solves the states in which somebody has no entry yet."""
        moved = 1.0
        while moved > tolerance:
            before = self.alone.copy()
            for total in range(self.size - 1, -1, -1):
                for zeros, seat, role in np.ndindex(3, 2, 2):
                    self.enter(role, seat, 2 - zeros, total)
                    self.play_alone(role, seat, 2 - zeros, total)
            moved = float(np.abs(self.alone - before).max())

    def stakes(self, role: int, seat: int, zeros: int, totals: slice) -> tuple[Floats, Floats]:
        """A mover without entry: the chance once entered, and after a lost hand."""
        entered = 1.0 - self.fresh[1 - role, 1 - seat, zeros, 0, totals, self.zero]
        return entered, 1.0 - self.alone[1 - role, 1 - seat, zeros, totals]

    def enter(self, role: int, seat: int, zeros: int, total: int) -> None:
        """Computes the state of a mover without entry who starts a fresh hand."""
        (entered,), (lost,) = self.stakes(role, seat, zeros, slice(total, total + 1))
        chance = reach(MINIMUM, DICE)
        self.entering[role, seat, zeros, total] = chance * entered + (1.0 - chance) * lost

    def play_alone(self, role: int, seat: int, zeros: int, total: int) -> None:
        """Computes the state of a mover with entry against a player without, who may take over (DM-18)."""
        need = max(MINIMUM, self.size - total)
        best = np.ones((need + MINIMUM + 1 + MAX_GAIN, DICE, 1))
        totals = slice(total + MINIMUM, self.size)
        entered, lost = self.stakes(1 - role, 1 - seat, zeros, totals)
        for dice in range(DICE):
            taken = LOSE[dice] * lost + (1.0 - LOSE[dice]) * entered
            taking = self.players[1 - role].enter_by_taking[dice]
            value = taken if taking else self.entering[1 - role, 1 - seat, zeros, totals]
            best[MINIMUM : MINIMUM + len(value), dice, 0] = 1.0 - value
        others = self.entering[1 - role, 1 - seat]
        after = others[zeros + 1, total] if zeros < 2 else others[0, max(total - PENALTY, 0)]
        throw = np.zeros_like(best)
        stops = self.stops_alone(role, seat, zeros, total, need)
        follow(best, throw, stops, np.array([1.0 - after]), need, 1)
        self.alone[role, seat, zeros, total] = throw[0, DICE - 1, 0]

    def stops_alone(self, role: int, seat: int, zeros: int, total: int, need: int) -> Floats:
        """Where the mover banks against a player without entry, by points and dice."""
        player = self.players[role]
        stops = np.zeros((need + 1, DICE, 1))
        for dice in range(DICE):
            column = (
                player.alone[0, 0, dice, :, 0] if player.fixed else player.alone[seat, zeros, dice, :, total]
            )
            expand(column, need, stops[:, dice, 0])
        stops[need] = YES
        return stops

    def chances(self) -> tuple[float, float]:
        """Role 0's chance to win the whole game sitting first, and sitting second."""
        chance = reach(MINIMUM, DICE)
        entered = chance * (1.0 - self.entering[::-1, ::-1, 0, self.zero]) + 1.0 - chance
        # x[role, seat] = entered[role, seat] − (1 − chance) · x[other role, other seat]
        pair = entered - (1.0 - chance) * entered[::-1, ::-1]
        x = pair / (1.0 - (1.0 - chance) ** 2)
        return float(x[0, FIRST]), float(1.0 - x[1, FIRST])


def chances(
    policy: Policy, one: Strategy, other: Strategy, progress: Progress | None = None
) -> tuple[float, float]:
    """The first player's exact chance against the other one, sitting first and sitting second."""
    match = Match(policy, one, other)
    match.solve_entered(progress=progress)
    match.solve_entries()
    return match.chances()


def losses(policy: Policy, progress: Progress | None = None, tolerance: float = 1e-5) -> Iterator[Loss]:
    """Each heuristic against perfect play; each computation starts from the values of the last."""
    champion = perfect_strategy(policy)
    match = Match(policy, champion, champion)
    for name, heuristic in HEURISTICS.items():
        match.players = heuristic_strategy(heuristic), champion
        match.solve_entered(tolerance, progress)
        match.solve_entries(tolerance)
        yield Loss(name, *match.chances())


def main() -> int:
    """Prints the table of docs/dix-mille-solved.md; takes minutes for each heuristic."""
    with bar() as progress:
        for name, first, second in losses(Policy.load(), progress):
            print(f"{name:55} {first:.4f} {second:.4f} {0.5 - (first + second) / 2:.4f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
