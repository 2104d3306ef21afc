"""One process of several compiles; the others wait and find its code on disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # not a POSIX system: several processes may compile the same
    fcntl = None  # type: ignore[assignment]


@contextmanager
def one_process(lock: Path) -> Iterator[None]:
    """Holds the lock file; waits while another process holds it. Not reentrant."""
    with lock.open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)  # until the file is closed
        yield
