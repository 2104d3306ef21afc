"""How much faster two cores are than one, by wall time: two threads, two processes, and a loop in C.

`python -m bench.fast.two_cores [GAME ...]`. Two cores of a virtual machine may be one core of the host: two
programs then slow each other down even if they share nothing. Therefore two processes of each game and two of
`limit.c` are measured in the same rounds: what two threads lack beside two processes is what the engine
costs, the rest is the machine's. Each speed-up is the median of the rounds.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bench.fast import OTHERS, PLAYERS, SLICE, compile_limit, run_limit
from cinq.fast import KERNELS, load

ROUNDS, SAMPLE = 7, 2_000
Work = Callable[[int], float]
"""Does so many times the work at once; returns how much was done."""


def main() -> None:
    """Prints a row a game and one for the loop in C."""
    games = [name for name in sys.argv[1:] if name in KERNELS] or list(KERNELS)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(2, get_context("spawn")) as pool:
        works: dict[str, Work] = {"C": partial(_programs, compile_limit(Path(folder)))}
        for name in games:
            works |= {f"{name}, threads": _threads(name), f"{name}, processes": _processes(name, pool)}
        found = dict[str, list[float]]()
        for _ in range(ROUNDS):
            for name, work in works.items():
                found.setdefault(name, []).append(_speed(work, 2) / _speed(work, 1))
    print("| | two threads | two processes |\n|---|---|---|")
    for name in games:
        threads, processes = (median(found[f"{name}, {kind}"]) for kind in ("threads", "processes"))
        print(f"| {name} | {threads:.2f} × | {processes:.2f} × |")
    print(f"| the loop in C | | {median(found['C']):.2f} × |")


def _speed(work: Work, count: int) -> float:
    """Work done in a second of wall time."""
    began = perf_counter()
    done = work(count)
    return done / (perf_counter() - began)


def _programs(program: Path, count: int) -> float:
    """Processes of the loop in C, each for the same CPU time: moves of all."""
    with ThreadPoolExecutor(count) as pool:
        return sum(pool.map(run_limit, [program] * count))


def _threads(name: str) -> Work:
    engine, players, games = load(name), PLAYERS.get(name, OTHERS), _games(name)
    return lambda count: engine.playouts(count * games, players, threads=count).moves


def _processes(name: str, pool: ProcessPoolExecutor) -> Work:
    games = _games(name)
    for each in [pool.submit(_play, name, SAMPLE, seed) for seed in range(4)]:  # both load the engine
        each.result()
    return lambda count: sum(pool.map(partial(_play, name, games), range(count)))


def _play(name: str, games: int, seed: int) -> int:
    return load(name).playouts(games, PLAYERS.get(name, OTHERS), seed=seed).moves


def _games(name: str) -> int:
    """As many games as take SLICE seconds of CPU."""
    _play(name, SAMPLE, 0)
    began = process_time()
    _play(name, SAMPLE, 0)
    return int(SAMPLE * SLICE / (process_time() - began))


if __name__ == "__main__":
    main()
