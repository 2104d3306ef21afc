"""A SQLite file to move from or to; locked while it is open."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec

from cinq.server.storage import journal
from cinq.server.storage.lock import locked
from cinq.server.storage.moving.database import Listing, StoredFall, StoredGame
from cinq.server.storage.sqlite import prepare

TABLES = "SELECT table_id FROM journal UNION SELECT table_id FROM fresh ORDER BY table_id"
TAIL = """INSERT INTO tails VALUES (?, ?) ON CONFLICT (table_id) DO UPDATE SET seq = max(seq, excluded.seq)"""


class SqliteDatabase:
    """One file."""

    def __init__(self, path: Path) -> None:
        self._open = ExitStack()
        self._open.enter_context(locked(path))
        prepare(path)
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA synchronous=FULL")

    async def tables(self) -> list[str]:
        """The tables that have a journal, in order."""
        return [row[0] for row in self._db.execute(TABLES)]

    async def rows(self, table: str) -> list[bytes]:
        """A table's journal, its chain checked. Raises Damaged."""
        return journal.read(self._db, table)

    async def listing(self, table: str) -> Listing | None:
        """A table's entry in the list."""
        sql = "SELECT id, game, phase, public, touched, closed, damage FROM tables WHERE id = ?"
        row = self._db.execute(sql, (table,)).fetchone()
        if row is None:
            return None
        ident, game, phase, public, touched, closed, damage = row
        return Listing(ident, game, phase, bool(public), touched, bool(closed), damage)

    async def games(self) -> list[str]:
        """The finished games, in order."""
        return [row[0] for row in self._db.execute("SELECT id FROM games ORDER BY id")]

    async def game(self, ident: str) -> tuple[StoredGame, Sequence[StoredFall]] | None:
        """A finished game and its falls."""
        sql = "SELECT id, game, finished, public, entry, log FROM games WHERE id = ?"
        row = self._db.execute(sql, (ident,)).fetchone()
        if row is None:
            return None
        falls = self._db.execute("SELECT step, body FROM falls WHERE game_id = ? ORDER BY step", (ident,))
        ident, game, finished, public, entry, log = row
        found = StoredGame(ident, game, finished, bool(public), bytes(entry), bytes(log))
        return found, [(step, bytes(body)) for step, body in falls]

    async def put_rows(self, table: str, first: int, linked: Sequence[tuple[bytes, bytes]]) -> None:
        """Append rows in one transaction."""
        rows = [(table, first + at, body, link) for at, (body, link) in enumerate(linked)]
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?)", rows)
        self._db.execute(TAIL, (table, first + len(linked) - 1))
        self._db.execute("COMMIT")

    async def put_listing(self, entry: Listing) -> None:
        """Insert or replace a table's entry in the list."""
        self._db.execute(
            "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(entry)
        )

    async def put_game(self, game: StoredGame, falls: Sequence[StoredFall]) -> None:
        """Insert a finished game and its falls in one transaction, unless it is there."""
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute(
            "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", msgspec.structs.astuple(game)
        )
        self._db.executemany(
            "INSERT OR IGNORE INTO falls VALUES (?, ?, ?)", [(game.id, *one) for one in falls]
        )
        self._db.execute("COMMIT")

    async def close(self) -> None:
        """Close the file, and let others use it."""
        self._db.close()
        self._open.close()
