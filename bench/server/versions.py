"""Two versions of Cinq beside each other: what a move costs now, against another checkout.

`python -m bench.server.versions COMMIT` starts the server of this checkout and that of another
version, both with the libraries of this one, and lets the same client play at them in turn: a slice of
moves here, a slice there, while the other server is idle. Prints this version's figures as ratios to
the other's; CPU time is the stable one. Reports, and fails nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.server import BUSY, WARM, Figures, calm, opened, use_uvloop
from bench.server.servers import Process
from bench.server.tables import CinqTable
from bench.written import README, put

SLICE, SLICES = 60, 3
"""Moves of each table in a slice, and slices of one pair of servers: most games last longer."""
MEMORY_TABLES, MEMORY_SECONDS = 300, 3.0
HERE = Path(__file__).parents[2]
COMMAND = "python -m bench.server.versions --write"
FIGURES = (("moves/s", 0), ("cpu ms/move", 4), ("bytes/move", 0))
"""What is compared, and with how many digits."""
Checkouts = tuple[Path, Path]
"""The folders of this version and of the other."""


class SliceTable(CinqTable):
    """Plays as fast as it is answered, up to a number of moves."""

    until = 0

    def update_received(self) -> None:
        before = self.moves
        super().update_received()
        if before < self.moves < self.until:
            self.move()


class Version:
    """One checkout's server, with its tables."""

    def __init__(self, checkout: Path) -> None:
        self.server = Process("cinq", checkout)
        self._tables: list[SliceTable] = []

    async def open(self) -> None:
        """Open the tables and play the first moves, which are not measured."""
        self._tables = await opened(lambda: SliceTable(self.server.port, False), BUSY)
        await self._play(WARM)

    async def _play(self, moves: int) -> int:
        """Play so many more moves at each table, as fast as the server answers; how many in all."""
        before = self._moves()
        for table in self._tables:
            table.until += moves
            table.move()
        await asyncio.wait_for(self._rest(), 120)
        return self._moves() - before

    async def _rest(self) -> None:
        """Wait until every table has made its moves, or its game has ended."""
        while any(table.moves < table.until and table.seat >= 0 for table in self._tables):
            await asyncio.sleep(0.02)

    def _moves(self) -> int:
        return sum(table.moves for table in self._tables)

    async def slice(self) -> Figures:
        """The figures of one slice of moves."""
        start, cpu, received = time.perf_counter(), self.server.cpu(), self._received()
        count = await self._play(SLICE)
        return {
            "moves/s": count / (time.perf_counter() - start),
            "cpu ms/move": 1000 * (self.server.cpu() - cpu) / count,
            "bytes/move": (self._received() - received) / count,
        }

    def _received(self) -> int:
        return sum(table.received() for table in self._tables)


async def pair(checkouts: Checkouts) -> list[tuple[Figures, Figures]]:
    """Slices of both versions in turn, each pair beginning with the other one."""
    versions = [Version(checkout) for checkout in checkouts]
    try:
        for version in versions:
            await version.open()
        pairs = []
        for number in range(SLICES):
            order = (0, 1) if number % 2 else (1, 0)
            found = {at: await versions[at].slice() for at in order}
            pairs.append((found[0], found[1]))
        return pairs
    finally:
        for version in versions:
            version.server.stop()


def memory(checkouts: Checkouts) -> tuple[Figures, Figures]:
    """The memory of a table of each version."""
    ours, theirs = (asyncio.run(calm("cinq", MEMORY_TABLES, MEMORY_SECONDS, one)) for one in checkouts)
    return ours, theirs


def row(pairs: list[tuple[Figures, Figures]], name: str, digits: int) -> str:
    """One figure as a row: medians of both, the median ratio, and all ratios."""
    ratios = [ours[name] / theirs[name] for ours, theirs in pairs]
    middle = [statistics.median(found[side][name] for found in pairs) for side in (0, 1)]
    each = ", ".join(f"{ratio:.2f}" for ratio in ratios)
    now, then = (f"{value:,.{digits}f}" for value in middle)
    return f"| {name} | {now} | {then} | {statistics.median(ratios):.3f} | {each} |"


@contextmanager
def checked_out(version: str) -> Iterator[Path]:
    """A folder with another version: that folder itself, or a commit in a folder of its own for a while."""
    if Path(version).is_dir():
        yield Path(version)
        return
    git = ["git", "-C", str(HERE), "worktree"]
    with tempfile.TemporaryDirectory(prefix="cinq-version-") as folder:
        subprocess.run([*git, "add", "--quiet", "--detach", folder, version], check=True)
        try:
            yield Path(folder)
        finally:
            subprocess.run([*git, "remove", "--force", folder], check=True)


def measure(checkouts: Checkouts, count: int, with_memory: bool) -> str:
    """Measure pairs: a Markdown table."""
    pairs = [found for _ in range(count) for found in asyncio.run(pair(checkouts))]
    lines = ["| | this version | the other | ratio | every pair |", "|---|---|---|---|---|"]
    lines += [row(pairs, name, digits) for name, digits in FIGURES]
    if with_memory:
        lines.append(row([memory(checkouts)], "kB/table", 1))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="a commit, or the folder of another checkout")
    parser.add_argument("--pairs", type=int, default=2, help="pairs of servers, of 3 slices (default: 2)")
    parser.add_argument("--memory", action="store_true", help="measure memory a table too (default: no)")
    parser.add_argument("--write", action="store_true", help="write bench/README.md (default: only print)")
    args = parser.parse_args()
    use_uvloop()
    with checked_out(args.version) as other:
        print(table := measure((HERE, other), args.pairs, args.memory))
    if args.write:
        put(README, COMMAND, table)


if __name__ == "__main__":
    main()
