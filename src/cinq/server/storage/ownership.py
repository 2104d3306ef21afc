"""Who may write a table: the part of the store's interface that several servers need.

A table has one owner at a time, and only its owner appends to its journal. `SoleOwner` is the
answer of a store that one process uses alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from cinq.core.game import Value


class OwnedElsewhere(Exception):
    """Another server owns this table."""

    def __init__(self, table: str, owner: str) -> None:
        super().__init__(f"table {table} is owned by {owner}")
        self.table = table
        self.owner = owner


class Member(Value, frozen=True):
    """A server that lives."""

    id: str
    owns: bool
    """Whether it may own tables; one that runs no bots may not."""
    physics: bool
    """Whether it may own tables whose game needs physics."""


class Ownership(Protocol):
    """What a store knows about the owners of tables."""

    lost: Callable[[], None]
    """Called when every table of this server must be dropped, since others may own them now."""

    @property
    def worker(self) -> str:
        """The id of this server now; empty while it has none and may own nothing."""

    def may_own(self, game: str) -> bool:
        """Whether this server may own tables of a game."""

    async def members(self) -> Sequence[Member]:
        """The servers that live."""

    async def own(self, table: str, new: bool = False) -> None:
        """Become the owner of a table that has a journal, or of a new one. Raises OwnedElsewhere.

        A table without a journal is not owned by anybody: reading it gives no rows.
        """

    def disown(self, table: str) -> None:
        """Let others own a table; returns at once."""

    async def disown_all(self) -> None:
        """Let others own every table: this server stops."""

    def in_force(self) -> bool:
        """Whether no other server can have taken a table of this one meanwhile."""

    async def time(self) -> float:
        """Seconds since 1970 by a clock that all servers of this store share."""


class SoleOwner:
    """The ownership of a store that no other process writes."""

    worker = "only"
    lost: Callable[[], None] = staticmethod(lambda: None)

    def may_own(self, game: str) -> bool:
        """Every one."""
        return True

    async def members(self) -> Sequence[Member]:
        """This server."""
        return [Member(self.worker, True, True)]

    async def own(self, table: str, new: bool = False) -> None:
        """Nothing to do: every table is this server's."""

    def disown(self, table: str) -> None:
        """Nothing to do."""

    async def disown_all(self) -> None:
        """Nothing to do."""

    def in_force(self) -> bool:
        """True: there is no lease that could expire."""
        return True

    async def time(self) -> float:
        """This computer's clock."""
        return time.time()
