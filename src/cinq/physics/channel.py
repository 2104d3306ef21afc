"""Messages between the physics pool and a worker process, over a socket pair.

Owns the framing: each message is its length as a big-endian u32, then its bytes. Messages of any size
arrive whole, whether the event loop makes the descriptor non-blocking (uvloop does) or not.
Knows nothing of what a message means.
"""

from __future__ import annotations

import asyncio
import select
import socket
import struct
from collections.abc import Callable

LENGTH = struct.Struct("!I")
CHUNK = 1 << 16  # bytes for one read


class Inbox:
    """Cuts a byte stream into messages.

    >>> inbox = Inbox()
    >>> inbox.feed(bytes((0, 0, 0, 2, 7))), inbox.feed(bytes((8, 0, 0)))
    ([], [b'\\x07\\x08'])
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Adds received bytes; returns the messages that are now complete."""
        self._buffer += data
        messages, at = list[bytes](), 0
        while len(self._buffer) - at >= LENGTH.size:
            end = at + LENGTH.size + LENGTH.unpack_from(self._buffer, at)[0]
            if end > len(self._buffer):
                break
            messages.append(bytes(self._buffer[at + LENGTH.size : end]))
            at = end
        del self._buffer[:at]
        return messages


def framed(message: bytes) -> bytes:
    """The message behind its length."""
    return LENGTH.pack(len(message)) + message


class WorkerChannel:
    """The worker's end: blocking."""

    def __init__(self, end: socket.socket) -> None:
        self._socket, self._inbox = end, Inbox()
        end.setblocking(True)

    def send(self, message: bytes) -> None:
        """Sends a message; raises OSError when the pool is gone."""
        self._socket.sendall(framed(message))

    def receive(self, timeout: float) -> list[bytes]:
        """The messages that arrive within `timeout` seconds; raises EOFError when the pool is gone."""
        if not select.select([self._socket], [], [], timeout)[0]:
            return []
        data = self._socket.recv(CHUNK)
        if not data:
            raise EOFError
        return self._inbox.feed(data)


class PoolChannel:
    """The pool's end: non-blocking, served by the running event loop."""

    def __init__(
        self, end: socket.socket, on_message: Callable[[bytes], None], on_closed: Callable[[], None]
    ) -> None:
        self._socket, self._inbox, self._outgoing = end, Inbox(), bytearray()
        self._on_message, self._on_closed = on_message, on_closed
        self._loop = asyncio.get_running_loop()
        self.closed = False
        end.setblocking(False)
        self._loop.add_reader(end, self._read)

    def send(self, message: bytes) -> bool:
        """Sends a message, or queues what the socket does not take now; False when the channel is closed."""
        if self.closed:
            return False
        waiting = bool(self._outgoing)
        self._outgoing += framed(message)
        if not waiting:
            self._write()
        return not self.closed

    def close(self) -> None:
        """Closes the socket; `on_closed` is not called."""
        if not self.closed:
            self.closed = True
            self._loop.remove_reader(self._socket)
            self._loop.remove_writer(self._socket)
            self._socket.close()

    def _read(self) -> None:
        try:
            data = self._socket.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            self._on_closed()
        for message in self._inbox.feed(data):
            self._on_message(message)

    def _write(self) -> None:
        try:
            del self._outgoing[: self._socket.send(self._outgoing)]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:  # the worker is gone: the reader gets the end of the stream and reports it
            self._outgoing.clear()
        if self._outgoing:
            self._loop.add_writer(self._socket, self._write)
        else:
            self._loop.remove_writer(self._socket)
