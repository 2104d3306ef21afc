"""A bare websocket client on uvloop: little work on the bench's side, the same for both servers.

Like every browser it offers permessage-deflate; the server decides whether to use it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import struct
import zlib
from collections.abc import Callable
from typing import cast

CLOSE, PING, PONG = 8, 9, 10
COMPRESSED, TAIL = 64, b"\0\0\xff\xff"
UNMASKED = bytes(4)
LARGEST_WINDOW, WINDOW = 15, re.compile(rb"server_max_window_bits=(\d+)")
"""zlib's window, in bits: the largest, or what the server has promised to use."""


class Socket(asyncio.Protocol):
    """One client; text frames go to `on_message`. Counts the bytes it received."""

    def __init__(self, host: str, path: str, on_message: Callable[[Socket, bytes], None]) -> None:
        self._host, self._path, self.on_message = host, path, on_message
        self._rest = b""
        """The beginning of a frame, or of the answer to the handshake, whose end has not come yet."""
        self._open = False
        self._inflate = zlib.decompressobj(-LARGEST_WINDOW)
        self.received = 0
        self.ready = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data, self._rest = self._rest + data, b""
        if self._open:
            self._frames(data)
        elif b"\r\n\r\n" in data:
            self._opened(*data.split(b"\r\n\r\n", 1))
        else:
            self._rest = data

    def _opened(self, head: bytes, data: bytes) -> None:
        """Take the answer to the handshake, and the frames that came with it."""
        assert b" 101 " in head[:20], head
        if window := WINDOW.search(head):
            self._inflate = zlib.decompressobj(-int(window[1]))
        self._open = True
        self.ready.set_result(None)
        self._frames(data)

    def _frames(self, data: bytes) -> None:
        """Take the whole frames of these bytes, and keep the rest."""
        at, end = 0, len(data)
        while end - at >= 2:
            length, begin = data[at + 1] & 127, at + 2
            if length >= 126:
                begin += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : begin], "big") if begin <= end else end
            if begin + length > end:
                break
            self._frame(data[at], data[begin : begin + length])
            at = begin + length
        self.received += at
        self._rest = data[at:]

    def _frame(self, first: int, body: bytes) -> None:
        if first & COMPRESSED:
            body = self._inflate.decompress(body + TAIL)
        code = first & 15
        if code == PING:
            self._send(PONG, body)
        elif code < CLOSE:
            self.on_message(self, body)

    def send(self, text: str | bytes) -> None:
        """A text frame, masked with zeros: allowed, and free."""
        self._send(1, text.encode() if isinstance(text, str) else text)

    def _send(self, code: int, body: bytes) -> None:
        size = len(body)
        head = bytes((128 | code, 128 | size)) if size < 126 else struct.pack(">BBH", 128 | code, 254, size)
        self.transport.write(head + UNMASKED + body)


async def dial(host: str, port: int, path: str, on_message: Callable[[Socket, bytes], None]) -> Socket:
    """Open a connection."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, on_message), host, port)
    await socket.ready
    return socket
