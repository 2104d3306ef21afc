"""The pool of connections, with failures under the store's own name."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, TypeVar

import asyncpg

from cinq.server.storage.interface import Unavailable

T = TypeVar("T")
LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.OperatorInterventionError,
    asyncpg.TransactionRollbackError,
)
"""Errors after which the outcome of a statement is unknown, and another attempt may succeed at once."""
CANNOT = (
    *LOST,
    asyncpg.InsufficientResourcesError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
)
"""Errors of a database that cannot do its work now: those, a full disk, one that cannot be written."""


def unavailable(error: BaseException) -> Unavailable:
    """Such an error under the store's name."""
    return Unavailable(f"PostgreSQL: {type(error).__name__}: {error}")


async def tried(work: Awaitable[T]) -> T:
    """The result of a statement. Raises Unavailable."""
    try:
        return await work
    except CANNOT as error:
        raise unavailable(error) from error


class Database:
    """A pool of connections; every statement raises Unavailable when the database cannot do its work."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def execute(self, sql: str, *arguments: object) -> None:
        """Run a statement."""
        await tried(self._pool.execute(sql, *arguments))

    async def fetch(self, sql: str, *arguments: object) -> list[Any]:
        """All rows."""
        return list(await tried(self._pool.fetch(sql, *arguments)))

    async def fetchrow(self, sql: str, *arguments: object) -> Any:
        """The first row, or None."""
        return await tried(self._pool.fetchrow(sql, *arguments))

    async def fetchval(self, sql: str, *arguments: object) -> Any:
        """The first value of the first row, or None."""
        return await tried(self._pool.fetchval(sql, *arguments))

    def terminate(self) -> None:
        """Disconnect at once."""
        self._pool.terminate()
