"""Version 3: every row of a journal has a link (`chain.py`) in place of a checksum.

A row whose checksum does not fit gets an empty link: it is damaged before and after.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from zlib import crc32

from cinq.server.storage.chain import first_link, next_link

OldRow = tuple[str, int, bytes, int]
LinkedRow = tuple[str, int, bytes, bytes]


def upgrade(db: sqlite3.Connection) -> None:
    """Write both tables of the journal anew."""
    db.execute("INSERT OR IGNORE INTO journal SELECT * FROM fresh")
    db.execute("DROP TABLE fresh")
    db.execute("ALTER TABLE journal RENAME TO unlinked")
    db.execute("""CREATE TABLE journal (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, link BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)) WITHOUT ROWID""")
    old = db.execute("SELECT table_id, seq, body, crc FROM unlinked ORDER BY table_id, seq")
    db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?)", _linked(old))
    db.execute("DROP TABLE unlinked")
    db.execute("""CREATE TABLE fresh (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, link BLOB NOT NULL)""")


def _linked(rows: Iterable[OldRow]) -> Iterator[LinkedRow]:
    """The rows of all tables, in order, with their links."""
    current, link = "", b""
    for table, seq, body, crc in rows:
        link = next_link(link if table == current else first_link(table), body)
        current = table
        yield table, seq, body, link if crc32(body) == crc else b""
