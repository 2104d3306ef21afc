"""No connection takes the event loop for long: what it sends is parsed in turns of a few milliseconds.

Measured in processor time of each callback; websockets without the budget that would end them first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import thread_time
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from cinq.server.http.protocol import WAITING, HttpConnection, OpenConnections
from cinq.server.settings import Settings
from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.handshake import Handshake
from cinq.server.websocket.protocol import WriteBatch
from tests.server.fuzz.targets import HANDSHAKE, Heard, Wire, no_app
from tests.server.websocket.test_budget import FLOODS, MASK

READ = 256 * 1024
"""Bytes that the loop hands over at once, as uvloop does."""
TURN = 0.010
"""Seconds of processor time: twice what is meant, since a busy machine has cold caches."""
ENDLESS = Settings(messages_per_second=1e9, message_burst=10**9)
REQUESTS = {
    "small": b"GET / HTTP/1.1\r\n\r\n",
    "fields": b"GET / HTTP/1.1\r\n" + b"a:b\r\n" * 90 + b"\r\n",
    "chunks": b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 5_000 + b"0\r\n\r\n",
}


class MeasuredLoop(asyncio.SelectorEventLoop):
    """Keeps the longest that one callback took."""

    longest = 0.0

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        def measured() -> None:
            began = thread_time()
            callback(*args)
            self.longest = max(self.longest, thread_time() - began)

        return super().call_soon(measured, context=context)


def longest(feed: Callable[[], Any]) -> float:
    """The longest callback of a connection that is fed so."""
    with asyncio.Runner(loop_factory=MeasuredLoop) as runner:
        runner.run(feed())
        loop = runner.get_loop()
        assert isinstance(loop, MeasuredLoop)
        return loop.longest


def config() -> uvicorn.Config:
    made = uvicorn.Config(no_app, ws=Handshake, ws_max_size=65_536, log_config=None)
    made.load()
    return made


@pytest.mark.parametrize("kind", FLOODS)
def test_frames_are_parsed_in_turns(kind: str) -> None:
    async def feed() -> None:
        handshake = Handshake(config(), ServerState(), {})
        handshake.connection_made(Wire())
        handshake.data_received(HANDSHAKE)
        socket = handshake.accept(FrameBudget(ENDLESS), WriteBatch())
        assert socket is not None
        socket.deliver_to(Heard())
        first = b"\x01\x80" + MASK if kind == "fragments" else b""
        data = first + FLOODS[kind] * (READ // len(FLOODS[kind]))
        asyncio.get_running_loop().call_soon(socket.data_received, data)
        await asyncio.sleep(0)
        while socket._unread:
            await asyncio.sleep(0)
        socket.connection_lost(None)

    assert longest(feed) < TURN


@pytest.mark.parametrize("kind", REQUESTS)
def test_requests_are_parsed_in_turns(kind: str) -> None:
    async def feed() -> None:
        opened = OpenConnections(Settings())
        connection = HttpConnection(opened, config=config(), server_state=ServerState(), app_state={})
        transport = Wire()
        transport.set_protocol(connection)
        connection.connection_made(transport)
        data = REQUESTS[kind] * (WAITING // len(REQUESTS[kind]))
        asyncio.get_running_loop().call_soon(connection.data_received, data)
        await asyncio.sleep(0)
        while connection._unparsed:
            await asyncio.sleep(0)
        connection.connection_lost(None)

    assert longest(feed) < TURN
