"""The live table beside boardgame.io, in one run: two-client tables, figures side by side.

`python -m bench.server --write` writes the table that stands in bench/README.md. Every figure is
of the server's process alone (CPU and memory from /proc), but moves a second and delays
depend on what else the machine does: compare columns, not days.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.server.servers import CHECKOUT, Process, install_peer
from bench.server.tables import CinqTable, Driven, PeerTable

BUSY, WARM, MOVES = 200, 20, 200
"""Tables, and the moves of each between which is measured: a long log may cost more."""
CALM, CALM_SECONDS = 500, 12.0
KINDS = ("cinq", "memory", "flatfile")
NAMES = {"cinq": "Cinq, durable", "memory": "boardgame.io, in memory", "flatfile": "boardgame.io, FlatFile"}
Figures = dict[str, float]


def maker(kind: str, port: int, busy: bool) -> Callable[[], Driven]:
    """A function that makes a table of this kind of server."""
    return lambda: (CinqTable if kind == "cinq" else PeerTable)(port, busy)


async def opened(make: Callable[[], Driven], count: int) -> list[Any]:
    """Open `count` tables, ten at a time."""
    tables: list[Any] = []
    for begin in range(0, count, 10):
        batch: list[Any] = [make() for _ in range(min(10, count - begin))]
        await asyncio.gather(*(table.open() for table in batch))
        tables += batch
    return tables


async def played(tables: list[Any], moves: int) -> int:
    """Waits until so many moves were made at a table, on average; how many there were in all."""
    while (made := sum(int(table.moves) for table in tables)) < moves * len(tables):
        await asyncio.sleep(0.02)
    return made


async def busy(kind: str, tables: int = BUSY, moves: int = MOVES) -> Figures:
    """Moves as fast as the server answers: moves a second, CPU and bytes a move."""
    server = Process(kind)
    try:
        made = await opened(maker(kind, server.port, True), tables)
        for table in made:
            table.move()
        before = await played(made, WARM)
        start, cpu, received = time.perf_counter(), server.cpu(), sum(t.received() for t in made)
        count = await asyncio.wait_for(played(made, moves), 300) - before
        return {
            "moves/s": count / (time.perf_counter() - start),
            "cpu ms/move": 1000 * (server.cpu() - cpu) / count,
            "bytes/move": (sum(t.received() for t in made) - received) / count,
        }
    finally:
        server.stop()


async def calm(
    kind: str, tables: int = CALM, seconds: float = CALM_SECONDS, checkout: Path = CHECKOUT
) -> Figures:
    """One move a second at each table: delays, and memory per table."""
    server = Process(kind, checkout)
    try:
        first = await opened(maker(kind, server.port, False), 5)
        empty = server.memory()
        made = await opened(maker(kind, server.port, False), tables)
        tasks = [asyncio.create_task(_tick(t, i / tables, seconds)) for i, t in enumerate(made)]
        await asyncio.gather(*tasks)
        grown = server.memory() - empty
        delays = sorted(d for t in made for d in t.delays)
        assert len(delays) > 0.8 * tables * (seconds - 2), "moves were lost"
        return {
            "p50 ms": 1000 * statistics.median(delays),
            "p99 ms": 1000 * delays[int(len(delays) * 0.99)],
            "kB/table": grown / tables / 1000,
            "tables": float(len(first) + len(made)),
        }
    finally:
        server.stop()


async def _tick(table: Driven, offset: float, seconds: float) -> None:
    await asyncio.sleep(offset)
    for _ in range(int(seconds)):
        table.move()
        await asyncio.sleep(1.0)


def measure(rounds: int = 2) -> dict[str, Figures]:
    """Measure every server in turn, several rounds; the best of each figure, against noise."""
    best: dict[str, Figures] = {}
    for _ in range(rounds):
        for kind in KINDS:
            found = asyncio.run(busy(kind)) | (asyncio.run(calm(kind)) if kind != "flatfile" else {})
            known = best.setdefault(kind, found)
            for name, value in found.items():
                known[name] = max(known[name], value) if name == "moves/s" else min(known[name], value)
    return best


def table_of(figures: dict[str, Figures]) -> str:
    """The figures as a Markdown table, beside what was wanted."""
    columns = ["", *(NAMES[kind] for kind in KINDS), "wanted", "seen"]
    lines = [columns, ["---"] * len(columns), *_rows(figures)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def _rows(figures: dict[str, Figures]) -> Iterator[list[str]]:
    cinq, memory, flatfile = (figures[kind] for kind in KINDS)

    def row(title: str, name: str, digits: int, wanted: str, reached: bool, seen: str = "") -> list[str]:
        cells = [f"{found[name]:,.{digits}f}" if name in found else "" for found in (cinq, memory, flatfile)]
        return [title, *cells, wanted, f"{seen} {'reached' if reached else '**not reached**'}".strip()]

    faster, fastest = (cinq["moves/s"] / peer["moves/s"] for peer in (memory, flatfile))
    cost, size = (cinq[name] / memory[name] for name in ("cpu ms/move", "bytes/move"))
    yield row(f"moves/s, {BUSY} busy tables", "moves/s", 0, "≥ 2 × memory", faster >= 2, f"{faster:.2f} ×,")
    yield row("", "", 0, "≥ 15 × FlatFile", fastest >= 15, f"{fastest:.1f} ×,")
    cheap = cinq["cpu ms/move"] <= 0.25
    yield row("CPU ms a move", "cpu ms/move", 3, "≤ 0.25", cheap, f"{1 / cost:.2f} × less than memory,")
    yield row("bytes a move, both clients", "bytes/move", 0, "≤ 40 % of memory", size <= 0.4, f"{size:.0%},")
    for name, most in (("p50 ms", 5), ("p99 ms", 50)):
        yield row(f"{name}, {CALM} tables at 1/s", name, 1, f"≤ {most}", cinq[name] <= most)
    yield row("kB resident a table (two sockets)", "kB/table", 0, "≤ 80", cinq["kB/table"] <= 80)


def use_uvloop() -> None:
    """Run the client on uvloop, where it is installed."""
    try:
        import uvloop

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    except ImportError:
        pass


def prepare() -> None:
    """Install the peer, and let the client run on uvloop."""
    use_uvloop()
    install_peer()


def main() -> None:
    """Measure, and print."""
    prepare()
    print(table_of(measure()))
