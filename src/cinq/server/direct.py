"""uvicorn's websocket, spoken to without a task and a queue in between, and with a small compressor.

A message is heard the moment it has arrived, framed the moment it is sent, and written at the
end of the loop's turn (`Outbox`). ASGI is left for the handshake, for what may have to wait,
and for good-bye. What the other side does not read waits in the transport; `waiting` counts it.

Successive views are alike, so little memory does much: uvicorn's own compressor takes 40 kB
a socket; a window of 1 kB holds the message before this one, which is all that pays, for
12 kB. What is short is sent as it is, in both directions.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from struct import pack
from typing import Any, Final
from zlib import Z_SYNC_FLUSH

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask

DIRECT: Final = "cinq.direct"
"""The name of this extension in an ASGI scope."""
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=10,
    client_no_context_takeover=True,
    client_max_window_bits=11,
    compress_settings={"memLevel": 2, "level": 6},
)
PLAIN = 512
"""Bytes up to which a message is not worth the time of compressing: it is one packet either way."""
TEXT, BINARY = 0x81, 0x82
"""The first byte of a whole message's frame."""
COMPRESSED, MASKED = 0x40, 0x80
HEAD, LONGEST = 6, 6 + 126
"""Of a short masked frame: the bytes before its data, and what it is shorter than."""
SHORT, MEDIUM = 126, 1 << 16
Hears = Callable[[str], bool]
"""Takes a message at once, or says False: then it waits its turn."""


def between_frames(conn: ServerProtocol) -> bool:
    """Whether the parser waits for a new message to begin."""
    parsing: Any = conn.parser
    for _ in range(2):  # the request and then its frames; a frame, or the wait for one
        parsing = getattr(parsing, "gi_yieldfrom", None)
    return conn.current_size is None and getattr(parsing, "__name__", "") == conn.reader.at_eof.__name__


def is_short_text(data: bytes) -> bool:
    """Whether this is one whole, short, masked text frame, and nothing else."""
    return HEAD <= len(data) < LONGEST and data[0] == TEXT and data[1] == MASKED + len(data) - HEAD


class Outbox:
    """All that one turn of the loop has to say: framed and then written when the turn ends.

    After a commit many tables speak. The same work for all of them, and then the next, is quicker than
    everything for each in turn, and a reader is woken for many messages and not for one.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._messages: list[tuple[Direct, bytes, int]] = []

    def add(self, line: Direct, data: bytes, kind: int) -> None:
        """One more message."""
        if not self._messages:
            self._loop.call_soon(self.empty)
        self._messages.append((line, data, kind))

    def empty(self) -> None:
        """Write what is there."""
        messages, self._messages = self._messages, []
        frames = [(line, line.framed(data, kind)) for line, data, kind in messages]
        for line, frame in frames:
            line.write(frame)


class Direct(WebSocketsSansIOProtocol):
    """One websocket."""

    hears: Hears | None = None
    outbox: Outbox
    _encoder: Any = None
    _between_frames = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        quiet = logging.getLogger("uvicorn.error")
        self.conn: Any = ServerProtocol(extensions=[DEFLATE], max_size=self.config.ws_max_size, logger=quiet)

    async def run_asgi(self) -> None:
        """The application finds this protocol in its scope."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[DIRECT] = self
        await super().run_asgi()

    def start_keepalive(self) -> None:
        """The handshake is over: its headers need not be kept."""
        super().start_keepalive()
        self.request.headers.clear()
        self.response.headers.clear()
        for extension in self.conn.extensions:
            if isinstance(extension, PerMessageDeflate):
                self._encoder = extension.encoder

    def data_received(self, data: bytes) -> None:
        """One whole, short text frame is read here; anything else is for websockets' parser."""
        if (
            self._between_frames
            and is_short_text(data)
            and self._heard(apply_mask(data[HEAD:], data[2:HEAD]))
        ):
            return
        super().data_received(data)
        self._between_frames = between_frames(self.conn)

    def send_receive_event_to_app(self) -> None:
        """A whole message: heard at once if it can be."""
        if self._heard(b"".join(self.frames)):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    def _heard(self, data: bytes) -> bool:
        """Whether it was heard at once: not if others wait before it."""
        if self.hears is None or self.close_sent or not self.queue.empty():
            return False
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return False
        return self.hears(text)

    @property
    def waiting(self) -> int:
        """Bytes that the other side has yet to read."""
        return self.transport.get_write_buffer_size()

    def push(self, data: bytes, kind: int = TEXT) -> None:
        """Send a message, with all that this turn of the loop has to say."""
        if not (self.close_sent or self.transport.is_closing()):
            self.outbox.add(self, data, kind)

    def framed(self, data: bytes, kind: int) -> bytes:
        """A message as one frame, compressed if it is long."""
        if self._encoder is not None and len(data) > PLAIN:
            data = (self._encoder.compress(data) + self._encoder.flush(Z_SYNC_FLUSH))[:-4]
            kind |= COMPRESSED
        size = len(data)
        if size < SHORT:
            return bytes((kind, size)) + data
        if size < MEDIUM:
            return pack(">BBH", kind, 126, size) + data
        return pack(">BBQ", kind, 127, size) + data

    def write(self, frame: bytes) -> None:
        """Give a frame to the transport, if that is still there."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    def hang_up(self, code: int, why: str) -> None:
        """Close; whoever does not answer in a while is cut off."""
        if self.close_sent or self.transport.is_closing():
            return
        self.outbox.empty()
        self.conn.send_close(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
