"""Compiled engines: moves per second of playouts and decisions per second of environments.

One core by CPU time, then two against one by wall time, slices in turns; random legal moves throughout. The
last row is the physical limit: Dix Mille in C (`fast_limit.c`, compiled here), over the same table of falls.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from cinq.fast import KERNELS, load
from cinq.fast.engine import Engine
from cinq.fast.environment import Environment

PLAYERS = {"dix-mille": 2}
OTHERS = 4
BATCH, ROUNDS, SLICE = 1024, 5, 0.5
WANTED = {"dix-mille": (75.0, 10.0)}
WANTED_OTHERS = (11.4, 3.2)


def main() -> None:
    """Print a row a game; the games may be named after the benchmark."""
    named = [name for name in sys.argv[1:] if name in KERNELS]
    print(
        "| game | players | playouts, M moves/s | wanted | environment, M decisions/s | wanted | two cores |"
    )
    print("|---|---|---|---|---|---|---|")
    for name in named or KERNELS:
        engine, players = load(name), PLAYERS.get(name, OTHERS)
        playouts, decisions, two = measure(engine, players)
        want, want_decisions = WANTED.get(name, WANTED_OTHERS)
        cells = f"{playouts:.1f} | {want} | {decisions:.1f} | {want_decisions} | {two:.2f} ×"
        print(f"| {name} | {players} | {cells} |", flush=True)
    if shutil.which("cc"):
        print(f"| Dix Mille in C | 2 | {limit():.1f} | | | | |")


def measure(engine: Engine, players: int) -> tuple[float, float, float]:
    """Millions of moves and of decisions a second on one core, and how much faster two cores are."""
    environment, games = engine.environment(BATCH, players, seed=1), _batch(engine, players)
    found: list[list[float]] = [[], [], []]
    for seed in range(ROUNDS):
        found[0].append(_rate(process_time, partial(_moves, engine, games, players, seed, 1)))
        found[1].append(_rate(process_time, lambda: _steps(environment)))
        one, two = (
            _rate(perf_counter, partial(_moves, engine, 8 * games, players, seed, threads))
            for threads in (1, 2)
        )
        found[2].append(two / one)
    playouts, decisions, ratio = (sorted(each)[len(each) // 2] for each in found)
    return playouts / 1e6, decisions / 1e6, ratio


def limit() -> float:
    """Millions of moves a second of the same playouts in C."""
    from cinq.fast.dix_mille.row import WORTH

    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "limit"
        source = Path(__file__).with_name("fast_limit.c")
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, source], check=True)
        table = " ".join(str(WORTH[fall]) for fall in range(len(WORTH)))
        said = [
            subprocess.run(
                [program, str(SLICE)], input=table, text=True, capture_output=True, check=True
            ).stdout
            for _ in range(ROUNDS)
        ]
    return sorted(float(line.split()[0]) for line in said)[ROUNDS // 2] / 1e6


def _batch(engine: Engine, players: int) -> int:
    """So many games that a call takes some hundredths of a second."""
    length = engine.playouts(50, players).moves / 50
    return max(10, int(500_000 / length))


def _moves(engine: Engine, games: int, players: int, seed: int, threads: int) -> int:
    return engine.playouts(games, players, seed=seed, threads=threads).moves


def _rate(clock: Callable[[], float], work: Callable[[], int]) -> float:
    began, done = clock(), 0
    while clock() - began < SLICE:
        done += work()
    return done / (clock() - began)


def _steps(environment: Environment) -> int:
    """Fifty steps of random legal actions."""
    for _ in range(50):
        environment.step(environment.choose())
    return 50 * environment.games


if __name__ == "__main__":
    main()
