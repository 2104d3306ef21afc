"""A viewer behind a websocket: what a room sends is written to the socket.

A viewer that does not read is disconnected, never waited for.
"""

from __future__ import annotations

from cinq.server import wire
from cinq.server.rooms.viewers import TOO_SLOW, Viewer
from cinq.server.websocket.protocol import GameSocket

BEHIND = 256 * 1024
"""Bytes that may wait to be read before the connection is closed."""
FRAMES_BEHIND = 16 * 1024
"""Bytes beyond which a physics frame is skipped: the next one replaces it."""


class SocketViewer(Viewer):
    """Watches a table through a websocket."""

    __slots__ = ("_socket",)

    def __init__(self, address: str, socket: GameSocket) -> None:
        super().__init__(address)
        self._socket = socket

    def send(self, message: bytes) -> None:
        """Write a message, or close the connection if too much is unread."""
        if self.closing is not None:
            return
        if self._socket.unread_bytes > BEHIND:
            self.close(TOO_SLOW, "too slow", again=1.0)
            return
        self._socket.send(message)

    def send_frame(self, frame: bytes) -> None:
        """Write a physics frame, unless others are still unread."""
        if self.closing is None and self._socket.unread_bytes < FRAMES_BEHIND:
            self._socket.send_binary(frame)

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Send a `bye` and close the connection."""
        if self.closing is None:
            self.closing = (code, why)
            self._socket.send(wire.encode(wire.Bye(why, again)))
            self._socket.close(code, why)
