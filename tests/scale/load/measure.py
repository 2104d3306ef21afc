"""Measures deployments: costs of a move, delays, memory and bytes."""

from __future__ import annotations

import asyncio
import random
import time
import urllib.request
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from tests.scale.load.deployments import Deployment
from tests.scale.load.players import LoadTable, Placing, opened, play, race, settled

SECONDS = 15.0
"""How long each figure is measured."""
OFFERED = 500.0
"""Moves a second that are offered at most: more would measure the players, on the same cores."""
PATIENCE = 120.0


@dataclass
class Figures:
    """What one offered load cost."""

    tables: int
    offered: float
    """Moves a second."""
    moves: int
    seconds: float
    delays: list[float]
    """Seconds from each move to the update of the second player."""
    cpu: dict[str, float]
    """CPU seconds by kind of process."""
    sent: float
    """Bytes to players."""
    written: float
    """Bytes of PostgreSQL's write-ahead log."""
    carried: float
    """Bytes that Redis sent."""
    table_kb: float = 0.0
    """Memory of the servers for each live table."""
    extra: dict[str, float] = field(default_factory=dict)

    @property
    def throughput(self) -> float:
        return self.moves / self.seconds

    def each(self, kind: str) -> float:
        """Microseconds of CPU a move."""
        return self.cpu.get(kind, 0.0) / self.moves * 1e6

    @property
    def total(self) -> float:
        return sum(map(self.each, self.cpu))

    def delay(self, share: float) -> float:
        """Milliseconds within which this share of moves was shown."""
        return sorted(self.delays)[int(len(self.delays) * share)] * 1000


def offered_at(tables: int) -> float:
    """One move a second at each table, up to what these cores can play."""
    return min(float(tables), OFFERED)


async def measured(
    deployment: Deployment, tables: Sequence[LoadTable], rate: float, seconds: float
) -> Figures:
    """Play for some seconds and count; `rate` 0 plays as fast as servers answer."""
    if rate:
        await play(tables, rate, 2.0)  # warm
        await settled(tables)
    for table in tables:
        table.delays.clear()
    moves, sent = sum(t.moves for t in tables), sum(t.received() for t in tables)
    written, carried = await deployment.written(), await deployment.carried()
    began, spent = time.perf_counter(), deployment.cpu()
    if rate:
        await play(tables, rate, seconds)
        await settled(tables)
    else:
        await race(tables, seconds)
    cpu = {kind: value - spent[kind] for kind, value in deployment.cpu().items()}
    return Figures(
        tables=len(tables),
        offered=rate,
        moves=sum(t.moves for t in tables) - moves,
        seconds=time.perf_counter() - began,
        delays=[delay for table in tables for delay in table.delays],
        cpu=cpu,
        sent=sum(t.received() for t in tables) - sent,
        written=await deployment.written() - written,
        carried=await deployment.carried() - carried,
    )


async def growing(
    made: AbstractAsyncContextManager[Deployment], placing: Placing, sizes: Sequence[int], seconds: float
) -> AsyncIterator[Figures]:
    """Figures of one deployment with more and more tables."""
    async with made as deployment:
        ports, rng = [server.port for server in deployment.servers], random.Random(1)
        first = await opened(5, ports, placing, rng)  # what is loaded once is no table's
        await play(first, 50, 2.0)
        empty = deployment.memory()
        tables: list[LoadTable] = []
        for size in sizes:
            tables += await opened(size - len(tables), ports, placing, rng)
            figures = await measured(deployment, tables, offered_at(size), seconds)
            figures.table_kb = (deployment.memory() - empty) / size
            yield figures
        for table in (*first, *tables):
            table.close()


async def put_away_kb(made: AbstractAsyncContextManager[Deployment], tables: int) -> float:
    """Kilobytes that a table keeps once its room is empty and was put away.

    The first round's memory is used again by the second: only what stays of each table grows.
    """
    async with made as deployment:
        ports, rng = [server.port for server in deployment.servers], random.Random(2)
        sizes = []
        for _ in range(3):
            for table in await opened(tables, ports, lambda ports, rng: (ports[0], (ports[0],) * 2), rng):
                table.close()
            await _until_empty(deployment)
            sizes.append(deployment.memory())
        return (sizes[2] - sizes[1]) / tables


async def _until_empty(deployment: Deployment) -> None:
    async with asyncio.timeout(PATIENCE):
        for server in deployment.servers:
            while await asyncio.to_thread(_rooms, server.url):
                await asyncio.sleep(0.5)


def _rooms(url: str) -> float:
    with urllib.request.urlopen(url + "/metrics", timeout=20) as answer:
        text = answer.read().decode()
    return next(float(row.split()[1]) for row in text.splitlines() if row.startswith("cinq_rooms "))
