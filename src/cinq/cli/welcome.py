"""What `cinq serve` prints when it listens: the addresses to open, and a QR code for a phone."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from io import StringIO

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")
ELSEWHERE = ("192.0.2.1", 9)
"""An address of documentation (RFC 5737). A UDP socket that connects to it sends nothing."""

HOW_TO_LET_IN = "Only this computer can open it; --host 0.0.0.0 (make play HOST=0.0.0.0) lets others in."


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


def welcome(host: str, port: int, network: list[str], with_code: bool) -> str:
    """The lines to print; `network` are the addresses that 0.0.0.0 stands for.

    >>> print(welcome("0.0.0.0", 8005, ["192.168.1.20"], with_code=False))
    Cinq: open http://127.0.0.1:8005 and play; Ctrl-C stops.
    On this network: http://192.168.1.20:8005
    """
    if host in LOOPBACK:
        return f"{_invitation(host, port)}\n{HOW_TO_LET_IN}"
    rows = [_invitation("127.0.0.1" if host in EVERYWHERE else host, port)]
    if host in EVERYWHERE:
        rows += [f"On this network: {_url(address, port)}" for address in network]
    reachable = network if host in EVERYWHERE else [host]
    if with_code and reachable:
        rows.append(qr_code(_url(reachable[0], port)))
    return "\n".join(rows)


def _invitation(host: str, port: int) -> str:
    return f"Cinq: open {_url(host, port)} and play; Ctrl-C stops."


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def qr_code(text: str) -> str:
    """A QR code of block characters, two rows of modules a line."""
    import segno

    out = StringIO()
    segno.make_qr(text).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
