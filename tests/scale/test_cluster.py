"""Two servers of one store: a table is the same on both, whoever owns it."""

from __future__ import annotations

import asyncio
import random
import urllib.error
from collections.abc import Iterator

import pytest

from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker, workers
from tests.server.client import Client, play_on

Pair = tuple[Worker, Worker]


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Worker, Worker]]:
    folder = tmp_path_factory.mktemp("pair") / "w"
    with workers(folder, 2, postgres.url, redis.url, lease=60.0) as (first, second):  # none dies here
        yield first, second


async def table_on_both(pair: Pair, game: str = "dix-mille", **new: object) -> tuple[Client, Client]:
    """A game of two: the first, who made the table, on its owner, the second on the other server."""
    owner, other = pair
    made = owner.request("/api/tables", {"game": game, "name": "Ana", "chairs": 2, **new})
    seated = other.request(f"/api/tables/{made['table']}/seats", {"name": "Ben"})
    first = await Client(owner, made["table"], made["token"]).open()
    second = await Client(other, made["table"], seated["token"]).open()
    for client in (first, second):
        await client.send({"type": "ready"})
    for client in (first, second):
        await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
    return first, second


@pytest.mark.parametrize("game", ["dix-mille", "five-or-less", "got-five"])
def test_a_game_between_two_servers(pair: Pair, game: str) -> None:
    """Numbers without a gap for both (`Client.take` checks them), and the same end."""
    short = {"dix-mille": {"target": 1_000}, "five-or-less": {"end": {"rounds": 1}}}.get(game, {})

    async def go() -> None:
        first, second = await table_on_both(pair, game, options=short)
        rng = random.Random(7)
        await asyncio.wait_for(asyncio.gather(play_on(first, 0, rng), play_on(second, 1, rng)), 120)
        assert first.seq == second.seq and first.state["result"] == second.state["result"]
        for client in (first, second):
            await client.close()

    asyncio.run(go())


def test_who_somebody_is_holds_on_every_server(pair: Pair) -> None:
    async def go() -> None:
        owner, other = pair
        made = owner.request("/api/tables", {"game": "dix-mille", "name": "Ana", "chairs": 3})
        path, token = f"/api/tables/{made['table']}", made["token"]
        assert other.request(path, None, token)["you"] == 0 and other.request(path).get("you") is None
        with pytest.raises(urllib.error.HTTPError) as wrong:
            other.request(path, None, "wrong")
        assert wrong.value.code == 401
        ana, watcher = await Client(other, made["table"], token).open(), Client(other, made["table"])
        await watcher.open()
        assert ana.sync["you"] == 0 and watcher.sync.get("you") is None
        seated = await watcher.ask("sit", name="Ben")
        assert seated["type"] == "seated" and seated["seat"] == 1
        assert owner.request(path, None, seated["token"])["you"] == 1
        assert (await ana.ask("open_seat", seat=1))["type"] == "changed"
        cut = await watcher.until(lambda m: m["type"] == "sync")
        assert cut.get("you") is None, "whose chair was freed is a spectator, on the other server too"
        assert (await watcher.ask("ready"))["code"] == "forbidden"
        for client in (ana, watcher):
            await client.close()
        async with asyncio.timeout(20):
            while owner.request(path)["table"]["chairs"][0].get("here"):
                await asyncio.sleep(0.05)

    asyncio.run(go())


def test_public_tables_are_listed_by_every_server(pair: Pair) -> None:
    owner, other = pair
    made = owner.request("/api/tables", {"game": "dix-mille", "name": "Ana", "public": True})

    async def go() -> None:
        async with asyncio.timeout(20):
            while made["table"] not in {line["id"] for line in other.request("/api/tables")}:
                await asyncio.sleep(0.05)

    asyncio.run(go())


def test_a_table_that_nobody_made_is_unknown_on_every_server(pair: Pair) -> None:
    for server in pair:
        with pytest.raises(urllib.error.HTTPError) as unknown:
            server.request("/api/tables/nosuchtable")
        assert unknown.value.code == 404


def test_a_server_without_bots_owns_nothing(pair: Pair, postgres: Postgres, redis: Redis) -> None:
    """It makes, shows and plays tables all the same: others own them."""
    edge = Worker(pair[0].data.parent, postgres.url, redis.url, own_tables=False, lease=60.0)
    edge.start()
    try:

        async def go() -> None:
            new = {"game": "dix-mille", "name": "Ana", "chairs": 2, "bots": ["beginner"], "start": True}
            made = edge.request("/api/tables", {**new, "options": {"target": 1_000}})
            client = await Client(edge, made["table"], made["token"]).open()
            await asyncio.wait_for(play_on(client, 0, random.Random(3)), 120)
            await client.close()

        asyncio.run(go())
    finally:
        edge.end()
