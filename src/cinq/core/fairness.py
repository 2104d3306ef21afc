"""Verifiable dealing: every dealer's line is derived from a secret whose hash was published before.

Before the first card the table publishes `commitment(secret)`. Each seat may add a
nonce. The draws of the dealer's line number n are then SHA-256 blocks:

    key   = SHA-256("cinq" 0x00 secret 0x00 nonce of seat 0 0x00 … 0x00 n as decimal)
    draw  = first 53 bits of SHA-256(key ‖ i as 8 bytes, big-endian) / 2**53,  i = 0, 1, 2, …

and the line is what the game's `chance(state).sample` makes of these draws. When the
game is over the secret is published and anyone can check every line (`verify.py`). Owns
the derivation; the server takes the secret from the operating system.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest


def commitment(secret: bytes) -> str:
    """The hash of the secret, which the table publishes before the first line."""
    return sha256(secret).hexdigest()


def matches_commitment(secret: bytes, promised: str) -> bool:
    """Whether this is the secret whose hash was published."""
    return compare_digest(commitment(secret), promised)


class Draws:
    """The random numbers of one line, each in [0, 1); satisfies `Random`."""

    __slots__ = ("_count", "_key")

    def __init__(self, secret: bytes, nonces: Sequence[str], line: int) -> None:
        rest = "\0".join((*nonces, str(line)))
        self._key = sha256(b"cinq\0%b\0%b" % (secret, rest.encode())).digest()
        self._count = 0

    def random(self) -> float:
        block = sha256(self._key + self._count.to_bytes(8, "big")).digest()
        self._count += 1
        return (int.from_bytes(block[:7], "big") >> 3) / 9007199254740992.0
