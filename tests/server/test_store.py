"""The store on a real disk: what is there stays there, and a conflict fails alone."""

import asyncio
from pathlib import Path

import pytest

from cinq.server.sqlite import LARGEST, SqliteStore
from cinq.server.store import Conflict


def test_a_conflict_fails_alone_among_those_written_with_it(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.append("a", 1, [b"one", b"two"])
        good, late, other = (
            store.append("b", 1, [b"b"]),
            store.append("a", 2, [b"another two", b"three"]),
            store.append("a", 3, [b"three"]),
        )
        await asyncio.gather(good, other)
        with pytest.raises(Conflict):
            await late
        assert await store.rows("a") == [b"one", b"two", b"three"]
        assert await store.rows("b") == [b"b"]
        await store.close()

    asyncio.run(go())


def test_many_rows_at_once(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        tables = {f"t{i}": [b"%d-%d" % (i, k) for k in range(i)] for i in range(1, 40)}
        assert sum(map(len, tables.values())) > 2 * LARGEST
        await asyncio.gather(*(store.append(table, 1, rows) for table, rows in tables.items()))
        await store.close()
        again = SqliteStore(tmp_path / "cinq.sqlite")
        assert {table: await again.rows(table) for table in tables} == tables
        await again.close()

    asyncio.run(go())
