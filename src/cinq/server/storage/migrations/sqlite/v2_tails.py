"""Version 2: the number of each journal's last row, and a row to write when asked whether writing works.

Journals of cinq 0.1 get their tails from the rows that are there.
"""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    "CREATE TABLE IF NOT EXISTS tails (table_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS fresh_tails (by_table TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, writes INTEGER NOT NULL)",
    """INSERT OR IGNORE INTO tails SELECT table_id, max(seq) FROM
    (SELECT table_id, seq FROM journal UNION ALL SELECT table_id, seq FROM fresh) GROUP BY table_id""",
)


def upgrade(db: sqlite3.Connection) -> None:
    """Make both tables, and a tail for each journal that has none."""
    for statement in STATEMENTS:
        db.execute(statement)
