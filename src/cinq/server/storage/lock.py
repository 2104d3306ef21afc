"""The lock on a database: one server at a time.

The kernel drops the lock when its process ends, however it ends; worker processes do not inherit it.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Hold the lock file beside a database. Raises OSError if another server holds it."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with database.with_name(f"{database.name}.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(f"another server uses {database}") from None
        yield
