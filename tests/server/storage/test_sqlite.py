"""The store on a real disk: what is there stays there, and a conflict fails alone."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cinq.server.storage.interface import Conflict, Damaged
from cinq.server.storage.journal import LARGEST, PENDING
from cinq.server.storage.sqlite import SqliteStore

PATIENCE = 60.0
"""Seconds after which what was to be written never is."""


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

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_what_fails_after_a_commit_fails_alone(tmp_path: Path) -> None:
    def fail(_: Exception | None) -> None:
        raise ValueError

    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        told: list[Exception | None] = []
        store.write("a", 1, [b"a"], fail)
        store.write("b", 1, [b"b"], told.append)
        await store.append("c", 1, [b"c"])
        assert told == [None] and await store.rows("a") == [b"a"]
        await store.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_what_waits_when_it_closes_is_written(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        waiting = [store.append(table, 1, [b"one"]) for table in "ab"]
        await asyncio.sleep(0)
        waiting += [store.append(table, 2, [b"two"]) for table in "ab"]
        await store.close()
        await asyncio.gather(*waiting)
        again = SqliteStore(tmp_path / "cinq.sqlite")
        assert await again.rows("a") == await again.rows("b") == [b"one", b"two"]
        await again.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


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

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_rows_that_are_put_away_are_still_there(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        many = [b"%d" % k for k in range(PENDING)]
        await store.append("a", 1, many)
        await store.append("b", 1, [b"b"])
        assert _counts(tmp_path) == (PENDING, 1), "the many were put away before the one was written"
        with pytest.raises(Conflict):
            await store.append("a", PENDING, [b"again"])
        await store.append("a", PENDING + 1, [b"last"])
        assert await store.rows("a") == [*many, b"last"]
        assert await store.rows("b") == [b"b"]
        await store.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_whatever_a_server_left_is_put_away_by_the_next(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.append("a", 1, [b"one", b"two"])
        assert _counts(tmp_path) == (0, 2)
        await store.close()
        again = SqliteStore(tmp_path / "cinq.sqlite")
        await again.append("a", 3, [b"three"])
        assert _counts(tmp_path) == (2, 1)
        assert await again.rows("a") == [b"one", b"two", b"three"]
        await again.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_two_servers_on_one_file_do_not_write_the_same_row(tmp_path: Path) -> None:
    async def go() -> None:
        one, other = SqliteStore(tmp_path / "cinq.sqlite"), SqliteStore(tmp_path / "cinq.sqlite")
        await one.append("a", 1, [b"one"])
        for store, seq in ((one, 2), (other, 3), (one, 4), (other, 5)):
            await store.append("a", seq, [b"%d" % seq])
            with pytest.raises(Conflict):
                await (other if store is one else one).append("a", seq, [b"late"])
        assert await one.rows("a") == [b"one", b"2", b"3", b"4", b"5"]
        await one.close()
        await other.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def _counts(folder: Path) -> tuple[int, ...]:
    """How many rows lie with their tables, and how many are fresh."""
    with closing(sqlite3.connect(folder / "cinq.sqlite")) as db:
        asked = (db.execute(f"SELECT count(*) FROM {name}") for name in ("journal", "fresh"))
        return tuple(answer.fetchone()[0] for answer in asked)


def test_a_write_that_fails_in_any_way_fails_its_group_and_no_later_one(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.append("a", 1, [b"one"])
        group = (store.append("a", 2, [b"two"]), store.save_fall("g", 1 << 70, b"an OverflowError"))
        failed = await asyncio.gather(*group, return_exceptions=True)
        assert all(isinstance(error, Exception) for error in failed)
        await store.append("a", 2, [b"again"])
        assert await store.rows("a") == [b"one", b"again"]
        await store.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


def test_a_writer_that_dies_fails_everything_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.append("a", 1, [b"one"])
        monkeypatch.setattr("cinq.server.storage.sqlite._commit", _die)
        for _ in range(2):
            with pytest.raises(OSError, match="the disk has left"):
                await asyncio.wait_for(store.append("a", 2, [b"two"]), PATIENCE)
        waiting = [store.append("a", 2, [b"two"]), store.append("b", 1, [b"one"])]
        await asyncio.wait_for(store.close(), PATIENCE)
        assert all(await asyncio.gather(*waiting, return_exceptions=True))

    def _die(*_: object) -> None:
        raise OSError("the disk has left")

    asyncio.run(asyncio.wait_for(go(), PATIENCE))
    assert "the writer has stopped" in caplog.text and "the disk has left" in caplog.text


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("lost", [1, 2, 3])
def test_missing_last_rows_are_noticed(tmp_path: Path, moved: bool, lost: int) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.append("a", 1, [b"one", b"two"])
        await store.append("a", 3, [b"three"])
        await store.append("b", 1, [b"one"])
        await store.close()
        if moved:
            await SqliteStore(tmp_path / "cinq.sqlite").close()
        with closing(sqlite3.connect(tmp_path / "cinq.sqlite")) as db, db:
            where = "WHERE table_id = 'a' AND seq > ?"
            gone = db.execute(f"DELETE FROM {'journal' if moved else 'fresh'} {where}", (3 - lost,))
            assert gone.rowcount == lost
        for _ in range(2):  # also after the pending rows were moved
            again = SqliteStore(tmp_path / "cinq.sqlite")
            with pytest.raises(Damaged, match=f"row {4 - lost}: missing"):
                await again.rows("a")
            assert await again.rows("b") == [b"one"] and await again.rows("c") == []
            await again.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))
