"""Two servers of one store: a table is the same on both, whoever owns it."""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker, workers
from tests.server.client import Client, command_of, play_on

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


class Flagged(Worker):
    """`cinq serve` with flags and settings of its own."""

    flags: Sequence[str] = ()

    def command(self) -> list[str]:
        words = ["serve", "--port", str(self.port), "--database", self.database, "--redis", str(self.redis)]
        for name, value in self.settings.items():
            words += ["--set", f"{name}={json.dumps(value)}"]
        return [sys.executable, "-m", "cinq.cli", *words, *self.flags]


@contextmanager
def flagged(pair: Pair, postgres: Postgres, redis: Redis, *flags: str) -> Iterator[Worker]:
    """One more server, started with flags."""
    made = Flagged(pair[0].data.parent, postgres.url, redis.url, lease=60.0)
    made.flags = flags
    made.start()
    try:
        yield made
    finally:
        made.end()


def rooms(server: Worker) -> int:
    """Tables that a server owns and has in memory."""
    with urllib.request.urlopen(server.url + "/metrics", timeout=20) as answer:
        found = re.search(r"^cinq_rooms (\S+)", answer.read().decode(), re.MULTILINE)
    assert found
    return int(float(found[1]))


def bots_of(server: Worker) -> int:
    """Processes in which bots of a server think."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return sum(b"bots.worker" in command_of(child) for child in children)


def test_thinking_scales_apart_from_sockets(pair: Pair, postgres: Postgres, redis: Redis) -> None:
    """A server with `--no-bots` makes, shows and plays tables; others own them and think for their bots."""

    async def go(edge: Worker) -> None:
        new = {"game": "dix-mille", "name": "Ana", "chairs": 2, "bots": ["beginner"], "start": True}
        made = [edge.request("/api/tables", {**new, "options": {"target": 1_000}}) for _ in range(3)]
        clients = [await Client(edge, one["table"], one["token"]).open() for one in made]
        for client in clients:
            await asyncio.wait_for(play_on(client, 0, random.Random(3)), 120)
            await client.close()

    with flagged(pair, postgres, redis, "--no-bots") as edge:
        asyncio.run(go(edge))
        assert rooms(edge) == bots_of(edge) == 0
        assert bots_of(pair[0]) + bots_of(pair[1]) > 0


def test_wood_is_left_to_servers_with_physics(pair: Pair, postgres: Postgres, redis: Redis) -> None:
    """A server with `--no-physics` owns its other tables, and forwards those of wood."""

    async def go(edge: Worker) -> None:
        before = rooms(pair[0]) + rooms(pair[1])
        wood = {"game": "doigt-oeil", "name": "Ana", "chairs": 2, "bots": ["beginner"], "start": True}
        made = edge.request("/api/tables", wood)
        assert rooms(edge) == 0 and rooms(pair[0]) + rooms(pair[1]) == before + 1
        client = await Client(edge, made["table"], made["token"]).open()
        assert client.view is not None  # the sync may have all that happens before Ana's turn
        assert (await client.ask("chat", text="Bonjour"))["type"] == "said"
        await client.close()
        edge.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        assert rooms(edge) == 1

    with flagged(pair, postgres, redis, "--no-physics") as edge:
        asyncio.run(go(edge))
