"""A TCP proxy that misbehaves when told to: cuts, holds, delays, loses, doubles or reorders what passes."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator

from tests.ports import free_port

MESSAGE = b"*3\r\n$7\r\nmessage\r\n"
"""How a published message begins on a subscriber's connection to Redis."""
Tampering = Callable[[list[bytes]], list[bytes]]
"""What becomes of published messages that arrive together."""


class Proxy:
    """Stands between workers and a service on loopback."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.delay = 0.0
        """Seconds for which every piece of data is held."""
        self.jitter = 0.0
        """Seconds up to which every piece of data is held, so that one connection overtakes another."""
        self.losing = False
        """Whether what the service answers is lost."""
        self.tamper: Tampering | None = None
        self._rng = random.Random(1)
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", self.port)

    def hold(self) -> None:
        """Let nothing through, without closing anything: a partition."""
        self._open.clear()

    def release(self) -> None:
        """Let everything through that was held."""
        self._open.set()

    def cut(self) -> None:
        """Reset every connection."""
        for writer in list(self._writers):
            writer.transport.abort()

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connected(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            self._writers.discard(writer)
            writer.transport.abort()
            return
        self._writers.add(inner_writer)
        await asyncio.gather(self._pump(reader, inner_writer), self._pump(inner_reader, writer, answers=True))

    async def _pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answers: bool = False
    ) -> None:
        published = Published()
        with contextlib.suppress(OSError):
            while data := await reader.read(65_536):
                if wait := self.delay + self._rng.uniform(0.0, self.jitter):
                    await asyncio.sleep(wait)
                await self._open.wait()
                if answers and self.losing:
                    continue
                writer.write(published.changed(data, self.tamper) if answers else data)
        self._writers.discard(writer)
        writer.close()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.cut()


class Published:
    """Finds the published messages in what Redis sends to a subscriber; they are changed as wholes."""

    def __init__(self) -> None:
        self._rest = b""

    def changed(self, data: bytes, tamper: Tampering | None) -> bytes:
        """What to send on; the beginning of a message waits for its end."""
        data, self._rest = self._rest + data, b""
        if not data.startswith(MESSAGE):
            return data
        messages = list(self._split(data))
        return b"".join(tamper(messages) if tamper is not None else messages)

    def _split(self, data: bytes) -> Iterator[bytes]:
        while data:
            length = _message_length(data)
            if length is None:
                self._rest = data
                return
            yield data[:length]
            data = data[length:]


def _message_length(data: bytes) -> int | None:
    """Bytes of the array that data begins with, or None while some are missing."""
    at = 0
    for _ in range(int(data[1:2]) + 1 if data[:1] == b"*" and len(data) > 1 else 1):
        end = data.find(b"\r\n", at)
        if end < 0:
            return None
        bulk = int(data[at + 1 : end]) + 2 if data[at : at + 1] == b"$" else 0
        at = end + 2 + bulk
    return at if at <= len(data) else None


def doubled(messages: list[bytes]) -> list[bytes]:
    """Every message twice."""
    return [copy for message in messages for copy in (message, message)]


class Reordering:
    """Exchanges every message with the next one, also with one that comes later."""

    def __init__(self) -> None:
        self._held: list[bytes] = []

    def __call__(self, messages: list[bytes]) -> list[bytes]:
        waiting, sent = self._held + messages, []
        while len(waiting) >= 2:
            sent += [waiting[1], waiting[0]]
            waiting = waiting[2:]
        self._held = waiting
        return sent
