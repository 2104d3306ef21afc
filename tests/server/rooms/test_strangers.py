"""What spectators and a seat's many connections may do to a table: talk, crowd, write."""

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import Client, Server, play_on, running, table

Json = dict[str, Any]


async def watcher(server: Server, ident: str, name: str) -> Client:
    """A spectator under this name."""
    client = await Client(server, ident).open()
    await client.send({"type": "hello", "table": ident, "name": name})
    await client.until(lambda m: m["type"] == "sync")
    return client


@pytest.mark.rule("GF-16")
def test_a_spectators_name_says_nothing_where_free_text_is_forbidden(server: Server) -> None:
    async def go() -> None:
        async with table(server, "got-five") as people:
            loud = await watcher(server, people[0].table, "P1 has 3 and 7")
            await loud.send({"type": "say", "phrase": "hello"})
            said = await people[0].until(lambda m: m["type"] == "said")
            assert said["name"] == "…" and "3 and 7" not in json.dumps(said)
            await loud.close()

    asyncio.run(go())


def test_a_fresh_name_buys_no_remark(server: Server) -> None:
    """Names are free; who speaks is told apart by the address."""

    async def go() -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        codes = []
        for number in range(8):
            client = await watcher(server, made["table"], f"Eve {number}")
            codes.append((await client.ask("say", phrase="hello"))["type"])
            await client.close()
        assert codes[:5] == ["said"] * 5 and "refused" in codes[5:]

    asyncio.run(go())


def test_spectators_lock_no_player_out(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        crowd = [await Client(server, made["table"]).open() for _ in range(5)]
        late = Client(server, made["table"])
        late.socket = await connect(server.url.replace("http", "ws") + "/api/socket")
        await late.send({"type": "hello", "table": made["table"]})
        assert (await late.until(lambda m: m["type"] == "refused"))["code"] == "limited"
        ana = await Client(server, made["table"], made["token"]).open()
        assert ana.sync["you"] == 0
        for client in (*crowd, late, ana):
            await client.close()

    with running(tmp_path / "data", viewers_per_table=5) as server:
        asyncio.run(go(server))


def test_a_seat_s_newest_connection_takes_the_place_of_its_oldest(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        windows = [await Client(server, made["table"], made["token"]).open() for _ in range(4)]
        with contextlib.suppress(ConnectionClosed):
            await windows[0].until(lambda m: m["type"] == "bye")
        assert "windows" in windows[0].messages[-1]["why"]
        for client in windows[1:]:
            assert (await client.ask("ask_menu"))["type"] == "menu"
            await client.close()

    with running(tmp_path / "data", sockets_per_seat=3) as server:
        asyncio.run(go(server))


def test_a_seat_has_one_budget_however_many_connections(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        before = server.request(f"/api/tables/{made['table']}", token=made["token"])["seq"]
        windows = [await Client(server, made["table"], made["token"]).open() for _ in range(8)]
        for number in range(240):
            await windows[number % 8].send({"type": "ready", "ready": bool(number // 8 % 2)})
        for client in windows:
            await client.until(lambda m: m["type"] == "refused" and m["code"] == "limited")
            await client.close()
        written = server.request(f"/api/tables/{made['table']}")["seq"] - before
        assert 20 <= written <= 60, "a burst of forty, and what was refilled meanwhile; not eight bursts"

    with running(tmp_path / "data", messages_per_second=2.0, message_burst=40) as server:
        asyncio.run(go(server))


def test_an_address_has_one_budget_however_many_spectators(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        crowd = [await Client(server, made["table"]).open() for _ in range(12)]
        for client in crowd:
            for _ in range(8):
                await client.send({"type": "ask_sync"})
        answers = [await client.until(answered) for client in crowd for _ in range(8)]
        told = [answer for answer in answers if "this address" in answer.get("message", "")]
        assert len(told) >= 12 * 9 - 8 * 10 - 2, "eight bursts of ten for twelve hellos and 96 questions"
        for client in crowd:
            await client.close()

    def answered(message: Json) -> bool:
        return message["type"] in ("sync", "refused")

    with running(tmp_path / "data", messages_per_second=0.1, message_burst=10) as server:
        asyncio.run(go(server))


DEEP = b"[" * 7_000 + b"]" * 7_000
UNREADABLE = {
    "no UTF-8": b'{"type":"act","seq":1,"ref":"x","action":{"type":"\xff"}}',
    "deep": b'{"type":"act","seq":1,"ref":"x","action":{"type":"throw","topinambour":' + DEEP + b"}}",
}


@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_action_that_cannot_be_read_is_malformed_and_breaks_no_table(server: Server, kind: str) -> None:
    """An action is decoded late, by its game: the message around it was well formed."""

    async def go() -> None:
        async with table(server, "dix-mille") as (ana, ben):
            assert ana.socket is not None
            await ana.socket.send(UNREADABLE[kind])
            assert (await ana.until(lambda m: m["type"] in ("refused", "bye")))["code"] == "malformed"
            assert (await ben.ask("ask_menu"))["type"] == "menu"
        assert '"trace"' not in server.log.read_text()

    asyncio.run(go())


def test_a_short_drop_during_a_rematch_costs_no_chair(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", options={"target": 1000}) as (ana, ben):
            rng = random.Random(1)
            await asyncio.gather(play_on(ana, 0, rng), play_on(ben, 1, rng))
            await ben.drop()
            await ana.until(lambda m: m["type"] == "presence" and not m["chairs"][1].get("here"))
            await ana.ask("rematch")
            back = await Client(server, ben.table, ben.token).open()
            assert back.sync["you"] == 1
            await back.close()

    asyncio.run(go())


def test_a_bot_plays_for_who_has_acted_over_http_and_says_no_more(tmp_path: Path) -> None:
    """Who has no connection cannot lose it: their last request counts. Who acts again is back."""
    with running(tmp_path / "data", grace=0.5, request_grace=2.0) as server:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", "chairs": 2})
        path = f"/api/tables/{made['table']}"
        ben = server.request(f"{path}/seats", {"name": "Ben"})
        server.request(f"{path}/messages", {"type": "start", "ref": "s"}, made["token"])

        def throw() -> Json:
            """Ana throws, over HTTP; her chair then."""
            seq = server.request(path, token=made["token"])["seq"]
            with contextlib.suppress(HTTPError):  # it may be Ben's turn by now
                server.request(f"{path}/actions", {"seq": seq, "action": {"type": "throw"}}, made["token"])
            return dict(server.request(path)["table"]["chairs"][0])

        async def go() -> None:
            client = await Client(server, made["table"], ben["token"]).open()
            assert throw()["here"]
            await client.until(lambda m: m["type"] == "presence" and m["chairs"][0].get("kept"))
            assert throw()["here"] and not throw().get("kept")
            await client.close()

        asyncio.run(go())


def test_only_somebody_who_could_speak_is_muted(server: Server) -> None:
    """A list of made-up chairs would grow with every message, and be copied each time."""

    async def go() -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", "chairs": 3})
        eve = await Client(server, made["table"]).open()
        for chair in (3, -1, 10**30):
            answer = await eve.ask("mute", seat=chair, muted=True)
            assert (answer["type"], answer["code"]) == ("refused", "unknown")
        for heard in (0, 2, None):
            assert (await eve.ask("mute", seat=heard, muted=True))["type"] == "done"
        await eve.close()

    asyncio.run(go())
