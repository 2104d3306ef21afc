"""A chair of a table, and who sits on it."""

from __future__ import annotations

from typing import Literal

from cinq.core.game import Value
from cinq.table.events import Level


class Chair(Value, frozen=True):
    """A place at the table."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    token: str = ""
    """SHA-256 of a person's token."""
    level: Level | None = None
    ready: bool = False
    generation: int = 0
    """The number of the event that gave the chair to its present owner; 0 while it is open."""


OPEN = Chair()
