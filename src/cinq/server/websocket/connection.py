"""Connections: a client's messages decoded, limited and handed to its room.

The first message is `hello`, which binds the connection to a table and, with a token, to a seat.
Nothing here waits for another connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.http.guard import refuse_host, same_origin
from cinq.server.rooms.commands import refused
from cinq.server.rooms.place import Place
from cinq.server.rooms.rate_limits import MUCH, NOWHERE, Elsewhere, TokenBucket, TokenBuckets, network_of
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.tokens import hashed
from cinq.server.rooms.viewers import TOO_SLOW, Viewer
from cinq.server.storage.interface import Unavailable
from cinq.server.websocket import practice
from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.handshake import HANDSHAKE, Handshake
from cinq.server.websocket.protocol import GameSocket, WriteBatch
from cinq.server.websocket.viewer import SocketViewer
from cinq.table.names import shown_name
from cinq.table.table import Refusal

T = TypeVar("T")
logger = logging.getLogger("cinq.connections")
PATH = "/api/socket"
HELLO_TIMEOUT = 10.0
"""Seconds that a client has to send `hello`."""
PLAYERS_PER_ADDRESS = 8
"""People behind one address who may send at full rate at a time; moving hands are not counted."""
COME_BACK = 0.5
"""Seconds after which a client tries again to reach a table whose owner is not known."""
CHEAP = (wire.Hand, wire.Pong)
"""Messages that do not count against the rate of an address."""
OFFENCES = 20
"""Messages above the rate after which the connection is closed."""


class ConnectionLimits:
    """Counts open connections (websockets and streams), in all and by address."""

    def __init__(self, registry: RoomRegistry) -> None:
        self._registry = registry
        self._by_address: dict[str, int] = defaultdict(int)
        self._count = 0
        self.elsewhere: Mapping[str | Seat, Elsewhere] = {}
        registry.limits["sockets"] = self

    def much_used(self, now: float) -> dict[str, float]:
        """The open connections of addresses that have many."""
        least = MUCH * self._registry.settings.sockets_per_address
        return {address: float(count) for address, count in self._by_address.items() if count >= least}

    def admit(self, address: str) -> str | None:
        """Count one more connection, or say why there may be none."""
        settings = self._registry.settings
        opened = self._by_address.get(address, 0) + self.elsewhere.get(address, NOWHERE).used
        if self._count >= settings.sockets:
            return "this server is full: come back in a minute"
        if opened >= settings.sockets_per_address:
            return "too many connections from this address: close some"
        self._count += 1
        self._by_address[address] += 1
        self._registry.metrics.sockets.set(self._count)
        return None

    def release(self, address: str) -> None:
        """Count one connection less."""
        self._count -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        self._registry.metrics.sockets.set(self._count)


class ConnectionServer:
    """Opens connections for websocket handshakes; one a server."""

    def __init__(self, registry: RoomRegistry, limits: ConnectionLimits) -> None:
        self.registry = registry
        self.limits = limits
        self.writes = WriteBatch()
        self.learners = practice.Learners(registry, limits)
        settings = registry.settings
        rate, burst = settings.messages_per_second, settings.message_burst
        self.address_rates = TokenBuckets(PLAYERS_PER_ADDRESS * rate, PLAYERS_PER_ADDRESS * burst)
        registry.limits["messages"] = self.address_rates

    def open(self, scope: Any) -> None:
        """Accept or reject the handshake that an ASGI scope describes."""
        handshake: Handshake = scope["extensions"][HANDSHAKE]
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin, host = headers.get(b"origin"), headers.get(b"host")
        settings = self.registry.settings
        why = refuse_host(scope["headers"], settings.allowed_hosts)
        if (
            why
            or scope["path"] not in (PATH, practice.PATH)
            or not same_origin(origin, host, settings.origins)
        ):
            handshake.reject(403, why or "no page of another site, and only at " + PATH)
            return
        address = network_of(scope["client"][0]) if scope.get("client") else ""
        if (socket := handshake.accept(FrameBudget(settings), self.writes)) is not None:
            viewer = SocketViewer(address, socket)
            connection = (
                Connection(self, viewer, socket)
                if scope["path"] == PATH
                else practice.LearnerConnection(self.learners, viewer)
            )
            socket.deliver_to(connection)
            connection.opened()


class Connection:
    """One client's websocket: satisfies `MessageHandler`."""

    __slots__ = (
        "_admitted",
        "_hello",
        "_hello_timer",
        "_place",
        "_rate",
        "_server",
        "_socket",
        "registry",
        "viewer",
    )

    def __init__(self, server: ConnectionServer, viewer: Viewer, socket: GameSocket) -> None:
        self._server = server
        self.registry = server.registry
        self.viewer = viewer
        self._socket = socket
        settings = self.registry.settings
        self._rate = TokenBucket(settings.messages_per_second, settings.message_burst)
        self._admitted = False
        self._place: Place | None = None
        """The table that this connection has said hello to."""
        self._hello: asyncio.Task[None] | None = None
        self._hello_timer: asyncio.TimerHandle | None = None

    def opened(self) -> None:
        """Count the connection, or close it if there are too many; wait for its hello."""
        if why := self._server.limits.admit(self.viewer.address):
            self.viewer.close(TOO_SLOW, why, 5.0)
            return
        self._admitted = True
        self._hello_timer = asyncio.get_running_loop().call_later(HELLO_TIMEOUT, self._close_without_hello)

    def _close_without_hello(self) -> None:
        if self._place is None:
            self.viewer.close(1008, "say hello first")

    def disconnected(self) -> None:
        """Leave the room and give the connection back."""
        if self._hello is not None:
            self._hello.cancel()
        if self._hello_timer is not None:
            self._hello_timer.cancel()
        self._leave()
        if self._admitted:
            self._server.limits.release(self.viewer.address)
        if self._admitted and self.viewer.closing is not None and self.viewer.closing[0] == TOO_SLOW:
            self.registry.metrics.dropped.inc()

    def _leave(self) -> None:
        if self._place is not None:
            self._place.exit(self.viewer)
            self._place = None

    # ------------------------------------------------------------ messages

    def received(self, data: str | bytes) -> None:
        """Handle one message. Never raises for what it says."""
        message: wire.FromSeat | None = None
        try:
            message = self._decode(data)
            if isinstance(message, wire.Hello):
                self._socket.pause()
                self._hello = asyncio.ensure_future(self._say_hello(message))
            else:
                self._handle(message)
        except Refusal as refusal:
            self._refuse(refusal, getattr(message, "ref", None))

    def _decode(self, data: str | bytes) -> wire.FromSeat:
        """Decode a message. Refused if it is too long, one too many or malformed."""
        limit, now = self.registry.settings.message_bytes, self.registry.now()
        if not self._rate.allows(now):
            raise Refusal("limited", "too many messages")
        if len(data) > limit:
            raise Refusal("limited", f"a message has at most {limit} bytes")
        message = decoded(data, wire.from_seat)
        if type(message) not in CHEAP and not self._server.address_rates.allows(self.viewer.address, now):
            raise Refusal("limited", "too many messages from this address")
        return message

    def _refuse(self, refusal: Refusal, ref: str | None) -> None:
        self.registry.metrics.refused.labels(refusal.code).inc()
        seq = self._place.seq if self._place is not None else 0
        self.viewer.send(wire.encode(refused(refusal, ref, seq)))
        if self._rate.offences > OFFENCES:
            self.viewer.close(1008, "too many messages")

    async def _say_hello(self, hello: wire.Hello) -> None:
        """Bind the connection to a table, which may have to be read from disk; later messages wait."""
        try:
            await self._enter(await self.registry.find(hello.table), hello)
        except Refusal as refusal:
            self._refuse(refusal, None)
        except Unavailable as why:
            logger.warning("a table cannot be reached: %s", why, extra={"table": hello.table})
            self.viewer.close(1012, "this table cannot be reached now", again=COME_BACK)
        except Exception:
            logger.exception("a hello failed")
            self.viewer.close(1011, "hello failed", again=1.0)
        self._hello = None
        self._socket.resume()

    async def _enter(self, place: Place, hello: wire.Hello) -> None:
        """Leave the former table and enter this one; a refusal leaves the connection where it was."""
        if self.viewer.closing is not None:
            return
        former = self.viewer.name, self.viewer.mixes
        self.viewer.name, self.viewer.mixes = shown_name(hello.name), hello.mixes
        try:
            token = hashed(hello.token) if hello.token is not None else None
            await place.admit(self.viewer, token, hello.last, self._leave)
        except BaseException:
            self.viewer.name, self.viewer.mixes = former
            raise
        self._place = place

    def _handle(self, message: wire.FromSeat) -> None:
        """Hand a message to the room. Raises Refusal."""
        if self._place is not None:
            self._place.handle(self.viewer, message)
        elif not isinstance(message, wire.Pong):
            raise Refusal("forbidden", "say hello first")


def decoded(data: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """What a client sent. Refused if it is malformed."""
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("malformed", str(error)) from None
    except RecursionError:
        raise Refusal("malformed", "nested too deeply") from None
