"""The journal in SQLite: rows are written where they come, and put to their tables' others by the thousand.

A table's rows lie together, so that they can be read again. But the newest rows of many
tables would then be as many pages to write, for a few bytes each; in the order in which they
come they are one or two. So they wait in `fresh`, and what takes a page for every table is
done for many rows at once. Owns both tables; knows no thread and no transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from zlib import crc32

from cinq.server.store import Damaged

SCHEMA = """
CREATE TABLE IF NOT EXISTS journal (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL,
  PRIMARY KEY (table_id, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fresh (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL);
"""
MANY = 4096
"""Fresh rows that are put away together."""
PUT_AWAY = "INSERT OR IGNORE INTO journal SELECT * FROM fresh ORDER BY table_id, seq"
LAST = "SELECT max(seq) FROM journal WHERE table_id = ?"
ROWS = """SELECT seq, body, crc FROM journal WHERE table_id = ?1
UNION ALL SELECT seq, body, crc FROM fresh WHERE table_id = ?1 ORDER BY seq"""
LARGEST = 256
"""Rows in one statement at the most; statements have 1, 2, 4, … rows, so that few are compiled."""

Row = tuple[str, int, bytes, int]


class Journal:
    """The writing side. What it knows of the rows is true while nobody else has written."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._version: int | None = None
        self._fresh = 0
        self._last: dict[str, int] = {}
        """The number of the last row of each table that has fresh ones, or was asked about."""

    def write(self, jobs: Sequence[Sequence[Row]]) -> list[bool]:
        """Write the rows of each job that follows on its table's last row; which jobs do."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version or self._fresh >= MANY:
            self._put_away()
            self._version = version
        fit = [not rows or self._follows(rows) for rows in jobs]
        _insert(self._db, [row for rows, fits in zip(jobs, fit, strict=True) if fits for row in rows])
        return fit

    def _follows(self, rows: Sequence[Row]) -> bool:
        table, first, _, _ = rows[0]
        if table not in self._last:
            self._last[table] = self._db.execute(LAST, (table,)).fetchone()[0] or 0
        if self._last[table] != first - 1:
            return False
        self._last[table] += len(rows)
        self._fresh += len(rows)
        return True

    def _put_away(self) -> None:
        """Every fresh row to the others of its table."""
        self._db.execute(PUT_AWAY)
        self._db.execute("DELETE FROM fresh")
        self._last.clear()
        self._fresh = 0

    def forget(self) -> None:
        """What was written last was taken back: nothing is known any more."""
        self._version = None


def read(db: sqlite3.Connection, table: str) -> list[bytes]:
    """A table's whole journal, in order, each row checked. Raises Damaged."""
    found = db.execute(ROWS, (table,)).fetchall()
    for expected, (seq, body, crc) in enumerate(found, start=1):
        if seq != expected:
            raise Damaged(table, expected, "missing")
        if crc32(body) != crc:
            raise Damaged(table, seq, "its checksum does not fit")
    return [bytes(body) for _, body, _ in found]


def _insert(db: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """In a few statements: each lets go of Python's lock and must get it back from a busy loop."""
    at = 0
    while at < len(rows):
        size = min(LARGEST, 1 << ((len(rows) - at).bit_length() - 1))
        db.execute(_statement(size), [value for row in rows[at : at + size] for value in row])
        at += size


@cache
def _statement(rows: int) -> str:
    return f"INSERT INTO fresh VALUES {', '.join(['(?, ?, ?, ?)'] * rows)}"
