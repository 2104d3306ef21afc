"""An HTTP connection with limits: uvicorn's protocol, which has none, behind one that counts bytes.

uvicorn makes an `HttpConnection` for every connection (its `http=` option). It passes what arrives
on to the protocol that uvicorn would have made, which parses, calls the application and keeps
alive. Two observers tell it how far requests and responses are: a parser of its own
(`RequestProgress`) and an ASGI wrapper (`ResponseProgress`). A head or body that is too long or too
slow, requests sent far ahead of their answers, answers that nobody reads and connections beyond the
limits end the connection, with an answer where one can still be given. Bytes are parsed SLICE at a
time; after TURN seconds other connections go first.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from copy import copy
from functools import cache
from http import HTTPStatus
from time import monotonic
from typing import Any, cast

import httptools
import msgspec
import uvicorn

from cinq.server import wire
from cinq.server.http.progress import RequestPart, RequestProgress, ResponseProgress
from cinq.server.rooms.rate_limits import TrustedProxies, network_of
from cinq.server.settings import Settings

SLICE = 1024
"""Bytes parsed at a time; heads and bodies are measured in these."""
TURN = 0.003
"""Seconds after which a connection that has sent more lets the others go first."""
HEADERS = 100
"""Header fields in one request."""
BODY_OVERHEAD = 4
"""Bytes received for each byte that a body may have: chunks have heads of their own."""
WAITING = 512 * 1024
"""Bytes that may wait to be parsed."""
LINGER = 2.0
"""Seconds that a refused client has to read why, while what it sends is discarded."""
RESERVED = 64
"""Descriptors kept for the store, workers and files, and for telling visitors that the server is full."""
TOLD = 32
"""Visitors who are told so at a time; more are closed without a word."""


class OpenConnections:
    """Admits HTTP connections: bounded in all, and by address where the peer is no proxy."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._proxies = TrustedProxies(settings.trusted_proxies)
        self._by_network: Counter[str] = Counter()

    def admit(self, address: str, open_now: int) -> tuple[int, str] | None:
        """Count a connection from this address; the status and what to say if it is one too many."""
        network = network_of(address)
        self._by_network[network] += 1
        limit = min(self.settings.sockets, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED)
        if open_now > limit:
            return 503, "this server is full: come back in a minute" if open_now <= limit + TOLD else ""
        too_many = self._by_network[network] > self.settings.connections_per_address
        if too_many and address not in self._proxies:
            return 429, "too many connections from this address"
        return None

    def release(self, address: str) -> None:
        """Count one connection less."""
        network = network_of(address)
        self._by_network[network] -= 1
        if self._by_network[network] <= 0:
            del self._by_network[network]


@cache
def uvicorn_protocol() -> type[asyncio.Protocol]:
    """The protocol with which uvicorn serves HTTP when its `http=` option is "httptools"."""
    config = uvicorn.Config(_no_application, http="httptools", ws="none", lifespan="off", log_config=None)
    config.load()
    return config.http_protocol_class


async def _no_application(scope: Any, receive: Any, send: Any) -> None:
    raise NotImplementedError


class HttpConnection(asyncio.Protocol):
    """One HTTP connection within the limits of the settings."""

    def __init__(
        self, opened: OpenConnections, config: uvicorn.Config, server_state: Any, **from_uvicorn: Any
    ) -> None:
        self._opened = opened
        self._settings = opened.settings
        self._connections: set[Any] = server_state.connections
        self._request = RequestProgress()
        self._parser = self._request.parser()
        observed = copy(config)
        observed.loaded_app = self._response = ResponseProgress(config.loaded_app)
        self._inner = cast(Any, uvicorn_protocol())(
            config=observed, server_state=server_state, **from_uvicorn
        )
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._address = ""
        self._unparsed = bytearray()
        self._scheduled = self._ended = self._refused = False
        self._received = 0
        """Bytes of the present head or body."""
        self._sender: asyncio.TimerHandle | None = None
        """Ends the connection if a head or body does not arrive."""
        self._reader: asyncio.TimerHandle | None = None
        """Ends the connection if nothing of a response is read."""

    # ------------------------------------------------------------ called by the transport and uvicorn

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection; refuse it if it is one too many."""
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if isinstance(peer, tuple) else ""
        self._inner.connection_made(transport)
        refused = self._opened.admit(self._address, len(self._connections))
        if refused is not None:
            self._refuse(*refused)
        else:
            self._expect(self._settings.head_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the connection back."""
        self._end()
        self._connections.discard(self)
        if not self._refused:
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, within this connection's turn."""
        if self._ended:
            return
        self._unparsed += data
        if len(self._unparsed) > WAITING:
            self._refuse(413, "too much at once")
        elif not self._scheduled:
            self._parse()

    def eof_received(self) -> bool | None:
        """The client sends no more."""
        return None if self._ended else cast("bool | None", self._inner.eof_received())

    def pause_writing(self) -> None:
        """The client is behind: it must read on."""
        if not self._ended:
            self._inner.pause_writing()
            self._expect_reader()

    def resume_writing(self) -> None:
        """The client has read."""
        if not self._ended:
            self._inner.resume_writing()
            _cancel(self._reader)

    def shutdown(self) -> None:
        """The server stops (uvicorn calls this) while a refused client still reads why."""
        self._transport.close()

    # ------------------------------------------------------------ limits

    @property
    def _unanswered(self) -> int:
        """Requests whose head has arrived and whose response is not complete."""
        return self._request.heads - self._response.completed

    def _parse(self) -> None:
        """Parse what is unparsed, for TURN seconds at most; then the others go first."""
        self._scheduled = False
        until = monotonic() + TURN
        while self._unparsed and not self._ended:
            piece = bytes(self._unparsed[:SLICE])
            del self._unparsed[:SLICE]
            self._pass_on(piece)
            if self._unparsed and monotonic() > until:
                self._scheduled = True
                self._loop.call_soon(self._parse)
                return
        if self._sender is None and not self._unanswered and not self._over:
            self._expect(self._settings.head_timeout)  # line ends between requests: no head has begun

    def _pass_on(self, piece: bytes) -> None:
        """Let uvicorn's protocol parse some bytes, once they are counted."""
        understood = self._count(piece)
        self._inner.data_received(piece)
        if self._transport.get_protocol() is not self:
            self._end()  # the transport is a websocket's, which `ConnectionLimits` counts
            self._inner.parser = None  # it refers to its protocol: both would stay until garbage is collected
        elif not self._over:
            if understood:
                self._check()
            else:
                self._refuse(400, "this is no HTTP request")

    def _count(self, piece: bytes) -> bool:
        """Follow the requests in these bytes; whether they are requests."""
        before = self._request.arrived
        try:
            self._parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            pass  # uvicorn's protocol hands the transport over, or goes on with the request
        except httptools.HttpParserError:
            return False
        if self._request.arrived != before:
            self._received = 0
            _cancel(self._sender)
            self._sender = None
        self._received += len(piece)
        self._expect_rest()
        return True

    def _expect_rest(self) -> None:
        """Give the present head or body its time, if it has not begun to run."""
        if self._sender is None and self._request.part is RequestPart.HEAD:
            self._expect(self._settings.head_timeout)
        elif self._sender is None and self._request.part is RequestPart.BODY:
            self._expect(self._settings.body_timeout)

    @property
    def _over(self) -> bool:
        return self._ended or self._transport.is_closing()

    def _check(self) -> None:
        """Refuse what exceeds the limits, after some bytes were parsed."""
        if self._unanswered > self._settings.pipelined + 1:
            self._refuse(429, "too many requests before an answer")
        elif self._request.part is RequestPart.BODY:
            if self._received > BODY_OVERHEAD * self._settings.message_bytes:
                self._refuse(413, f"a body has at most {self._settings.message_bytes} bytes")
        elif self._received > self._settings.head_bytes + SLICE or self._request.fields > HEADERS:
            self._refuse(431, f"a head has at most {self._settings.head_bytes} bytes and {HEADERS} fields")

    def _expect(self, seconds: float) -> None:
        """End the connection unless the head or body arrives in time."""
        _cancel(self._sender)
        self._sender = self._loop.call_later(seconds, self._did_not_arrive)

    def _did_not_arrive(self) -> None:
        if self._unparsed:  # it has, and waits for its turn
            self._expect(self._settings.head_timeout)
        else:
            self._refuse(408, "the request did not arrive in time")

    def _expect_reader(self, unread: int | None = None) -> None:
        """Cut the client off once it has read nothing for `unread_timeout` seconds."""
        now_unread = self._transport.get_write_buffer_size()
        if unread is not None and now_unread >= unread:
            self._transport.abort()
            return
        _cancel(self._reader)
        self._reader = self._loop.call_later(self._settings.unread_timeout, self._expect_reader, now_unread)

    def _refuse(self, status: int, why: str) -> None:
        """Say why where no other answer is under way; discard what follows, and close."""
        in_body, unanswered = self._request.part is RequestPart.BODY, self._unanswered
        answering = unanswered > 1 or (unanswered == 1 and (self._response.started or not in_body))
        self._end()
        self._refused = True
        self._connections.add(self)
        self._inner.connection_lost(ConnectionAbortedError(why))  # the application reads no further
        if answering or not why:
            self._transport.abort()
            return
        if not self._transport.is_closing():
            self._transport.resume_reading()
        if unanswered or not in_body:
            self._transport.write(refusal(status, why))
        if self._transport.can_write_eof():
            self._transport.write_eof()
        self._reader = self._loop.call_later(LINGER, self._transport.abort)

    def _end(self) -> None:
        """Count the connection no longer, and stop parsing."""
        if not self._ended:
            self._opened.release(self._address)
        self._ended = True
        self._unparsed.clear()
        _cancel(self._sender)
        _cancel(self._reader)


def refusal(status: int, why: str) -> bytes:
    """A whole response: a problem as the API describes it."""
    body = msgspec.json.encode(wire.Problem("unavailable" if status == 503 else "limited", why)) + b"\n"
    head = b"content-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
    return b"HTTP/1.1 %d %s\r\n" % (status, HTTPStatus(status).phrase.encode()) + head + body


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
