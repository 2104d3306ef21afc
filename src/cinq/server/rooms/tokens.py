"""Random names: the token that owns a chair, and a table's id. From the operating system's generator."""

from __future__ import annotations

import secrets
from hashlib import sha256

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for one another when read aloud."""


def new_token() -> str:
    """A chair's token: 128 random bits; whoever has it owns the chair."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    """The hash under which a token is stored."""
    return sha256(token.encode()).hexdigest()


def new_table_id() -> str:
    """A table's id: sixty random bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(12))
