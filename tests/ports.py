"""Ports for the servers that tests start."""

from __future__ import annotations

import random
import socket
from contextlib import suppress

PORTS = range(18_000, 32_000)
"""Below those of outgoing connections."""


def free_port() -> int:
    """A port on which nothing listens.

    Drawn by the system: TextArena seeds Python's own generator, so processes of tests that run side
    by side would draw the same ports from it.
    """
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
