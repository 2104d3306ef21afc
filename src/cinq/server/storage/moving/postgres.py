"""A PostgreSQL database to move from or to; refuses one that servers use."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import msgspec

from cinq.server.storage.moving.database import Listing, StoredFall, StoredGame
from cinq.server.storage.postgres import rows
from cinq.server.storage.postgres.store import open_pool

IN_USE = "SELECT FROM workers WHERE expires > clock_timestamp()"
LISTING = """INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET
phase = excluded.phase, public = excluded.public, touched = excluded.touched, closed = excluded.closed,
damage = excluded.damage"""


class PostgresDatabase:
    """One database."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, url: str) -> PostgresDatabase:
        """Connect, and upgrade the schema. Raises OSError, also if a server uses the database."""
        pool = await open_pool(url)
        if await pool.fetch(IN_USE):
            pool.terminate()
            raise OSError("a server uses this PostgreSQL database: stop it first")
        return cls(pool)

    async def tables(self) -> list[str]:
        """The tables that have a journal, in order."""
        sql = "SELECT table_id FROM journal WHERE seq = 1 ORDER BY table_id"
        return [row[0] for row in await self._pool.fetch(sql)]

    async def rows(self, table: str) -> list[bytes]:
        """A table's journal, its chain checked. Raises Damaged."""
        return (await rows.read(self._pool, table))[0]

    async def listing(self, table: str) -> Listing | None:
        """A table's entry in the list."""
        sql = "SELECT id, game, phase, public, touched, closed, damage FROM tables WHERE id = $1"
        row = await self._pool.fetchrow(sql, table)
        return None if row is None else Listing(*row)

    async def games(self) -> list[str]:
        """The finished games, in order."""
        return [row[0] for row in await self._pool.fetch("SELECT id FROM games ORDER BY id")]

    async def game(self, ident: str) -> tuple[StoredGame, Sequence[StoredFall]] | None:
        """A finished game and its falls."""
        sql = "SELECT id, game, finished, public, entry, log FROM games WHERE id = $1"
        row = await self._pool.fetchrow(sql, ident)
        if row is None:
            return None
        falls = await self._pool.fetch("SELECT step, body FROM falls WHERE game_id = $1 ORDER BY step", ident)
        return StoredGame(*row), [(fall[0], fall[1]) for fall in falls]

    async def put_rows(self, table: str, first: int, linked: Sequence[tuple[bytes, bytes]]) -> None:
        """Append rows in one transaction."""
        found = [(table, first + at, body, link, 0) for at, (body, link) in enumerate(linked)]
        await self._pool.copy_records_to_table("journal", records=found)

    async def put_listing(self, entry: Listing) -> None:
        """Insert or replace a table's entry in the list."""
        await self._pool.execute(LISTING, *msgspec.structs.astuple(entry))

    async def put_game(self, game: StoredGame, falls: Sequence[StoredFall]) -> None:
        """Insert a finished game and its falls in one transaction, unless it is there."""
        async with self._pool.acquire() as db, db.transaction():
            sql = "INSERT INTO games VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
            await db.execute(sql, *msgspec.structs.astuple(game))
            for step, body in falls:
                fall = "INSERT INTO falls VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
                await db.execute(fall, game.id, step, body)

    async def close(self) -> None:
        """Disconnect."""
        await self._pool.close()
