"""Reads journals and finished games in a background thread: folding, replaying, verifying.

A long game takes a good part of a second. One thread does one at a time, and the loop gets the
GIL every few milliseconds, so that no table waits for a reader.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from cinq.server import wire
from cinq.server.http.compression import LINES, CompressedBody, pack, pack_pieces
from cinq.server.storage.archive import Record, finished_record, folded, last_record
from cinq.server.storage.interface import GameEntry
from cinq.server.storage.replays import Viewpoint, replay, verdict
from cinq.table.table import Refusal, Table

T = TypeVar("T")
ReplayKey = tuple[str, Viewpoint]
"""The game, whose view, and whether with everyone's."""
CACHED = 1_000_000
"""Bytes of compressed replays that are cached."""
QUEUE = 100
"""Requests that may wait; more are refused."""


class BackgroundReader:
    """One thread, and a cache of the last replays."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "reading")
        self._waiting = 0
        self._replays: OrderedDict[ReplayKey, CompressedBody] = OrderedDict()
        self._cached_bytes = 0

    async def _run(self, job: Callable[[], T]) -> T:
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, job)
        finally:
            self._waiting -= 1

    async def table(self, ident: str, rows: Sequence[bytes]) -> Table:
        """Fold a table from its journal. Raises Damaged."""
        return await self._run(partial(folded, ident, rows))

    async def record(self, ident: str, rows: Sequence[bytes]) -> tuple[Table, Record | None]:
        """Fold a table and its present or last game. Raises Damaged."""
        return await self._run(partial(last_record, ident, rows))

    async def finished(self, ident: str, number: int, rows: Sequence[bytes]) -> tuple[Table, Record] | None:
        """The game of one round and the table at its end; None if it has not ended. Raises Damaged."""
        return await self._run(partial(finished_record, ident, number, rows))

    async def replay(
        self, entry: GameEntry, log: bytes, asked: Viewpoint, falls: tuple[int, ...]
    ) -> CompressedBody:
        """A finished game step by step. Refused if there is no such seat, or too many wait."""
        key = (entry.id, asked)
        body = self._replays.get(key)
        if body is None:
            self.check_queue()
            body = await self._run(partial(_replayed, entry, log, asked, falls))
            self._cache(key, body)
        return body

    def _cache(self, key: ReplayKey, body: CompressedBody) -> None:
        """Keep a replay in place of the oldest ones."""
        if key in self._replays:
            return  # somebody else asked for it meanwhile
        self._replays[key] = body
        self._cached_bytes += len(body.data)
        while self._cached_bytes > CACHED:
            _, oldest = self._replays.popitem(last=False)
            self._cached_bytes -= len(oldest.data)

    async def packed(self, log: bytes) -> CompressedBody:
        """A finished game's log, compressed. Refused if too many wait."""
        self.check_queue()
        return await self._run(partial(pack, log, LINES))

    async def verdict(self, log: bytes) -> wire.Verdict:
        """Whether a finished game was dealt as committed to. Refused if too many wait."""
        self.check_queue()
        return await self._run(partial(verdict, log))

    def check_queue(self) -> None:
        """Refuse one more request if too many wait."""
        if self._waiting >= QUEUE:
            raise Refusal("limited", "too many games are being read; ask again in a minute")

    def close(self) -> None:
        """Stop; what waits is cancelled."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _replayed(entry: GameEntry, log: bytes, asked: Viewpoint, falls: tuple[int, ...]) -> CompressedBody:
    return pack_pieces(replay(entry, log, asked, falls), "application/json")
