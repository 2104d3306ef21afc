"""What one connection may send: a flood ends that connection and delays nobody else."""

import asyncio
import contextlib
import socket
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cinq.server.settings import Settings
from cinq.server.websocket.budget import BYTES_PER_FRAME, FRAMES_PER_MESSAGE, FrameBudget
from cinq.server.websocket.connection import HELLO_TIMEOUT
from tests.server.client import Client, Server, running
from tests.server.http.test_budget import ALLOWED, memory
from tests.server.websocket.test_protocol import COMPRESSED, OFFER, TEXT, frame, handshake, say

FLOOD = 6_000_000
"""Bytes of a flood."""
UNREAD_FLOOD = 180_000_000
"""Bytes of pings whose answers are not read."""
PATIENCE = 0.75
"""Seconds: the longest another table may wait on a busy machine. Unlimited, a flood takes several."""
CLOSE = 8
MASK = b"\0\0\0\0"
DEFAULTS: dict[str, Any] = {"messages_per_second": 80.0, "message_burst": 120}
FLOODS = {
    "pongs": b"\x8a\x80" + MASK,
    "pings": b"\x89\x80" + MASK,
    "fragments": b"\x00\x80" + MASK,
    "texts": b"\x81\x82" + MASK + b"{}",
    "long texts": b"\x81\xfe\x3f\xff" + MASK + b"x" * 0x3FFF,
}


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("budget") / "data", **DEFAULTS) as server:
        yield server


def opened(server: Server, headers: str = "") -> socket.socket:
    """An anonymous websocket that has not said hello."""
    raw = socket.create_connection(("127.0.0.1", server.port), 20)
    raw.sendall(handshake(server, headers=headers))
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += raw.recv(4096)
    assert b" 101 " in answer
    return raw


def flood(raw: socket.socket, frame: bytes, first: bytes = b"") -> None:
    """Send a flood of one frame again and again, until all is sent or the server has hung up."""
    data = first + frame * (FLOOD // len(frame))
    with contextlib.suppress(OSError):
        raw.sendall(data)


async def slowest(server: Server, thread: threading.Thread) -> float:
    """The slowest of another table's round trips during a flood and a second after."""
    made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
    other = await Client(server, made["table"], made["token"]).open()
    thread.start()
    worst, until = 0.0, time.monotonic() + 1.0
    while thread.is_alive() or time.monotonic() < until:
        asked = time.monotonic()
        await other.ask("ask_menu")
        worst = max(worst, time.monotonic() - asked)
        await asyncio.sleep(0.03)
    await other.close()
    return worst


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_from_one_connection_delays_no_other_table(limited: Server, kind: str) -> None:
    raw = opened(limited)
    first = b"\x01\x80" + MASK if kind == "fragments" else b""
    thread = threading.Thread(target=flood, args=(raw, FLOODS[kind], first), daemon=True)
    assert asyncio.run(slowest(limited, thread)) < PATIENCE
    raw.close()


def close_code(raw: socket.socket) -> int:
    """The code of the close frame that the server sends, after whatever it sent before."""
    data = b""
    while more := raw.recv(65536):
        data += more
    at = 0
    while at < len(data):
        kind, size = data[at] & 15, data[at + 1]
        at += 2
        if size == 126:
            (size,) = struct.unpack_from(">H", data, at)
            at += 2
        if kind == CLOSE:
            code: int = struct.unpack_from(">H", data, at)[0]
            return code
        at += size
    raise AssertionError("no close frame came")


@pytest.mark.parametrize("kind", FLOODS)
def test_whoever_sends_too_much_is_told_so_and_closed(limited: Server, kind: str) -> None:
    raw = opened(limited)
    first = b"\x01\x80" + MASK if kind == "fragments" else b""
    began = time.monotonic()
    raw.sendall(first + FLOODS[kind] * (1 + 600_000 // max(1000, len(FLOODS[kind]))))
    assert close_code(raw) == 1008
    assert time.monotonic() - began < HELLO_TIMEOUT / 2, "it is the flood that is refused, not the silence"
    raw.close()


def test_what_a_message_inflates_to_is_counted(limited: Server) -> None:
    """64 kB in a frame of a hundred bytes: a flood of these passed for a trickle, and went on for ever."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"x" * 64_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    raw = opened(limited, OFFER)
    began = time.monotonic()
    raw.sendall(frame(data[:-4], COMPRESSED | TEXT) * 40)
    assert close_code(raw) == 1008
    assert time.monotonic() - began < HELLO_TIMEOUT / 2
    raw.close()


def test_messages_that_are_too_long_are_counted_as_messages(limited: Server) -> None:
    """Each is answered: more than the rate allows end the connection, as others do."""
    raw = opened(limited, OFFER)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"x" * 17_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    began = time.monotonic()
    for _ in range(40):
        raw.sendall(frame(data[:-4], COMPRESSED | TEXT) * 5)
        time.sleep(0.02)
    assert close_code(raw) == 1008
    assert time.monotonic() - began < HELLO_TIMEOUT / 2
    raw.close()


def test_whoever_does_not_read_the_answers_to_its_pings_is_cut_off(tmp_path: Path) -> None:
    """The budget of frames ends a flood first, so this server has none; 180 MB of pongs would wait here."""
    ping = b"\x89\xfd" + MASK + b"x" * 125
    with running(tmp_path / "data", messages_per_second=1e9, message_burst=10**9) as server:
        table = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})["table"]
        raw, before, sent = opened(server), memory(server), 0
        raw.sendall(say({"type": "hello", "table": table}))  # or silence would end it
        with contextlib.suppress(ConnectionError):
            while sent < UNREAD_FLOOD:
                raw.sendall(ping * 10_000)
                sent += 10_000 * len(ping)
        grown = memory(server) - before
        assert sent < UNREAD_FLOOD / 2, "it is cut off"
        assert grown < ALLOWED
        raw.close()


def test_a_budget_counts_frames_and_bytes_and_refills() -> None:
    settings = Settings(messages_per_second=10.0, message_burst=5)
    frames = FRAMES_PER_MESSAGE * 5
    budget = FrameBudget(settings)
    assert budget.spend(frames, 0, 100.0) and not budget.spend(1, 0, 100.0)
    budget = FrameBudget(settings)
    assert not budget.spend(1, frames * BYTES_PER_FRAME + 1, 100.0)
    budget = FrameBudget(settings)
    assert budget.spend(frames, 0, 100.0) and budget.spend(FRAMES_PER_MESSAGE * 10 // 2, 0, 100.5)


def test_an_honest_hand_stays_within_the_budget(limited: Server) -> None:
    """Sixty messages a second, as a hand that moves wood sends, with a pong now and then."""
    raw = opened(limited)
    message = b'{"type":"pong","id":1}'
    frame = bytes((0x81, 0x80 | len(message))) + MASK + message
    for _ in range(90):
        raw.sendall(frame + FLOODS["pongs"])
        time.sleep(1 / 60)
    raw.settimeout(0.2)
    with pytest.raises(TimeoutError):
        raw.recv(1)
    raw.close()
