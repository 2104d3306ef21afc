"""Players on any server who come back by themselves, and record what they were acknowledged and shown."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import urllib.error
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cinq.server.storage.postgres import rows
from cinq.server.storage.postgres.store import open_pool
from tests.chaos.history import Acknowledged, History, Viewpoint, journal_violations
from tests.server.client import Json, Server, choose

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
PACE = 0.05
"""Seconds between two actions of a player."""


class Player:
    """Plays one seat as the page does: comes back by itself, and repeats what was not acknowledged."""

    def __init__(self, servers: Sequence[Server], history: History, seat: int, rng: random.Random):
        self.servers, self.history, self.seat, self.rng = servers, history, seat, rng
        self.seen = Viewpoint(history, seat)
        self.state: Json = {}
        self.pending: Json | None = None
        self.acknowledged_at: list[float] = []
        self.refs = 0
        self._socket: ClientConnection | None = None

    # ------------------------------------------------------------ the connection

    async def play(self, ends: asyncio.Event) -> None:
        """Play until told to stop."""
        while not ends.is_set():
            wait = 0.1
            with contextlib.suppress(*LOST):
                wait = await self._session(ends)
            await asyncio.sleep(wait * self.rng.uniform(0.8, 1.2))

    async def _session(self, ends: asyncio.Event) -> float:
        """One connection; returns after how many seconds to come back."""
        server = self.rng.choice(self.servers)
        address = server.url.replace("http", "ws") + "/api/socket"
        async with connect(address, compression=None, max_queue=None, open_timeout=3, close_timeout=0.2) as s:
            self._socket = s
            hello: Json = {
                "type": "hello",
                "table": self.history.table,
                "token": self.history.tokens[self.seat],
            }
            await self._send(hello | ({"last": self.seen.seq} if self.state else {}))
            if self.pending:
                await self._send(self.pending)
            while not ends.is_set():
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(s.recv(), 0.5))
                    if message["type"] == "bye":
                        return float(message.get("again") or 0.5)
                    await self._take(message)
                    continue
                await self._act()
        return 0.1

    async def _send(self, message: Json) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    # ------------------------------------------------------------ what is shown

    async def _take(self, message: Json) -> None:
        kind = message["type"]
        self.seen.take(message)
        if kind == "ping":
            await self._send({"type": "pong", "id": message["id"]})
        if kind in ("sync", "update"):
            self.state = message
        if self.pending and message.get("ref") == self.pending["ref"]:
            await self._answered(message)
        if kind in ("sync", "update", "done"):
            await self._act()

    # ------------------------------------------------------------ what is said

    async def _answered(self, message: Json) -> None:
        assert self.pending is not None
        kind = message["type"]
        if kind == "refused" and message["code"] == "unavailable":
            await asyncio.sleep(0.1)
            await self._send(self.pending)
        elif kind == "refused":
            if message["code"] not in ("stale", "over"):
                self.history.wrong.append(f"seat {self.seat} was refused: {message}")
            self.pending = None
            await self._send({"type": "ask_sync"})
        elif kind != "held":
            done = Acknowledged(self.seat, self.pending["ref"], self.pending["action"], message["seq"])
            self.history.actions.append(done)
            self.acknowledged_at.append(time.monotonic())
            self.pending = None

    async def _act(self) -> None:
        """Take a random action when the game waits for this seat."""
        if self.pending or self.seat not in self.state.get("must_act", ()) or self.state.get("result"):
            return
        client: Any = self
        action = choose(client, self.rng)
        if action is None:
            return
        self.refs += 1
        ref = f"{self.seat}-{self.refs}-{self.rng.randrange(10**6)}"
        self.pending = {"type": "act", "seq": self.seen.seq, "action": action, "ref": ref}
        await asyncio.sleep(PACE)
        await self._send(self.pending)

    def told(self) -> Json:
        """What this player knows, for whoever asks why nothing happens."""
        known = {name: self.state.get(name) for name in ("type", "seq", "must_act", "result")}
        return {"table": self.history.table, "seat": self.seat, "pending": self.pending, "state": known}

    @property
    def menu(self) -> list[Json]:
        return list(self.state.get("menu", ()))


def tried(server: Server, path: str, body: object, token: str | None = None) -> Json:
    """The answer to a request, asked again while the server says that it cannot answer now."""
    until = time.monotonic() + 60
    while True:
        try:
            return dict(server.request(path, body, token))
        except urllib.error.HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > until:
                raise
        time.sleep(0.2)


class Party:
    """Tables of two players each, at any of some servers."""

    def __init__(self, servers: Sequence[Server], tables: int, seed: int = 1) -> None:
        self.servers = servers
        self.rng = random.Random(seed)
        self.tables: dict[History, list[Player]] = {}
        self._ends = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        for _ in range(tables):
            self.open()

    def start(self) -> None:
        """Let everybody play."""
        self._tasks = [asyncio.create_task(player.play(self._ends)) for player in self.all()]

    def open(self) -> None:
        """Make a table whose game has begun."""
        server = self.rng.choice(self.servers)
        new = {"game": "dix-mille", "name": "A", "chairs": 2, "options": {"target": 20_000, "minimum": 1_000}}
        made = tried(server, "/api/tables", new)
        path, tokens = f"/api/tables/{made['table']}", [made["token"]]
        tokens.append(tried(server, f"{path}/seats", {"name": "B"})["token"])
        for token in tokens:
            tried(server, f"{path}/messages", {"type": "ready", "ref": "r"}, token)
        history = History(made["table"], tokens)
        self.tables[history] = [
            Player(self.servers, history, seat, random.Random(self.rng.random())) for seat in (0, 1)
        ]

    def all(self) -> list[Player]:
        return [player for pair in self.tables.values() for player in pair]

    @property
    def acknowledged(self) -> int:
        """Actions that were acknowledged."""
        return sum(len(history.actions) for history in self.tables)

    async def progress(self, since: float, timeout: float = 60.0) -> float:
        """Wait until every table has had an action acknowledged since then; the longest wait in seconds.

        Raises TimeoutError, which says what players wait for.
        """
        until = time.monotonic() + timeout
        while waiting := [pair for pair in self.tables.values() if _first_after(since, pair) is None]:
            if time.monotonic() > until:
                raise TimeoutError(f"no action since {timeout:.0f} s: {[p.told() for p in waiting[0]]}")
            await asyncio.sleep(0.02)
        firsts = [_first_after(since, pair) for pair in self.tables.values()]
        return max((at for at in firsts if at is not None), default=since) - since

    async def end(self) -> None:
        """Stop all players."""
        self._ends.set()
        await asyncio.gather(*self._tasks)


def _first_after(since: float, pair: Sequence[Player]) -> float | None:
    """When a table had its first action acknowledged since then."""
    return min((at for player in pair for at in player.acknowledged_at if at > since), default=None)


async def violations(party: Party, database: str) -> list[str]:
    """What players were acknowledged or shown and the database does not say."""
    pool = await open_pool(database)
    try:
        return [
            what
            for history in party.tables
            for what in journal_violations((await rows.read(pool, history.table))[0], history)
        ]
    finally:
        pool.terminate()
