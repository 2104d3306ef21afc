"""Sockets: hello first, limits, and good-bye.

A message is decoded and handed over; what it leads to is written by whoever it leads to.
Nobody waits for somebody else's socket.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cinq.server import wire
from cinq.server.direct import DIRECT, Direct, Outbox
from cinq.server.house import House, hashed
from cinq.server.rates import Rate
from cinq.server.requests import job_of
from cinq.server.rooms import Room, refused
from cinq.server.viewers import TOO_SLOW, SocketViewer, Viewer
from cinq.table.claims import CAP
from cinq.table.table import Refusal

logger = logging.getLogger("cinq.sockets")
PATH = "/api/socket"
PATIENCE = 10.0
"""Seconds to say hello in."""
OFFENCES = 20
"""Refused messages over the rate after which the line is cut."""


def same_origin(origin: str | None, host: str | None, others: tuple[str, ...]) -> bool:
    """A browser says where its page is from; a program says nothing, and cannot be misused by a page."""
    return origin is None or urlsplit(origin).netloc == host or origin in others


class Sockets:
    """All open sockets, counted by address."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.by_address: dict[str, int] = defaultdict(int)
        self.count = 0
        self.outbox = Outbox()

    def admit(self, address: str) -> str | None:
        """Why not, or None."""
        settings = self.house.settings
        if self.count >= settings.sockets or self.by_address[address] >= settings.sockets_per_address:
            return "too many sockets from this address"
        self.count += 1
        self.by_address[address] += 1
        self.house.metrics.sockets.set(self.count)
        return None

    def release(self, address: str) -> None:
        """One fewer."""
        self.count -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]
        self.house.metrics.sockets.set(self.count)


async def talk(house: House, sockets: Sockets, scope: Any, receive: Any, send: Any) -> None:
    """The live table's socket."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin, host = headers.get(b"origin"), headers.get(b"host")
    if scope["path"] != PATH or not same_origin(origin, host, house.settings.origins):
        await send({"type": "websocket.close", "code": 1008, "reason": "not here"})
        return
    del headers, origin, host
    scope["headers"] = []  # read once; thousands of sockets need not keep them
    await receive()
    await send({"type": "websocket.accept"})
    address = scope["client"][0] if scope.get("client") else ""
    direct: Direct = scope["extensions"][DIRECT]
    direct.outbox = sockets.outbox
    viewer = SocketViewer(address, direct)
    if why := sockets.admit(address):
        viewer.close(TOO_SLOW, why, 5.0)
        return
    line = Line(house, viewer, direct)
    try:
        await line.listen(receive)
    finally:
        line.leave()
        if viewer.closing is not None and viewer.closing[0] == TOO_SLOW:
            house.metrics.dropped.inc()
        sockets.release(address)


class Line:
    """One socket's talk with the house."""

    __slots__ = ("_direct", "house", "rate", "room", "viewer")

    def __init__(self, house: House, viewer: Viewer, direct: Direct) -> None:
        self.house = house
        self.viewer = viewer
        self._direct = direct
        self.room: Room | None = None
        settings = house.settings
        self.rate = Rate(settings.messages_per_second, settings.message_burst)

    async def listen(self, receive: Any) -> None:
        """Take what waits its turn, until either side hangs up; all else is heard at once."""
        hello_by = asyncio.get_running_loop().call_later(PATIENCE, self._impatient)
        try:
            while (event := await receive())["type"] != "websocket.disconnect":
                self._direct.hears = None
                await self.take_in_turn(event.get("text") or event.get("bytes") or b"")
                if self.room is not None:
                    self._direct.hears = self.take_at_once
        finally:
            self._direct.hears = None
            hello_by.cancel()

    def _impatient(self) -> None:
        if self.room is None:
            self.viewer.close(1008, "say hello first")

    def leave(self) -> None:
        """The line is dead."""
        if self.room is not None:
            self.room.exit(self.viewer)
            self.room = None

    def take_at_once(self, data: str) -> bool:
        """One message; False for a hello, which may have to wait for the disk."""
        message = self._read(data)
        if isinstance(message, wire.Hello):
            return False
        if message is not None:
            self._try(message)
        return True

    async def take_in_turn(self, data: str | bytes) -> None:
        """One message, of any kind."""
        message = self._read(data)
        if isinstance(message, wire.Hello):
            try:
                await self._hello(message)
            except Refusal as refusal:
                self._refuse(refusal, None)
        elif message is not None:
            self._try(message)

    def _read(self, data: str | bytes) -> wire.FromSeat | None:
        """A message within the limits; None if it was refused."""
        try:
            if len(data) > self.house.settings.message_bytes:
                raise Refusal("limited", f"a message has at most {self.house.settings.message_bytes} bytes")
            if not self.rate.allows(self.house.now()):
                raise Refusal("limited", "too many messages")
            return decoded(data)
        except Refusal as refusal:
            self._refuse(refusal, None)
            return None

    def _try(self, message: wire.FromSeat) -> None:
        """Hand it over. Never raises for what it says."""
        try:
            self._take(message)
        except Refusal as refusal:
            self._refuse(refusal, getattr(message, "ref", None))

    def _refuse(self, refusal: Refusal, ref: str | None) -> None:
        self.house.metrics.refused.labels(refusal.code).inc()
        seq = self.room.table.seq if self.room else 0
        self.viewer.send(wire.encode(refused(refusal, ref, seq)))
        if self.rate.offences > OFFENCES:
            self.viewer.close(1008, "too many messages")

    def _take(self, message: wire.FromSeat) -> None:
        match message:
            case wire.Pong(number):
                self._pong(number)
            case _ if self.room is None:
                raise Refusal("forbidden", "say hello first")
            case wire.Hand():
                if self.viewer.seat is not None:
                    self.house.world.hand(self.room.table.id, self.viewer.seat, message)
            case wire.Lay():
                if self.viewer.seat is not None:
                    self.house.world.lay(self.room.table.id, self.viewer.seat, message)
            case wire.AskSpots():
                self.room.keep(asyncio.ensure_future(give_spots(self.room, self.viewer)))
            case wire.AskHint(ref):
                task = asyncio.ensure_future(give_hint(self.room, self.viewer, ref))
                self.room.keep(task)
            case _:
                job = job_of(self.room, self.viewer, message)
                self.room.submit(job, self.viewer, getattr(message, "ref", None))

    async def _hello(self, hello: wire.Hello) -> None:
        room = await self.house.room(hello.table)
        seat = None
        if hello.token is not None and (seat := room.table.seat_of(hashed(hello.token))) is None:
            raise Refusal("forbidden", "this token is no chair's at this table")
        if sum(map(len, room.viewers.values())) >= self.house.settings.viewers_per_table:
            raise Refusal("limited", "too many people look at this table")
        self.leave()
        self.viewer.name = hello.name[:32]
        self.room = room
        room.enter(self.viewer, seat, hello.last)

    def _pong(self, number: int) -> None:
        if self.viewer.pinged and self.viewer.pinged[0] == number:
            self.viewer.trip.measured(min(self.house.now() - self.viewer.pinged[1], 4 * CAP))
            self.viewer.pinged = None


def decoded(data: str | bytes) -> wire.FromSeat:
    """A message. Refused if it is malformed."""
    try:
        return wire.from_seat.decode(data)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refusal("malformed", str(error)) from None
    except RecursionError:
        raise Refusal("malformed", "nested too deeply") from None


async def give_spots(room: Room, viewer: Viewer) -> None:
    """Where the viewer's own piece could be laid."""
    found = () if viewer.seat is None else await room.house.world.spots(room.table.id, viewer.seat)
    viewer.send(wire.encode(wire.Spots(found)))


async def give_hint(room: Room, viewer: Viewer, ref: str | None) -> None:
    """The coach's answer: only against bots, where the table has a coach."""
    table, seat = room.table, viewer.seat
    if seat is None or not table.coach or table.people() != [seat] or table.phase != "playing":
        refusal = Refusal("forbidden", "there is no coach here")
        viewer.send(wire.encode(refused(refusal, ref, table.seq)))
        return
    seq = table.seq
    viewer.send(wire.encode(wire.Hint(seq, await room.bots.hint(seat), ref)))
