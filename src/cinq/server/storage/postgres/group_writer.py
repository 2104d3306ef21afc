"""Group commit: one connection that writes jobs in groups, and connects again when it is lost.

A group is everything that was submitted while the previous group was being written, and what
joins it within a moment (`gathering.py`). A lost connection leaves the outcome of a group unknown;
the group is then written again, so what a writer commits must be such that a second attempt changes
nothing and reports the first one's success.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, Protocol, TypeVar

import asyncpg

from cinq.server.storage.interface import Then
from cinq.server.storage.postgres.database import CANNOT, LOST, unavailable
from cinq.server.storage.postgres.gathering import Gathering

logger = logging.getLogger("cinq.store")
LARGEST = 1024
"""Jobs of one group."""
WAITS = (0.02, 0.1, 0.3, 0.5)
"""Seconds before each attempt to connect again; the last one repeats."""


class Job(Protocol):
    """Something to write, and what to call afterwards."""

    @property
    def then(self) -> Then | None: ...


J = TypeVar("J", bound=Job)
Connect = Callable[[], Awaitable[asyncpg.Connection]]
Commit = Callable[[asyncpg.Connection, Sequence[J]], Awaitable[Sequence[Exception | None]]]
"""Writes a group in one statement; returns for each job why it was not written, or None."""


class GroupWriter(Generic[J]):
    """Group commit over one connection."""

    def __init__(self, connect: Connect, commit: Commit[J], patience: float) -> None:
        self._connect = connect
        self._commit = commit
        self._patience = patience
        """Seconds after which a group that cannot be written has failed."""
        self._connection: asyncpg.Connection | None = None
        self._waiting: list[J] = []
        self._gathering = Gathering()
        self._wake = asyncio.Event()
        self._closing = False
        self.failed = False
        """Whether the last group was not written."""
        self._running = asyncio.create_task(self._run())

    def submit(self, job: J) -> None:
        """Add a job to the next group."""
        self._waiting.append(job)
        self._gathering.arrived(time.monotonic())
        self._wake.set()

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            await self._gather()
            group, self._waiting = self._waiting[:LARGEST], self._waiting[LARGEST:]
            try:
                outcomes = await self._write(group)
                self.failed = False
            except Exception as error:
                outcomes = [error] * len(group)
                self.failed = True
            _report(group, outcomes)

    async def _gather(self) -> None:
        """Let more jobs join the next group, if some are expected in a moment."""
        before = len(self._waiting)
        if not self._closing and (seconds := self._gathering.seconds(before)):
            await asyncio.sleep(seconds)
            self._gathering.waited(len(self._waiting) - before)

    async def _write(self, group: Sequence[J]) -> Sequence[Exception | None]:
        """Write a group, again and again while the connection is lost and there is patience left.

        Raises Unavailable.
        """
        until, attempt = time.monotonic() + self._patience, 0
        while True:
            try:
                if self._connection is None:
                    self._connection = await self._connect()
                return await self._commit(self._connection, group)
            except LOST as error:
                self._drop_connection()
                if time.monotonic() > until or self._closing:
                    raise unavailable(error) from error
                await asyncio.sleep(WAITS[min(attempt, len(WAITS) - 1)])
                attempt += 1
            except CANNOT as error:
                logger.error("a group could not be written: %s", error)
                raise unavailable(error) from error
            except Exception:
                logger.exception("a group could not be written")
                raise

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def close(self) -> None:
        """Write what waits, and disconnect."""
        self._closing = True
        self._wake.set()
        await self._running
        self._drop_connection()


def _report(group: Sequence[J], outcomes: Sequence[Exception | None]) -> None:
    """Call what follows on each job; an exception there is logged and stops no other."""
    for job, failed in zip(group, outcomes, strict=True):
        if job.then is not None:
            try:
                job.then(failed)
            except Exception:
                logger.exception("a callback after a commit failed")
