"""An MCP client plays: against bots in memory, over stdio, and at a live table."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra 'research'")

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from cinq.adapters.mcp import BotPlace, make_server

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


def test_over_stdio() -> None:
    async def go() -> None:
        code = "from cinq.adapters.mcp import serve; serve(seed=1)"
        server = StdioServerParameters(
            command=sys.executable, args=["-c", code], env={"PYTHONPATH": f"{ROOT}/src"}
        )
        async with Client(stdio_client(server)) as client:
            assert "You may:" in await said(client, "look")

    asyncio.run(go())
