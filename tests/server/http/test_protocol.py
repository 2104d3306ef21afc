"""An HTTP connection at the seams: with uvicorn's protocol, its timers and a client that reads late."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import inspect
import weakref
from collections.abc import Iterator
from typing import Any

import httptools
import pytest
import uvicorn
from uvicorn.server import ServerState

from cinq.server.http import protocol
from cinq.server.http.protocol import HttpConnection, OpenConnections
from cinq.server.settings import Settings
from cinq.server.websocket.handshake import Handshake
from tests.server.fuzz.targets import HANDSHAKE, Wire, no_app

PATIENCE = 20.0
TOO_LONG = b"GET /" + b"a" * 40_000


REQUEST = b"GET / HTTP/1.1\r\n\r\n"


def configured(app: Any = no_app) -> uvicorn.Config:
    config = uvicorn.Config(app, ws=Handshake, log_config=None)
    config.load()
    return config


def connected(transport: Wire, state: ServerState, app: Any = no_app) -> HttpConnection:
    """A new connection on this transport."""
    config = configured(app)
    made = HttpConnection(OpenConnections(Settings()), config=config, server_state=state, app_state={})
    transport.set_protocol(made)
    made.connection_made(transport)
    return made


async def until_written(transport: Wire, text: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        while text not in transport.written:
            await asyncio.sleep(0)


async def closed(transport: Wire) -> None:
    async with asyncio.timeout(PATIENCE):
        while not transport.closed:
            await asyncio.sleep(0.01)


def test_a_refused_client_that_reads_late_is_closed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LINGER", 0.05)

    async def refuse() -> None:
        transport = Wire()
        connection = connected(transport, ServerState())
        connection.pause_writing()
        connection.data_received(TOO_LONG)
        assert b" 431 " in transport.written
        connection.resume_writing()
        await closed(transport)

    asyncio.run(refuse())


def test_a_refused_connection_counts_until_it_is_closed() -> None:
    async def refuse() -> None:
        transport, state = Wire(), ServerState()
        connection = connected(transport, state)
        connection.data_received(TOO_LONG)
        assert len(state.connections) == 1 and not transport.closed
        connection.connection_lost(None)
        assert not state.connections

    asyncio.run(refuse())


def test_as_many_requests_wait_as_the_setting_says() -> None:
    async def never(scope: Any, receive: Any, send: Any) -> None:
        await asyncio.Event().wait()

    async def send_ahead() -> None:
        transport = Wire()
        connection = connected(transport, ServerState(), never)
        connection.data_received(REQUEST * (Settings().pipelined + 1))
        await asyncio.sleep(0)
        assert not transport.closed
        connection.data_received(REQUEST)
        assert transport.closed
        connection.connection_lost(None)

    asyncio.run(send_ahead())


def test_an_application_that_fails_has_answered() -> None:
    """More requests than may wait, one after another: each failure is counted as its answer."""

    async def fail(scope: Any, receive: Any, send: Any) -> None:
        raise ValueError

    async def ask() -> None:
        transport = Wire()
        connection = connected(transport, ServerState(), fail)
        for _ in range(Settings().pipelined + 3):
            transport.written = b""
            transport.closed = False  # uvicorn closes it
            connection.data_received(REQUEST)
            await until_written(transport, b" 500 ")
        connection.connection_lost(None)

    asyncio.run(ask())


def test_the_application_reads_no_further_once_the_body_is_refused() -> None:
    async def read() -> None:
        heard: asyncio.Queue[str] = asyncio.Queue()

        async def reader(scope: Any, receive: Any, send: Any) -> None:
            while (message := await receive())["type"] == "http.request":
                pass
            heard.put_nowait(message["type"])

        transport = Wire()
        connection = connected(transport, ServerState(), reader)
        connection.data_received(b"POST / HTTP/1.1\r\nContent-Length: 30000000\r\n\r\n")
        body = b"x" * (protocol.BODY_OVERHEAD * Settings().message_bytes + 1)
        connection.data_received(body)
        await until_written(transport, b" 413 ")
        assert await asyncio.wait_for(heard.get(), PATIENCE) == "http.disconnect"
        connection.connection_lost(None)

    asyncio.run(read())


def test_a_websocket_is_no_http_connection_any_more() -> None:
    async def upgrade() -> None:
        transport, state, opened = Wire(), ServerState(), OpenConnections(Settings())
        connection = HttpConnection(opened, config=configured(), server_state=state, app_state={})
        transport.set_protocol(connection)
        connection.connection_made(transport)
        assert opened._by_network
        connection.data_received(HANDSHAKE)
        assert isinstance(transport.get_protocol(), Handshake)
        assert not opened._by_network
        assert not any(isinstance(one, HttpConnection) for one in state.connections)

    asyncio.run(upgrade())


def test_a_closed_connection_is_freed_at_once() -> None:
    """The collector runs seldom: no reference cycle may keep an ordinary connection, or uvicorn's part."""

    async def serve_one() -> tuple[weakref.ref[Any], weakref.ref[Any]]:
        transport = Wire()
        connection = connected(transport, ServerState())
        connection.data_received(REQUEST)
        await until_written(transport, b" 200 ")
        await asyncio.sleep(0)
        connection.connection_lost(None)
        transport.set_protocol(asyncio.Protocol())
        return weakref.ref(connection), weakref.ref(connection._inner)

    with no_collection():
        assert [one() for one in asyncio.run(serve_one())] == [None, None]


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """No garbage is collected in this block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_what_became_a_websocket_is_freed_at_once() -> None:
    async def upgrade() -> weakref.ref[Any]:
        transport = Wire()
        connection = connected(transport, ServerState())
        connection.data_received(HANDSHAKE)
        assert isinstance(transport.get_protocol(), Handshake)
        return weakref.ref(connection._inner)

    with no_collection():
        assert asyncio.run(upgrade())() is None


def test_uvicorn_has_what_this_connection_relies_upon() -> None:
    """The names that ARCHITECTURE.md lists."""
    inner = protocol.uvicorn_protocol()
    assert issubclass(inner, asyncio.Protocol)
    assert {"config", "server_state", "app_state"} <= set(inspect.signature(inner).parameters)
    assert callable(configured().loaded_app)
    state = ServerState()
    assert isinstance(state.connections, set) and isinstance(state.tasks, set)
    assert callable(inner.shutdown)  # type: ignore[attr-defined]

    async def parser() -> Any:
        return connected(Wire(), state)._inner.parser

    assert isinstance(asyncio.run(parser()), httptools.HttpRequestParser)
