"""Verifiable dealing: the dealer's lines follow from a secret whose hash was published before, and all
lines are chained while they are played.

Before the first card the table publishes `commitment(secret)`. Each seat that has seen it may
add a nonce. The draws of the dealer's line number n are then SHA-256 blocks:

    key   = SHA-256("cinq" 0x00 secret 0x00 nonce of seat 0 0x00 … 0x00 n as decimal)
    draw  = first 53 bits of SHA-256(key ‖ i as 8 bytes, big-endian) / 2**53,  i = 0, 1, 2, …

and the line is what the game's `chance(state).sample` makes of these draws.

With every line the table publishes the chain over all lines so far, hidden ones too:

    key     = SHA-256("cinq chain" 0x00 secret)
    chain 1 = SHA-256(key ‖ 32 zero bytes ‖ opening)      the opening: `opening_of`
    chain n = SHA-256(key ‖ chain n-1 ‖ row n)            the row: line n as it is in the log

Viewers get its first half (`shown_chain`), the log its whole last value.
The key is unknown during the game, so a chain says nothing about a hidden line; it is known
afterwards, so no line of the log can be changed once its chain was seen. When the game is over
the secret is published and anyone can check every line (`verify.py`). Owns the derivation; the
server takes the secret from the operating system.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest

import msgspec

RACE_UNITS = 10_000
"""A margin of a race is chained in tenths of a millisecond."""
SHOWN = 32
"""Hex digits of a chain that viewers get: 128 bits."""
_encode = msgspec.json.Encoder().encode


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


class Chain:
    """The running hash over the lines of one game."""

    __slots__ = ("_before", "_key", "value")

    def __init__(self, secret: bytes, opening: bytes) -> None:
        self._key = sha256(b"cinq chain\0" + secret).digest()
        self._before = bytes(32)
        self.value = sha256(self._key + self._before + opening).digest()

    def extend(self, line: object, margin: float | None = None) -> None:
        """Add a line of the log, with the margin of a race."""
        row = _encode(line)
        if margin is not None:
            row += b"\n%d" % round(margin * RACE_UNITS)
        self._before = self.value
        self.value = sha256(self._key + self._before + row).digest()

    def take_back(self) -> None:
        """Remove the last line. Only once after an `extend`."""
        self.value = self._before


def shown_chain(value: bytes) -> str:
    """What viewers get of a chain."""
    return value.hex()[:SHOWN]


def opening_of(
    game: str,
    players: int,
    options: object,
    names: Sequence[str],
    levels: Sequence[str | None],
    nonces: Sequence[str],
    promised: str,
) -> bytes:
    """What is known of a game when it begins, as the bytes that are chained first."""
    return _encode((game, players, options, names, levels, nonces, promised))
