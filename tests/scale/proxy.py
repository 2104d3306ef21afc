"""A TCP proxy that misbehaves when told to: cuts, holds or delays what passes."""

from __future__ import annotations

import asyncio
import contextlib

from tests.server.client import free_port


class Proxy:
    """Stands between workers and a service on loopback."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.delay = 0.0
        """Seconds for which every piece of data is held."""
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", self.port)

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

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(inner_writer)
        await asyncio.gather(self._pump(reader, inner_writer), self._pump(inner_reader, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            while data := await reader.read(65_536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._open.wait()
                writer.write(data)
        self._writers.discard(writer)
        writer.close()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        self.release()
        self.cut()
