"""Who a room talks to: viewers that get every message, and requesters that get an answer.

A viewer that does not read is disconnected, never waited for. How bytes reach a viewer is the
affair of its subclass (`websocket/viewer.py`, and `StreamViewer` for streams over HTTP).
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cinq.core.game import Seat
from cinq.server import wire
from cinq.table.claims import CAP, RoundTrip

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

QUEUE = 256
"""Messages that may wait for one stream."""
TOO_SLOW = 1013
"""The close code of a viewer that does not read."""
REPLACED = 1008
"""The close code of a connection whose seat has opened too many others."""


class Binding(NamedTuple):
    """Who somebody is: a spectator of one room, or the owner of one of its chairs in one generation.

    Only a `Room` makes one. It does not change: whoever sits down, gets up or goes to
    another table is given a new one, and `Room.holds` says whether one is still in force.
    """

    room: Room
    seat: Seat | None
    generation: int = 0


class Requester(Protocol):
    """Whoever sent a message and gets the answer to it."""

    address: str
    binding: Binding | None
    name: str
    muted: frozenset[Seat | None]

    def answer(self, message: wire.ToSeat) -> None:
        """Deliver an answer. Must neither block nor raise."""


class Viewer(ABC):
    """One connection to a table, and what the room knows of it."""

    __slots__ = ("address", "binding", "closing", "entered", "mixes", "muted", "name", "pinged", "trip")

    def __init__(self, address: str = "") -> None:
        self.binding: Binding | None = None
        self.name = ""
        self.mixes = False
        """Whether the client answers a new commitment with a nonce."""
        self.muted: frozenset[Seat | None] = frozenset()
        self.address = address
        self.entered = 0.0
        """When it came into its room."""
        self.trip = RoundTrip()
        self.pinged: tuple[int, float] | None = None
        """The number of the ping that is not answered yet, and when it was sent."""
        self.closing: tuple[int, str] | None = None
        """The close code and reason, once the connection is closed."""

    def answer(self, message: wire.ToSeat) -> None:
        """Deliver an answer: one more message."""
        self.send(wire.encode(message))

    def ping(self, number: int, now: float) -> None:
        """Ask for a pong, to measure the round trip."""
        self.pinged = (number, now)
        self.send(wire.encode(wire.Ping(number)))

    def pong(self, number: int, now: float) -> None:
        """Take the round trip that a pong ends."""
        if self.pinged and self.pinged[0] == number:
            self.trip.measured(min(now - self.pinged[1], 4 * CAP))
            self.pinged = None

    @abstractmethod
    def send(self, message: bytes) -> None:
        """Send an encoded message; closes the connection if too many are unread."""

    @abstractmethod
    def send_frame(self, frame: bytes) -> None:
        """Send a physics frame, unless the viewer is behind."""

    @abstractmethod
    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Send a `bye` (with the seconds after which to come back) and close the connection."""


class StreamViewer(Viewer):
    """Reads a stream of JSON lines over HTTP: messages wait in a queue."""

    __slots__ = ("_full", "_queue", "_wake")

    def __init__(self, address: str = "", queue: int = QUEUE) -> None:
        super().__init__(address)
        self._queue: list[bytes] = []
        self._full = queue
        self._wake: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        """Queue a message, or close the stream if the queue is full."""
        if self.closing is not None:
            return
        if len(self._queue) >= self._full:
            self._queue.clear()
            self.close(TOO_SLOW, "too slow", again=1.0)
            return
        self._queue.append(message)
        self._wake_reader()

    def send_frame(self, frame: bytes) -> None:
        """Skip the frame: a stream carries JSON only."""

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Queue a `bye`; the stream ends when it was read."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(why, again)))
            self.closing = (code, why)
            self._wake_reader()

    def _wake_reader(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self) -> bytes | None:
        """Wait for the next message; None at the end of the stream."""
        while not self._queue:
            if self.closing is not None:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._queue.pop(0)


class HttpCaller:
    """Sends one message over HTTP and waits for the first answer."""

    __slots__ = ("_answer", "address", "binding", "muted", "name")

    def __init__(self, binding: Binding, address: str = "") -> None:
        self.address = address
        self.binding: Binding | None = binding
        self.name = ""
        self.muted: frozenset[Seat | None] = frozenset()
        self._answer: asyncio.Future[wire.ToSeat] = asyncio.get_running_loop().create_future()

    def answer(self, message: wire.ToSeat) -> None:
        """Take the first message as the answer, and ignore the rest."""
        if not self._answer.done():
            self._answer.set_result(message)

    async def answered(self) -> wire.ToSeat:
        """Wait for the answer."""
        return await self._answer
