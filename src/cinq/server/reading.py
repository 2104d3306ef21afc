"""Reading what was written: journals folded, finished games replayed and checked.

A long game takes a good part of a second, so it is read in a thread of its own, one at a
time: the loop gets its turn every few milliseconds, and no table waits for a reader.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.archive import Record, folded, last_record
from cinq.server.packed import Packed, pack
from cinq.server.replays import replay, verdict
from cinq.server.store import GameEntry
from cinq.table.table import Refusal, Table

T = TypeVar("T")
KEPT = 100
"""Replays that are remembered, compressed."""
QUEUE = 100
"""Readers that may wait."""


class Reading:
    """One thread, and the replays it made last."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "reading")
        self._waiting = 0
        self._replays: OrderedDict[tuple[str, Seat | None, bool], Packed] = OrderedDict()

    async def _run(self, job: Callable[[], T]) -> T:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        finally:
            self._waiting -= 1

    async def table(self, ident: str, rows: Sequence[bytes]) -> Table:
        """A table as its journal tells it. Raises Damaged."""
        return await self._run(partial(folded, ident, rows))

    async def record(self, ident: str, rows: Sequence[bytes]) -> tuple[Table, Record | None]:
        """A table with its present or last game."""
        return await self._run(partial(last_record, ident, rows))

    async def replay(
        self, entry: GameEntry, log: bytes, viewer: Seat | None, everything: bool, falls: tuple[int, ...]
    ) -> Packed:
        """A finished game step by step. Refused if there is no such seat, or too much to do."""
        key = (entry.id, viewer, everything)
        if key not in self._replays:
            self._refuse_more()
            self._replays[key] = await self._run(partial(_replayed, entry, log, viewer, everything, falls))
            if len(self._replays) > KEPT:
                self._replays.popitem(last=False)
        return self._replays[key]

    async def verdict(self, log: bytes) -> wire.Verdict:
        """Whether a finished game was dealt as promised."""
        self._refuse_more()
        return await self._run(partial(verdict, log))

    def _refuse_more(self) -> None:
        if self._waiting >= QUEUE:
            raise Refusal("limited", "too many games are being read; ask again in a minute")

    def close(self) -> None:
        """What waits is not read any more."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _replayed(
    entry: GameEntry, log: bytes, viewer: Seat | None, everything: bool, falls: tuple[int, ...]
) -> Packed:
    return pack(wire.encode(replay(entry, log, viewer, everything, falls)), "application/json")
