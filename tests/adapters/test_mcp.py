"""An MCP client plays: against bots in memory, over stdio, and at a live table."""

import asyncio
import json
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra 'research'")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from cinq.adapters.mcp import BotPlace, make_server
from cinq.adapters.text import BadAction
from cinq.core.game import Value
from tests.ports import free_port
from tests.server.client import PATIENCE

ROOT = Path(__file__).parents[2]
ITEM = re.compile(r"^  \[(\d+)\] ", re.MULTILINE)


async def said(client: Client, tool: str, **arguments: str) -> str:
    """The text of a tool's answer."""
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer
    return "\n".join(getattr(part, "text", "") for part in answer.content)


def test_a_whole_game_against_a_bot() -> None:
    async def go() -> None:
        async with Client(make_server(BotPlace("dix-mille", 2, "beginner", 5, "en"))) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"look", "menu", "act", "rules", "hint"}
            assert "300" in await said(client, "rules", id="DM-10")
            assert "no rule" in await said(client, "rules", id="DM-999")
            text = await said(client, "look")
            assert (await said(client, "hint")).startswith("[")
            assert "refused" in await said(client, "act", action="I bank")
            for _ in range(2_000):
                if "over" in text.splitlines()[-1]:
                    return
                items = ITEM.findall(text.rpartition("You may:")[2])
                text = await said(client, "act", action=f"[{items[-1]}]")
            raise AssertionError("the game does not end")

    asyncio.run(go())


@pytest.mark.parametrize("game", ["got-five", "five-millimetres", "five-or-less", "doigt-oeil"])
def test_every_game_can_be_looked_at_and_played(game: str) -> None:
    place = BotPlace(game, 3 if game == "five-millimetres" else 2, "beginner", 3, "fr")
    for _ in range(5):
        look = place.look()
        items = ITEM.findall(look)
        if not items:
            break
        place.act("[wait]" if "[wait]" in look else f"[{items[0]}]")
    assert place.menu() is not None and place.hint()


@pytest.mark.parametrize("game", ["got-five", "five-millimetres", "five-or-less", "doigt-oeil"])
def test_no_tool_tells_what_the_seat_may_not_know(game: str) -> None:
    """Look, menu and refusals are alike in every state that the seat cannot tell from the true one."""
    place, rng = BotPlace(game, 3, "beginner", 4, "en"), random.Random(4)
    for _ in range(4):
        if place._game.over:
            break
        true = place._game.state
        told = [asked(place, world) for world in [true, *islice(place.rules.worlds(true, 0, rng), 3)]]
        assert all(answers == told[0] for answers in told)
        place._game.state = true
        place.act("[wait]" if "[wait]" in place.look() else "[1]")


def asked(place: BotPlace, world: Value) -> tuple[object, ...]:
    """What an assistant can read without acting, if this were the state of the table."""
    place._game.state = world
    sight = place.look().partition("You see:")[2]
    refusals = []
    for text in ("no action", "[fly]", "[view seat=1]", "[deal]", "[99999]"):
        with pytest.raises(BadAction) as refused:
            place.act(text)
        refusals.append(str(refused.value))
    return sight, place.menu(), refusals


def test_over_http(tmp_path: Path) -> None:
    """`cinq mcp --http` answers on the loopback address, and an action over it changes the table."""

    async def go(port: int) -> None:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            before = await said(client, "look")
            assert "You may:" in before and "[1]" in before
            assert await said(client, "act", action="[1]") != before

    port = free_port()
    with mcp_over_http(tmp_path, port):
        asyncio.run(go(port))


@contextmanager
def mcp_over_http(folder: Path, port: int) -> Iterator[None]:
    """`cinq mcp --http`, a game of Dix Mille."""
    with (folder / "said").open("wb") as log:
        command = [sys.executable, "-m", "cinq.cli", "mcp", "--game", "dix-mille", "--http", str(port)]
        server = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            wait_for(port, server)
            yield
        finally:
            server.terminate()
            server.wait()


def test_over_http_no_other_name_and_no_page_of_another_site(tmp_path: Path) -> None:
    """A page in a visitor's browser reaches the loopback address: the seat is not its own."""
    port = free_port()
    own = f"127.0.0.1:{port}"
    asked = {
        "own": {"Host": own},
        "own page": {"Host": own, "Origin": f"http://{own}"},
        "rebound": {"Host": f"evil.example:{port}"},
        "another site": {"Host": own, "Origin": "https://evil.example"},
    }
    with mcp_over_http(tmp_path, port):
        assert {who: status(port, headers) for who, headers in asked.items()} == {
            "own": 200,
            "own page": 200,
            "rebound": 421,
            "another site": 403,
        }
        with socket.socket() as tried:
            assert tried.connect_ex(("127.0.0.2", port)) != 0, "it listens on one address"


def status(port: int, headers: dict[str, str]) -> int:
    """What a first request with these headers is answered."""
    first = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": first})
    accept = "application/json, text/event-stream"
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        sent = {"Content-Type": "application/json", "Accept": accept, **headers}
        connection.request("POST", "/mcp", body, sent)
        return connection.getresponse().status
    finally:
        connection.close()


def test_two_clients_at_once_make_one_move_after_the_other() -> None:
    """The SDK calls tools in threads; a second move is made on what the first has left."""

    class Slow(BotPlace):
        inside = most = 0

        def act(self, text: str) -> str:
            self.inside += 1
            self.most = max(self.most, self.inside)
            time.sleep(0.05)
            self.inside -= 1
            return text

    place = Slow("dix-mille", 2, "beginner", 5, "en")

    async def go() -> None:
        async with Client(make_server(place)) as client:
            await asyncio.gather(*(said(client, "act", action=f"[{n}]") for n in range(4)))

    asyncio.run(go())
    assert place.most == 1


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until somebody listens at this port; fails if the server has ended."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, "the server has ended"
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError("nobody listens")


def test_over_stdio() -> None:
    async def go() -> None:
        code = "from cinq.adapters.mcp import serve; serve(seed=1)"
        server = StdioServerParameters(
            command=sys.executable, args=["-c", code], env={"PYTHONPATH": f"{ROOT}/src"}
        )
        async with Client(stdio_client(server)) as client:
            assert "You may:" in await said(client, "look")

    asyncio.run(go())
