"""The interface of a database that can be emptied into another, table by table.

Nobody else may use either database meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cinq.core.game import Value


class Listing(Value, frozen=True):
    """A table in the list, damaged or not."""

    id: str
    game: str
    phase: str
    public: bool
    touched: float
    closed: bool
    damage: str | None


class StoredGame(Value, frozen=True):
    """A finished game as it is stored."""

    id: str
    game: str
    finished: float
    public: bool
    entry: bytes
    log: bytes


StoredFall = tuple[int, bytes]
"""The line's number, and the compressed recording."""


class Database(Protocol):
    """One database."""

    async def tables(self) -> list[str]:
        """The tables that have a journal, in order."""

    async def rows(self, table: str) -> list[bytes]:
        """A table's journal, its chain checked. Raises Damaged."""

    async def listing(self, table: str) -> Listing | None:
        """A table's entry in the list."""

    async def games(self) -> list[str]:
        """The finished games, in order."""

    async def game(self, ident: str) -> tuple[StoredGame, Sequence[StoredFall]] | None:
        """A finished game and its falls."""

    async def put_rows(self, table: str, first: int, linked: Sequence[tuple[bytes, bytes]]) -> None:
        """Append rows number `first`, `first` + 1, … (body and link) in one transaction."""

    async def put_listing(self, entry: Listing) -> None:
        """Insert or replace a table's entry in the list."""

    async def put_game(self, game: StoredGame, falls: Sequence[StoredFall]) -> None:
        """Insert a finished game and its falls in one transaction, unless it is there."""

    async def close(self) -> None:
        """Close the database, and let others use it."""
