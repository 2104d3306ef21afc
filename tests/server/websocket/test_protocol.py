"""Sockets as bytes: frames however they arrive, and somebody who never reads."""

import asyncio
import base64
import contextlib
import json
import os
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from cinq.server.websocket.deflate import PLAIN
from tests.server.client import PATIENCE, Client, Server, running

TEXT, CONTINUED, PING = 1, 0, 9
COMPRESSED = 64
OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
"""As browsers make it."""
Json = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("direct") / "data", messages_per_second=1e6, message_burst=10**6
    ) as s:
        yield s


def frame(data: bytes, kind: int = TEXT, last: bool = True) -> bytes:
    """A client's frame."""
    mask = os.urandom(4)
    size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack(">BH", 254, len(data))
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    return bytes([(128 if last else 0) | kind]) + size + mask + masked


def say(message: Json) -> bytes:
    return frame(json.dumps(message).encode())


def handshake(server: Server, path: str = "/api/socket", headers: str = "") -> bytes:
    """The request that opens a websocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n{headers}"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


class Raw:
    """A websocket made of bytes; reads only when asked to."""

    def __init__(self, server: Server, small: bool = False, inflates: bool = False, **new: Any) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", **new})
        self.table, self.token = made["table"], made["token"]
        self.socket = socket.socket()
        if small:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.connect(("127.0.0.1", server.port))
        self.socket.sendall(handshake(server, headers=OFFER if inflates else ""))
        self.inflater = zlib.decompressobj(-15)
        self.lengths: dict[bool, list[int]] = {True: [], False: []}
        """Of the messages that came compressed, and of those that did not."""
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        self.buffer = self.buffer.partition(b"\r\n\r\n")[2]
        self.socket.sendall(say({"type": "hello", "table": self.table, "token": self.token}))

    def _take(self, count: int) -> bytes:
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            assert more, "the server hung up"
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self) -> tuple[int, bytes]:
        """The next frame: its kind and its data."""
        kind, size = self._take(2)
        if size == 126:
            (size,) = struct.unpack(">H", self._take(2))
        data, compressed = self._take(size), bool(kind & COMPRESSED)
        if compressed:
            data = self.inflater.decompress(data + b"\0\0\xff\xff")
        self.lengths[compressed].append(len(data))
        return kind & 15, data

    def answer(self, ref: str) -> Json:
        """The message that carries this reference."""
        while True:
            kind, data = self.frame()
            if kind == TEXT and (message := json.loads(data)).get("ref") == ref:
                found: Json = message
                return found


def ask(ref: str) -> Json:
    return {"type": "ask_menu", "ref": ref}


def in_pieces(data: bytes, *cuts: int) -> list[bytes]:
    return [data[low:high] for low, high in zip((0, *cuts), (*cuts, len(data)), strict=True)]


def test_frames_however_they_arrive(server: Server) -> None:
    raw = Raw(server)
    raw.socket.sendall(say(ask("hello, then this")))
    assert raw.answer("hello, then this")
    whole = say(ask("split"))
    text = json.dumps(ask("in parts")).encode()
    parts = [frame(text[:9], last=False), frame(b"are you there", PING), frame(text[9:], CONTINUED)]
    cases = {
        "whole": [say(ask("whole"))],
        "split": in_pieces(whole, 1, 2, 5, 6, 9),
        "second": [say(ask("first")) + say(ask("second"))],
        "in parts": parts,
        "tail": [say(ask("head")) + whole[:4], whole[4:] + say(ask("tail"))],
        "long": [say({**ask("long"), "pad": "x" * 3000})],
        "after": [say(ask("after"))],
    }
    for ref, pieces in cases.items():
        for piece in pieces:
            raw.socket.sendall(piece)
            time.sleep(0.01)  # so that the pieces arrive one by one
        if ref != "long":  # an unknown field: refused without a reference
            raw.answer(ref)
    raw.socket.close()


def test_what_is_long_is_compressed_and_what_is_short_is_sent_as_it_is(server: Server) -> None:
    raw = Raw(server, inflates=True, bots=["beginner"], start=True)
    for ref in "abc":
        raw.socket.sendall(say({"type": "ask_sync"}) + say(ask(ref)))
        raw.answer(ref)
    assert len(raw.lengths[True]) >= 3 and min(raw.lengths[True]) > PLAIN
    assert len(raw.lengths[False]) >= 3 and max(raw.lengths[False]) <= PLAIN


def test_what_is_no_text_is_hung_up_on(server: Server) -> None:
    raw = Raw(server)
    raw.socket.sendall(say(ask("a")))
    raw.answer("a")
    raw.socket.sendall(frame(b'{"type":"ask_menu","ref":"\xff"}'))
    kind, data = raw.frame()
    while kind == TEXT:
        kind, data = raw.frame()
    assert kind == 8 and struct.unpack(">H", data[:2]) == (1007,)


def test_somebody_who_never_reads_is_dropped_and_nobody_waits(server: Server) -> None:
    async def go() -> None:
        raw = Raw(server, small=True)
        other = await Client(server, raw.table).open()
        raw.socket.setblocking(False)
        greedy = say({"type": "ask_sync"}) * 200
        until = time.monotonic() + 60
        while _dropped(server) == 0:
            assert time.monotonic() < until, "it is still there"
            try:
                raw.socket.send(greedy)
            except BlockingIOError:
                pass
            except OSError:
                break
            await other.send({"type": "ask_sync"})
            await asyncio.wait_for(other.until(lambda m: m["type"] == "sync"), PATIENCE)
        assert _dropped(server) == 1
        await other.close()

    asyncio.run(go())


def _dropped(server: Server) -> float:
    from urllib.request import urlopen

    with urlopen(server.url + "/metrics", timeout=20) as answer:
        rows = answer.read().decode().splitlines()
    return float(next(row.split()[1] for row in rows if row.startswith("cinq_dropped_total")))


def test_a_handshake_elsewhere_or_from_another_page_is_refused(server: Server) -> None:
    def answer(path: str, origin: str) -> bytes:
        with socket.create_connection(("127.0.0.1", server.port), 20) as raw:
            raw.sendall(handshake(server, path, origin))
            return raw.recv(4096).partition(b"\r\n")[0]

    assert b" 101 " in answer("/api/socket", "")
    assert b" 101 " in answer("/api/socket", f"Origin: http://127.0.0.1:{server.port}\r\n")
    assert b" 403 " in answer("/api/socket", "Origin: http://evil\r\n")
    assert b" 403 " in answer("/api/socket", "Origin: http://[\r\n")
    assert b" 403 " in answer("/api/elsewhere", "")


def test_behind_a_proxy_sockets_are_counted_by_the_visitor_s_address(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    def opened(server: Server, table: str, visitor: str) -> tuple[socket.socket, bytes]:
        """A socket at a table, and what it was sent until it was let in or not."""
        raw, answer = socket.create_connection(("127.0.0.1", server.port), PATIENCE), b""
        raw.sendall(handshake(server, headers=f"X-Forwarded-For: {visitor}\r\n"))
        while b"\r\n\r\n" not in answer:
            answer += raw.recv(4096)
        with contextlib.suppress(OSError):  # it may be closed already
            raw.sendall(say({"type": "hello", "table": table}))
        while b'"sync"' not in answer and b"too many connections" not in answer:
            piece = raw.recv(4096)
            assert piece, answer
            answer += piece
        return raw, answer

    with running(tmp_path_factory.mktemp("proxy") / "data", sockets_per_address=1) as server:
        table = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", "public": True})["table"]
        sockets = [opened(server, table, visitor) for visitor in ("192.0.2.1", "192.0.2.1", "192.0.2.2")]
        assert [b"too many connections" in answer for _, answer in sockets] == [False, True, False]
        for raw, _ in sockets:
            raw.close()


def test_messages_sent_with_hello_are_handled_though_the_sender_is_gone(server: Server) -> None:
    """Hello, a message and a close frame in one segment: all three, in this order."""
    made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
    before, raw = seq(server, made["table"]), Raw(server)
    hello = {"type": "hello", "table": made["table"], "token": made["token"]}
    raw.socket.sendall(say(hello) + say({"type": "say", "phrase": "hello", "ref": "x"}) + frame(b"", 8))
    deadline = time.monotonic() + PATIENCE
    while seq(server, made["table"]) == before:
        assert time.monotonic() < deadline, "the message was lost"
        time.sleep(0.05)


def seq(server: Server, table: str) -> int:
    return int(server.request(f"/api/tables/{table}")["seq"])
