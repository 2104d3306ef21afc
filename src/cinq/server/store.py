"""Where journals are kept: one small interface, so that nothing above knows which database it is.

Rows count as written when they are safe on disk, and not before. The journal is the only
truth; the lists of tables and finished games follow from it and can be made again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from cinq.core.game import Value
from cinq.table.events import Phase


class Conflict(Exception):
    """Rows with these numbers are there already: somebody else keeps this table."""


class Damaged(Exception):
    """A row that is not what was written."""

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
"""What follows when something is on disk, or could not be written."""


def settle(done: asyncio.Future[None], failed: Exception | None) -> None:
    """What follows for one who waits, if they still do."""
    if done.done():
        return
    if failed is None:
        done.set_result(None)
    else:
        done.set_exception(failed)


class Store(Protocol):
    """What a server needs of a database."""

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        """Write rows number `first`, `first` + 1, …; then they are on disk, or it is said why not."""

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """The same, for one who waits."""

    async def rows(self, table: str) -> list[bytes]:
        """A table's whole journal, in order; empty if there is none. Raises Damaged."""

    def enter(self, entry: TableEntry) -> None:
        """Put a table in the list, or change its entry; need not be on disk yet."""

    async def unfinished(self) -> list[str]:
        """Tables on which a game is being played."""

    async def public_tables(self, limit: int) -> list[TableEntry]:
        """Public tables that are not closed, the newest first."""

    async def quarantine(self, table: str, why: str) -> None:
        """Put a damaged table aside."""

    async def quarantined(self) -> dict[str, str]:
        """The tables put aside, and why."""

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Keep a finished game's log."""

    async def finished(self, game: str | None, limit: int, before: float) -> list[GameEntry]:
        """Public finished games, the newest first."""

    def keep_fall(self, game_id: str, step: int, fall: bytes) -> asyncio.Future[None]:
        """Keep what a fall looked like: the one that the game's line number `step` tells of."""

    async def fall(self, game_id: str, step: int) -> bytes | None:
        """That fall again."""

    async def falls(self, game_id: str) -> tuple[int, ...]:
        """The lines of a game that have one, in order."""

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's log."""

    async def close(self) -> None:
        """Write what is waiting, and stop."""
