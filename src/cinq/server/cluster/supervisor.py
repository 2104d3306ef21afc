"""Several worker processes of one host on one port: started, started again when they die, stopped.

The listening sockets belong to this process and are inherited, so that a connection that waits is
taken by whichever worker lives. Every worker also listens on a loopback address of its own, for
readiness and metrics. SIGHUP replaces the workers one after another; SIGTERM stops them all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
import urllib.request
from collections.abc import Sequence

import msgspec

from cinq.server.settings import Settings

logger = logging.getLogger("cinq.supervisor")
STOP = 15.0
"""Seconds that a worker has to stop."""
START = 60.0
"""Seconds that a new worker has to be ready before an old one is stopped."""
RESTART_DELAY = 1.0
"""Seconds before a worker that has died is started again."""


class Supervisor:
    """The workers of one host."""

    def __init__(self, shared: Sequence[socket.socket], own: Sequence[socket.socket], command: list[str]):
        self._shared, self._own, self._command = shared, own, command
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._stopping = asyncio.Event()
        self._replacing = asyncio.Lock()

    async def run(self) -> None:
        """Run all workers until SIGTERM or SIGINT."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        replacing: set[asyncio.Task[None]] = set()
        loop.add_signal_handler(
            signal.SIGHUP, lambda: replacing.add(asyncio.create_task(self._replace_all()))
        )
        keepers = [asyncio.create_task(self._keep(number)) for number in range(len(self._own))]
        await self._stopping.wait()
        for process in self._processes.values():
            _terminate(process)
        await asyncio.gather(*(_wait(process) for process in self._processes.values()))
        for keeper in keepers:
            keeper.cancel()

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        sockets = [*self._shared, self._own[number]]
        handles = [one.fileno() for one in sockets]
        process = await asyncio.create_subprocess_exec(
            *self._command, "--inherit", ",".join(map(str, handles)), pass_fds=handles
        )
        host, port = self._own[number].getsockname()[:2]
        logger.info("worker %d is process %d, by itself on http://%s:%d", number, process.pid, host, port)
        self._processes[number] = process
        return process

    async def _keep(self, number: int) -> None:
        """Run one worker, and another whenever it ends."""
        process = await self._start(number)
        while True:
            code = await process.wait()
            if self._stopping.is_set():
                return
            if self._processes[number] is process:
                logger.error("worker %d has ended with status %d; another is started", number, code)
                await asyncio.sleep(RESTART_DELAY)
                process = await self._start(number)
            else:
                process = self._processes[number]  # it was replaced

    async def _replace_all(self) -> None:
        """Replace the workers one after another; each stops when its successor is ready."""
        async with self._replacing:
            for number in range(len(self._own)):
                former = self._processes[number]
                successor = await self._start(number)
                await self._until_ready(number, successor)
                _terminate(former)
                await _wait(former)

    async def _until_ready(self, number: int, process: asyncio.subprocess.Process) -> None:
        """Wait until a worker says that it is ready."""
        host, port = self._own[number].getsockname()[:2]
        until = asyncio.get_running_loop().time() + START
        while process.returncode is None and asyncio.get_running_loop().time() < until:
            found = await asyncio.to_thread(_answered_by, f"http://{host}:{port}/readyz")
            if found == process.pid:
                return
            await asyncio.sleep(0.1)


def _answered_by(url: str) -> int | None:
    """The process that answers that it is ready, if one does."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return int(answer.headers.get("x-process", 0))
    except (OSError, ValueError):
        return None


def _terminate(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()


async def _wait(process: asyncio.subprocess.Process) -> None:
    """Wait for a worker that was told to stop, and kill it if it does not."""
    try:
        await asyncio.wait_for(process.wait(), STOP)
    except TimeoutError:
        process.kill()
        await process.wait()


def supervise(
    shared: Sequence[socket.socket], workers: int, ports: int, database: str, redis: str, settings: Settings
) -> None:
    """Run so many workers until this process is told to stop.

    Worker number i listens on loopback port `ports` + i too, or on any if `ports` is 0.
    """
    own = [socket.create_server(("127.0.0.1", ports + at if ports else 0)) for at in range(workers)]
    os.environ["CINQ_DATABASE"], os.environ["CINQ_REDIS"] = database, redis  # addresses may have passwords
    command = [sys.executable, "-m", "cinq.server", "--settings", msgspec.json.encode(settings).decode()]
    asyncio.run(Supervisor(shared, own, command).run())
