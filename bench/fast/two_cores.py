"""How much faster two cores are than one, by wall time, beside a loop in C that shares nothing.

`python -m bench.fast.two_cores [GAME ...]`. On a machine that others use, two processes do not get two whole
cores: the same is measured of `limit.c` in the same rounds (one process, then two at once), and the ratio of
the two speed-ups is what the engine itself costs. Each speed-up is the median of the rounds.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bench.fast import OTHERS, PLAYERS, SLICE, compile_limit, run_limit
from cinq.fast import KERNELS, load
from cinq.fast.engine import Engine

ROUNDS, SAMPLE = 7, 2_000


def main() -> None:
    """Prints a row a game and one for the loop in C."""
    games = [name for name in sys.argv[1:] if name in KERNELS] or list(KERNELS)
    with tempfile.TemporaryDirectory() as folder:
        works: dict[str, Callable[[int], object]] = {"C": partial(_programs, compile_limit(Path(folder)))}
        works |= {name: _playouts(load(name), PLAYERS.get(name, OTHERS)) for name in games}
        found = dict[str, list[float]]()
        for _ in range(ROUNDS):
            for name, work in works.items():
                found.setdefault(name, []).append(_speed_up(work))
    print("| | two cores to one | relative to the loop in C |\n|---|---|---|")
    for name, ratios in found.items():
        print(f"| {name} | {median(ratios):.2f} × | {median(ratios) / median(found['C']):.2f} |")


def _speed_up(work: Callable[[int], object]) -> float:
    """Twice the work in two threads or processes, compared with the work in one."""
    return 2 * _seconds(partial(work, 1)) / _seconds(partial(work, 2))


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _programs(program: Path, count: int) -> None:
    """So many processes at once, each for the same CPU time."""
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(run_limit, [program] * count))


def _playouts(engine: Engine, players: int) -> Callable[[int], object]:
    """Playouts in so many threads, each with as many games as take SLICE seconds of CPU."""
    engine.playouts(SAMPLE, players)
    began = process_time()
    engine.playouts(SAMPLE, players)
    games = int(SAMPLE * SLICE / (process_time() - began))
    return lambda threads: engine.playouts(threads * games, players, threads=threads)


if __name__ == "__main__":
    main()
