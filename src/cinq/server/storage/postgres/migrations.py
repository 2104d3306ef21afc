"""The schema of the PostgreSQL database, as numbered steps of plain SQL.

A released step is not changed any more. The version is the one row of `schema_version`. Servers
that start together take turns.
"""

from __future__ import annotations

from importlib.resources import files

import asyncpg

from cinq.server.storage.migrations import pending

STEPS = ("v1_tables_games_owners.sql",)
"""The step to version 1, to version 2, …: files of the folder `schema`."""
TURN = 0x63696E71
"""The advisory lock that one server at a time holds while it upgrades."""


async def upgrade(db: asyncpg.Connection) -> None:
    """Run the steps that the database lacks, in one transaction. Raises NewerSchema."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", TURN)
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)")
        version = await db.fetchval("SELECT version FROM schema_version") or 0
        steps = pending(version, STEPS, "the PostgreSQL database")
        for step in steps:
            await db.execute(files(__package__).joinpath("schema", step).read_text())
        if steps:
            await db.execute("DELETE FROM schema_version")
            await db.execute("INSERT INTO schema_version VALUES ($1)", len(STEPS))
