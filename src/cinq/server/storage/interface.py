"""The interface of a store: journals, the list of tables, finished games, recordings of falls.

Rows count as written when they are safe on disk, and not before. The journal is the source of
truth; the lists of tables and finished games can be made again from it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from cinq.core.game import Value
from cinq.server.storage.ownership import Ownership
from cinq.table.events import Phase


class Conflict(Exception):
    """Rows do not continue their table's journal: another process has written it."""


class Unavailable(Exception):
    """The store cannot do this now (a full disk, a lost connection); another try in a moment may succeed."""


class Damaged(Exception):
    """A row of a journal is missing, or is not what was written."""

    def __init__(self, table: str, seq: int, why: str) -> None:
        super().__init__(f"table {table}, row {seq}: {why}")
        self.table = table
        self.seq = seq


class TableEntry(Value, frozen=True):
    """A table in the list."""

    id: str
    game: str
    phase: Phase
    public: bool
    touched: float
    closed: bool = False
    """Put away: neither listed nor reopened after a start, until somebody comes."""


class GameEntry(Value, frozen=True):
    """A finished game in the list."""

    id: str
    table: str
    game: str
    players: int
    names: tuple[str, ...]
    winners: tuple[int, ...]
    finished: float
    lines: int
    public: bool


Then = Callable[[Exception | None], None]
"""Called on the loop when something is on disk (None), or with the reason why it is not."""


def resolve(done: asyncio.Future[None], failed: Exception | None) -> None:
    """Resolve a future with the outcome of a write, unless it was cancelled."""
    if done.done():
        return
    if failed is None:
        done.set_result(None)
    else:
        done.set_exception(failed)


class Store(Ownership, Protocol):
    """What the server needs of a database."""

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        """Write rows number `first`, `first` + 1, …, and call `then` with the outcome."""

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """Write rows; the future is done when they are on disk. Raises what went wrong."""

    async def rows(self, table: str) -> list[bytes]:
        """A table's whole journal, in order; empty if there is none. Raises Damaged."""

    def list_table(self, entry: TableEntry) -> None:
        """Insert or replace a table's entry in the list; not durable when this returns."""

    async def unfinished(self, within: float) -> list[str]:
        """Tables on which a game is being played, touched at most `within` seconds before the last of all.

        Compares the times of tables with each other and not with a clock.
        """

    def put_away(self, before: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Mark the unfinished tables that nobody has touched since `before` as closed, except `keep`."""

    def delete_abandoned(self, now: float, seconds: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Delete some tables that were put away, untouched for so many seconds, except `keep`.

        Tables with a finished game stay. Counts from `now` or, if that was earlier, from when a
        table was touched last of all.
        """

    async def public_tables(self, limit: int) -> list[TableEntry]:
        """Public tables that are not closed, the newest first."""

    async def quarantine(self, table: str, why: str) -> None:
        """Mark a damaged table, so that it is neither listed nor reopened."""

    async def quarantined(self) -> dict[str, str]:
        """The quarantined tables, and why."""

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Store a finished game's entry and log."""

    async def finished(self, game: str | None, limit: int, before: float) -> list[GameEntry]:
        """Public finished games, the newest first."""

    def save_fall(self, game_id: str, step: int, fall: bytes) -> asyncio.Future[None]:
        """Store the recording of the fall in a game's line number `step`."""

    async def fall(self, game_id: str, step: int) -> bytes | None:
        """Returns the stored recording of a fall, or None."""

    async def falls(self, game_id: str) -> tuple[int, ...]:
        """The numbers of a game's lines that have a recording, in order."""

    async def entry(self, game_id: str) -> GameEntry | None:
        """A finished game's entry, or None; its log, which may be long, is not read."""

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's entry and log, or None."""

    def probe(self) -> asyncio.Future[None]:
        """Write something that changes nothing; the future is done when it is on disk."""

    async def close(self) -> None:
        """Write what waits, and close the database."""
