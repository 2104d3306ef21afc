"""Schema versions of PostgreSQL, and a data folder of cinq 0.1 that moves there and back."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from cinq.server.storage.migrations import NewerSchema
from cinq.server.storage.moving.move import Progress, move, open_database
from cinq.server.storage.postgres import migrations
from cinq.server.storage.postgres.store import PostgresStore
from tests.scale.services import Postgres
from tests.scale.storage.test_moving import contents
from tests.server.storage.test_migrations import unpack

SCHEMA = Path(migrations.__file__).parent / "schema"
NAMES = itertools.count()


@pytest.fixture
def url(postgres: Postgres) -> Iterator[str]:
    """A new database."""
    name = f"fresh{next(NAMES)}"

    async def make() -> None:
        db = await asyncpg.connect(postgres.url)
        await db.execute(f"CREATE DATABASE {name}")
        await db.close()

    asyncio.run(make())
    yield postgres.url.replace("/postgres", f"/{name}")


async def asked(url: str, sql: str) -> object:
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(sql)
    finally:
        await db.close()


def test_every_step_of_the_folder_is_run() -> None:
    assert sorted(path.name for path in SCHEMA.glob("*.sql")) == sorted(migrations.STEPS)
    assert [step.split("_")[0] for step in migrations.STEPS] == [
        f"v{number}" for number in range(1, len(migrations.STEPS) + 1)
    ]


def test_servers_that_start_together_take_turns(url: str) -> None:
    async def go() -> None:
        stores = await asyncio.gather(*(PostgresStore.open(url, 12.0) for _ in range(4)))
        assert len(await stores[0].members()) == 4
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(go())
    assert asyncio.run(asked(url, "SELECT version FROM schema_version")) == len(migrations.STEPS)
    assert asyncio.run(asked(url, "SELECT count(*) FROM cluster")) == 1


def test_a_later_step_is_run_on_what_is_there(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write() -> None:
        store = await PostgresStore.open(url, 12.0)
        await store.own("t1", new=True)
        await store.append("t1", 1, [b"one", b"two"])
        await store.close()

    asyncio.run(write())
    later = f"v{len(migrations.STEPS) + 1}_note.sql"
    shutil.copytree(SCHEMA, tmp_path / "schema")
    (tmp_path / "schema" / later).write_text("ALTER TABLE tables ADD COLUMN note text")
    monkeypatch.setattr(migrations, "files", lambda package: tmp_path)
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, later))

    async def read() -> list[bytes]:
        store = await PostgresStore.open(url, 12.0)
        found = await store.rows("t1")
        await store.close()
        return found

    assert asyncio.run(read()) == [b"one", b"two"]
    assert asyncio.run(asked(url, "SELECT version FROM schema_version")) == len(migrations.STEPS)
    assert asyncio.run(asked(url, "SELECT count(note) FROM tables")) == 0


def test_a_step_that_fails_leaves_nothing_behind(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SCHEMA, tmp_path / "schema")
    (tmp_path / "schema" / "wrong.sql").write_text("CREATE TABLE half (id integer); SELECT 1 / 0")
    monkeypatch.setattr(migrations, "files", lambda package: tmp_path)
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, "wrong.sql"))
    with pytest.raises(OSError, match="division by zero"):
        asyncio.run(PostgresStore.open(url))
    tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
    assert asyncio.run(asked(url, tables)) == 0


def test_a_newer_database_is_left_alone(url: str) -> None:
    async def make_newer() -> None:
        await (await PostgresStore.open(url, 12.0)).close()
        await asked(url, "UPDATE schema_version SET version = 99")

    asyncio.run(make_newer())
    with pytest.raises(NewerSchema, match="schema 99"):
        asyncio.run(PostgresStore.open(url))
    assert asyncio.run(asked(url, "SELECT version FROM schema_version")) == 99


class Interrupted(Exception):
    """Somebody has pulled the plug."""


def after(steps: int) -> Progress:
    """Progress that is interrupted after so many tables and games."""
    left = iter(range(steps))

    def progress(what: str, count: int) -> None:
        if not count and next(left, None) is None:
            raise Interrupted

    return progress


async def moved_in_pieces(source: str, target: str) -> int:
    """Move, interrupted after one table or game more each time; how many attempts it took."""
    for attempt in itertools.count(1):
        first, second = await open_database(source), await open_database(target)
        try:
            await move(first, second, after(attempt))
            return attempt
        except Interrupted:
            continue
        finally:
            await first.close()
            await second.close()
    raise AssertionError


def test_a_folder_of_0_1_moves_there_and_back_though_interrupted(url: str, tmp_path: Path) -> None:
    facts = unpack(tmp_path / "old")
    source, back = f"sqlite://{tmp_path}/old/cinq.sqlite", f"sqlite://{tmp_path}/back.sqlite"
    assert asyncio.run(moved_in_pieces(source, url)) > 5
    assert asyncio.run(moved_in_pieces(url, back)) > 5
    there = asyncio.run(contents(url))
    assert there == asyncio.run(contents(source)) == asyncio.run(contents(back))
    assert facts["games"] and len(there) > len(facts["games"])
    logs = asyncio.run(all_logs(url))
    assert {hashlib.sha256(log).hexdigest() for log in logs} == {
        known["sha256"] for known in facts["games"].values()
    }


async def all_logs(url: str) -> list[bytes]:
    """The logs of the finished games."""
    db = await asyncpg.connect(url)
    try:
        return [row[0] for row in await db.fetch("SELECT log FROM games")]
    finally:
        await db.close()
