"""The opening of a websocket: uvicorn makes a `Handshake` for every upgrade request (its `ws=` option).

The application accepts or rejects it through ASGI, so that middleware (the address behind a proxy)
applies. An accepted one hands the transport to a `GameSocket` and is gone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast
from urllib.parse import unquote

import uvicorn
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from cinq.server.websocket.budget import FrameBudget
from cinq.server.websocket.deflate import DeflateOffer
from cinq.server.websocket.protocol import GameSocket, WriteBatch

HANDSHAKE: Final = "cinq.handshake"
"""The ASGI extension under which the application finds the handshake to accept or reject."""
logger = logging.getLogger("cinq.websocket")
frames_logger = logging.getLogger("cinq.websocket.frames")
frames_logger.setLevel(logging.WARNING)  # websockets logs every connection that opens or closes


class Handshake(asyncio.Protocol):
    """A connection that asks to become a websocket."""

    def __init__(
        self, config: uvicorn.Config, server_state: Any, app_state: dict[str, Any], **_: object
    ) -> None:
        self._app = cast(Callable[[Any, Any, Any], Awaitable[None]], config.loaded_app)
        self._app_state = app_state
        self._connections, self._tasks = server_state.connections, server_state.tasks
        self._deflate = DeflateOffer()
        self._conn = ServerProtocol(
            extensions=[self._deflate], max_size=config.ws_max_size, logger=frames_logger
        )
        self._transport: asyncio.Transport
        self._response: Response | None = None
        """The answer to the request, while the application decides."""
        self._lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the transport over from uvicorn's HTTP protocol."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has not waited for the answer."""
        self._connections.discard(self)
        self._lost = True

    def shutdown(self) -> None:
        """The server stops (uvicorn calls this)."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse the request, and ask the application about it."""
        if self._response is not None:
            return  # reading is paused; a frame before the answer has no meaning
        self._conn.receive_data(data)
        for request in self._conn.events_received():
            assert isinstance(request, Request)
            self._response = self._conn.accept(request)
            if self._response.status_code == 101:
                self._transport.pause_reading()
                task = asyncio.get_running_loop().create_task(self._ask_application(self._scope(request)))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
                return
            self._conn.send_response(self._response)
        self._write()
        self._transport.close()

    def _scope(self, request: Request) -> dict[str, Any]:
        """The handshake as ASGI describes it."""
        path, _, query = request.path.partition("?")
        peer, local = (self._transport.get_extra_info(name) for name in ("peername", "sockname"))
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if self._transport.get_extra_info("sslcontext") else "ws",
            "server": tuple(local[:2]) if isinstance(local, tuple) else None,
            "client": tuple(peer[:2]) if isinstance(peer, tuple) else None,
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1"),
            "query_string": query.encode("latin-1"),
            "headers": [(k.lower().encode(), v.encode("latin-1")) for k, v in request.headers.raw_items()],
            "subprotocols": [],
            "state": self._app_state.copy(),
            "extensions": {HANDSHAKE: self},
        }

    async def _ask_application(self, scope: dict[str, Any]) -> None:
        """Let the application call `accept` or `reject`; whatever else it does is a rejection."""
        try:
            await self._app(scope, _unused, _unused)
        except Exception:
            logger.exception("a websocket handshake failed")
        if self._response is not None:
            self.reject(500)

    def accept(self, budget: FrameBudget, writes: WriteBatch) -> GameSocket | None:
        """Answer yes, and hand the transport over; None if the client is gone already."""
        response, self._response = self._response, None
        if self._lost or self._transport.is_closing() or response is None:
            return None
        self._conn.send_response(response)
        self._write()
        self._connections.discard(self)
        socket = GameSocket(self._conn, self._deflate.accepted, self._connections, budget, writes)
        socket.connection_made(self._transport)
        self._transport.set_protocol(socket)
        return socket

    def reject(self, status: int, why: str = "") -> None:
        """Answer the handshake with an HTTP error."""
        self._response = None
        if not self._lost:
            self._conn.send_response(self._conn.reject(status, why))
            self._write()
            self._transport.close()

    def _write(self) -> None:
        self._transport.write(b"".join(self._conn.data_to_send()))


async def _unused(*_: object) -> Any:
    raise RuntimeError("a websocket's messages do not pass through ASGI")
