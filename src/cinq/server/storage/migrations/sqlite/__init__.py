"""The schema of the SQLite file; its version is `PRAGMA user_version`.

A file of version 0 is empty, or was written by cinq 0.1, which kept no version.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from cinq.server.storage.migrations import pending
from cinq.server.storage.migrations.sqlite import v1_tables_and_games, v2_tails, v3_chain

STEPS = (v1_tables_and_games.upgrade, v2_tails.upgrade, v3_chain.upgrade)
"""The step to version 1, to version 2, …"""


def check_version(path: Path) -> None:
    """Read a file's version without changing the file. Raises NewerSchema and sqlite3.Error."""
    if path.exists() and path.stat().st_size:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            pending(version_of(db), STEPS, path)


def upgrade(db: sqlite3.Connection, path: Path) -> None:
    """Run the steps that a file lacks, in one transaction. Raises NewerSchema and sqlite3.Error."""
    if not pending(version_of(db), STEPS, path):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in pending(version_of(db), STEPS, path):  # another process may have been quicker
            step(db)
        db.execute(f"PRAGMA user_version = {len(STEPS)}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


def version_of(db: sqlite3.Connection) -> int:
    """The version of a file's schema."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version
