"""Two-client tables of either server, driven as fast as they answer, or once a second.

A move counts when both clients have received its update. Owns each server's wire protocol;
takes no measurements.
"""

from __future__ import annotations

import asyncio
import time
import urllib.request
from typing import Any, Protocol

from msgspec import Struct, field, json

from bench.server.sockets import Socket, dial

HOST = "127.0.0.1"
EVENT = b"42/dix-mille,"
"""What an event of socket.io begins with."""


class Choice(Struct):
    """What the client reads of an item of Cinq's menu."""

    type: str


class Update(Struct):
    """What it reads of Cinq's `update` and `sync`."""

    seq: int
    must_act: tuple[int, ...] = ()
    menu: tuple[Choice, ...] = ()


class Context(Struct):
    """What it reads of boardgame.io's context."""

    player: str = field(name="currentPlayer")


class Hand(Struct):
    """What it reads of its game."""

    points: int


class State(Struct):
    """What it reads of boardgame.io's state."""

    id: int = field(name="_stateID")
    context: Context = field(name="ctx")
    hand: Hand = field(name="G")


class Synced(Struct):
    """A state in a `sync`."""

    state: State


class StateUpdate(Struct, array_like=True):
    """`["update", match, state, …]`."""

    kind: str
    match: str
    state: State


class StateSync(Struct, array_like=True):
    """`["sync", match, {"state": …}]`."""

    kind: str
    match: str
    synced: Synced


BANK = Choice("bank")
read_update = json.Decoder(Update).decode
read_state_update, read_state_sync = json.Decoder(StateUpdate).decode, json.Decoder(StateSync).decode


class Table(Protocol):
    """A table with two clients."""

    moves: int
    delays: list[float]

    async def open(self) -> None: ...
    def move(self) -> None: ...
    def received(self) -> int: ...


def post(url: str, body: object) -> Any:
    """A JSON request."""
    asked = urllib.request.Request(url, json.encode(body), {"content-type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        return json.decode(answer.read())


class Driven:
    """What both have in common: counts moves, and the time from a move to both updates."""

    def __init__(self, port: int, busy: bool) -> None:
        self.port = port
        self.busy = busy
        self.moves = 0
        self.delays: list[float] = []
        self.sockets: list[Socket] = []
        self._updates = 0
        self._sent = 0.0

    def received(self) -> int:
        return sum(socket.received for socket in self.sockets)

    def update_received(self) -> None:
        """Count an update; the move counts when both clients have one."""
        self._updates += 1
        if self._updates == 2:
            self._updates = 0
            self.moves += 1
            self.delays.append(time.perf_counter() - self._sent)
            if self.busy:
                self.move()

    def move(self) -> None:
        """Send the next move."""
        self._sent = time.perf_counter()
        self.send_move()

    def send_move(self) -> None:
        raise NotImplementedError


class CinqTable(Driven):
    """Dix Mille on Cinq: every line durable before it is shown."""

    def __init__(self, port: int, busy: bool) -> None:
        super().__init__(port, busy)
        self.seq, self.seat, self.bank = 0, 0, False
        self.begun = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        url = f"http://{HOST}:{self.port}/api/tables"
        new = {"game": "dix-mille", "name": "A", "options": {"target": 20_000}}
        made = await asyncio.to_thread(post, url, new)
        other = await asyncio.to_thread(post, f"{url}/{made['table']}/seats", {"name": "B"})
        for token in (made["token"], other["token"]):
            socket = await dial(HOST, self.port, "/api/socket", self.on_message)
            self.sockets.append(socket)
            socket.send(json.encode({"type": "hello", "table": made["table"], "token": token}))
        for socket in self.sockets:
            socket.send('{"type":"ready"}')
        await asyncio.wait_for(self.begun, 30)

    def on_message(self, socket: Socket, data: bytes) -> None:
        if data.startswith(b'{"type":"update"'):
            message = read_update(data)
            if message.seq > self.seq:
                self.seq, self.seat = message.seq, message.must_act[0] if message.must_act else -1
            if socket is self.sockets[self.seat]:
                self.bank = BANK in message.menu
            self.update_received()
        elif data.startswith(b'{"type":"sync"'):
            message = read_update(data)
            if message.must_act and not self.begun.done():
                self.seq, self.seat = message.seq, message.must_act[0]
                self.begun.set_result(None)
        elif data.startswith(b'{"type":"refused"'):
            raise AssertionError(data)

    def send_move(self) -> None:
        if self.seat < 0:
            return  # the game is over: this table rests
        kind = "bank" if self.bank else "throw"
        self.sockets[self.seat].send(
            f'{{"type":"act","seq":{self.seq},"action":{{"type":"{kind}"}},"ref":"{self.moves}"}}'
        )


class PeerTable(Driven):
    """The small Dix Mille on boardgame.io, through socket.io's own protocol on a websocket."""

    def __init__(self, port: int, busy: bool) -> None:
        super().__init__(port, busy)
        self.state_id, self.player, self.points = 0, "0", 0
        self.match = ""
        self.waiting = 2
        self.begun = asyncio.get_running_loop().create_future()

    async def open(self) -> None:
        made = await asyncio.to_thread(
            post, f"http://{HOST}:{self.port + 1}/games/dix-mille/create", {"numPlayers": 2}
        )
        self.match = made["matchID"]
        for _ in range(2):
            path = "/socket.io/?EIO=4&transport=websocket"
            self.sockets.append(await dial(HOST, self.port, path, self.on_message))
        await asyncio.wait_for(self.begun, 30)

    def on_message(self, socket: Socket, data: bytes) -> None:
        if data.startswith(EVENT):
            self.event(data[len(EVENT) :])
        elif data[:1] == b"0":
            socket.send("40/dix-mille,")
        elif data[:1] == b"2":
            socket.send("3")
        elif data.startswith(b"40"):
            me = str(self.sockets.index(socket)) if socket in self.sockets else str(len(self.sockets))
            socket.send(EVENT + json.encode(["sync", self.match, me, None, 2]))

    def event(self, data: bytes) -> None:
        if data.startswith(b'["update"'):
            self.take(read_state_update(data).state)
            self.update_received()
        elif data.startswith(b'["sync"'):
            self.take(read_state_sync(data).synced.state)
            self.waiting -= 1
            if self.waiting == 0:
                self.begun.set_result(None)

    def take(self, state: State) -> None:
        self.state_id, self.player = state.id, state.context.player
        self.points = state.hand.points

    def send_move(self) -> None:
        move = "bank" if self.points >= 300 else "throwDice"
        payload = f'{{"type":"{move}","args":[],"playerID":"{self.player}","credentials":null}}'
        action = f'{{"type":"MAKE_MOVE","payload":{payload}}}'
        message = f'42/dix-mille,["update",{action},{self.state_id},"{self.match}","{self.player}"]'
        self.sockets[int(self.player)].send(message)
