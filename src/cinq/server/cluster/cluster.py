"""The cluster as one server sees it: satisfies `Peers`.

Puts bus, links, edge and host together; once a second it sends signs of life, takes over tables of
servers that are dead, and stores what others list: its public tables, and who is connected.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import cast

import msgspec
from redis.exceptions import RedisError

from cinq.server import wire
from cinq.server.cluster import shared_limits
from cinq.server.cluster.bus import Bus
from cinq.server.cluster.edge import Edge, RemotePlace
from cinq.server.cluster.host import Host
from cinq.server.cluster.links import Links
from cinq.server.cluster.messages import AnyItem, Packet, encode
from cinq.server.rooms.place import Place, Unreachable
from cinq.server.rooms.registry import TEN_MINUTES, RoomRegistry
from cinq.server.storage.interface import Store
from cinq.server.storage.ownership import Member

logger = logging.getLogger("cinq.cluster")
BEAT = 0.7
"""Seconds between signs of life, and between looks for tables of dead servers."""
LISTED = 5
"""Seconds for which the public tables of a server are listed after its last sign of life."""
AWAY = (RedisError, OSError, TimeoutError)


class Cluster:
    """The other servers of the same store, reached over Redis."""

    come_back = 0.2

    def __init__(self, store: Store, redis: str, name: str, silence: float) -> None:
        self._store = store
        self._bus = Bus(redis, f"cinq:{name}:", self._receive, silence)
        self._links = Links(self._bus.publish, self._handle, self._dropped, silence)
        self._edge = Edge(self._links)
        self._host: Host
        self._registry: RoomRegistry
        self._members: Sequence[Member] = ()
        self._tasks: list[asyncio.Task[None]] = []
        self._bus.unheard = self._links.forget
        self._bus.lost = self._links.forget_all

    async def start(self, registry: RoomRegistry) -> None:
        """Join the others."""
        self._registry = registry
        self._host = Host(self._links, registry)
        await self._look_around()
        await self._wait_for_bus()
        self._tasks = [
            asyncio.create_task(self._forever(self._beat)),
            asyncio.create_task(self._forever(self._take_over)),
        ]

    async def _wait_for_bus(self) -> None:
        """Wait until the bus carries packets, but not for long: a server starts without Redis too."""
        for _ in range(20):
            if self._bus.alive():
                return
            self._show_life()
            await asyncio.sleep(0.1)
        logger.error("Redis cannot be reached; tables of other servers cannot either")

    def _show_life(self) -> None:
        """Send a packet to oneself."""
        self._bus.publish(self._links.worker, encode(Packet(self._links.worker, 0, 0, [])))

    async def close(self) -> None:
        """Leave the others."""
        for task in self._tasks:
            task.cancel()
        await self._bus.close()

    # ------------------------------------------------------------ packets

    def _receive(self, data: bytes) -> None:
        self._links.receive(data)

    def _handle(self, peer: str, item: AnyItem) -> None:
        self._edge.received(peer, item)
        self._host.received(peer, item)

    def _dropped(self, peer: str) -> None:
        self._edge.dropped(peer)
        self._host.dropped(peer)

    # ------------------------------------------------------------ once in a while

    async def _forever(self, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(BEAT * random.uniform(0.9, 1.1))
            try:
                await work()
            except Exception as error:
                logger.warning("%s: %s", type(error).__name__, error)

    async def _beat(self) -> None:
        """Show that this server lives, and list its public tables."""
        self._listen()
        self._show_life()
        self._links.beat(self._edge.hosts() | self._host.edges())
        lines = msgspec.msgpack.encode(self._registry.public_tables())
        pipeline = self._bus.client.pipeline(transaction=False)
        pipeline.set(self._key("public", self._links.worker), lines, ex=LISTED)
        own, *others = (self._key("used", worker) for worker in (self._links.worker, *self._others()))
        limits, now = self._registry.limits, self._registry.now()
        try:
            await shared_limits.exchange(pipeline, limits, now, own, others, LISTED)
        except AWAY:
            shared_limits.forget(limits.values())
            raise

    def _others(self) -> list[str]:
        return [member.id for member in self._members if member.id != self._store.worker]

    def _listen(self) -> None:
        """Listen on this server's channel; its id changes when its lease has expired."""
        if self._store.worker and self._links.worker != self._store.worker:
            self._links.forget_all()
            self._links.worker = self._store.worker
            self._bus.listen(self._links.worker)

    async def _take_over(self) -> None:
        """Read the tables of dead servers from the store, and learn which servers live."""
        await self._look_around()
        if self._store.in_force() and not self._registry.stopping:
            idle = self._registry.settings.idle
            await self._registry.reopen(await self._store.unfinished(idle))

    async def _look_around(self) -> None:
        self._listen()
        self._members = await self._store.members()

    def _key(self, kind: str, name: str) -> str:
        return f"{self._bus.prefix}{kind}:{name}"

    # ------------------------------------------------------------ Peers

    def place(self, table: str, owner: str) -> Place:
        """The way to a table of another server; to one that may own it where none does."""
        if not self._bus.alive():
            raise Unreachable("Redis is away, and another server owns this table")
        return RemotePlace(self._edge, owner or self._other(), table)

    def _other(self) -> str:
        """A server that may own any table."""
        able = [m.id for m in self._members if m.owns and m.physics and m.id != self._store.worker]
        if not able:
            raise Unreachable("no server that may own this table is alive")
        return random.choice(able)

    async def public_tables(self) -> Sequence[wire.ListedTable]:
        """The public tables in memory of all other servers; none while Redis is away."""
        others = [self._key("public", worker) for worker in self._others()]
        if not others or not self._bus.alive():
            return ()
        try:
            found = await self._bus.client.mget(others)
        except AWAY:
            return ()
        lists = [
            msgspec.msgpack.decode(cast(bytes, raw), type=list[wire.ListedTable]) for raw in found if raw
        ]
        return [line for lines in lists for line in lines]

    async def admits_table(self, address: str) -> bool:
        """Count a new table against its address; while Redis is away each server counts for itself."""
        key = self._key("tables", sha256(address.encode()).hexdigest()[:16])
        try:
            pipeline = self._bus.client.pipeline()
            pipeline.set(key, 0, ex=int(TEN_MINUTES), nx=True)  # EXPIRE knows NX since Redis 7 only
            pipeline.incr(key)
            count: int = (await pipeline.execute())[-1]
        except AWAY:
            return True
        return count <= self._registry.settings.tables_per_address

    async def make(self, new: wire.NewTable, address: str) -> wire.MadeTable | None:
        """Have another server make a table that this one may not own."""
        if self._store.may_own(new.game):
            return None
        return await self._edge.make(self._other(), new)
