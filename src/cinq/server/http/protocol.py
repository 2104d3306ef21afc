"""An HTTP connection with limits: uvicorn's httptools protocol, which has none, and what bounds it.

uvicorn makes an `HttpConnection` for every connection (its `http=` option). The subclass overrides
the callbacks of `asyncio.Protocol` and of httptools' parser; parsing, ASGI and keep-alive are
uvicorn's. A head or body that is too long or too slow, requests sent far ahead of their answers,
answers that nobody reads and connections beyond the limits end the connection, with an answer
where one can still be given. Bytes are parsed SLICE at a time; after TURN seconds other
connections go first.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from time import monotonic
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from cinq.server import wire
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


class HttpConnection(HttpToolsProtocol):
    """One HTTP connection within the limits of the settings."""

    def __init__(self, opened: OpenConnections, **from_uvicorn: Any) -> None:
        super().__init__(**from_uvicorn)
        self._opened = opened
        self._settings = opened.settings
        self._unparsed = bytearray()
        self._in_body = self._scheduled = self._ended = False
        self._received = 0
        """Bytes of the present head or body."""
        self._sender: asyncio.TimerHandle | None = None
        """Ends the connection if a head or body does not arrive."""
        self._reader: asyncio.TimerHandle | None = None
        """Ends the connection if nothing of a response is read."""

    # ------------------------------------------------------------ asyncio.Protocol

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection; refuse it if it is one too many."""
        super().connection_made(transport)
        refused = self._opened.admit(self._address, len(self.connections))
        if refused is not None:
            self._refuse(*refused)
        else:
            self._expect(self._settings.head_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the connection back."""
        self._end()
        super().connection_lost(exc)
        self.pipeline.clear()

    def data_received(self, data: bytes) -> None:
        """Parse what came, within this connection's turn."""
        if self._ended:
            return
        self._unparsed += data
        if len(self._unparsed) > WAITING:
            self._refuse(413, "too much at once")
        elif not self._scheduled:
            self._parse()

    def pause_writing(self) -> None:
        """The client is behind: it must read on."""
        super().pause_writing()
        self._expect_reader()

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        _cancel(self._reader)

    def handle_websocket_upgrade(self) -> None:
        """Hand the transport over; websockets are counted by `ConnectionLimits`."""
        self._end()
        super().handle_websocket_upgrade()

    # ------------------------------------------------------------ callbacks of the parser

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        if self._sender is None:
            self._expect(self._settings.head_timeout)

    def on_headers_complete(self) -> None:
        """The head is complete; a body may follow."""
        self._in_body, self._received = True, 0
        self._expect(self._settings.body_timeout)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request has arrived."""
        self._in_body, self._received = False, 0
        _cancel(self._sender)
        self._sender = None
        super().on_message_complete()

    # ------------------------------------------------------------ limits

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def _idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _parse(self) -> None:
        """Parse what is unparsed, for TURN seconds at most; then the others go first."""
        self._scheduled = False
        until = monotonic() + TURN
        while self._unparsed and not self._ended:
            piece = bytes(self._unparsed[:SLICE])
            del self._unparsed[:SLICE]
            super().data_received(piece)
            self._check(len(piece))
            if self._unparsed and monotonic() > until:
                self._scheduled = True
                self.loop.call_soon(self._parse)
                return
        if self._sender is None and self._idle and not self._ended and not self.transport.is_closing():
            self._expect(self._settings.head_timeout)  # line ends between requests: no head has begun

    def _check(self, received: int) -> None:
        """Refuse what exceeds the limits, after some bytes were parsed."""
        self._received += received
        if self._ended or self.transport.is_closing():
            return
        if len(self.pipeline) > self._settings.pipelined:
            self._refuse(429, "too many requests before an answer")
        elif self._in_body:
            if self._received > BODY_OVERHEAD * self._settings.message_bytes:
                self._refuse(413, f"a body has at most {self._settings.message_bytes} bytes")
        elif self._received > self._settings.head_bytes + SLICE or len(self.headers or ()) > HEADERS:
            self._refuse(431, f"a head has at most {self._settings.head_bytes} bytes and {HEADERS} fields")

    def _expect(self, seconds: float) -> None:
        """End the connection unless the head or body arrives in time."""
        _cancel(self._sender)
        self._sender = self.loop.call_later(seconds, self._did_not_arrive)

    def _did_not_arrive(self) -> None:
        if self._unparsed:  # it has, and waits for its turn
            self._expect(self._settings.head_timeout)
        else:
            self._refuse(408, "the request did not arrive in time")

    def _expect_reader(self, unread: int | None = None) -> None:
        """Cut the client off once it has read nothing for `unread_timeout` seconds."""
        now_unread = self.transport.get_write_buffer_size()
        if unread is not None and now_unread >= unread:
            self.transport.abort()
            return
        _cancel(self._reader)
        self._reader = self.loop.call_later(self._settings.unread_timeout, self._expect_reader, now_unread)

    def _refuse(self, status: int, why: str) -> None:
        """Say why where no other answer is under way; discard what follows, and close."""
        asked, answered = self._in_body and self.cycle is not None, self._idle
        answering = bool(self.pipeline) or not (answered or (asked and not self.cycle.response_started))
        if asked:
            self.cycle.disconnected = True  # the application reads no further
            self.cycle.message_event.set()
        self._end()
        if answering or not why:
            self.transport.abort()
            return
        self.flow.resume_reading()
        if not (asked and answered):
            self.transport.write(refusal(status, why))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._reader = self.loop.call_later(LINGER, self.transport.abort)

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
    return STATUS_LINE[status] + head + body


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
