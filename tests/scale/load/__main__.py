"""Measures growing numbers of tables on each way of serving, the same load on more workers, and idle tables.

Ends by itself: `--sizes` bounds the tables, `--seconds` the length of each figure. CPU is what the
kernel counted for each process; compare figures of one run. With `--keep FILE` figures are added to
those that are in the file, so that a large run can be made in pieces.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import msgspec
import uvloop
from tqdm import tqdm

from tests.scale.load import report
from tests.scale.load.deployments import Deployment, embedded, shared
from tests.scale.load.measure import growing, measured, put_away_kb
from tests.scale.load.players import Placing, anywhere, elsewhere, on_owner, opened
from tests.scale.load.report import Results

WAYS: dict[str, tuple[Callable[[], AbstractAsyncContextManager[Deployment]], Placing]] = {
    "embedded": (embedded, on_owner),
    "on the owner": (lambda: shared(2), on_owner),
    "elsewhere": (lambda: shared(2), elsewhere),
}
"""One embedded server; two workers, with the sockets on a table's owner or on the other one."""
SIZES = (100, 500, 1_000, 2_000, 5_000)
WORKERS = (1, 2, 4)
RATES, MOVES_PER_TABLE = (500, 1_000, 2_000, 3_000), 2
"""Moves a second that are offered to more workers, in all and at each table."""
RACING, IDLE = 200, 500
"""Tables that are played as fast as servers answer, and put away."""


class Run:
    """One run of `make load`."""

    def __init__(
        self,
        results: Results,
        ways: Sequence[str],
        sizes: Sequence[int],
        seconds: float,
        rounds: int,
        rates: Sequence[int] = RATES,
    ) -> None:
        self._results, self._seconds, self._rounds = results, seconds, rounds
        self._sizes, self._rates = sizes, rates
        self._ways = {name: WAYS[name] for name in ways}
        self._bar = tqdm(disable=None, unit="figures")

    async def grow(self) -> None:
        """Every way of serving with more and more tables."""
        for name, (made, placing) in self._ways.items():
            async for figures in growing(made(), placing, self._sizes, self._seconds):
                self._results.grown.setdefault(name, {})[figures.tables] = figures
                self._bar.update()

    async def race(self) -> None:
        """Every way of serving with players who never wait."""
        for name, (made, placing) in self._ways.items():
            async with made() as deployment:
                ports = [server.port for server in deployment.servers]
                tables = await opened(min(RACING, self._sizes[-1]), ports, placing, random.Random(1))
                self._results.raced[name] = await measured(deployment, tables, 0.0, self._seconds)
            self._bar.update()

    async def flat(self) -> None:
        """The same offered loads on more workers; with the sockets anywhere only the smallest load."""
        for _ in range(self._rounds):
            for workers in WORKERS:
                await self._flat("on the owner", on_owner, workers, self._rates)
                await self._flat("on any worker", anywhere, workers, self._rates[:1])

    async def _flat(self, where: str, placing: Placing, workers: int, rates: Sequence[int]) -> None:
        """Some loads on so many workers; of several rounds the one with the shortest delays is kept.

        While others keep servers from their core, moves are handled in larger groups, at less CPU.
        """
        sizes = [rate // MOVES_PER_TABLE for rate in rates]
        async for one in growing(
            shared(workers), placing, sizes, self._seconds, lambda tables: float(MOVES_PER_TABLE * tables)
        ):
            found = self._results.flat.setdefault(where, {}).setdefault(int(one.offered), {})
            found[workers] = min(found.get(workers, one), one, key=lambda figures: figures.delays[-1])
            self._bar.update()

    async def away(self) -> None:
        """What is left of tables that nobody is at."""
        self._results.away_kb = await put_away_kb(embedded(), min(IDLE, self._sizes[-1]))
        self._bar.update()


PARTS = ("grow", "race", "flat", "away")


async def run(one: Run, parts: Sequence[str], save: Callable[[], None]) -> None:
    """Some parts of a run, each saved when it is done."""
    for part in parts:
        await getattr(one, part)()
        save()


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="numbers of tables, growing")
    parser.add_argument("--seconds", type=float, default=15.0, help="seconds of each figure (default: 15)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds on more workers (default: 2)")
    parser.add_argument("--rates", type=int, nargs="*", default=RATES, help="moves a second on more workers")
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=PARTS, help="default: all")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS), help="default: all")
    parser.add_argument("--keep", type=Path, help="file of figures to add to (default: none)")
    parser.add_argument("--write", action="store_true", help="write docs/scale.md (default: only print)")
    a = parser.parse_args()
    results = Results()
    if a.keep is not None and a.keep.exists():
        results = msgspec.json.decode(a.keep.read_bytes(), type=Results)

    def save() -> None:
        if a.keep is not None:
            a.keep.write_bytes(msgspec.json.encode(results))

    uvloop.install()
    asyncio.run(run(Run(results, a.ways, a.sizes, a.seconds, a.rounds, a.rates), a.parts, save))
    print(text := report.text(results))
    if a.write:
        report.write(text)
        if results.grown:
            report.draw(results.grown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
