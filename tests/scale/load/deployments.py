"""The servers under load, and what the kernel and the databases count of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinq.server.metrics import EDGES
from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker
from tests.server.client import Server

TICKS = os.sysconf("SC_CLK_TCK")
BUCKET = re.compile(r'^cinq_journal_seconds_bucket\{le="[^"]+"\} (\S+)', re.MULTILINE)
"""Requests within a duration, in the order of the durations."""
UNLIMITED: Mapping[str, Any] = {
    "sockets_per_address": 10**6,
    "message_burst": 10**6,
    "idle": 5.0,
    "lease": 60.0,
}
"""Settings of servers under load; an empty room is put away after five seconds, and no
server counts as dead because these cores are busy."""


def cpu(pid: int) -> float:
    """CPU seconds of a process, of its children that live and of those it has waited for.

    The scheduler counts nanoseconds of each thread; ticks, in which `stat` counts, miss short work.
    """
    try:
        threads = [int(path.read_text().split()[0]) for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
        waited_for = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[13:15]
        lists = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return 0.0
    children = sum(cpu(int(child)) for found in lists for child in found)
    return sum(threads) / 1e9 + sum(map(int, waited_for)) / TICKS + children


def resident(pid: int) -> float:
    """Kilobytes of memory."""
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(float(row.split()[1]) for row in rows if row.startswith("VmRSS"))


def _pid(process: subprocess.Popen[bytes] | None) -> int:
    assert process is not None
    return process.pid


@dataclass
class Deployment:
    """Servers of one store, with their PostgreSQL and Redis if they have any."""

    servers: Sequence[Server]
    postgres: Postgres | None = None
    redis: Redis | None = None

    def cpu(self) -> dict[str, float]:
        """CPU seconds so far, by kind of process."""
        found = {"worker": sum(cpu(_pid(server.process)) for server in self.servers)}
        if self.postgres is not None and self.redis is not None:
            found["PostgreSQL"] = cpu(_pid(self.postgres.process))
            found["Redis"] = cpu(_pid(self.redis.process))
        return found

    def memory(self) -> float:
        """Kilobytes of all servers; their worker processes for bots are not counted."""
        return sum(resident(_pid(server.process)) for server in self.servers)

    def committed(self) -> list[float]:
        """How many requests so far were committed within each of EDGES seconds of their arrival, and all."""
        counts = [0.0] * (len(EDGES) + 1)
        for server in self.servers:
            with urllib.request.urlopen(server.url + "/metrics", timeout=60) as answer:
                found = [float(count) for count in BUCKET.findall(answer.read().decode())]
            counts = [one + other for one, other in zip(counts, found, strict=True)]
        return counts

    async def written(self) -> float:
        """Bytes of PostgreSQL's write-ahead log so far."""
        if self.postgres is None:
            return 0.0
        import asyncpg

        db = await asyncpg.connect(self.postgres.url)
        try:
            return float(await db.fetchval("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"))
        finally:
            await db.close()

    async def carried(self) -> float:
        """Bytes that Redis has sent so far."""
        if self.redis is None:
            return 0.0
        from redis import asyncio as redis

        client: Any = redis.Redis.from_url(self.redis.url)
        try:
            return float((await client.info("stats"))["total_net_output_bytes"])
        finally:
            await client.aclose()


@contextlib.asynccontextmanager
async def embedded() -> AsyncIterator[Deployment]:
    """One server with SQLite."""
    with tempfile.TemporaryDirectory(prefix="cinq-load-") as folder:
        server = Server(Path(folder) / "data", **UNLIMITED)
        await asyncio.to_thread(server.start)
        try:
            yield Deployment([server])
        finally:
            server.kill()


@contextlib.asynccontextmanager
async def shared(workers: int) -> AsyncIterator[Deployment]:
    """So many servers of one PostgreSQL and one Redis."""
    postgres, redis = Postgres(), Redis()
    with tempfile.TemporaryDirectory(prefix="cinq-load-") as folder:
        made = [Worker(Path(folder) / "w", postgres.url, redis.url, **UNLIMITED) for _ in range(workers)]
        try:
            postgres.start()
            redis.start()
            for worker in made:
                await asyncio.to_thread(worker.start)
            yield Deployment(made, postgres, redis)
        finally:
            for worker in made:
                worker.end()
            postgres.end()
            redis.end()
