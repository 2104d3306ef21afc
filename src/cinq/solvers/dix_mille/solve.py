"""Solves two-player Dix Mille exactly: `cinq solve dix-mille`.

Owns the order of the work and the output; the compiled loops are in `sweep`, the odds of a throw in
`odds`. The game has the default options: entry, minimum of 300, zeros, takeover, last round.

Banking leads to a higher sum of totals and a lost hand to one more zero, so states are computed from the
highest totals down; only the third zero (500 off, DM-13) needs a state that is not computed yet. One sweep
maps old values to new ones and about halves the error; Anderson acceleration over the last few sweeps
makes it several times faster.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cinq.solvers.dix_mille.odds import DICE, MAX_GAIN, MINIMUM, UNIT, failure, reach
from cinq.solvers.dix_mille.sweep import (
    LANES,
    PENALTY,
    SIDE,
    Floats,
    Ints,
    Singles,
    offsets,
    play_back,
    solve_diagonal,
)

FIRST, SECOND = 0, 1
FLOOR = -3_000
"""Totals below this are treated as this; docs/dix-mille-solved.md says how little it matters."""
BEYOND = 50
"""Units past the target up to which the first seat's hand is computed one by one."""
TOLERANCE = 2e-7
ROUGHLY = 1e-3
SHORT = 64
"""A game with at most this number of totals starts from one half everywhere."""
MEMORY = 12e9
"""Bytes that a solution may take."""
MEMORY_OF_MIXING = 5

Progress = Callable[[str, int, int], None]
"""Called with the name of the sweep, how many diagonals are done, and of how many."""


@dataclass
class Solution:
    """All values of a solved game: chances to win of whoever is to move, by seat, zeros and totals."""

    target: int
    floor: int
    fresh: Floats
    """[seat, my zeros, their zeros, my total, their total], both entered, no offer."""
    banked: Singles
    """The banker's chance after each hand banked; see `sweep`."""
    entering: Floats
    """[seat, their zeros, their total]: the mover has no entry, the other one has."""
    alone: Floats
    """[seat, my zeros, my total]: the mover has entry, the other one has not."""
    opening: Floats
    """[seat]: nobody has entry."""
    residual: float = 1.0
    sweeps: int = 0
    seconds: float = 0.0

    @property
    def size(self) -> int:
        """Totals from the floor to just below the target, in units."""
        return int(self.fresh.shape[3])

    @property
    def zero(self) -> int:
        """Where a total of 0 stands."""
        return -self.floor // UNIT

    @property
    def first_seat_wins(self) -> float:
        """The chance of the winner of the opening die under perfect play by both."""
        return float(self.opening[FIRST])


def fitting_floor(target: int, floor: int) -> int:
    """The nearest floor at or below this one that cuts the totals into whole tiles."""
    return floor - (floor - target) % (SIDE * UNIT)


def needed_memory(target: int, floor: int = FLOOR) -> int:
    """Bytes that solving takes, by far the most of it for the banked hands."""
    size = (target - fitting_floor(target, floor)) // UNIT
    return int(offsets(size)[-1]) * 4 + 18 * size * size * 8 * (2 * MEMORY_OF_MIXING + 4)


def blank(target: int, floor: int = FLOOR) -> Solution:
    """A game before solving: every chance is one half."""
    floor = fitting_floor(target, floor)
    size = (target - floor) // UNIT
    banked = np.full(int(offsets(size)[-1]), 0.5, np.float32)
    fresh, entering, alone = (
        np.full((2, *shape), 0.5) for shape in [(3, 3, size, size), (3, size), (3, size)]
    )
    return Solution(target, floor, fresh, banked, entering, alone, np.full(2, 0.5))


def solve(
    target: int = 10_000, floor: int = FLOOR, tolerance: float = TOLERANCE, progress: Progress | None = None
) -> Solution:
    """Solves the game to `target` until no value changes by more than the tolerance."""
    began = time.perf_counter()
    game = blank(target, floor)
    solve_entered(game, tolerance, progress)
    solve_entries(game, tolerance)
    game.seconds = time.perf_counter() - began
    return game


def solve_entered(game: Solution, tolerance: float, progress: Progress | None = None) -> None:
    """Sweeps and mixes until the values converge; the last sweep is not mixed."""
    start_from_shorter(game, progress)
    sweep = Sweeper(game, progress)
    mixing = Mixing()
    while True:
        before = game.fresh.copy()
        game.residual = sweep()
        game.sweeps += 1
        if game.residual < tolerance:
            return
        game.fresh[...] = mixing(before, game.fresh)


def start_from_shorter(game: Solution, progress: Progress | None) -> None:
    """Starts a long game with the roughly solved values of one half as long, stretched."""
    if game.size <= SHORT:
        return
    half = -(-game.size // (2 * SIDE)) * SIDE
    shorter = blank(half * UNIT, 0)
    solve_entered(shorter, ROUGHLY, progress)
    ahead, behind = stretched(game.size, half)
    game.fresh[...] = shorter.fresh[:, :, :, ahead, behind]


def stretched(size: int, half: int) -> tuple[Ints, Ints]:
    """The corresponding totals of a game half as long: leads grow like the root of the points missing."""
    way = size - np.arange(size, dtype=np.float64)
    mean, lead = (way[:, None] + way) / 2, (way - way[:, None]) / 2
    shrink = (np.sqrt(lead**2 + 4 * mean * half) - np.abs(lead)) / (2 * mean)
    shrink = np.minimum(1.0, shrink)
    mine, theirs = (mean * shrink**2 + side * lead * shrink for side in (-1, 1))
    return tuple(np.clip(half - np.rint(way), 0, half - 1).astype(np.int64) for way in (mine, theirs))


class Sweeper:
    """Passes over all totals from the highest down, on all cores; keeps the work arrays."""

    def __init__(self, game: Solution, progress: Progress | None = None) -> None:
        from numba import get_num_threads

        workers = get_num_threads()
        tops = game.size + BEYOND + 2 * SIDE
        self.game = game
        self.progress = progress
        self.at: Ints = offsets(game.size)
        self.best = np.zeros((workers, tops + MAX_GAIN + 1, DICE, LANES))
        self.throw = np.zeros((workers, tops + 1, DICE, LANES))
        self.lost = np.zeros((workers, LANES))

    def __call__(self) -> float:
        """One pass; returns the largest change of any value."""
        game, moved = self.game, 0.0
        last = 2 * (game.size // SIDE) - 2
        for diagonal in range(last, -1, -1):
            args = game.fresh, game.banked, self.at, self.best, self.throw, self.lost, BEYOND, diagonal
            moved = max(moved, solve_diagonal(*args))
            if self.progress is not None:
                self.progress(f"sweep {game.sweeps + 1}, moving {game.residual:.0e}", last - diagonal, last)
        return moved


class Mixing:
    """Anderson acceleration: the next start is the mix of past sweeps that would have changed least."""

    def __init__(self, memory: int = MEMORY_OF_MIXING) -> None:
        self.memory = memory
        self.results: list[Floats] = []
        self.moves: list[Floats] = []

    def __call__(self, before: Floats, after: Floats) -> Floats:
        """A better start for the next sweep than the result of this one."""
        self.results = [*self.results, after.ravel().copy()][-self.memory :]
        self.moves = [*self.moves, (after - before).ravel()][-self.memory :]
        if len(self.moves) < 2:
            return after
        weights = least_move(self.moves)
        mixed = sum((w * r for w, r in zip(weights, self.results, strict=True)), np.zeros(after.size))
        return np.clip(mixed, 0.0, 1.0).reshape(after.shape)


def least_move(moves: list[Floats]) -> Floats:
    """Weights that sum to 1 and make the mixed change as small as possible."""
    last = moves[-1]
    steps = np.array([last - m for m in moves[:-1]])
    gram = steps @ steps.T
    gram += np.eye(len(gram)) * 1e-12 * gram.trace()
    back = np.linalg.solve(gram, steps @ last)
    return np.append(back, 1.0 - back.sum())


def solve_entries(game: Solution, tolerance: float) -> None:
    """Solves the states in which somebody has no entry yet (DM-11, DM-17, DM-18), by the same sweeps."""
    moved = 1.0
    while moved > tolerance / 10:
        moved = 0.0
        for total in range(game.size - 1, -1, -1):
            for zeros in (2, 1, 0):
                for seat in (FIRST, SECOND):
                    moved = max(moved, enter(game, seat, zeros, total), play_alone(game, seat, zeros, total))
    solve_opening(game)


def enter(game: Solution, seat: int, zeros: int, total: int) -> float:
    """The chance of a mover without entry: any 300 is enough, and leaves nothing to take over (DM-17)."""
    (entered,), (lost,) = entry_stakes(game, seat, zeros, slice(total, total + 1))
    chance = reach(MINIMUM, DICE)
    value = chance * entered + (1.0 - chance) * lost
    moved = abs(value - game.entering[seat, zeros, total])
    game.entering[seat, zeros, total] = value
    return float(moved)


def entry_stakes(game: Solution, seat: int, zeros: int, totals: slice) -> tuple[Floats, Floats]:
    """The mover's chance once entered, and after a lost hand, which is no zero before entry (DM-11)."""
    return 1.0 - game.fresh[1 - seat, zeros, 0, totals, game.zero], 1.0 - game.alone[1 - seat, zeros, totals]


def banked_alone(game: Solution, seat: int, zeros: int, total: int) -> Floats:
    """The chance after banking, by points and dice; the other has no entry and may take over (DM-18)."""
    best = np.ones((game.size - total + MINIMUM + 1 + MAX_GAIN, DICE, 1))
    totals = slice(total + MINIMUM, game.size)
    entered, lost = entry_stakes(game, 1 - seat, zeros, totals)
    for dice in range(DICE):
        lose = failure(dice + 1)
        taken = lose * lost + (1.0 - lose) * entered
        answer = np.maximum(taken, game.entering[1 - seat, zeros, totals])
        best[MINIMUM : MINIMUM + len(answer), dice, 0] = 1.0 - answer
    return best


def turn_alone(game: Solution, seat: int, zeros: int, total: int) -> tuple[Floats, Floats]:
    """The chances of banking and throwing against a player without entry, by points and dice."""
    stop = banked_alone(game, seat, zeros, total)
    best, throw = stop.copy(), np.zeros_like(stop)
    others = game.entering[1 - seat]
    after = others[zeros + 1, total] if zeros < 2 else others[0, max(total - PENALTY, 0)]
    play_back(best, throw, np.array([1.0 - after]), max(MINIMUM, game.size - total), 1)
    return stop, throw


def play_alone(game: Solution, seat: int, zeros: int, total: int) -> float:
    """The chance of a mover with entry against a player without; reaching the target wins."""
    _, throw = turn_alone(game, seat, zeros, total)
    moved = abs(throw[0, DICE - 1, 0] - game.alone[seat, zeros, total])
    game.alone[seat, zeros, total] = throw[0, DICE - 1, 0]
    return float(moved)


def solve_opening(game: Solution) -> None:
    """Nobody has entry: solves x = chance · entered + (1 − chance) · (1 − the other's x), for both seats."""
    chance = reach(MINIMUM, DICE)
    entered = chance * (1.0 - game.entering[::-1, 0, game.zero])
    matrix = np.array([[1.0, 1.0 - chance], [1.0 - chance, 1.0]])
    game.opening[:] = np.linalg.solve(matrix, entered + 1.0 - chance)


def refuse(target: int) -> str | None:
    """The reason why this target cannot be solved, or None."""
    if target % UNIT or not 1_000 <= target <= 20_000:
        return f"target: a multiple of {UNIT} from 1000 to 20000, not {target}"
    need = needed_memory(target)
    if need > MEMORY:
        return f"target {target} needs {need / 1e9:.0f} GB of memory; at most {MEMORY / 1e9:.0f} GB are used"
    return None


def main(target: int = 10_000, as_json: bool = False, policy: str | None = None, floor: int = FLOOR) -> int:
    """Solves and prints; with `policy`, also writes the compact policy to that file."""
    if (refusal := refuse(target)) is not None:
        print(refusal, file=sys.stderr)
        return 2
    with bar() as progress:
        game = solve(target, floor, progress=progress)
    if policy is not None:
        from cinq.solvers.dix_mille.compact import compact
        from cinq.solvers.dix_mille.policy import write

        write(compact(game), Path(policy))
    print_solution(game, as_json)
    return 0


@contextmanager
def bar() -> Iterator[Progress]:
    """A progress bar on a terminal; silent elsewhere."""
    from tqdm import tqdm

    with tqdm(disable=None, unit="diagonal", leave=False) as line:

        def show(what: str, done: int, total: int) -> None:
            line.set_description(what, refresh=False)
            line.total = total
            line.update(done - line.n) if done >= line.n else line.reset(total)

        yield show


def print_solution(game: Solution, as_json: bool) -> None:
    """Prints the result in a few lines, or as one line of JSON."""
    numbers = {
        "target": game.target,
        "first_seat_wins": game.first_seat_wins,
        "residual": game.residual,
        "floor": game.floor,
        "seconds": round(game.seconds, 1),
    }
    if as_json:
        print(json.dumps(numbers))
        return
    print(f"Dix Mille to {game.target}, two players, both perfect")
    print(f"  first seat wins  {game.first_seat_wins:.6f}")
    print(f"  residual         {game.residual:.1e}")
    print(f"  floor            {game.floor}")
    print(f"  time             {game.seconds:.1f} s, {game.sweeps} sweeps")


if __name__ == "__main__":
    goal, *file = sys.argv[1:] or ["10000"]
    raise SystemExit(main(int(goal), policy=file[0] if file else None))
