"""A crowd: as many visitors of each kind at once, for as long as it takes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count

from tests.chaos.players import LOST, cancelled
from tests.server.client import Server
from tests.soak import memory, visitors
from tests.soak.visitors import OPTIONS, Town

SETTINGS = {"physics": True, "idle": 10.0, "grace": 2.0, "bot_pace": 0.02, "bot_workers": 2}
"""Rooms leave memory soon, people are replaced by bots soon, and bots take a fiftieth of a person's time."""
ENOUGH = (
    "tables",
    "actions",
    "games",
    "rematches",
    "reconnections",
    "hints",
    "spectators",
    "readings",
    "pieces",
)
"""What must have been done in a soak that counts."""


@contextlib.asynccontextmanager
async def crowd(town: Town, tables: int) -> AsyncIterator[None]:
    """Visitors come and go while the block runs: `tables` tables, and half as many of the other kinds."""
    games, kinds = list(OPTIONS), list[Callable[[], Awaitable[None]]]()
    for number in range(tables):
        turn = count(number)

        async def play(turn: count[int] = turn, number: int = number) -> None:
            game = games[next(turn) % len(games)]
            await (visitors.bots_alone if number % 4 == 3 else visitors.evening)(town, game)

        kinds.append(play)
    for _ in range(max(1, tables // 4)):
        kinds += [lambda: visitors.spectate(town), lambda: visitors.read(town)]
    tasks = [asyncio.create_task(_again(town, kind)) for kind in kinds]
    try:
        yield
    finally:
        await cancelled(tasks)


async def _again(town: Town, visit: Callable[[], Awaitable[None]]) -> None:
    """One visit after the other; an assertion that fails is noted as wrong."""
    while True:
        try:
            await visit()
        except LOST:
            town.done["lost lines"] += 1
        except AssertionError as error:
            town.wrong.append(f"a visitor was told something impossible: {error}")
        await asyncio.sleep(0.05)


async def soak(
    town: Town, tables: int, seconds: float, every: float, show: Callable[[memory.Sample], None]
) -> list[memory.Sample]:
    """Let a crowd in for some seconds, and measure the server every few of them."""
    assert town.server.process is not None
    pid, began, samples = town.server.process.pid, time.monotonic(), list[memory.Sample]()
    async with crowd(town, tables):
        while (at := time.monotonic() - began) < seconds:
            samples.append(memory.sample(pid, at)._replace(games=town.done["games"]))
            show(samples[-1])
            await asyncio.sleep(every)
    return samples


async def emptied(town: Town, patience: float = 60.0) -> list[str]:
    """What is left in a server's memory after everyone has gone and `idle` seconds have passed."""
    left = "?"
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(patience):
            while left:
                await asyncio.sleep(0.5)
                lines = (await town.ask("/metrics")).decode().splitlines()
                rows = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
                left = ", ".join(
                    f"{name} {rows[name]}" for name in ("cinq_rooms", "cinq_sockets") if float(rows[name])
                )
    return [f"left after everyone has gone: {left}"] if left else []


def complaints(server: Server) -> list[str]:
    """Errors in the server's log."""
    return [row for row in server.log.read_text().splitlines() if '"trace"' in row or '"error"' in row]


def missing(town: Town) -> list[str]:
    """What has never been done."""
    return [f"no {what}" for what in ENOUGH if not town.done[what]]
