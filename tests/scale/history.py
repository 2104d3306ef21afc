"""A history checker: players on any server record what they were acknowledged and shown.

Afterwards their records are compared with the store: no acknowledged action is lost or done twice,
nobody saw two different lines under one number, no number was skipped or repeated for any viewer,
and every token still owns its chair. Knows only addresses and journals, so it serves any store.
"""

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

from cinq.table import events
from cinq.table.events import decode_row
from tests.server.client import Json, Server, choose

LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)
PACE = 0.05
"""Seconds between two actions of a player."""


class Player:
    """Plays one seat as the page does: comes back by itself, and repeats what was not acknowledged."""

    def __init__(self, servers: Sequence[Server], table: str, token: str, seat: int, rng: random.Random):
        self.servers, self.table, self.token, self.seat, self.rng = servers, table, token, seat, rng
        self.seq = 0
        self.state: Json = {}
        self.pending: Json | None = None
        self.lines: dict[int, str] = {}
        """Every line that was shown, by number."""
        self.acknowledged: dict[str, int] = {}
        self.acknowledged_at: list[float] = []
        self.wrong: list[str] = []
        """What a player must never meet."""
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
            hello: Json = {"type": "hello", "table": self.table, "token": self.token}
            await self._send(hello | ({"last": self.seq} if self.state else {}))
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
        if kind == "ping":
            await self._send({"type": "pong", "id": message["id"]})
        elif kind == "sync":
            self._sync(message)
        elif "after" in message:
            self._numbered(message)
        if self.pending and message.get("ref") == self.pending["ref"]:
            await self._answered(message)
        if kind in ("sync", "update", "done"):
            await self._act()

    def _sync(self, message: Json) -> None:
        if message["seq"] < self.seq:
            self.wrong.append(f"went back from {self.seq} to {message['seq']}")
        if message.get("you") != self.seat:
            self.wrong.append(f"seat {self.seat} is shown as {message.get('you')}")
        self.seq, self.state = message["seq"], message
        self._note(message.get("history", ()))

    def _numbered(self, message: Json) -> None:
        if message["after"] != self.seq:
            self.wrong.append(f"number {message['after']} after {self.seq}")
        self.seq = message["seq"]
        if message["type"] == "update":
            self.state = message
            self._note(message["lines"])

    def _note(self, lines: Sequence[Json]) -> None:
        for line in lines:
            shown = json.dumps([line.get("actor"), line.get("action")], sort_keys=True)
            if self.lines.setdefault(line["seq"], shown) != shown:
                self.wrong.append(f"line {line['seq']} was shown as {self.lines[line['seq']]} and {shown}")

    # ------------------------------------------------------------ what is said

    async def _answered(self, message: Json) -> None:
        assert self.pending is not None
        kind = message["type"]
        if kind == "refused" and message["code"] == "unavailable":
            await asyncio.sleep(0.1)
            await self._send(self.pending)
        elif kind == "refused":
            if message["code"] not in ("stale", "over"):
                self.wrong.append(f"refused: {message}")
            self.pending = None
            await self._send({"type": "ask_sync"})
        elif kind != "held":
            self.acknowledged[self.pending["ref"]] = message["seq"]
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
        self.pending = {"type": "act", "seq": self.seq, "action": action, "ref": ref}
        await asyncio.sleep(PACE)
        await self._send(self.pending)

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
        self.tables: dict[str, list[Player]] = {}
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
        self.tables[made["table"]] = [
            Player(self.servers, made["table"], token, seat, random.Random(self.rng.random()))
            for seat, token in enumerate(tokens)
        ]

    def all(self) -> list[Player]:
        return [player for pair in self.tables.values() for player in pair]

    async def progress(self, since: float, timeout: float = 60.0) -> float:
        """Wait until every table has had an action acknowledged since then; the longest wait in seconds."""
        async with asyncio.timeout(timeout):
            while True:
                firsts = [
                    min((at for p in pair for at in p.acknowledged_at if at > since), default=None)
                    for pair in self.tables.values()
                ]
                if None not in firsts:
                    return max(at for at in firsts if at is not None) - since
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Stop all players."""
        self._ends.set()
        await asyncio.gather(*self._tasks)


def problems(players: Sequence[Player], rows: Sequence[bytes]) -> list[str]:
    """What is wrong with the histories of one table's players, given its journal."""
    found = [f"seat {player.seat}: {wrong}" for player in players for wrong in player.wrong]
    done: dict[str, list[int]] = {}
    for seq, raw in enumerate(rows, start=1):
        event = decode_row(raw).event
        if isinstance(event, events.Played) and event.ref is not None:
            done.setdefault(event.ref, []).append(seq)
    found += [f"{ref} was done {len(at)} times" for ref, at in done.items() if len(at) > 1]
    shown: dict[int, str] = {}
    for player in players:
        for ref, seq in player.acknowledged.items():
            if not any(at <= seq for at in done.get(ref, ())):
                found.append(f"seat {player.seat}: {ref} was acknowledged with number {seq} and is lost")
        for seq, line in player.lines.items():
            if seq > len(rows):
                found.append(f"seat {player.seat}: line {seq} was shown and is lost")
            if shown.setdefault(seq, line) != line:
                found.append(f"line {seq} differs between viewers: {shown[seq]} and {line}")
    return found + _differs_from_journal(shown, rows)


def _differs_from_journal(shown: dict[int, str], rows: Sequence[bytes]) -> list[str]:
    """Lines that were shown otherwise than they are stored."""
    found = []
    for seq, line in shown.items():
        stored = json.loads(rows[seq - 1]) if seq <= len(rows) else None
        event = stored["event"] if isinstance(stored, dict) else stored[-1] if stored else None
        actor, action = json.loads(line)
        if event is not None and (event.get("actor"), event.get("action")) != (actor, action):
            found.append(f"line {seq} was shown as {line} and stored as {event}")
    return found
