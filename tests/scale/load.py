"""`make load`: what a move costs each process, embedded and scaled; writes the table of docs/scale.md.

The same players play the same game on one embedded server, on the server that owns their tables,
and on one that does not. CPU is what the kernel counted for each process, so a busy machine
changes the figures little; compare them within one run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.scale.history import Party
from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker
from tests.server.client import Server

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
BEGIN, END = "<!-- written by make load -->\n", "<!-- end of make load -->\n"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Load:
    """What one way of serving cost."""

    name: str
    moves: int
    seconds: float
    cpu: dict[str, float]
    """CPU seconds by kind of process."""
    table_kb: float
    """Growth of the owner's memory for each table."""

    def each(self, kind: str) -> float:
        """Microseconds of CPU a move."""
        return self.cpu.get(kind, 0.0) / self.moves * 1e6

    @property
    def total(self) -> float:
        return sum(map(self.each, self.cpu))


def cpu(pid: int) -> float:
    """CPU seconds of a process, of its children that live and of those it has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(cpu(int(child)) for child in children)


def resident(pid: int) -> float:
    """Kilobytes of memory."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(float(row.split()[1]) for row in rows if row.startswith("VmRSS"))


def pid_of(process: object) -> int:
    return int(process.pid)  # type: ignore[attr-defined]


Processes = Mapping[str, Sequence[int]]
"""Process ids by kind."""


async def measure(
    name: str,
    owner: Server,
    used: Server,
    processes: Mapping[str, Sequence[int]],
    tables: int,
    seconds: float,
) -> Load:
    """Make tables on one server and play on another (or the same) for some seconds."""
    party, before = Party([owner], 0), resident(pid_of(owner.process))
    for _ in range(tables):
        await asyncio.to_thread(party.open)
    party.servers = [used]
    for player in party.all():
        player.servers = [used]
    party.start()
    await party.progress(time.monotonic(), 120)
    began, first = time.monotonic(), {kind: sum(map(cpu, pids)) for kind, pids in processes.items()}
    counted = len(party.all())
    acknowledged = sum(len(player.acknowledged) for player in party.all())
    await asyncio.sleep(seconds)
    moves = sum(len(player.acknowledged) for player in party.all()) - acknowledged
    spent = {kind: sum(map(cpu, pids)) - first[kind] for kind, pids in processes.items()}
    grown = resident(pid_of(owner.process)) - before
    took = time.monotonic() - began
    await party.end()
    assert counted and moves
    return Load(name, moves, took, spent, grown / tables)


async def compare(tables: int, seconds: float) -> list[Load]:
    """Embedded, on the owner, and elsewhere."""
    folder = Path(tempfile.mkdtemp(prefix="cinq-load-"))
    found: list[Load] = []
    embedded = Server(folder / "data")
    await asyncio.to_thread(embedded.start)
    try:
        processes = {"worker": [pid_of(embedded.process)]}
        found.append(await measure("embedded", embedded, embedded, processes, tables, seconds))
    finally:
        embedded.kill()
    postgres, redis = Postgres(), Redis()
    workers = [Worker(folder / "w", postgres.url, redis.url) for _ in range(2)]
    try:
        postgres.start()
        redis.start()
        for worker in workers:
            await asyncio.to_thread(worker.start)
        processes = {
            "worker": [pid_of(worker.process) for worker in workers],
            "PostgreSQL": [pid_of(postgres.process)],
            "Redis": [pid_of(redis.process)],
        }
        owner, other = workers
        found.append(await measure("sockets on the owner", owner, owner, processes, tables, seconds))
        found.append(await measure("sockets elsewhere", owner, other, processes, tables, seconds))
    finally:
        for worker in workers:
            worker.end()
        postgres.end()
        redis.end()
    return found


def table(loads: Sequence[Load], tables: int) -> str:
    """The figures as a table."""
    rows = [
        f"{tables} tables of two players, one game (Dix Mille), every move durable before it is answered.\n",
        "| | moves/s | worker µs | PostgreSQL µs | Redis µs | sum µs | × embedded | kB a table |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in loads:
        spent = [f"{one.each(kind):.0f}" for kind in ("worker", "PostgreSQL", "Redis")]
        ratio = f"{one.total / loads[0].total:.1f}"
        cells = [one.name, f"{one.moves / one.seconds:.0f}", *spent, f"{one.total:.0f}", ratio]
        rows.append(f"| {' | '.join(cells)} | {one.table_kb:.0f} |")
    return "\n".join(rows) + "\n"


def main() -> int:
    """Measure, print, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="tables (default: 100)")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds of each run (default: 20)")
    parser.add_argument("--write", action="store_true", help="write docs/scale.md (default: only print)")
    arguments = parser.parse_args()
    text = table(asyncio.run(compare(arguments.tables, arguments.seconds)), arguments.tables)
    print(text)
    if arguments.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
