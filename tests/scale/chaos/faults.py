"""Faults on purpose: what is done to which process while people play, and what must hold afterwards.

`FAULTS` is the list of them; `suffer` runs one and returns what the history checker found.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.scale.chaos.proxy import Proxy, Reordering, doubled
from tests.scale.players import Party, violations
from tests.scale.services import Postgres, Redis, SmallPostgres
from tests.scale.workers import Worker


@dataclass
class Bed:
    """Everything that a fault can be done to."""

    postgres: Postgres
    redis: Redis
    workers: list[Worker]
    party: Party
    to_postgres: Proxy
    """Between worker 0 and PostgreSQL."""
    to_redis: Proxy
    """Between worker 0 and Redis."""
    paused: float
    """Seconds for which something is away, where a fault says so."""
    problems: list[str] = field(default_factory=list)
    """What a fault itself saw go wrong."""


@dataclass
class Report:
    """How a fault went."""

    fault: str
    acknowledged: int
    waited: float
    """Seconds until every table had an action acknowledged after the fault was over."""
    problems: list[str] = field(default_factory=list)


Fault = Callable[[Bed], Awaitable[float]]
"""Does it, and returns when its victims could go on (monotonic seconds)."""


async def _away(service: Postgres | Redis, seconds: float) -> float:
    """Kill a service, and start it again after some seconds."""
    await asyncio.to_thread(service.kill)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(service.start)
    return time.monotonic()


async def _cut(proxy: Proxy) -> float:
    """Reset all connections through a proxy, five times."""
    for _ in range(5):
        proxy.cut()
        await asyncio.sleep(0.2)
    return time.monotonic()


async def _held(proxy: Proxy, seconds: float) -> float:
    """Hold back all that goes through a proxy, without a reset."""
    proxy.hold()
    await asyncio.sleep(seconds)
    proxy.release()
    return time.monotonic()


async def worker_killed(bed: Bed) -> float:
    """`kill -9` of one worker of three"""
    bed.workers[0].kill()
    return time.monotonic()


async def worker_drained(bed: Bed) -> float:
    """`SIGTERM` to one worker of three"""
    began = time.monotonic()
    await asyncio.to_thread(bed.workers[0].stop)
    return began


async def workers_replaced(bed: Bed) -> float:
    """All workers restarted, one after another"""
    for worker in bed.workers:
        await asyncio.to_thread(worker.stop)
        await asyncio.to_thread(worker.start)
    return time.monotonic()


async def worker_paused(bed: Bed) -> float:
    """`SIGSTOP` of one worker while another takes over, then `SIGCONT`"""
    bed.workers[0].pause()
    await asyncio.sleep(bed.paused)
    bed.workers[0].go_on()
    return time.monotonic()


async def postgres_killed(bed: Bed) -> float:
    """`kill -9` of PostgreSQL, started again"""
    return await _away(bed.postgres, 0.5)


async def redis_killed(bed: Bed) -> float:
    """`kill -9` of Redis, started again"""
    return await _away(bed.redis, 0.5)


async def redis_gone(bed: Bed) -> float:
    """Redis away for twice as long"""
    return await _away(bed.redis, 2 * bed.paused)


async def postgres_cut(bed: Bed) -> float:
    """Connections of one worker to PostgreSQL reset, five times"""
    return await _cut(bed.to_postgres)


async def postgres_partition(bed: Bed) -> float:
    """One worker cut off from PostgreSQL, without a reset, while another takes over"""
    return await _held(bed.to_postgres, bed.paused)


async def postgres_delayed(bed: Bed) -> float:
    """Everything between one worker and PostgreSQL 100 ms late"""
    bed.to_postgres.delay = 0.1
    await asyncio.sleep(bed.paused / 2)
    bed.to_postgres.delay = 0.0
    return time.monotonic()


async def postgres_jitter(bed: Bed) -> float:
    """Everything between one worker and PostgreSQL up to 200 ms late: statements overtake each other"""
    bed.to_postgres.jitter = 0.2
    await asyncio.sleep(bed.paused / 2)
    bed.to_postgres.jitter = 0.0
    return time.monotonic()


async def postgres_repeated(bed: Bed) -> float:
    """Answers of PostgreSQL to one worker lost, five times: statements that were run are sent again"""
    for _ in range(5):
        bed.to_postgres.losing = True
        await asyncio.sleep(0.2)
        bed.to_postgres.cut()
        bed.to_postgres.losing = False
        await asyncio.sleep(0.5)
    return time.monotonic()


async def postgres_full(bed: Bed) -> float:
    """PostgreSQL's disk full for a while, its log included, then room again and a start if it has ended"""
    assert isinstance(bed.postgres, SmallPostgres)
    bed.postgres.fill()
    began = time.monotonic()
    await asyncio.sleep(bed.paused / 2)
    if any(at > began + bed.paused / 4 for player in bed.party.all() for at in player.acknowledged_at):
        bed.problems.append("actions were acknowledged though the disk was full")
    if await asyncio.to_thread(_is_ready, bed.workers[0]):
        bed.problems.append("a worker said that it was ready though the disk was full")
    bed.postgres.make_room()
    await asyncio.to_thread(bed.postgres.start_again)
    return time.monotonic()


def _is_ready(worker: Worker) -> bool:
    try:
        return bool(urllib.request.urlopen(worker.url + "/readyz", timeout=20).read())
    except urllib.error.HTTPError:
        return False


async def redis_delayed(bed: Bed) -> float:
    """Everything between one worker and Redis up to 200 ms late"""
    bed.to_redis.jitter = 0.2
    await asyncio.sleep(bed.paused / 2)
    bed.to_redis.jitter = 0.0
    return time.monotonic()


async def redis_doubled(bed: Bed) -> float:
    """Every message of Redis to one worker twice"""
    bed.to_redis.tamper = doubled
    await asyncio.sleep(bed.paused / 2)
    bed.to_redis.tamper = None
    return time.monotonic()


async def redis_reordered(bed: Bed) -> float:
    """Messages of Redis to one worker in another order"""
    bed.to_redis.tamper = Reordering()
    await asyncio.sleep(bed.paused / 2)
    bed.to_redis.tamper = None
    return time.monotonic()


async def redis_cut(bed: Bed) -> float:
    """Connections of one worker to Redis reset, five times"""
    return await _cut(bed.to_redis)


async def redis_partition(bed: Bed) -> float:
    """One worker cut off from Redis, without a reset"""
    return await _held(bed.to_redis, bed.paused)


async def clocks_differ(bed: Bed) -> float:
    """`kill -9` of a worker whose clock is an hour fast; the next one's is right"""
    bed.workers[0].kill()
    return time.monotonic()


FAULTS: Sequence[Fault] = (
    worker_killed,
    worker_drained,
    workers_replaced,
    worker_paused,
    postgres_killed,
    redis_killed,
    redis_gone,
    postgres_cut,
    postgres_partition,
    postgres_delayed,
    postgres_jitter,
    postgres_repeated,
    postgres_full,
    redis_delayed,
    redis_doubled,
    redis_reordered,
    redis_cut,
    redis_partition,
    clocks_differ,
)


async def suffer(
    fault: Fault, postgres: Postgres, redis: Redis, tables: int = 6, before: float = 2.0, paused: float = 5.0
) -> Report:
    """Play on three workers, do something to them, and compare what was seen with what is stored."""
    async with _bed(fault, postgres, redis, tables, paused) as bed:
        await bed.party.progress(time.monotonic())
        await asyncio.sleep(before)
        over = await fault(bed)
        waited = await bed.party.progress(over, 120)
        await asyncio.sleep(before / 2)
        await bed.party.end()
        found = [*bed.problems, *await violations(bed.party, bed.postgres.url)]
        return Report(fault.__name__, bed.party.acknowledged, waited, found)


@contextlib.asynccontextmanager
async def _bed(
    fault: Fault, postgres: Postgres, redis: Redis, tables: int, paused: float
) -> AsyncIterator[Bed]:
    to_postgres, to_redis = Proxy(postgres.port), Proxy(redis.port)
    await to_postgres.start()
    await to_redis.start()
    kept = tempfile.TemporaryDirectory(prefix="cinq-workers-", ignore_cleanup_errors=True)
    folder = Path(kept.name)
    skew = 3_600.0 if fault is clocks_differ else 0.0
    first = Worker(
        folder / "w", postgres.url_at(to_postgres.port), f"redis://127.0.0.1:{to_redis.port}/0", skew
    )
    workers = [first, *(Worker(folder / "w", postgres.url, redis.url) for _ in range(2))]
    try:
        await asyncio.gather(*(asyncio.to_thread(worker.start) for worker in workers))
        party = await _party(workers, tables)
        yield Bed(postgres, redis, workers, party, to_postgres, to_redis, paused)
    finally:
        for worker in workers:
            worker.end()
        await to_postgres.close()
        await to_redis.close()
        kept.cleanup()


async def _party(workers: Sequence[Worker], tables: int) -> Party:
    """Tables are made in a thread: the proxies need the loop."""
    party = Party(workers, 0)
    for _ in range(tables):
        await asyncio.to_thread(party.open)
    party.start()
    return party
