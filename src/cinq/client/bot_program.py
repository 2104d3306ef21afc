"""Seats a program at a live table: `cinq bot --table URL -- ./my_bot`.

The program reads JSON lines on standard input and answers on standard output:

    {"type": "begin", "seat": 0, "table": {…}}                      no answer
    {"type": "lines", "lines": [{"actor", "action", "story"}, …]}   no answer
    {"type": "turn", "seat": 0, "must": true, "view": {…}, "menu": [{…}, …]}
        → one line: an action (an item of the menu, or a template filled in),
          or null to let others act (where `must` is false)
    {"type": "refused", "code", "message", "rule"}                  no answer; a new turn follows
    {"type": "over", "result": {…}}                                 no answer

A lost connection is opened again, and the program gets no line twice. The runner answers the table's
commitment with a nonce of its own before it says that it is ready (docs/fairness.md).
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
import urllib.request
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

WAITS = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before each attempt to reconnect; the last one repeats."""


def table_address(url: str) -> tuple[str, str]:
    """Splits a table's link into the server's address and the table's id.

    >>> table_address("http://localhost:8005/table/k3abc")
    ('http://localhost:8005', 'k3abc')
    """
    parts = urlsplit(url)
    table = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not table:
        raise ValueError(f"a table's link is http://HOST/table/TABLE, not {url}")
    return f"{parts.scheme}://{parts.netloc}", table


def sit_down(server: str, table: str, name: str, seat: int | None) -> str:
    """Takes a chair and returns its token."""
    body = json.dumps({"name": name} | ({} if seat is None else {"seat": seat})).encode()
    asked = urllib.request.Request(
        f"{server}/api/tables/{table}/seats", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        token: str = json.loads(answer.read())["token"]
        return token


class Program:
    """The bot's process, which reads and writes JSON lines."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    def tell(self, message: dict[str, Any]) -> None:
        """Sends a message that the program does not answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def ask(self, message: dict[str, Any]) -> Any:
        """Sends a message and returns the answer. Raises EOFError if the program has ended."""
        self.tell(message)
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise EOFError("the program has ended")
        return json.loads(line)


class Runner:
    """Plays one seat with the answers of a program."""

    def __init__(self, server: str, table: str, token: str, program: Program) -> None:
        self.server = server
        self.table = table
        self.token = token
        self.program = program
        self.seq: int | None = None
        self.seat = 0
        self.view: dict[str, Any] = {}
        self.now: dict[str, Any] = {}
        self.refs = 0
        self.over = False
        self.begun = False
        self.answered = ""
        """The commitment that was answered with a nonce."""

    async def run(self) -> None:
        """Plays until the game is over; reconnects after a lost connection."""
        attempts = 0
        while not self.over:
            try:
                async with connect(self.server.replace("http", "ws", 1) + "/api/socket") as socket:
                    await self._hello(socket)
                    attempts = 0
                    await self._listen(socket)
            except (OSError, ConnectionClosed):
                await asyncio.sleep(WAITS[min(attempts, len(WAITS) - 1)])
                attempts += 1

    async def _hello(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "table": self.table, "token": self.token, "mixes": True}
        await socket.send(json.dumps(hello if self.seq is None else {**hello, "last": self.seq}))

    async def _listen(self, socket: ClientConnection) -> None:
        async for raw in socket:
            if isinstance(raw, str):
                await self._handle(socket, json.loads(raw))
            if self.over:
                return

    async def _handle(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "ping":
            await socket.send(json.dumps({"type": "pong", "id": message["id"]}))
            return
        self.seq = message["seq"] if kind == "sync" or "after" in message else self.seq
        if kind == "sync":
            await self._give_nonce(socket, message["table"])
            self._sync(message)
        elif kind == "update":
            self._update(message)
        elif kind == "refused":
            self.program.tell({key: message.get(key) for key in ("type", "code", "message", "rule")})
        if kind in ("sync", "update", "done", "refused"):
            await self._offer_turn(socket)

    async def _give_nonce(self, socket: ClientConnection, table: dict[str, Any]) -> None:
        """Answers a new commitment with a nonce, and says ready."""
        if table["phase"] != "lobby" or table["commitment"] == self.answered:
            return
        self.answered = table["commitment"]
        nonce = {"type": "nonce", "nonce": secrets.token_hex(16), "commitment": self.answered}
        await socket.send(json.dumps(nonce))
        await socket.send(json.dumps({"type": "ready"}))

    def _sync(self, message: dict[str, Any]) -> None:
        self.now, self.view, self.seat = message, message.get("view") or {}, message.get("you", 0)
        if not self.begun and self.view:
            self.begun = True
            self.program.tell({"type": "begin", "seat": self.seat, "table": message["table"]})
            self.program.tell({"type": "lines", "lines": message.get("history", [])})

    def _update(self, message: dict[str, Any]) -> None:
        self.now, self.view = message, {**self.view, **message.get("changes", {})}
        self.program.tell({"type": "lines", "lines": message["lines"]})

    async def _offer_turn(self, socket: ClientConnection) -> None:
        if self.now.get("result") is not None:
            self.program.tell({"type": "over", "result": self.now["result"]})
            self.over = True
            return
        if self.now.get("more"):
            await socket.send(json.dumps({"type": "ask_menu"}))
            self.now = {**self.now, "more": False, "menu": await self._read_menu(socket)}
        menu = self.now.get("menu", [])
        if not menu:
            return
        must = self.seat in self.now.get("must_act", ())
        self.now = {**self.now, "menu": []}  # each menu is offered once
        turn = {"type": "turn", "seat": self.seat, "must": must, "view": self.view, "menu": menu}
        action = await self.program.ask(turn)
        if action is not None:
            self.refs += 1
            await socket.send(
                json.dumps({"type": "act", "seq": self.seq, "action": action, "ref": str(self.refs)})
            )

    async def _read_menu(self, socket: ClientConnection) -> list[Any]:
        async for raw in socket:
            message = json.loads(raw) if isinstance(raw, str) else {}
            if message.get("type") == "menu":
                menu: list[Any] = message["menu"]
                return menu
        return []


async def play(url: str, command: Sequence[str], name: str, seat: int | None, token: str | None) -> None:
    """Sits down (or takes the chair of a token) and runs the program until the game is over."""
    server, table = table_address(url)
    if token is None:
        token = await asyncio.to_thread(sit_down, server, table, name, seat)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 22
    )
    try:
        await Runner(server, table, token, Program(process)).run()
    finally:
        if process.stdin is not None:
            process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 5.0)
        except TimeoutError:
            process.kill()


def main(url: str, command: Sequence[str], name: str = "bot", seat: int | None = None) -> int:
    """`cinq bot`. The token of a chair comes from CINQ_TOKEN: a command line can be read by others."""
    try:
        asyncio.run(play(url, command, name, seat, os.environ.get("CINQ_TOKEN")))
    except (ValueError, OSError, EOFError) as error:
        print(f"cinq bot: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
