"""A server's journal, read from its file as an auditor would."""

import sqlite3
from pathlib import Path

from cinq.server.archive import Record, last_record
from cinq.table.table import Table


def rows(data: Path, table: str) -> list[bytes]:
    with sqlite3.connect(f"file:{data / 'cinq.sqlite'}?mode=ro", uri=True) as db:
        found = db.execute("SELECT body FROM journal WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
    return [row[0] for row in found]


def record(data: Path, table: str) -> tuple[Table, Record]:
    replayed, found = last_record(table, rows(data, table))
    assert found is not None
    return replayed, found
