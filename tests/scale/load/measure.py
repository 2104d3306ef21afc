"""Measures deployments: costs of a move, delays, memory and bytes."""

from __future__ import annotations

import asyncio
import os
import random
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager, suppress

import msgspec

from cinq.server.metrics import EDGES
from tests.scale.load.deployments import Deployment
from tests.scale.load.players import LoadTable, Placing, opened, play, race, settled

SHARES = (0.5, 0.95, 0.99)
IDLE_SECONDS = 3.0
OFFERED = 500.0
"""Moves a second that are offered at most: more would measure the players, on the same cores."""
PATIENCE = 120.0


class Figures(msgspec.Struct):
    """What one offered load cost."""

    tables: int
    offered: float
    """Moves a second; 0: as many as are answered."""
    moves: int
    seconds: float
    delays: list[float]
    """Milliseconds from each move to the update of the second player, at the shares of SHARES."""
    late: float
    """Milliseconds by which the players themselves were late, at the last of SHARES."""
    committed: float
    """Milliseconds from a request's arrival at the owner to its commit, at the last of SHARES."""
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
    idle: float = 0.0
    """CPU milliseconds a second while nobody moves."""

    @property
    def throughput(self) -> float:
        return self.moves / self.seconds

    def each(self, kind: str) -> float:
        """Microseconds of CPU a move."""
        return self.cpu.get(kind, 0.0) / self.moves * 1e6

    @property
    def total(self) -> float:
        return sum(map(self.each, self.cpu))


def at_share(values: Sequence[float], share: float) -> float:
    """The value that so many are not above; 0 of none."""
    return sorted(values)[int(len(values) * share)] if values else 0.0


def within(counts: Sequence[float], share: float) -> float:
    """Seconds within which this share of requests was committed, between the edges of a histogram."""
    wanted, before, low = share * counts[-1], 0.0, 0.0
    for count, edge in zip(counts, EDGES, strict=False):
        if count >= wanted:
            return low + (edge - low) * (wanted - before) / max(count - before, 1.0)
        before, low = count, edge
    return EDGES[-1]


def offered_at(tables: int) -> float:
    """One move a second at each table, up to what these cores can play."""
    return min(float(tables), OFFERED)


@contextmanager
def precedence() -> Iterator[None]:
    """Let the players run first where that is allowed, so that they do not measure themselves."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    with suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, before - 10)
    try:
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)


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
    before = await asyncio.to_thread(deployment.committed)
    began, spent = time.perf_counter(), deployment.cpu()
    with precedence():
        late = await (play(tables, rate, seconds) if rate else race(tables, seconds))
        await settled(tables)
    cpu = {kind: value - spent[kind] for kind, value in deployment.cpu().items()}
    took = time.perf_counter() - began
    after = await asyncio.to_thread(deployment.committed)
    delays = [delay for table in tables for delay in table.delays]
    return Figures(
        tables=len(tables),
        offered=rate,
        moves=sum(t.moves for t in tables) - moves,
        seconds=took,
        delays=[at_share(delays, share) * 1000 for share in SHARES],
        late=at_share(late, SHARES[-1]) * 1000,
        committed=within([x - y for x, y in zip(after, before, strict=True)], SHARES[-1]) * 1000,
        cpu=cpu,
        sent=sum(t.received() for t in tables) - sent,
        written=await deployment.written() - written,
        carried=await deployment.carried() - carried,
    )


async def idle_cost(deployment: Deployment, seconds: float = IDLE_SECONDS) -> float:
    """CPU milliseconds a second of all processes while nobody moves."""
    await asyncio.sleep(1.0)  # what follows on the arrival of players
    began, spent = time.perf_counter(), sum(deployment.cpu().values())
    await asyncio.sleep(seconds)
    return (sum(deployment.cpu().values()) - spent) / (time.perf_counter() - began) * 1000


async def growing(
    made: AbstractAsyncContextManager[Deployment],
    placing: Placing,
    sizes: Sequence[int],
    seconds: float,
    rate: Callable[[int], float] = offered_at,
) -> AsyncIterator[Figures]:
    """Figures of one deployment with more and more tables, offered `rate` moves a second."""
    async with made as deployment:
        ports, rng = [server.port for server in deployment.servers], random.Random(1)
        first = await opened(5, ports, placing, rng)  # what is loaded once is no table's
        await play(first, 50, 2.0)
        empty = deployment.memory()
        tables: list[LoadTable] = []
        for size in sizes:
            tables += await opened(size - len(tables), ports, placing, rng)
            idle = await idle_cost(deployment)
            figures = await measured(deployment, tables, rate(size), seconds)
            figures.idle = idle
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
