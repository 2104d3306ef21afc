"""HEAD requests: answered like GET, without the body."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


async def answer_head(app: Application, scope: Any, receive: Any, send: Any) -> None:
    """Let the application answer a GET, and send its status and headers only.

    The response ends with its first piece of body, so that HEAD of a stream ends at once.
    """
    await app({**scope, "method": "GET"}, receive, _without_body(send))


def _without_body(send: Send) -> Send:
    ended = False

    async def send_head(message: Any) -> None:
        nonlocal ended
        if message["type"] != "http.response.body":
            await send(message)
        elif not ended:
            ended = True
            await send({"type": "http.response.body", "body": b""})

    return send_head
