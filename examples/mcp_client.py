"""A program plays Dix Mille through `cinq mcp`, as an assistant would: python examples/mcp_client.py

It starts the server over stdio and takes the last item of every menu (bank as soon as one may).
"""

import asyncio
import re
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(
    command=sys.executable, args=["-m", "cinq.cli", "mcp", "--game", "dix-mille", "--level", "beginner"]
)


async def said(client: Client, tool: str, **arguments: str) -> str:
    """The text of a tool's answer."""
    answer = await client.call_tool(tool, arguments)
    return "\n".join(getattr(part, "text", "") for part in answer.content)


async def play() -> None:
    """One whole game."""
    async with Client(stdio_client(SERVER)) as client:
        text = await said(client, "look")
        while items := re.findall(r"^  (\[\d+\]) ", text.rpartition("You may:")[2], re.MULTILINE):
            text = await said(client, "act", action=items[-1])
    print(text.splitlines()[-1])


asyncio.run(play())
