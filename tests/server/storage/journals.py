"""A server's journal, read from its file as an auditor would."""

import sqlite3
from pathlib import Path

from cinq.server.storage.archive import Record, last_record
from cinq.server.storage.chain import first_link, next_link
from cinq.server.storage.journal import ROWS
from cinq.table.table import Table


def rows(data: Path, table: str) -> list[bytes]:
    with sqlite3.connect(f"file:{data / 'cinq.sqlite'}?mode=ro", uri=True) as db:
        return [body for _, body, _ in db.execute(ROWS, (table,))]


def record(data: Path, table: str) -> tuple[Table, Record]:
    replayed, found = last_record(table, rows(data, table))
    assert found is not None
    return replayed, found


def relink(db: sqlite3.Connection, table: str) -> None:
    """Make the chain fit a table's rows, as somebody does who knows how it is computed."""
    link = first_link(table)
    for seq, body, _ in db.execute(ROWS, (table,)).fetchall():
        link = next_link(link, body)
        for name in ("journal", "fresh"):
            db.execute(f"UPDATE {name} SET link = ? WHERE table_id = ? AND seq = ?", (link, table, seq))
