"""What `cinq serve` prints when it listens: the addresses to open, and a QR code for a phone."""

from __future__ import annotations

from io import StringIO

from cinq.server.network import EVERYWHERE, url

LOOPBACK = ("127.0.0.1", "localhost", "::1")

HOW_TO_LET_IN = "Only this computer can open it; --host 0.0.0.0 (make play HOST=0.0.0.0) lets others in."


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
        rows += [f"On this network: {url(address, port)}" for address in network]
    reachable = network if host in EVERYWHERE else [host]
    if with_code and reachable:
        rows.append(qr_code(url(reachable[0], port)))
    return "\n".join(rows)


def _invitation(host: str, port: int) -> str:
    return f"Cinq: open {url(host, port)} and play; Ctrl-C stops."


def qr_code(text: str) -> str:
    """A QR code of block characters, two rows of modules a line."""
    import segno

    out = StringIO()
    segno.make_qr(text).terminal(out, border=2, compact=True)
    return out.getvalue().rstrip("\n")
