"""The hash chain of a journal: a row's link is a digest of the link before it and the row's body.

A changed, missing, exchanged or foreign row does not fit its link. The chain shows damage and edits
by hand; it has no key, so whoever can write the database can also compute new links.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from cinq.server.storage.interface import Damaged

SIZE = 16
"""Bytes of a link: the first half of a SHA-256 digest."""


def first_link(table: str) -> bytes:
    """The link that the first row of a table's journal follows."""
    return sha256(table.encode()).digest()[:SIZE]


def next_link(link: bytes, body: bytes) -> bytes:
    """The link of the row with this body, after the row with that link."""
    return sha256(link + body).digest()[:SIZE]


def checked(table: str, rows: Iterable[tuple[int, bytes, bytes]], tail: int) -> list[bytes]:
    """The bodies of a journal's rows (number, body, link), of which `tail` or more must be there.

    Raises Damaged.
    """
    bodies: list[bytes] = []
    link = first_link(table)
    for expected, (seq, body, stored) in enumerate(rows, start=1):
        if seq != expected:
            raise Damaged(table, expected, "missing")
        link = next_link(link, body)
        if link != stored:
            raise Damaged(table, seq, "not what was written")
        bodies.append(bytes(body))
    if len(bodies) < tail:
        raise Damaged(table, len(bodies) + 1, "missing")
    return bodies
