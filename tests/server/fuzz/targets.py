"""Every decoder of what a stranger can send or an operator can open: bytes in, only the named errors out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import uvicorn
from uvicorn.server import ServerState

from cinq.core.log import BadLog, decode_seat_action, read_header, read_lines, replay
from cinq.core.verify import verify
from cinq.games import GAMES, load_game
from cinq.server import wire
from cinq.server.http.guard import refuse_host, same_origin
from cinq.server.http.protocol import HttpConnection, OpenConnections
from cinq.server.rooms.rate_limits import network_of
from cinq.server.rooms.tokens import hashed
from cinq.server.settings import Settings
from cinq.server.storage.archive import folded
from cinq.server.storage.interface import Damaged
from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.connection import decoded
from cinq.server.websocket.handshake import Handshake
from cinq.server.websocket.protocol import WriteBatch
from cinq.table import lobby
from cinq.table.names import shown_name
from cinq.table.table import Refusal, Table

SETTINGS = Settings(physics=False)
HANDSHAKE = (
    b"GET /api/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A transport that keeps what is written and reads nothing."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.closed = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        """Nothing follows."""

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        """Nothing is read."""

    def resume_reading(self) -> None:
        """Nothing is read."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """The test calls the protocol itself."""
        self.protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol


class Heard:
    """Takes the messages of a websocket, as a connection does."""

    def received(self, data: str | bytes) -> None:
        messages(data.encode() if isinstance(data, str) else data)

    def disconnected(self) -> None:
        """As often as it likes."""


def messages(data: bytes) -> None:
    """A message of a page; what was understood is understood again."""
    try:
        message = decoded(data, wire.from_seat)
    except Refusal:
        return
    assert isinstance(message, wire.Act) or decoded(msgspec.json.encode(message), wire.from_seat) == message
    if isinstance(message, wire.Hello):
        tokens((message.token or "").encode("utf-8", "surrogatepass"))
        shown_name(message.name)


def actions(data: bytes) -> None:
    """An action of every game."""
    for name in GAMES:
        try:
            decode_seat_action(load_game(name), data)
        except msgspec.DecodeError:
            continue


def tokens(data: bytes) -> None:
    """A token, an address, a host and an origin: any text."""
    text = data.decode("utf-8", "replace")
    assert len(hashed(text)) == 64
    network_of(text)
    same_origin(text, text, ())
    refuse_host([(b"host", data)], ("a.example",))


def bodies(data: bytes) -> None:
    """The bodies of the API; a table that can be asked for is made or refused."""
    for kind in (wire.NewTable, wire.NewSeat, wire.NewAction, Settings):
        try:
            found = msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # Litestar answers 400
            continue
        if isinstance(found, wire.NewTable) and found.game in GAMES:
            options(msgspec.json.encode([found.game, found.chairs or 2, found.options]))


def options(data: bytes) -> None:
    """A game's options and number of chairs."""
    try:
        game, chairs, given = msgspec.json.decode(data, type=tuple[str, int, dict[str, Any]])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):  # as for any body
        return
    try:
        lobby.open_table(Table("t"), 0.0, game, given, chairs, bytes(32))
    except Refusal:
        return


def logs(data: bytes) -> None:
    """A log: read, replayed and verified."""
    text = data.decode("utf-8", "replace")
    try:
        header = read_header(text)
        game = load_game(header.game)
        replay(game, header, list(read_lines(game, text)))
        verify(text, load_game)
    except (BadLog, ValueError):
        return


def journals(data: bytes) -> None:
    """A table's journal, one row a line."""
    try:
        folded("t", data.splitlines())
    except Damaged:
        return


def frames(data: bytes) -> None:
    """What follows a websocket's handshake."""
    asyncio.run(_frames(data))


async def _frames(data: bytes) -> None:
    config = uvicorn.Config(no_app, ws=Handshake, log_config=None)
    config.load()
    handshake, transport = Handshake(config, ServerState(), {}), Wire()
    handshake.connection_made(transport)
    handshake.data_received(HANDSHAKE)
    socket = handshake.accept(FrameBudget(SETTINGS), WriteBatch())
    assert socket is not None
    socket.deliver_to(Heard())
    for at in range(0, len(data), 700):
        socket.data_received(data[at : at + 700])
    await asyncio.sleep(0)
    socket.connection_lost(None)


def requests(data: bytes) -> None:
    """What a client sends on an HTTP connection."""
    asyncio.run(_requests(data))


async def _requests(data: bytes) -> None:
    config = uvicorn.Config(no_app, ws=Handshake, log_config=None)
    config.load()
    counted = OpenConnections(SETTINGS)
    connection = HttpConnection(counted, config=config, server_state=ServerState(), app_state={})
    transport = Wire()
    transport.set_protocol(connection)
    connection.connection_made(transport)
    for at in range(0, len(data), 700):
        connection.data_received(data[at : at + 700])
        await asyncio.sleep(0)
    connection.connection_lost(None)
    assert not counted._by_network, "every connection is given back"


async def no_app(scope: Any, receive: Any, send: Any) -> None:
    """Answers every request with nothing."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target
    for target in (messages, actions, tokens, bodies, options, logs, journals, frames, requests)
}
