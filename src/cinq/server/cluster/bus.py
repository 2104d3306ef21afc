"""The bus: packets between servers over Redis, which may lose them.

One connection is subscribed to this server's channel, another publishes whatever waits in one
write. Both connect again by themselves. A packet to itself every second shows whether the bus
carries anything: without one for `silence` seconds it counts as away, and is subscribed to anew.

Both use redis-py's connections directly: its pipelines and `PubSub` cost several times as much.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable

from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

logger = logging.getLogger("cinq.bus")
RETRY = 0.3
"""Seconds between attempts to connect."""
TIMEOUT = 2.0
"""Seconds after which a command has failed."""
LARGEST = 4096
"""Packets that may wait to be published; more are dropped, as if Redis had lost them."""


def check_address(url: str) -> None:
    """Raise ValueError if it is no address of a Redis."""
    redis.ConnectionPool.from_url(url)


class Bus:
    """Publishes to any channel, and receives what comes on one."""

    def __init__(self, url: str, prefix: str, receive: Callable[[bytes], None], silence: float) -> None:
        self._client = redis.Redis.from_url(
            url, socket_connect_timeout=TIMEOUT, socket_timeout=TIMEOUT, protocol=2
        )
        self._connections = redis.ConnectionPool.from_url(
            url, socket_connect_timeout=TIMEOUT, protocol=2, retry=Retry(NoBackoff(), 0)
        )
        self.prefix = prefix
        self._silence = silence
        self._receive = receive
        self._channel = ""
        self._heard = 0.0
        self._waiting: list[tuple[str, bytes]] = []
        self._wake = asyncio.Event()
        self.unheard: Callable[[str], None] = lambda channel: None
        """Called with a channel that nobody is subscribed to."""
        self.lost: Callable[[], None] = lambda: None
        """Called when packets could not be published."""
        self._publishing = asyncio.create_task(self._publish_forever())
        self._reading: asyncio.Task[None] | None = None

    @property
    def client(self) -> redis.Redis:
        """Redis itself, for what is stored there."""
        return self._client

    def alive(self) -> bool:
        """Whether a packet of this server to itself came through lately."""
        return time.monotonic() - self._heard < self._silence

    def listen(self, channel: str) -> None:
        """Receive what comes on this channel, and on no other."""
        self._channel = channel
        if self._reading is not None:
            self._reading.cancel()
        self._reading = asyncio.create_task(self._read_forever())

    def publish(self, channel: str, data: bytes) -> None:
        """Publish soon; what is published to one channel arrives in this order, or not at all."""
        if len(self._waiting) < LARGEST:
            self._waiting.append((channel, data))
        self._wake.set()

    def _connection(self) -> redis.Connection:
        """A connection that is made when it is first used."""
        made: redis.Connection = self._connections.make_connection()  # type: ignore[no-untyped-call]
        return made

    async def _publish_forever(self) -> None:
        while True:
            connection = self._connection()
            try:
                await self._publish_with(connection)
            except (RedisError, OSError, TimeoutError) as error:
                logger.warning("packets could not be published: %s", error)
                self.lost()
                await asyncio.sleep(RETRY)
            finally:
                await connection.disconnect(nowait=True)

    async def _publish_with(self, connection: redis.Connection) -> None:
        """Publish whatever waits, until that fails."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            group, self._waiting = self._waiting, []
            async with asyncio.timeout(TIMEOUT):
                packed = [_packed(self.prefix + channel, data) for channel, data in group]
                await connection.send_packed_command(packed, check_health=False)
                heard = [await connection.read_response(timeout=math.inf) for _ in group]
            for channel in {channel for (channel, _), count in zip(group, heard, strict=True) if not count}:
                self.unheard(channel)

    async def _read_forever(self) -> None:
        while True:
            connection = self._connection()
            with contextlib.suppress(RedisError, OSError, TimeoutError):
                try:
                    await self._read_with(connection)
                finally:
                    await connection.disconnect(nowait=True)
            await asyncio.sleep(RETRY)

    async def _read_with(self, connection: redis.Connection) -> None:
        """Receive packets until the connection is lost or silent."""
        async with asyncio.timeout(TIMEOUT) as limit:
            await connection.send_command("SUBSCRIBE", self.prefix + self._channel)
            while True:
                found = await connection.read_response(disable_decoding=True, timeout=math.inf)
                if found[0] == b"message":
                    self._received(found[2])
                limit.reschedule(asyncio.get_running_loop().time() + self._silence)

    def _received(self, data: bytes) -> None:
        self._heard = time.monotonic()
        try:
            self._receive(data)
        except Exception:
            logger.exception("a packet could not be handled")

    async def close(self) -> None:
        """Stop at once; what waits is published if Redis takes it."""
        with contextlib.suppress(RedisError, OSError, TimeoutError):
            for channel, data in self._waiting:
                await asyncio.wait_for(self._client.publish(self.prefix + channel, data), 0.5)
        for task in (self._publishing, self._reading):
            if task is not None:
                task.cancel()
        with contextlib.suppress(Exception):
            await self._client.aclose()


def _packed(channel: str, data: bytes) -> bytes:
    """The command that publishes, as Redis reads it."""
    name = channel.encode()
    return b"*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n" % (len(name), name, len(data), data)
