"""Scripted players: two at each table, on the server that owns it or on any."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

from msgspec import json

from bench.server.sockets import Socket, dial
from bench.server.tables import HOST, CinqTable, post

TOGETHER = 10
"""Tables that are opened at a time."""


class LoadTable(CinqTable):
    """Dix Mille for two, made on one server, with sockets on others.

    A move counts when both players have its update; the time from one to the other is its delay.
    """

    def __init__(self, owner: int, ports: Sequence[int]) -> None:
        super().__init__(owner, busy=False)
        self._ports = ports
        self.waiting = False

    async def open(self) -> None:
        url = f"http://{HOST}:{self.port}/api/tables"
        new = {"game": "dix-mille", "name": "A", "options": {"target": 20_000}}
        made = await asyncio.to_thread(post, url, new)
        other = await asyncio.to_thread(post, f"{url}/{made['table']}/seats", {"name": "B"})
        for port, token in zip(self._ports, (made["token"], other["token"]), strict=True):
            socket: Socket = await dial(HOST, port, "/api/socket", self.on_message)
            self.sockets.append(socket)
            socket.send(json.encode({"type": "hello", "table": made["table"], "token": token}))
        for socket in self.sockets:
            socket.send('{"type":"ready"}')
        await asyncio.wait_for(self.begun, 60)

    def move(self) -> None:
        """Send the next move, unless the last one is not answered yet: a player waits for it."""
        if not self.waiting and self.seat >= 0:
            self.waiting = True
            super().move()

    def update_received(self) -> None:
        before = self.moves
        super().update_received()
        if self.moves > before:
            self.waiting = False
            if self.busy:
                self.move()

    def close(self) -> None:
        for socket in self.sockets:
            socket.transport.abort()


Placing = Callable[[Sequence[int], random.Random], tuple[int, Sequence[int]]]
"""Chooses a table's server, and the servers of its two sockets, among ports."""


def on_owner(ports: Sequence[int], rng: random.Random) -> tuple[int, Sequence[int]]:
    """Both sockets on the table's owner."""
    owner = rng.choice(ports)
    return owner, (owner, owner)


def anywhere(ports: Sequence[int], rng: random.Random) -> tuple[int, Sequence[int]]:
    """Sockets on any server, as behind a proxy that knows no tables."""
    return rng.choice(ports), (rng.choice(ports), rng.choice(ports))


def elsewhere(ports: Sequence[int], rng: random.Random) -> tuple[int, Sequence[int]]:
    """Both sockets on one server that is not the owner."""
    owner, edge = rng.sample(ports, 2)
    return owner, (edge, edge)


async def opened(count: int, ports: Sequence[int], placing: Placing, rng: random.Random) -> list[LoadTable]:
    """Open so many tables, a few at a time."""
    tables: list[LoadTable] = []
    while len(tables) < count:
        group = [LoadTable(*placing(ports, rng)) for _ in range(min(TOGETHER, count - len(tables)))]
        await asyncio.gather(*(table.open() for table in group))
        tables += group
    return tables


async def play(tables: Sequence[LoadTable], rate: float, seconds: float) -> list[float]:
    """Offer `rate` moves a second, evenly spread over the tables; how late each was, in seconds."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    late: list[float] = []
    while (passed := loop.time() - began) < seconds:
        while len(late) < passed * rate:
            tables[len(late) % len(tables)].move()
            late.append(passed - len(late) / rate)
        await asyncio.sleep(0.002)
    return late


async def race(tables: Sequence[LoadTable], seconds: float) -> list[float]:
    """Play as fast as the servers answer; nobody is late."""
    for table in tables:
        table.busy = True
        table.move()
    await asyncio.sleep(seconds)
    for table in tables:
        table.busy = False
    return []


async def settled(tables: Sequence[LoadTable]) -> None:
    """Wait until every move is answered."""
    async with asyncio.timeout(60):
        while any(table.waiting for table in tables):
            await asyncio.sleep(0.02)
