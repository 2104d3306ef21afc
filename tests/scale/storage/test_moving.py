"""`cinq move`: a folder that people have played in goes on in PostgreSQL, and back."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest

from cinq.server.storage.moving.move import Differs, Moved, move, open_database
from tests.scale.services import Postgres, Redis
from tests.scale.workers import workers
from tests.server.client import Client, Server, play_on, running


async def moved(source: str, target: str) -> Moved:
    first, second = await open_database(source), await open_database(target)
    try:
        return await move(first, second)
    finally:
        await first.close()
        await second.close()


async def contents(url: str) -> list[object]:
    """Everything that is in a database, as values."""
    database = await open_database(url)
    try:
        tables = [(t, await database.rows(t), await database.listing(t)) for t in await database.tables()]
        games = [await database.game(game) for game in await database.games()]
        return [*tables, *games]
    finally:
        await database.close()


def cinq(*words: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; from cinq.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)


async def evening(server: Server) -> tuple[str, str]:
    """A finished game against a bot, and one that has begun; that one's table and token."""
    new = {"game": "dix-mille", "name": "Ana", "chairs": 2, "bots": ["beginner"], "start": True}
    made = server.request("/api/tables", {**new, "options": {"target": 1_000}, "public": True})
    client = await Client(server, made["table"], made["token"]).open()
    await asyncio.wait_for(play_on(client, 0, random.Random(5)), 120)
    await client.close()
    async with asyncio.timeout(30):
        while not server.request("/api/games/finished"):
            await asyncio.sleep(0.05)
    begun = server.request("/api/tables", new)
    return begun["table"], begun["token"]


def test_the_friends_table_goes_on(tmp_path: Path, postgres: Postgres, redis: Redis) -> None:
    with running(tmp_path / "data") as server:
        table, token = asyncio.run(evening(server))
    source = f"sqlite://{tmp_path}/data/cinq.sqlite"
    done = cinq("move", "--from", source, "--to", postgres.url)
    assert done.returncode == 0 and "2 tables and 1 finished games" in done.stdout, done
    assert asyncio.run(contents(source)) == asyncio.run(contents(postgres.url))
    with workers(tmp_path / "w", 1, postgres.url, redis.url) as (worker,):
        used = cinq("move", "--from", postgres.url, "--to", f"sqlite://{tmp_path}/other.sqlite")
        assert used.returncode == 2 and "a server uses this PostgreSQL database" in used.stderr

        async def go_on() -> None:
            client = await Client(worker, table, token).open()
            assert client.sync["you"] == 0 and client.sync["table"]["phase"] == "playing"
            await client.close()

        asyncio.run(go_on())
        assert len(worker.request("/api/games/finished")) == 1
        worker.stop()
    back = f"sqlite://{tmp_path}/back/cinq.sqlite"
    assert asyncio.run(moved(postgres.url, back)).tables == 2
    assert asyncio.run(contents(postgres.url)) == asyncio.run(contents(back))
    with running(tmp_path / "back") as server:
        assert server.request(f"/api/tables/{table}", None, token)["you"] == 0


def test_an_interrupted_move_goes_on(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        asyncio.run(evening(server))
    source, target = f"sqlite://{tmp_path}/data/cinq.sqlite", f"sqlite://{tmp_path}/new.sqlite"

    async def go() -> None:
        first, second = await open_database(source), await open_database(target)
        table = (await first.tables())[0]
        rows = await first.rows(table)
        from cinq.server.storage.moving.move import _linked

        await second.put_rows(table, 1, _linked(table, rows)[:3])  # all that had arrived
        await first.close()
        await second.close()
        await moved(source, target)
        await moved(source, target)  # nothing more to do

    asyncio.run(go())
    assert asyncio.run(contents(source)) == asyncio.run(contents(target))


def test_another_table_under_the_same_name_is_left_alone(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        asyncio.run(evening(server))
    source, target = f"sqlite://{tmp_path}/data/cinq.sqlite", f"sqlite://{tmp_path}/new.sqlite"

    async def go() -> None:
        from cinq.server.storage.moving.move import _linked

        first, second = await open_database(source), await open_database(target)
        table = (await first.tables())[0]
        await second.put_rows(table, 1, _linked(table, [b"another"]))
        with pytest.raises(Differs):
            await move(first, second)
        assert await second.rows(table) == [b"another"]
        await first.close()
        await second.close()

    asyncio.run(go())
