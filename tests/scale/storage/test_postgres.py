"""The store in PostgreSQL: rows in order, one owner at a time, and a former owner that cannot write."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from cinq.server.rooms.registry import RoomRegistry
from cinq.server.settings import Settings
from cinq.server.storage.interface import Conflict, Damaged, GameEntry, TableEntry, Unavailable
from cinq.server.storage.ownership import OwnedElsewhere
from cinq.server.storage.postgres.store import PostgresStore
from cinq.table.table import Refusal
from tests.scale.services import Postgres

Work = Callable[[PostgresStore, PostgresStore], Awaitable[None]]
LEASE = 12.0
"""Seconds; long, so that a busy machine loses none."""


def with_two(postgres: Postgres, work: Work) -> None:
    """Run something with two servers' stores of one database."""

    async def go() -> None:
        first = await PostgresStore.open(postgres.url, LEASE)
        second = await PostgresStore.open(postgres.url, LEASE)
        try:
            await work(first, second)
        finally:
            await first.close()
            await second.close()

    asyncio.run(go())


async def made(store: PostgresStore, table: str, *rows: bytes) -> None:
    await store.own(table, new=True)
    await store.append(table, 1, rows)


def test_rows_are_read_as_they_were_written(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t1", b"one", b"two")
        await first.append("t1", 3, [b"three"])
        assert await second.rows("t1") == [b"one", b"two", b"three"]
        with pytest.raises(Conflict):
            await first.append("t1", 3, [b"again"])
        with pytest.raises(Conflict):
            await first.append("t1", 6, [b"later"])
        assert await second.rows("nobody") == []

    with_two(postgres, work)


def test_a_table_has_one_owner(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t2", b"one")
        with pytest.raises(OwnedElsewhere) as caught:
            await second.own("t2")
        assert caught.value.owner == first.worker
        with pytest.raises(Conflict):
            await second.append("t2", 2, [b"two"])
        first.disown("t2")
        await asyncio.sleep(0.2)
        await second.own("t2")
        assert await second.rows("t2") == [b"one"]
        await second.append("t2", 2, [b"two"])
        with pytest.raises(Conflict):
            await first.append("t2", 3, [b"three"])

    with_two(postgres, work)


def test_a_table_that_nobody_made_is_not_owned(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await first.own("nothing")
        assert await first.pool.fetchval("SELECT count(*) FROM owners WHERE table_id = 'nothing'") == 0

    with_two(postgres, work)


def test_a_former_owner_cannot_write(postgres: Postgres) -> None:
    """It still believes to own the table, as after a pause of its process."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t3", b"one")
        epoch, link = first.lease.epochs["t3"], first.lease.links["t3"]
        await first.pool.execute("UPDATE workers SET expires = '-infinity' WHERE id = $1", first.worker)
        await second.own("t3")
        first.lease.epochs["t3"], first.lease.links["t3"] = epoch, link
        with pytest.raises(Conflict):
            await first.append("t3", 2, [b"late"])
        assert await second.rows("t3") == [b"one"]
        await second.append("t3", 2, [b"two"])
        assert await second.rows("t3") == [b"one", b"two"]

    with_two(postgres, work)


def test_a_lease_that_expires_drops_everything_and_comes_back_under_another_id(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        dropped = asyncio.Event()
        first.lost = dropped.set
        former = first.worker
        await made(first, "t4", b"one")
        await first.pool.execute("UPDATE workers SET expires = '-infinity' WHERE id = $1", former)
        await asyncio.wait_for(dropped.wait(), 20)
        async with asyncio.timeout(20):
            while not first.worker:
                await asyncio.sleep(0.02)
        assert first.worker != former and not first.lease.epochs and first.in_force()

    with_two(postgres, work)


def test_rows_whose_acknowledgement_was_lost_are_ours(postgres: Postgres) -> None:
    """The connection dies after the commit: a second attempt finds the rows and reports success."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t5", b"one")
        writer = first._rows
        commit, lost = writer._commit, list[bool]()

        async def commit_and_lose(db: asyncpg.Connection, group: object) -> object:
            outcome = await commit(db, group)  # type: ignore[arg-type]
            if not lost:
                lost.append(True)
                raise ConnectionResetError("lost after the commit")
            return outcome

        writer._commit = commit_and_lose  # type: ignore[assignment]
        await first.append("t5", 2, [b"two", b"three"])
        assert lost and await second.rows("t5") == [b"one", b"two", b"three"]

    with_two(postgres, work)


def test_groups_of_two_servers_do_not_wait_for_each_other(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        names = [f"many{at}" for at in range(40)]
        stores = [first if at % 2 else second for at in range(40)]
        await asyncio.gather(*(made(store, name, b"1") for store, name in zip(stores, names, strict=True)))
        for seq in range(2, 12):
            await asyncio.gather(
                *(store.append(name, seq, [b"x"]) for store, name in zip(stores, names, strict=True))
            )
        for name in names:
            assert len(await first.rows(name)) == 11

    with_two(postgres, work)


def test_a_damaged_row_is_noticed(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t6", b"one", b"two", b"three")
        await first.pool.execute("UPDATE journal SET body = 'other' WHERE table_id = 't6' AND seq = 2")
        with pytest.raises(Damaged, match="row 2"):
            await second.rows("t6")

    with_two(postgres, work)


def test_lists_games_and_falls(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t7", b"one")
        first.list_table(TableEntry("t7", "dix-mille", "playing", True, 5.0))
        second.list_table(TableEntry("t7", "dix-mille", "over", True, 9.0))  # not its table
        async with asyncio.timeout(20):
            while not (listed := [e for e in await second.public_tables(9) if e.id == "t7"]):
                await asyncio.sleep(0.02)
        assert listed[0].phase == "playing"
        game = GameEntry("t7-1", "t7", "dix-mille", 2, ("A", "B"), (0,), 7.0, 12, True)
        await first.finish(game, b"log")
        await first.finish(game, b"another")
        assert await second.log("t7-1") == (game, b"log") and game in await second.finished(None, 9, 1e12)
        await first.save_fall("t7-1", 3, b"down")
        await second.save_fall("t7-1", 4, b"not its table")
        assert await second.fall("t7-1", 3) == b"down" and await second.falls("t7-1") == (3,)
        await first.probe()
        await first.quarantine("t7", "why not")
        assert (await second.quarantined())["t7"] == "why not"

    with_two(postgres, work)


def test_abandoned_tables_are_deleted_unless_somebody_has_them(postgres: Postgres) -> None:
    async def work(first: PostgresStore, second: PostgresStore) -> None:
        for name, touched, closed in (
            ("gone", 0.0, True),
            ("kept", 0.0, True),
            ("won", 0.0, True),
            ("new", 1e3, False),
        ):
            await made(first, name, b"one")
            first.list_table(TableEntry(name, "dix-mille", "playing", False, touched, closed))
        await first.finish(GameEntry("won-1", "won", "dix-mille", 2, (), (), 0.0, 1, True), b"")
        await first.save_fall("gone-1", 3, b"a fall")
        while (
            len(await first.pool.fetch("SELECT FROM tables WHERE id IN ('gone', 'kept', 'won', 'new')")) < 4
        ):
            await asyncio.sleep(0.02)  # the list is written in the background
        await second.delete_abandoned(1e9, 500.0, ["kept"])
        assert await second.rows("gone") == [b"one"], "a living server has it"
        await first.pool.execute("UPDATE owners SET worker = NULL")
        await second.delete_abandoned(1e9, 1e4, ["kept"])
        assert await second.rows("gone") == [b"one"], "not yet: by the times of tables, not by the clock"
        await second.delete_abandoned(1e9, 500.0, ["kept"])
        assert [name for name in ("gone", "kept", "won", "new") if not await second.rows(name)] == ["gone"]
        assert await second.falls("gone-1") == ()
        with pytest.raises(Conflict):
            await first.append("gone", 2, [b"two"])

    with_two(postgres, work)


def test_what_the_database_cannot_do_now_is_unavailable(postgres: Postgres) -> None:
    """Whatever fails for a moment has one name above the store, so that nobody is told of a defect."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "t20", b"one")
        first.lease._forget()
        with pytest.raises(Unavailable):
            await first.own("t21", new=True)
        second.pool.terminate()
        with pytest.raises(Unavailable):
            await second.rows("t20")
        with pytest.raises(Unavailable):
            await second.probe()

    with_two(postgres, work)


def test_names_that_the_database_cannot_hold_are_unknown(postgres: Postgres) -> None:
    """A zero byte in an address: PostgreSQL has no such text, and would say so with an error."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        registry = RoomRegistry(first, Settings(physics=False))
        find = registry.finished_games.find
        for ask in (registry.room("a\0b"), find("a\0b-1"), find("a\0b")):
            with pytest.raises(Refusal, match="there is no such"):
                await ask

    with_two(postgres, work)


def test_a_deleted_table_is_unknown(postgres: Postgres) -> None:
    """Its row of owners stays, with nobody as owner, or with a server that is dead."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        registry = RoomRegistry(first, Settings(physics=False))
        for name, former in (("d1", None), ("d2", "dead")):
            await made(first, name, b"one")
            await first.pool.execute("DELETE FROM journal WHERE table_id = $1", name)
            await first.pool.execute("UPDATE owners SET worker = $2 WHERE table_id = $1", name, former)
            with pytest.raises(Refusal, match="there is no such"):
                await asyncio.wait_for(registry.room(name), 10)

    with_two(postgres, work)


def test_a_table_that_is_taken_while_it_is_deleted_keeps_its_whole_journal(postgres: Postgres) -> None:
    """The deletion has begun, and waits for a row that somebody has locked; meanwhile a player comes back."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await made(first, "a1", b"one", b"two")
        await made(first, "a2", b"one")
        first.list_table(TableEntry("a1", "dix-mille", "lobby", False, -1e6, True))
        first.list_table(TableEntry("a2", "dix-mille", "lobby", False, 0.0))  # ages are counted from it
        await until_listed(first, "a1")
        await until_listed(first, "a2")
        first.disown("a1")
        await until_free(first, "a1")
        db = await asyncpg.connect(postgres.url)
        try:
            held = db.transaction()
            await held.start()
            await db.execute("SELECT FROM tables WHERE id = 'a1' FOR UPDATE")
            deletion = second.delete_abandoned(1e9, 500.0, [])
            await asyncio.sleep(0.5)
            taking = asyncio.ensure_future(_play_on(first, "a1"))
            await asyncio.sleep(0.5)
            await held.rollback()
        finally:
            await db.close()
        await deletion
        played = await taking
        found = await second.rows("a1")  # raises Damaged where a part of it was deleted
        assert found == ([b"one", b"two", b"three"] if played else [])

    with_two(postgres, work)


async def _play_on(store: PostgresStore, table: str) -> bool:
    """Take a table, and append a row if it is still there; returns whether it was."""
    await store.own(table)
    rows = await store.rows(table)
    if rows:
        await store.append(table, len(rows) + 1, [b"three"])
    return bool(rows)


async def until_listed(store: PostgresStore, table: str) -> None:
    """Wait until the list, which is written in the background, has a table."""
    async with asyncio.timeout(20):
        while not await store.pool.fetchval("SELECT true FROM tables WHERE id = $1", table):
            await asyncio.sleep(0.02)


async def until_free(store: PostgresStore, table: str) -> None:
    """Wait until a table was given up."""
    async with asyncio.timeout(20):
        while await store.pool.fetchval("SELECT worker FROM owners WHERE table_id = $1", table):
            await asyncio.sleep(0.02)


def test_dead_servers_are_forgotten_with_what_they_left(postgres: Postgres) -> None:
    """A game being played is taken over; a table that nobody plays at keeps no dead server on the list."""

    async def work(first: PostgresStore, second: PostgresStore) -> None:
        await first.pool.execute("INSERT INTO workers VALUES ('dead', '-infinity', true, true)")
        for name, phase in (("p1", "playing"), ("p2", "over"), ("p3", "lobby")):
            await made(first, name, b"one")
            first.list_table(TableEntry(name, "dix-mille", phase, False, 1.0))  # type: ignore[arg-type]
            await until_listed(first, name)
            await first.pool.execute("UPDATE owners SET worker = 'dead' WHERE table_id = $1", name)
        await second.members()
        assert await second.unfinished(0) == ["p1"]
        await second.own("p1")
        await second.members()
        assert await second.unfinished(0) == []
        assert not await second.pool.fetchval("SELECT true FROM workers WHERE id = 'dead'")

    with_two(postgres, work)
