"""Who looks at a table: a seat's or a spectator's line to it, with what waits for it and its round trip.

A viewer that does not read is dropped, never waited for.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Protocol

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.direct import BINARY, Direct
from cinq.table.claims import RoundTrip

QUEUE = 256
"""Messages that may wait for one stream."""
BEHIND = 256 * 1024
"""Bytes that may wait for one socket."""
FRAMES_BEHIND = 16 * 1024
"""Bytes beyond which a frame of the world is left out: older ones are worth nothing."""
TOO_SLOW = 1013


class Listener(Protocol):
    """Whoever asked for something and gets the answer."""

    seat: Seat | None
    name: str
    muted: frozenset[Seat | None]

    def send(self, message: bytes) -> None:
        """Never blocks, never raises."""


class Viewer(ABC):
    """Somebody's line to a table. Nobody waits for it: a line that does not read is cut."""

    __slots__ = ("address", "closing", "muted", "name", "pinged", "seat", "trip")

    def __init__(self, address: str = "") -> None:
        self.seat: Seat | None = None
        self.name = ""
        self.muted: frozenset[Seat | None] = frozenset()
        self.address = address
        self.trip = RoundTrip()
        self.pinged: tuple[int, float] | None = None
        self.closing: tuple[int, str] | None = None

    @abstractmethod
    def send(self, message: bytes) -> None:
        """A message; too many unread, and the line is cut."""

    @abstractmethod
    def send_frame(self, frame: bytes) -> None:
        """A frame of the world, if the line keeps up."""

    @abstractmethod
    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Say good-bye, and hang up."""


class SocketViewer(Viewer):
    """Looks through a websocket: messages are written at once."""

    __slots__ = ("_line",)

    def __init__(self, address: str, line: Direct) -> None:
        super().__init__(address)
        self._line = line

    def send(self, message: bytes) -> None:
        """Write it; the transport keeps what is not read yet."""
        if self.closing is not None:
            return
        if self._line.waiting > BEHIND:
            self.close(TOO_SLOW, "too slow", again=1.0)
            return
        self._line.push(message)

    def send_frame(self, frame: bytes) -> None:
        """Left out if others wait."""
        if self.closing is None and self._line.waiting < FRAMES_BEHIND:
            self._line.push(frame, BINARY)

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Good-bye."""
        if self.closing is None:
            self.closing = (code, why)
            self._line.push(wire.encode(wire.Bye(why, again)))
            self._line.hang_up(code, why)


class StreamViewer(Viewer):
    """Reads line after line: messages wait in a queue."""

    __slots__ = ("_full", "_queue", "_wake")

    def __init__(self, address: str = "", queue: int = QUEUE) -> None:
        super().__init__(address)
        self._queue: list[bytes] = []
        self._full = queue
        self._wake: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        """Put a message in the queue."""
        if self.closing is not None:
            return
        if len(self._queue) >= self._full:
            self._queue.clear()
            self.close(TOO_SLOW, "too slow", again=1.0)
            return
        self._queue.append(message)
        self._stir()

    def send_frame(self, frame: bytes) -> None:
        """A stream is of lines: the wood's movements are for sockets."""

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """The reader ends when it has read this."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(why, again)))
            self.closing = (code, why)
            self._stir()

    def _stir(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self) -> bytes | None:
        """The next message; None when it is time to hang up."""
        while not self._queue:
            if self.closing is not None:
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        return self._queue.pop(0)


class Caller:
    """Somebody who asks once, over HTTP: the first answer that carries the reference is theirs."""

    __slots__ = ("answer", "muted", "name", "seat")

    def __init__(self, seat: Seat | None, name: str = "") -> None:
        self.seat = seat
        self.name = name
        self.muted: frozenset[Seat | None] = frozenset()
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def send(self, message: bytes) -> None:
        """The first message is the answer."""
        if not self.answer.done():
            self.answer.set_result(message)
