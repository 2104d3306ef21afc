"""The journal in SQLite: every row of every table.

New rows are appended to `pending_rows`; every 4,096 rows are moved to the clustered `journal`.
In `journal` the rows of one table lie together, so that they are read quickly; writing there at
once would touch one page per table and commit, where appending touches one or two in all.
A table's tail, the number of its last row, is written beside its rows in the same way, so that
missing last rows are noticed too: one JSON object per commit in `fresh_tails`, then `tails`.
Owns these four SQL tables; knows no thread and no transaction.

On disk `pending_rows` is called `fresh`, as it was in version 0.1, which wrote no tails.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from zlib import crc32

import msgspec

from cinq.server.storage.interface import Damaged

PENDING = 4096
"""Pending rows at which all of them are moved to `journal`."""
MOVE_PENDING = "INSERT OR IGNORE INTO journal SELECT * FROM fresh ORDER BY table_id, seq"
ADD_TAILS = "INSERT INTO fresh_tails VALUES (?)"
MOVE_TAILS = """INSERT INTO tails
SELECT key, max(value) FROM fresh_tails, json_each(by_table) WHERE true GROUP BY key
ON CONFLICT (table_id) DO UPDATE SET seq = max(seq, excluded.seq)"""
TAIL = """SELECT max(seq) FROM (SELECT seq FROM tails WHERE table_id = ?1
UNION ALL SELECT value FROM fresh_tails, json_each(by_table) WHERE key = ?1)"""
LAST = "SELECT max(seq) FROM journal WHERE table_id = ?"
ROWS = """SELECT seq, body, crc FROM journal WHERE table_id = ?1
UNION ALL SELECT seq, body, crc FROM fresh WHERE table_id = ?1 ORDER BY seq"""
LARGEST = 256
"""The most rows of one INSERT; statements have 1, 2, 4, … rows, so that few are compiled."""

Row = tuple[str, int, bytes, int]


class Journal:
    """The writing side of the journal.

    Caches the last row number of tables; the cache is dropped when another process has written
    (SQLite's `data_version`) or a transaction was rolled back (`forget`).
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._version: int | None = None
        self._pending_rows = 0
        self._last: dict[str, int] = {}
        """The number of the last row of each table that has pending rows or was looked up."""

    def write(self, jobs: Sequence[Sequence[Row]]) -> list[bool]:
        """Append the rows of each job that continue their table; returns which jobs did."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version or self._pending_rows >= PENDING:
            self._move_pending()
            self._version = version
        fit = [not rows or self._follows(rows) for rows in jobs]
        rows = [row for rows, fits in zip(jobs, fit, strict=True) if fits for row in rows]
        if rows:
            _insert(self._db, rows)
            self._db.execute(ADD_TAILS, (_tails(rows),))
        return fit

    def _follows(self, rows: Sequence[Row]) -> bool:
        table, first, _, _ = rows[0]
        if table not in self._last:
            self._last[table] = self._db.execute(LAST, (table,)).fetchone()[0] or 0
        if self._last[table] != first - 1:
            return False
        self._last[table] += len(rows)
        self._pending_rows += len(rows)
        return True

    def _move_pending(self) -> None:
        """Move every pending row to `journal` and every tail to `tails`, and drop the cache."""
        self._db.execute(MOVE_PENDING)
        self._db.execute("DELETE FROM fresh")
        self._db.execute(MOVE_TAILS)
        self._db.execute("DELETE FROM fresh_tails")
        self._last.clear()
        self._pending_rows = 0

    def forget(self) -> None:
        """Drop the cache after a rollback."""
        self._version = None


def read(db: sqlite3.Connection, table: str) -> list[bytes]:
    """Read a table's journal in order, and check numbers, checksums and the tail. Raises Damaged."""
    (tail,) = db.execute(TAIL, (table,)).fetchone()  # before the rows, which may grow in between
    found = db.execute(ROWS, (table,)).fetchall()
    for expected, (seq, body, crc) in enumerate(found, start=1):
        if seq != expected:
            raise Damaged(table, expected, "missing")
        if crc32(body) != crc:
            raise Damaged(table, seq, "its checksum does not fit")
    if len(found) < (tail or 0):
        raise Damaged(table, len(found) + 1, "missing")
    return [bytes(body) for _, body, _ in found]


def _tails(rows: Sequence[Row]) -> str:
    """The last row number of each table among these rows, as JSON."""
    return msgspec.json.encode({table: seq for table, seq, _, _ in rows}).decode()


def _insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Insert rows in few statements: after each, this thread must get the GIL back from a busy loop."""
    at = 0
    while at < len(rows):
        size = min(LARGEST, 1 << ((len(rows) - at).bit_length() - 1))
        db.execute(_statement(size), [value for row in rows[at : at + size] for value in row])
        at += size


@cache
def _statement(rows: int) -> str:
    return f"INSERT INTO fresh VALUES {', '.join(['(?, ?, ?, ?)'] * rows)}"
