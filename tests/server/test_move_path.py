"""The path of a move: the functions that ARCHITECTURE.md lists, called in that order by a real move."""

import asyncio
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import uvicorn

import cinq
from cinq.server.app import make_app
from cinq.server.settings import Settings
from cinq.server.websocket.handshake import Handshake
from tests.server.client import Client, Server, my_turn

MOVE_PATH = (
    "cinq.server.websocket.protocol:GameSocket.data_received",
    "cinq.server.websocket.connection:Connection.received",
    "cinq.server.rooms.room:Room.handle",
    "cinq.server.rooms.commands:execute",
    "cinq.table.play:act",
    "cinq.table.table:Table.happen",
    "cinq.server.storage.sqlite:SqliteStore.write",
    "cinq.server.storage.journal:Journal.write",
    "cinq.server.rooms.publishing:publish",
    "cinq.server.rooms.projection:lines",
    "cinq.server.rooms.projection:update",
    "cinq.server.websocket.viewer:SocketViewer.send",
    "cinq.server.websocket.protocol:WriteBatch.flush",
    "cinq.server.websocket.protocol:GameSocket.write",
)
"""From the bytes of a move to the bytes of its update, each function once, by module and name."""
MOST_CALLS = 177
"""Calls of functions of this package for one throw, its dice and both updates: 163 to 169 by the dice.

The cost of a move is mostly this number. It bounds, without a clock, what `bench.server.versions` measures.
"""
PACKAGE = str(Path(cinq.__file__).parent)


def code_of(name: str) -> CodeType:
    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    code: CodeType = found.__code__
    return code


class Calls:
    """Which functions of the path were called, in the order of their first call."""

    def __init__(self) -> None:
        self._names = {code_of(name): name for name in MOVE_PATH}
        self.seen: list[str] = []
        self.count = 0
        """How often any function of ours was called."""
        self.recording = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if not self.recording or event != "call":
            return
        self.count += frame.f_code.co_filename.startswith(PACKAGE)
        name = self._names.get(frame.f_code)
        if name is not None and name not in self.seen:
            self.seen.append(name)


async def one_move(server: Server, calls: Calls) -> None:
    """Two people, one throw: recorded from the moment it is sent until its update is here."""
    made = await asyncio.to_thread(server.request, "/api/tables", {"game": "dix-mille", "name": "Ana"})
    path = f"/api/tables/{made['table']}/seats"
    other = await asyncio.to_thread(server.request, path, {"name": "Bo"})
    clients = [await Client(server, made["table"], token).open() for token in (made["token"], other["token"])]
    for client in clients:
        await client.send({"type": "ready"})
    for client in clients:
        await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
    await asyncio.sleep(0.2)  # presence is told by now
    seat = next(seat for seat in (0, 1) if my_turn(clients[seat], seat))
    calls.recording = True
    assert (await clients[seat].act({"type": "throw"}))["type"] == "update"
    calls.recording = False
    for client in clients:
        await client.close()


async def served(data: Path, play: Callable[[Server], Any]) -> None:
    """Run a server in this process, so that its calls can be watched."""
    address = Server(data)
    config = uvicorn.Config(
        make_app(data, settings=Settings(physics=False)), port=address.port, ws=Handshake, log_config=None
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        await play(address)
    finally:
        server.should_exit = True
        await serving


def test_a_move_takes_the_documented_path(tmp_path: Path) -> None:
    calls = Calls()
    threading.setprofile(calls)  # the journal is written in a thread
    sys.setprofile(calls)
    try:
        asyncio.run(served(tmp_path / "data", lambda server: one_move(server, calls)))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    assert calls.seen == list(MOVE_PATH)
    assert 100 < calls.count <= MOST_CALLS, calls.count
