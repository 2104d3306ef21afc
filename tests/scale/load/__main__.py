"""Measures growing numbers of tables on each way of serving, the same load on more workers, and idle tables.

Ends by itself: `--sizes` bounds the tables, `--seconds` the length of each figure. CPU is what the
kernel counted for each process; compare figures of one run.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

import uvloop
from tqdm import tqdm

from tests.scale.load import report
from tests.scale.load.deployments import Deployment, embedded, shared
from tests.scale.load.measure import Figures, growing, measured, put_away_kb
from tests.scale.load.players import Placing, elsewhere, on_owner, opened

WAYS: dict[str, tuple[Callable[[], AbstractAsyncContextManager[Deployment]], Placing]] = {
    "embedded": (embedded, on_owner),
    "two workers, sockets on the owner": (lambda: shared(2), on_owner),
    "two workers, sockets elsewhere": (lambda: shared(2), elsewhere),
}
SIZES = (100, 500, 1_000, 2_000, 5_000)
WORKERS = (1, 2, 4)
Step = Callable[[], object]
"""Moves the progress bar on."""
RACING, FLAT, IDLE = 200, 500, 500
"""Tables that are played as fast as servers answer, on more workers, and put away."""


async def curves(sizes: Sequence[int], seconds: float, step: Step) -> dict[str, list[Figures]]:
    """Every way of serving with more and more tables."""
    found: dict[str, list[Figures]] = {}
    for name, (made, placing) in WAYS.items():
        async for figures in growing(made(), placing, sizes, seconds):
            found.setdefault(name, []).append(figures)
            step()
    return found


async def races(tables: int, seconds: float, step: Step) -> dict[str, Figures]:
    """Every way of serving with players who never wait."""
    found = {}
    for name, (made, placing) in WAYS.items():
        async with made() as deployment:
            ports = [server.port for server in deployment.servers]
            playing = await opened(tables, ports, placing, random.Random(1))
            found[name] = await measured(deployment, playing, 0.0, seconds)
        step()
    return found


async def by_workers(tables: int, seconds: float, rounds: int, step: Step) -> dict[int, Figures]:
    """The same offered load on more workers, sockets on the owner; the least CPU of some rounds."""
    found: dict[int, Figures] = {}
    for _ in range(rounds):
        for workers in WORKERS:
            async for figures in growing(shared(workers), on_owner, [tables], seconds):
                found[workers] = min(found.get(workers, figures), figures, key=lambda one: one.total)
            step()
    return found


async def run(sizes: Sequence[int], seconds: float, rounds: int) -> tuple[str, dict[str, list[Figures]]]:
    """All of it, as text and as curves."""
    steps = len(WAYS) * (len(sizes) + 1) + rounds * len(WORKERS) + 1
    with tqdm(total=steps, disable=None) as bar:
        grown = await curves(sizes, seconds, bar.update)
        raced = await races(min(RACING, sizes[-1]), seconds, bar.update)
        worked = await by_workers(min(FLAT, sizes[-1]), seconds, rounds, bar.update)
        away = await put_away_kb(embedded(), min(IDLE, sizes[-1]))
        bar.update()
    offered = int(next(iter(worked.values())).offered)
    text = f"""Dix Mille for two, one move a second at each table up to 500 in all, for {seconds:.0f} s:

{report.growth_table(grown)}
{min(RACING, sizes[-1])} tables as fast as the servers answer:

{report.busy_table(raced)}
{offered} moves a second on more workers, sockets on the owner:

{report.workers_table(worked)}
A table that was put away (nobody is there, its journal stays) keeps {away:.1f} kB of memory.
"""
    return text, grown


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="numbers of tables, growing")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds of each figure (default: 15)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds on more workers (default: 2)")
    parser.add_argument("--write", action="store_true", help="write docs/scale.md (default: only print)")
    arguments = parser.parse_args()
    uvloop.install()
    text, grown = asyncio.run(run(arguments.sizes, arguments.seconds, arguments.rounds))
    print(text)
    if arguments.write:
        report.write(text)
        report.draw(grown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
