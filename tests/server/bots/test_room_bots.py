"""When bots act at a live table: what others do meanwhile does not put them off for ever."""

import asyncio
from pathlib import Path

from cinq.games.five_or_less.cards import END
from tests.server.client import PATIENCE, Client, Json, running

QUIET = ("ready", "draw", "discard_drawn", "skip_power", "end_turn")
"""What a person does who wants their turn to be over, in 5 ou Moins."""
BOT = 1


def test_nobody_keeps_a_bot_from_ending_its_turn(tmp_path: Path) -> None:
    """5 ou Moins: a bot waits 1.6 s before it ends a turn, and a person tries one card after the other."""
    with running(tmp_path / "data", bot_pace=0.5) as server:
        made = server.request(
            "/api/tables", {"game": "five-or-less", "name": "Ana", "bots": ["beginner"], "start": True}
        )
        assert asyncio.run(_tries_in_a_bots_turn(Client(server, made["table"], made["token"]))) > 1


async def _tries_in_a_bots_turn(client: Client) -> int:
    """Plays until the bot is about to end a turn, then tries cards until it has; how many it took."""
    await client.open()
    async with asyncio.timeout(PATIENCE):
        while not _bot_is_ending(client):
            await (client.act(action) if (action := _quiet_action(client)) else client.hear())
        tries = 0
        while _bot_is_ending(client):
            tries += 1
            await client.act(next(item for item in client.menu if item["type"] == "quick_discard"))
            await asyncio.sleep(0.2)
    await client.close()
    return tries


def _bot_is_ending(client: Client) -> bool:
    view = client.view
    return view is not None and view["phase"] == END and view["turn"] == BOT and bool(client.menu)


def _quiet_action(client: Client) -> Json | None:
    """An item of the menu that leads to the end of one's turn."""
    return next((item for kind in QUIET for item in client.menu if item["type"] == kind), None)
