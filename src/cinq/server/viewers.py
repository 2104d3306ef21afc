"""Who looks at a table: a seat's or a spectator's line to it, with its queue and its round trip.

A viewer that does not read is dropped, never waited for.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from cinq.core.game import Seat
from cinq.server import wire
from cinq.table.claims import RoundTrip

QUEUE = 256
"""Messages that may wait for one socket."""


TOO_SLOW = 1013
FRAMES = 16
"""Messages beyond which a frame is left out."""


class Frame:
    """A binary message."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data


class Listener(Protocol):
    """Whoever asked for something and gets the answer."""

    seat: Seat | None
    name: str
    muted: frozenset[Seat | None]

    def send(self, message: bytes) -> None:
        """Never blocks, never raises."""


class Viewer:
    """A socket or a stream at a table: messages wait in its queue until its writer takes them."""

    __slots__ = ("_full", "_queue", "_wake", "address", "closing", "muted", "name", "pinged", "seat", "trip")

    def __init__(self, address: str = "", queue: int = QUEUE) -> None:
        self.seat: Seat | None = None
        self.name = ""
        self.muted: frozenset[Seat | None] = frozenset()
        self.address = address
        self.trip = RoundTrip()
        self.pinged: tuple[int, float] | None = None
        self.closing: tuple[int, str] | None = None
        self._queue: list[bytes | Frame] = []
        self._full = queue
        self._wake: asyncio.Future[None] | None = None

    def send(self, message: bytes) -> None:
        """Put a message in the queue; too many, and the line is cut."""
        if self.closing is not None:
            return
        if len(self._queue) >= self._full:
            self._queue.clear()
            self.close(TOO_SLOW, "too slow", again=1.0)
            return
        self._queue.append(message)
        self._stir()

    def send_frame(self, frame: bytes) -> None:
        """A frame of the world; only the newest few wait, older ones are worth nothing."""
        if self.closing is None and len(self._queue) < FRAMES:
            self._queue.append(Frame(frame))
            self._stir()

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Say good-bye; the writer hangs up when it has said it."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(why, again)))
            self.closing = (code, why)
            self._stir()

    def _stir(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def next(self) -> bytes | Frame | None:
        """The next message to write; None when it is time to hang up."""
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
