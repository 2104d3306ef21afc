"""Who a connection is: nobody reads or plays for a seat whose token they do not have."""

import asyncio
import json
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from cinq.games import GAMES
from tests.server.client import Client, Json, Server

TRIES = 20


def in_one_segment(client: Client, *messages: Json) -> None:
    """Write several messages so that they reach the server in one read."""
    assert client.socket is not None
    frames = [Frame(Opcode.TEXT, json.dumps(message).encode()).serialize(mask=True) for message in messages]
    client.socket.transport.write(b"".join(frames))


def table_with_two(server: Server, game: str) -> tuple[str, str, str]:
    """A table in its lobby: its id and the tokens of both persons."""
    made = server.request("/api/tables", {"game": game, "name": "Ana", "chairs": 2})
    other = server.request(f"/api/tables/{made['table']}/seats", {"name": "Bo"})
    return made["table"], made["token"], other["token"]


async def drained(client: Client, seconds: float = 0.15) -> list[Json]:
    """Whatever still comes within some time."""
    found = []
    try:
        while True:
            found.append(await client.hear(seconds))
    except TimeoutError:
        return found


@pytest.mark.parametrize("game", GAMES)
def test_a_second_hello_carries_nothing_over_from_the_first(server: Server, game: str) -> None:
    """hello{A, token} and hello{B} in one segment, while A is writing: at B it is a spectator."""

    async def go() -> None:
        mine, _, my_token = table_with_two(server, game)
        theirs, host, _ = table_with_two(server, game)
        server.request(f"/api/tables/{theirs}/messages", {"type": "ready"}, host)
        busy = await Client(server, mine, my_token).open()
        for _ in range(TRIES):
            intruder = await Client(server, mine).open()
            in_one_segment(busy, *({"type": "ready", "ready": False} for _ in range(8)))
            in_one_segment(
                intruder,
                {"type": "hello", "table": mine, "token": my_token},
                {"type": "hello", "table": theirs},
            )
            await intruder.until(lambda m: m["type"] == "sync" and m["table"]["id"] == theirs)
            await asyncio.sleep(0.02)  # what is late at the first table has come by now
            answer = await intruder.ask("ready")
            assert answer["type"] == "refused" and answer["code"] == "forbidden"
            await intruder.send({"type": "ask_sync"})
            sync = await intruder.until(lambda m: m["type"] == "sync")
            assert sync["table"]["id"] == theirs and sync.get("you") is None
            await intruder.close()
        assert server.request(f"/api/tables/{theirs}")["table"]["phase"] == "lobby"
        await busy.close()

    asyncio.run(go())


def leave_over_http(server: Server, ident: str, token: str) -> None:
    server.request(f"/api/tables/{ident}/messages", {"type": "leave", "ref": "bye"}, token)


@pytest.mark.parametrize("route", ["http", "second socket", "opened by the host"])
def test_whoever_gave_a_chair_up_is_a_spectator(server: Server, route: str) -> None:
    """The open socket of a former owner neither reads nor plays for whoever sits there next."""

    async def go() -> None:
        ident, host, token = table_with_two(server, "five-or-less")
        ghost = await Client(server, ident, token).open()
        if route == "http":
            leave_over_http(server, ident, token)
        elif route == "second socket":
            second = await Client(server, ident, token).open()
            await second.ask("leave")
            await second.close()
        else:
            server.request(
                f"/api/tables/{ident}/messages", {"type": "open_seat", "seat": 1, "ref": "x"}, host
            )
        told = await drained(ghost)
        assert any(m["type"] == "sync" and m.get("you") is None for m in told), "it is told who it is now"
        heir = server.request(f"/api/tables/{ident}/seats", {"name": "Cleo"})
        for who in (host, heir["token"]):
            server.request(f"/api/tables/{ident}/messages", {"type": "ready", "ref": "r"}, who)
        await _assert_spectator(server, ghost, ident, heir["token"])

    asyncio.run(go())


async def _assert_spectator(server: Server, ghost: Client, ident: str, heir: str) -> None:
    """The connection sees what a spectator sees, and everything only a seat may do is refused."""
    told = await drained(ghost)
    started = [m for m in told if m["type"] == "sync" and m["table"]["phase"] == "playing"]
    assert started and started[-1].get("you") is None
    plain, seated = server.request(f"/api/tables/{ident}"), server.request(f"/api/tables/{ident}", token=heir)
    assert ghost.view == plain["view"] and plain["view"] != seated["view"]
    item: Any = {"type": "throw"}
    answer = await ghost.act(next(iter(seated.get("menu", ())), item))
    assert answer["type"] == "refused" and answer["code"] == "forbidden", answer
    await ghost.close()


def test_leaving_in_mid_game_gives_the_chair_up_at_the_rematch(server: Server) -> None:
    async def go() -> None:
        ident, host, token = table_with_two(server, "dix-mille")
        options: Any = {"type": "configure", "options": {"target": 1000}, "ref": "c"}
        server.request(f"/api/tables/{ident}/messages", options, host)
        ana = await Client(server, ident, host).open()
        ghost = await Client(server, ident, token).open()
        await ana.send({"type": "ready"})
        await ghost.send({"type": "ready"})
        await ana.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
        leave_over_http(server, ident, token)
        while not ana.over:
            if 0 in ana.state.get("must_act", ()):
                await ana.act(ana.menu[-1])
            else:
                await ana.hear(30.0)
        await ana.ask("rematch")
        heir = server.request(f"/api/tables/{ident}/seats", {"name": "Cleo"})
        server.request(f"/api/tables/{ident}/messages", {"type": "ready", "ref": "r"}, heir["token"])
        await drained(ghost, 0.4)
        sync = await ghost.ask("say", phrase="hello")
        assert sync["type"] != "refused" or sync["code"] == "limited"
        assert ghost.sync.get("you") is None
        answer = await ghost.act({"type": "throw"})
        assert answer["type"] == "refused" and answer["code"] == "forbidden", answer

    asyncio.run(go())


def test_the_owner_s_second_connection_stays_at_the_table(server: Server) -> None:
    """Two connections with one token are one seat; closing one does not turn the other out."""

    async def go() -> None:
        ident, _, token = table_with_two(server, "dix-mille")
        first, second = await Client(server, ident, token).open(), await Client(server, ident, token).open()
        await first.close()
        answer = await second.ask("ready")
        assert answer["type"] == "changed" and second.sync["you"] == 1

    asyncio.run(go())


def test_a_spectators_name_is_visible_and_nobody_elses(server: Server) -> None:
    async def go() -> None:
        ident, _, _ = table_with_two(server, "dix-mille")
        for given, shown in (("\u202eAna\n", "Ana 2"), ("Eve\x00", "Eve"), ("\u200b", "…")):
            watcher = await Client(server, ident).open()
            await watcher.send({"type": "hello", "table": ident, "name": given})
            said = await watcher.ask("say", phrase="hello")
            assert (said["type"], said["name"], said.get("seat")) == ("said", shown, None)
            await watcher.close()

    asyncio.run(go())
