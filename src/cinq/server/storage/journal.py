"""The journal in SQLite: every row of every table.

New rows are appended to `pending_rows`; every 8,192 rows are moved to the clustered `journal`.
In `journal` the rows of one table lie together, so that they are read quickly; writing there at
once would touch one page per table and commit, where appending touches one or two in all.
A table's tail, the number of its last row, is written beside its rows in the same way, so that
missing last rows are noticed too: one JSON object per commit in `fresh_tails`, then `tails`.
Every row has its link in the table's hash chain (`chain.py`).
Owns these four SQL tables; knows no thread and no transaction.

On disk `pending_rows` is called `fresh`, as it was in version 0.1, which wrote no tails.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

import msgspec

from cinq.server.storage.chain import SIZE, checked, first_link

PENDING = 8192
"""Pending rows at which all of them are moved to `journal`."""
MOVE_PENDING = "INSERT OR IGNORE INTO journal SELECT * FROM fresh ORDER BY table_id, seq"
ADD_TAILS = "INSERT INTO fresh_tails VALUES (?)"
MOVE_TAILS = """INSERT INTO tails
SELECT key, max(value) FROM fresh_tails, json_each(by_table) WHERE true GROUP BY key
ON CONFLICT (table_id) DO UPDATE SET seq = max(seq, excluded.seq)"""
TAIL = """SELECT max(seq) FROM (SELECT seq FROM tails WHERE table_id = ?1
UNION ALL SELECT value FROM fresh_tails, json_each(by_table) WHERE key = ?1)"""
LAST = "SELECT seq, link FROM journal WHERE table_id = ? ORDER BY seq DESC LIMIT 1"
ROWS = """SELECT seq, body, link FROM journal WHERE table_id = ?1
UNION ALL SELECT seq, body, link FROM fresh WHERE table_id = ?1 ORDER BY seq"""
LARGEST = 256
"""The most rows of one INSERT; statements have 1, 2, 4, … rows, so that few are compiled."""

Rows = tuple[str, int, Sequence[bytes]]
"""Consecutive rows: their table, the number of the first, their bodies."""
Column = str | int | bytearray
"""A column's value. Blobs are `bytearray`: for each `bytes` sqlite3 would look for an adapter."""
COLUMNS = 4
"""The columns of a row on disk: table, number, body, link."""


class Journal:
    """The writing side of the journal.

    Caches the last row of the tables written since pending rows were moved for the last time but one, so
    that tables which have ended leave the cache. It is dropped when another process has written (SQLite's
    `data_version`) or a transaction was rolled back (`forget`).
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._version: int | None = None
        self._pending_rows = 0
        self._last: dict[str, tuple[int, bytes]] = {}
        """Number and link of the last row of every table that has pending rows."""
        self._earlier: dict[str, tuple[int, bytes]] = {}
        """The same of the tables whose rows were pending before the last move."""

    def write(self, jobs: Sequence[Rows | None]) -> list[bool]:
        """Append the rows of each job that continue their table; returns which jobs did."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version != self._version or self._pending_rows >= PENDING:
            self._move_pending()
            if version != self._version:
                self._earlier = {}
            self._version = version
        values: list[Column] = []
        tails: dict[str, int] = {}
        fit = [rows is None or self._link(rows, values, tails) for rows in jobs]
        if values:
            self._pending_rows += _insert(self._db, values)
            self._db.execute(ADD_TAILS, (msgspec.json.encode(tails).decode(),))
        return fit

    def _link(self, rows: Rows, values: list[Column], tails: dict[str, int]) -> bool:
        """Add rows with their links to `values`, if they continue their table; returns whether they do."""
        table, first, bodies = rows
        last, link = self._last.get(table) or self._earlier.get(table) or self._last_row(table)
        if last != first - 1:
            return False
        for last, body in enumerate(bodies, first):
            link = sha256(link + body).digest()[:SIZE]  # `next_link`, without a call on the move path
            values += (table, last, bytearray(body), bytearray(link))
        self._last[table] = (last, link)
        tails[table] = last
        return True

    def _last_row(self, table: str) -> tuple[int, bytes]:
        """Number and link of a table's last row in `journal`."""
        found: tuple[int, bytes] | None = self._db.execute(LAST, (table,)).fetchone()
        return found or (0, first_link(table))

    def _move_pending(self) -> None:
        """Move every pending row to `journal` and every tail to `tails`."""
        self._db.execute(MOVE_PENDING)
        self._db.execute("DELETE FROM fresh")
        self._db.execute(MOVE_TAILS)
        self._db.execute("DELETE FROM fresh_tails")
        self._pending_rows = 0
        self._last, self._earlier = {}, self._last

    def delete(self, tables: Sequence[str]) -> None:
        """Delete whole journals, and their tails with them."""
        if tables:
            self._move_pending()
            for name in ("journal", "tails"):
                self._db.executemany(f"DELETE FROM {name} WHERE table_id = ?", [(one,) for one in tables])
            for one in tables:
                self._earlier.pop(one, None)

    def forget(self) -> None:
        """Drop the cache after a rollback."""
        self._version = None


def read(db: sqlite3.Connection, table: str) -> list[bytes]:
    """Read a table's journal in order, and check numbers, chain and tail. Raises Damaged."""
    (tail,) = db.execute(TAIL, (table,)).fetchone()  # before the rows, which may grow in between
    rows = db.execute(ROWS, (table,)).fetchall()  # all: a cursor left in mid-read holds the snapshot it reads
    return checked(table, rows, tail or 0)


def _insert(db: sqlite3.Connection, values: list[Column]) -> int:
    """Insert rows, all their columns in one list; returns how many.

    In few statements: after each, this thread must get the GIL back from a busy loop.
    """
    at, count = 0, len(values) // COLUMNS
    while at < count:
        size = min(LARGEST, 1 << ((count - at).bit_length() - 1))
        db.execute(_statement(size), values[COLUMNS * at : COLUMNS * (at + size)])
        at += size
    return count


@cache
def _statement(rows: int) -> str:
    return f"INSERT INTO fresh VALUES {', '.join(['(?, ?, ?, ?)'] * rows)}"
