"""An evening in a few minutes: hundreds of games among bots, and the server is no larger for it."""

import asyncio
import time
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client, Server, running

SHORT: dict[str, dict[str, Any]] = {
    "dix-mille": {"target": 1_000},
    "got-five": {},
    "five-millimetres": {},
    "doigt-oeil": {},
    "five-or-less": {"end": {"rounds": 1}},
}
SECONDS, AT_ONCE = 180.0, 4
WARM = 0.5
"""Part of the time after which everything that is kept for good is there."""
GROWTH = 8_000
"""Kilobytes that hundreds of games may leave behind."""


async def one_game(server: Server, name: str) -> None:
    """Three bots, watched by somebody until it is over."""
    new = {"game": name, "chairs": 3, "bots": ["beginner"] * 3, "start": True, "options": SHORT[name]}
    made = await asyncio.to_thread(server.request, "/api/tables", new)
    watcher = await Client(server, made["table"]).open()
    if watcher.sync.get("result") is None:
        await watcher.until(lambda message: message.get("result") is not None)
    await watcher.close()


def resident(server: Server) -> int:
    assert server.process is not None
    rows = Path(f"/proc/{server.process.pid}/status").read_text().split("\n")
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS"))


async def evening(server: Server, seconds: float) -> int:
    """Games until the time is over; how many."""
    until, played, names = time.monotonic() + seconds, 0, cycle(SHORT)

    async def go_on() -> None:
        nonlocal played
        while time.monotonic() < until:
            await asyncio.wait_for(one_game(server, next(names)), 120)
            played += 1

    await asyncio.gather(*(go_on() for _ in range(AT_ONCE)))
    return played


@pytest.mark.slow
def test_hundreds_of_games_leave_nothing_behind(tmp_path: Path) -> None:
    with running(tmp_path / "data", idle=5.0) as server:
        first = asyncio.run(evening(server, SECONDS * WARM))
        warm = resident(server)
        more = asyncio.run(evening(server, SECONDS * (1 - WARM)))
        assert min(first, more) > 20, "too few to tell"
        assert resident(server) - warm < GROWTH, f"{warm} kB after {first} games, {more} later"
