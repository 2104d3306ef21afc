"""A bare websocket client on uvloop: little work on the bench's side, the same for both servers.

Like every browser it offers permessage-deflate; the server decides whether to use it.
"""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import Callable
from typing import cast

CLOSE, PING, PONG = 8, 9, 10
COMPRESSED, TAIL = 64, b"\0\0\xff\xff"


class Socket(asyncio.Protocol):
    """One client; text frames go to `on_message`. Counts the bytes it received."""

    def __init__(self, host: str, path: str, on_message: Callable[[Socket, bytes], None]) -> None:
        self._host, self._path, self.on_message = host, path, on_message
        self._buffer = bytearray()
        self._open = False
        self._inflate = zlib.decompressobj(-15)
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
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in self._buffer[:20], bytes(self._buffer[:200])
            del self._buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        self.received += len(data)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1] & 127, 2
            if length == 126:
                if len(buffer) - at < 4:
                    break
                length, head = struct.unpack_from(">H", buffer, at + 2)[0], 4
            elif length == 127:
                if len(buffer) - at < 10:
                    break
                length, head = struct.unpack_from(">Q", buffer, at + 2)[0], 10
            if len(buffer) - at < head + length:
                break
            code, body = buffer[at] & 15, bytes(buffer[at + head : at + head + length])
            if buffer[at] & COMPRESSED:
                body = self._inflate.decompress(body + TAIL)
            at += head + length
            if code == PING:
                self._send(PONG, body)
            elif code < CLOSE:
                self.on_message(self, body)
        del buffer[:at]

    def send(self, text: str | bytes) -> None:
        """A text frame, masked with zeros: allowed, and free."""
        self._send(1, text.encode() if isinstance(text, str) else text)

    def _send(self, code: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | code, 128 | size]) if size < 126 else struct.pack(">BBH", 128 | code, 254, size)
        self.transport.write(head + b"\0\0\0\0" + body)


async def dial(host: str, port: int, path: str, on_message: Callable[[Socket, bytes], None]) -> Socket:
    """Open a connection."""
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(f"{host}:{port}", path, on_message), host, port)
    await socket.ready
    return socket
