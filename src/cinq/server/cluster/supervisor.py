"""Several worker processes of one host on one port: started, started again when they die, stopped.

The listening sockets belong to this process and are inherited, so that a connection that waits is
taken by whichever worker lives. Every worker also listens on a loopback address of its own, for
readiness and metrics. SIGHUP replaces the workers one after another, each when its successor is
ready; SIGTERM stops them all.
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
        """The worker of each number; while it is replaced, its successor."""
        self._started: list[asyncio.subprocess.Process] = []
        """Every process that may still run."""
        self._stopping = asyncio.Event()
        self._replacing = asyncio.Lock()

    async def run(self) -> None:
        """Run all workers until SIGTERM or SIGINT."""
        loop = asyncio.get_running_loop()
        tasks = [asyncio.create_task(self._keep(number)) for number in range(len(self._own))]
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stopping.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: tasks.append(asyncio.create_task(self._replace_all())))
        await self._stopping.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)  # from here on none is started
        await asyncio.gather(*map(_stop, self._started))

    async def _start(self, number: int) -> asyncio.subprocess.Process:
        sockets = [*self._shared, self._own[number]]
        handles = [one.fileno() for one in sockets]
        process = await asyncio.create_subprocess_exec(
            *self._command, "--inherit", ",".join(map(str, handles)), pass_fds=handles
        )
        host, port = self._own[number].getsockname()[:2]
        logger.info("worker %d is process %d, by itself on http://%s:%d", number, process.pid, host, port)
        self._processes[number] = process
        self._started = [one for one in self._started if one.returncode is None] + [process]
        return process

    async def _keep(self, number: int) -> None:
        """Run one worker, and another whenever it ends without having been replaced."""
        await self._start(number)
        while True:
            process = self._processes[number]
            code = await process.wait()
            if self._processes[number] is process:
                logger.error("worker %d has ended with status %d; another is started", number, code)
                await asyncio.sleep(RESTART_DELAY)
                await self._start(number)

    async def _replace_all(self) -> None:
        """Replace the workers one after another, until a successor does not get ready."""
        async with self._replacing:
            for number in range(len(self._own)):
                if not await self._replace(number):
                    logger.error("worker %d goes on: the rolling restart is given up", number)
                    return

    async def _replace(self, number: int) -> bool:
        """Stop a worker when its successor is ready; one that does not get ready is stopped instead."""
        former = self._processes[number]
        successor = await self._start(number)
        ready = await self._is_ready(number, successor)
        if not ready:
            self._processes[number] = former
        await _stop(former if ready else successor)
        return ready

    async def _is_ready(self, number: int, process: asyncio.subprocess.Process) -> bool:
        """Wait until a worker says that it is ready; returns whether it did."""
        host, port = self._own[number].getsockname()[:2]
        until = asyncio.get_running_loop().time() + START
        while process.returncode is None and asyncio.get_running_loop().time() < until:
            found = await asyncio.to_thread(_answered_by, f"http://{host}:{port}/readyz")
            if found == process.pid:
                return True
            await asyncio.sleep(0.1)
        return False


def _answered_by(url: str) -> int | None:
    """The process that answers that it is ready, if one does."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return int(answer.headers.get("x-process", 0))
    except (OSError, ValueError):
        return None


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Tell a worker to stop if it runs, and kill it if it does not."""
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP)
    except TimeoutError:
        process.kill()
        await process.wait()


def supervise(
    shared: Sequence[socket.socket], workers: int, ports: int, database: str, redis: str, settings: Settings
) -> None:
    """Run `workers` worker processes until this process is told to stop.

    Worker number i listens on loopback port `ports` + i too, or on any if `ports` is 0.
    """
    own = [socket.create_server(("127.0.0.1", ports + at if ports else 0)) for at in range(workers)]
    os.environ["CINQ_DATABASE"], os.environ["CINQ_REDIS"] = database, redis  # addresses may have passwords
    command = [sys.executable, "-m", "cinq.server", "--settings", msgspec.json.encode(settings).decode()]
    asyncio.run(Supervisor(shared, own, command).run())
