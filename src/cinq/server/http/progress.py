"""How far the requests and responses of one HTTP connection are, as seen from outside uvicorn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any

import httptools

Send = Callable[[Any], Awaitable[None]]


class RequestPart(Enum):
    """What the next byte of a client belongs to."""

    NONE = "none"
    """Nothing yet: no request has begun, or the last one is complete."""
    HEAD = "head"
    BODY = "body"


class RequestProgress:
    """Which part of which request arrives: the callbacks of httptools' parser."""

    def __init__(self) -> None:
        self.part = RequestPart.NONE
        self.heads = 0
        """Heads that have arrived."""
        self.arrived = 0
        """Heads and whole requests that have arrived."""
        self.fields = 0
        """Header fields of the last request."""

    def parser(self) -> httptools.HttpRequestParser:
        """A parser that reports here, and accepts what uvicorn's accepts."""
        parser = httptools.HttpRequestParser(self)
        parser.set_dangerous_leniencies(lenient_data_after_close=True)
        return parser

    def on_message_begin(self) -> None:
        """A head begins."""
        self.part, self.fields = RequestPart.HEAD, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header field has arrived."""
        self.fields += 1

    def on_headers_complete(self) -> None:
        """The head has arrived; a body may follow."""
        self.part = RequestPart.BODY
        self.heads += 1
        self.arrived += 1

    def on_message_complete(self) -> None:
        """The request has arrived."""
        self.part = RequestPart.NONE
        self.arrived += 1


class ResponseProgress:
    """The application as one connection calls it: counts its responses."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.completed = 0
        """Requests that are answered."""
        self.started = False
        """Whether a response is under way."""

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Run the application, and note when its response begins and ends."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        complete = False

        async def noted(message: Any) -> None:
            nonlocal complete
            await send(message)
            complete = message["type"] == "http.response.body" and not message.get("more_body", False)
            self._note(complete)

        try:
            await self._app(scope, receive, noted)
        finally:
            if not complete:
                self._note(complete=True)

    def _note(self, complete: bool) -> None:
        self.started = not complete
        self.completed += complete
