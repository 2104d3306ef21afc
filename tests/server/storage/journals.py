"""A server's journal, read from its file as an auditor would."""

import sqlite3
from pathlib import Path

from cinq.server.storage.archive import Record, last_record
from cinq.server.storage.journal import ROWS
from cinq.table.table import Table


def rows(data: Path, table: str) -> list[bytes]:
    with sqlite3.connect(f"file:{data / 'cinq.sqlite'}?mode=ro", uri=True) as db:
        return [body for _, body, _ in db.execute(ROWS, (table,))]


def record(data: Path, table: str) -> tuple[Table, Record]:
    replayed, found = last_record(table, rows(data, table))
    assert found is not None
    return replayed, found
