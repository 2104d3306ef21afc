"""Worker processes for bots: started when first needed, and again when they have died.

Owns the pipes to `worker.py`; knows no table.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import pickle
import sys
from typing import Any

from cinq.core.game import Seat
from cinq.server.bots.worker import LENGTH, packet

logger = logging.getLogger("cinq.bots")


class BotDied(Exception):
    """A worker ended before it answered."""


class Worker:
    """One worker process, and the requests it has not answered yet."""

    def __init__(self, niceness: int = 5) -> None:
        self._niceness = niceness
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._starting = asyncio.Lock()
        self._reading: asyncio.Task[None] | None = None
        self.rooms = 0
        self.life = 0
        """The number of starts: bots seated in an earlier process are gone."""

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Start the process, if it does not run."""
        async with self._starting:
            if self.alive:
                return
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "cinq.server.bots.worker",
                str(self._niceness),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            self.life += 1
            self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while True:
                head = await process.stdout.readexactly(LENGTH.size)
                number, value, error = pickle.loads(await process.stdout.readexactly(LENGTH.unpack(head)[0]))
                self._resolve(number, value, error)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            waiting, self._waiting = self._waiting, {}
            for future in waiting.values():
                if not future.done():
                    future.set_exception(BotDied())

    def _resolve(self, number: int, value: Any, error: str | None) -> None:
        future = self._waiting.pop(number, None)
        if future is None or future.done():
            return
        if error is not None:
            logger.error("a bot failed: %s", error)
        future.set_result(value)

    def send(self, what: str, key: tuple[str, Seat], *args: object) -> None:
        """Send a message that needs no answer."""
        self._write(0, what, key, args)

    async def ask(self, what: str, key: tuple[str, Seat], *args: object) -> Any:
        """Send a request and wait for its answer. Raises BotDied."""
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._write(number, what, key, args)
        return await future

    def _write(self, number: int, what: str, key: tuple[str, Seat], args: tuple[object, ...]) -> None:
        if self._process is None or self._process.stdin is None or self._process.returncode is not None:
            if future := self._waiting.pop(number, None):
                future.set_exception(BotDied())
            return
        self._process.stdin.write(packet((number, what, key, args)))

    async def stop(self) -> None:
        """End the process."""
        if self._process is not None and self._process.returncode is None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            try:
                await asyncio.wait_for(self._process.wait(), 1.0)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        if self._reading is not None:
            self._reading.cancel()


class BotPool:
    """All workers; a room keeps the one it was given."""

    def __init__(self, workers: int, niceness: int = 5) -> None:
        self._workers = [Worker(niceness) for _ in range(max(1, workers))]

    def worker(self) -> Worker:
        """The worker with the fewest rooms."""
        return min(self._workers, key=lambda worker: worker.rooms)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self._workers))
