"""Checks of every request before it is routed, and headers of every response.

A browser sends requests for any page that a visitor has open. A page of another site may not use
this server through it: not by requests that change something (`Origin`, and JSON bodies only,
which a browser sends to another site only after asking), nor under a name of its own that it
points to this server (DNS rebinding: `Host`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cinq.server import wire
from cinq.server.rooms.rate_limits import TokenBuckets, network_of
from cinq.server.settings import Settings

Send = Callable[[Any], Awaitable[None]]
Header = tuple[bytes, bytes]
TARGET = 1024
"""Bytes of a path with its query: libraries cache what they parse, and keep its text."""
HOST = 255
"""Characters of a name of a server (RFC 1035), and a few for its port."""
PAGE_REQUESTS = 4
"""Requests of one address for anything, the page's files included, for each that it may make of the API."""
HOME_NAMES = (".localhost", ".local", ".home.arpa", ".internal", ".test", ".home", ".lan")
"""Ends of names that the public DNS does not give out (RFC 6761, 6762, 8375; routers use the last two),
so that no stranger has one."""
STRICT: tuple[Header, ...] = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
)
"""Headers of responses that have no policy of their own: the API, health, errors."""
NOT_KEPT: Header = (b"cache-control", b"no-store")
"""For responses that do not say themselves who may keep them: views and tokens are one person's."""


@lru_cache(1_000)
def is_own_name(host: str, allowed: tuple[str, ...]) -> bool:
    """Whether this server goes by the name in a `Host` header.

    Addresses, names without a dot and names of a home network are its own; others must be allowed.

    >>> [is_own_name(host, ("cinq.example",)) for host in ("[::1]:8005", "Cinq.example", "evil.example")]
    [True, True, False]
    """
    name = (
        (host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]).lower().rstrip(".")
    )
    if "." not in name and ":" not in name:
        return True
    if name in allowed or "*" in allowed or name.endswith(HOME_NAMES):
        return True
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, host: str | None, others: tuple[str, ...]) -> bool:
    """Whether a request comes from an allowed page, or from a program, which sends no origin."""
    if origin is None or origin in others:
        return True
    try:
        return bool(host) and urlsplit(origin).netloc == host
    except ValueError:
        return False


def refuse_host(headers: Iterable[Header], allowed: tuple[str, ...]) -> str | None:
    """What to say to a request under a name that is not this server's; None if it is, or none is given."""
    host = next((value.decode("latin-1") for name, value in headers if name == b"host"), None)
    if host is None or (len(host) <= HOST and is_own_name(host, tuple(name.lower() for name in allowed))):
        return None
    shown = "".join(c for c in host.partition(":")[0][:80] if c.isalnum() or c in "-._")
    return f"this server does not go by that name; its operator can allow it: cinq serve --allow-host {shown}"


class Guard:
    """Refuses requests under a name that is not the server's, and above what one address may ask for."""

    def __init__(self, settings: Settings) -> None:
        self._allowed_hosts = settings.allowed_hosts
        rate, burst = settings.messages_per_second, settings.message_burst
        self._rates = TokenBuckets(PAGE_REQUESTS * rate, PAGE_REQUESTS * burst)

    def refusal(self, scope: Any) -> tuple[int, wire.Problem] | None:
        """The status and the problem of a request that goes no further."""
        if len(scope["path"]) + len(scope["query_string"]) > TARGET:
            return 414, wire.Problem("limited", f"an address has at most {TARGET} bytes")
        if why := refuse_host(scope["headers"], self._allowed_hosts):
            return 403, wire.Problem("forbidden", why)
        address = network_of(scope["client"][0]) if scope.get("client") else ""
        if not self._rates.allows(address, monotonic()):
            return 429, wire.Problem("limited", "too many requests from this address: wait a little")
        return None


async def send_problem(status: int, problem: wire.Problem, send: Send) -> None:
    """Answer with a problem, as cheaply as can be."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def with_policy(send: Send) -> Send:
    """Add the strict headers to a response that has no content policy or caching of its own."""

    async def send_safely(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            names = {name.lower() for name, _ in headers}
            strict = () if b"content-security-policy" in names else STRICT
            kept = () if b"cache-control" in names else (NOT_KEPT,)
            message = {**message, "headers": [*headers, *strict, *kept]}
        await send(message)

    return send_safely
