"""A real server in its own process, and clients on real sockets, for the server's tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.ports import free_port

PLENTY: dict[str, Any] = {
    "bot_pace": 0.0,
    "pause_scale": 0.0,
    "physics": False,
    "sockets_per_address": 10_000,
    "tables_per_address": 100_000,
    "messages_per_second": 5_000.0,
    "message_burst": 5_000,
}
Json = dict[str, Any]
START = 90
"""Seconds that a server has to be ready, on a busy machine too."""
PATIENCE = 60.0
"""Seconds after which what has not come does not come, on a busy machine too."""


def command_of(pid: int | str) -> bytes:
    """The command line of a process; empty if it has ended, even if nobody has collected it yet."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


class Server:
    """A server process on a folder of its own; can be killed and started again."""

    def __init__(self, data: Path, **settings: Any) -> None:
        self.data = data
        self.settings = {**PLENTY, **settings}
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data.parent / f"server-{self.port}.log"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """What is run."""
        command = [sys.executable, "-m", "cinq.server", "--port", str(self.port), "--data", str(self.data)]
        return [*command, "--settings", json.dumps(self.settings)]

    def start(self) -> float:
        """Start, and wait until it is ready; how long that took."""
        began = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log)
        while time.monotonic() < began + START:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(self.url + "/readyz", timeout=1).read()
                return time.monotonic() - began
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        raise AssertionError(f"the server is not ready after {START} s")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Gracefully."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait(PATIENCE)

    def request(self, path: str, body: object = None, token: str | None = None) -> Any:
        """An HTTP request; the JSON it answers."""
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            raw = answer.read()
            return json.loads(raw) if "ndjson" not in answer.headers["content-type"] else raw


async def until(seen: Callable[[], object]) -> None:
    """Lets the event loop run until this is so."""
    async with asyncio.timeout(PATIENCE):
        while not seen():
            await asyncio.sleep(0.01)


@contextlib.contextmanager
def running(data: Path, **settings: Any) -> Iterator[Server]:
    """A server for the length of a test."""
    server = Server(data, **settings)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.stop()


class Client:
    """One viewer: keeps its view by the messages alone, as the page does, and checks the numbers."""

    def __init__(self, server: Server, table: str, token: str | None = None) -> None:
        self.server = server
        self.table = table
        self.token = token
        self.socket: ClientConnection | None = None
        self.seq = 0
        self.sync: Json = {}
        self.view: Json | None = None
        self.state: Json = {}
        """menu, to_act, must_act, result, reveal as last told."""
        self.frames: list[bytes] = []
        self.messages: list[Json] = []
        self.refs = 0

    async def open(self, last: int | None = None) -> Client:
        """Connect and say hello; back when the table is known."""
        address = self.server.url.replace("http", "ws") + "/api/socket"
        self.socket = await connect(address, compression=None, max_queue=None)
        hello: Json = {"type": "hello", "table": self.table}
        if self.token:
            hello["token"] = self.token
        if last is not None:
            hello["last"] = last
        await self.send(hello)
        await self.until(lambda m: m["type"] in ("sync", "done"))
        return self

    async def send(self, message: Json) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps(message))

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Say something and wait for the answer that carries its reference."""
        self.refs += 1
        ref = f"r{self.refs}"
        await self.send({"type": kind, "ref": ref, **fields})
        while True:
            answer = await self.until(lambda m: m.get("ref") == ref)
            if answer["type"] != "held":
                return answer

    async def hear(self, timeout: float = PATIENCE) -> Json:
        """The next message, taken in."""
        assert self.socket is not None
        raw = await asyncio.wait_for(self.socket.recv(), timeout)
        data = raw.encode() if isinstance(raw, str) else raw
        self.frames.append(data)
        message: Json = json.loads(data)
        self.messages.append(message)
        self.take(message)
        if message["type"] == "ping":
            await self.send({"type": "pong", "id": message["id"]})
        return message

    async def until(self, wanted: Any, timeout: float = PATIENCE) -> Json:
        """Hear until a message fits; pings do not buy time."""
        async with asyncio.timeout(timeout):
            while True:
                message = await self.hear(timeout)
                if wanted(message):
                    return message

    def take(self, message: Json) -> None:
        """What the page does with a message."""
        kind = message["type"]
        if kind == "sync":
            self.sync, self.seq, self.view = message, message["seq"], message.get("view")
            self.state = message
        elif "after" in message:
            assert message["after"] == self.seq, f"a gap: {message['after']} after {self.seq}"
            self.seq = message["seq"]
            if kind == "update":
                assert self.view is not None
                self.view = {**self.view, **message.get("changes", {})}
                self.state = message

    @property
    def menu(self) -> list[Json]:
        return list(self.state.get("menu", ()))

    @property
    def over(self) -> bool:
        return self.state.get("result") is not None

    async def act(self, action: Json, **fields: Any) -> Json:
        return await self.ask("act", seq=self.seq, action=action, **fields)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()

    async def drop(self) -> None:
        """Hang up without a word."""
        assert self.socket is not None
        self.socket.transport.abort()


def my_turn(client: Client, seat: int) -> bool:
    """Whether the game waits for this seat."""
    return seat in client.state.get("must_act", ())


def choose(client: Client, rng: random.Random) -> Json | None:
    """A random item of the menu that is no template, and no claim out of turn."""
    plain = [item for item in client.menu if not _template(item)]
    return rng.choice(plain) if plain else None


def _template(item: Json) -> bool:
    return any(isinstance(value, dict) for value in item.values())


async def play_on(client: Client, seat: int, rng: random.Random, limit: int = 100_000) -> None:
    """A person's part of a game, to its end: random items of the menu when the game waits for them."""
    for _ in range(limit):
        if client.over:
            return
        if my_turn(client, seat):
            if not client.menu and client.state.get("more"):
                client.state = {**client.state, "menu": (await client.ask("ask_menu")).get("menu", [])}
            action = choose(client, rng)
            assert action is not None, client.state
            answer = await client.act(action)
            # others may have acted, or ended the game, in the meantime
            assert answer["type"] != "refused" or answer["code"] in ("stale", "over"), answer
        else:
            try:
                await client.hear(30.0)
            except ConnectionClosed as error:
                raise AssertionError("the server hung up") from error


async def seated(server: Server, game: str, seats: int = 2, **new: Any) -> list[Client]:
    """People on every chair of a new table, all ready; the game has begun."""
    made = server.request("/api/tables", {"game": game, "name": "P0", "chairs": seats, **new})
    clients = [Client(server, made["table"], made["token"])]
    for i in range(1, seats):
        taken = server.request(f"/api/tables/{made['table']}/seats", {"name": f"P{i}"})
        clients.append(Client(server, made["table"], taken["token"]))
    for client in clients:
        await client.open()
    for client in clients:
        await client.send({"type": "ready"})
    for client in clients:
        await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
    return clients


@contextlib.asynccontextmanager
async def table(server: Server, game: str, seats: int = 2, **new: Any) -> AsyncIterator[list[Client]]:
    """A table full of people whose game has begun, for the length of a test."""
    clients = await seated(server, game, seats, **new)
    try:
        yield clients
    finally:
        for client in clients:
            await client.close()
