"""Version 1: the tables of cinq 0.1, made where they are missing."""

from __future__ import annotations

import sqlite3

STATEMENTS = (
    """CREATE TABLE IF NOT EXISTS journal (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)) WITHOUT ROWID""",
    """CREATE TABLE IF NOT EXISTS fresh (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL,
    touched REAL NOT NULL, closed INTEGER NOT NULL, damage TEXT) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS tables_by_phase ON tables (phase, closed)",
    """CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, finished REAL NOT NULL, public INTEGER NOT NULL,
    entry BLOB NOT NULL, log BLOB NOT NULL) WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS games_by_time ON games (public, finished)",
    """CREATE TABLE IF NOT EXISTS falls (
    game_id TEXT NOT NULL, step INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game_id, step))""",
)


def upgrade(db: sqlite3.Connection) -> None:
    """Make what is missing."""
    for statement in STATEMENTS:
        db.execute(statement)
