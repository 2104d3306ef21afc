"""The addresses under which others on this network reach the server."""

from __future__ import annotations

import socket
from collections.abc import Iterator

EVERYWHERE = ("0.0.0.0", "::", "")
ELSEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737). A UDP socket that connects to it sends nothing."""


def url(host: str, port: int) -> str:
    """The address to open."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def shared_urls(host: str, port: int) -> list[str]:
    """What others on this network open, for a server that listens on `host`; nothing on loopback."""
    return [url(address, port) for address in lan_addresses()] if host in EVERYWHERE else []


def lan_addresses() -> list[str]:
    """This computer's IPv4 addresses on its networks, that of the default route first."""
    found = [*_towards_the_router(), *_of_this_host()]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def _towards_the_router() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:  # no network
            return
        yield probe.getsockname()[0]


def _of_this_host() -> Iterator[str]:
    try:
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            yield str(address[0])
    except OSError:  # a host that does not know its own name
        return
