"""Moves every table and finished game from one database to another, and checks what has arrived.

A table is moved in one transaction; one that is there already, in whole or in its first rows, is
completed, so that an interrupted move goes on where it was. Nothing is deleted at the source.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

from cinq.core.game import Value
from cinq.server.storage.chain import first_link, next_link
from cinq.server.storage.interface import Damaged
from cinq.server.storage.moving.database import Database
from cinq.server.storage.replays import verdict

Progress = Callable[[str, int], None]
"""Told what is done next and how many there are; called with a count of 0 after each."""


class Differs(Exception):
    """The target has something else under the same name; nothing of it was changed."""


class Moved(Value, frozen=True):
    """What a move has done."""

    tables: int
    games: int
    damaged: tuple[str, ...]
    """Tables that were damaged at the source, and were left there."""


async def open_database(url: str) -> Database:
    """The database that an address names. Raises OSError and ValueError."""
    scheme, _, rest = url.partition("://")
    if scheme in ("postgresql", "postgres"):
        from cinq.server.storage.moving.postgres import PostgresDatabase

        return await PostgresDatabase.open(url)
    if scheme == "sqlite" and rest:
        from cinq.server.storage.moving.sqlite import SqliteDatabase

        return SqliteDatabase(Path(rest))
    raise ValueError(f"a database is sqlite://PATH or postgresql://…, not {url}")


async def move(source: Database, target: Database, progress: Progress = lambda what, count: None) -> Moved:
    """Move everything, and check it. Raises Differs, and Damaged if what has arrived is damaged."""
    damaged = [table async for table in _move_tables(source, target, progress)]
    games = await source.games()
    progress("games", len(games))
    for ident in games:
        await _move_game(source, target, ident)
        progress("games", 0)
    tables = await source.tables()
    return Moved(len(tables) - len(damaged), len(games), tuple(damaged))


async def _move_tables(source: Database, target: Database, progress: Progress) -> AsyncIterator[str]:
    """Move every table; yields those that are damaged and were left."""
    tables = await source.tables()
    progress("tables", len(tables))
    for table in tables:
        try:
            bodies = await source.rows(table)
        except Damaged:
            yield table
        else:
            await _move_table(source, target, table, bodies)
        progress("tables", 0)


async def _move_table(source: Database, target: Database, table: str, bodies: list[bytes]) -> None:
    there = await target.rows(table)
    if bodies[: len(there)] != there:
        raise Differs(f"table {table} is another one at the target")
    if rest := _linked(table, bodies)[len(there) :]:
        await target.put_rows(table, len(there) + 1, rest)
    if entry := await source.listing(table):
        await target.put_listing(entry)
    if await target.rows(table) != bodies:
        raise Differs(f"table {table} has not arrived as it was sent")


def _linked(table: str, bodies: list[bytes]) -> list[tuple[bytes, bytes]]:
    """Each body with its link in the table's chain."""
    link, found = first_link(table), []
    for body in bodies:
        link = next_link(link, body)
        found.append((body, link))
    return found


async def _move_game(source: Database, target: Database, ident: str) -> None:
    found = await source.game(ident)
    assert found is not None
    if await target.game(ident) is None:
        await target.put_game(*found)
    if await target.game(ident) != found:
        raise Differs(f"game {ident} is another one at the target")
    checked = verdict(found[0].log)
    if checked.problems:
        raise Differs(f"game {ident} was not dealt as committed to: {checked.problems[0]}")
