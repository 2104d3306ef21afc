"""Ports for the servers that tests start."""

import os
import secrets
import socket

FIRST, LAST = 18_000, 32_000
"""Below the ports that outgoing connections use."""
SHARES = 8
"""Test processes that run side by side draw from disjoint shares of the ports."""
_given: set[int] = set()


def free_port() -> int:
    """A free port that neither this test process nor one beside it has given to another server.

    Not from `random`: TextArena seeds it, so that two test processes would draw the same ports.
    """
    share = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % SHARES
    while True:
        port = FIRST + SHARES * secrets.randbelow((LAST - FIRST) // SHARES) + share
        if port not in _given and _is_free(port):
            _given.add(port)
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
