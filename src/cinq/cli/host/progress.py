"""Progress bars of commands, on terminals only. Not a command: `run` functions import it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tqdm import tqdm


@contextmanager
def page_bar() -> Iterator[Callable[[int, int], None]]:
    """A bar of the pages of a file that were copied."""
    with tqdm(disable=None, unit="page", leave=False) as bar:

        def show(copied: int, total: int) -> None:
            bar.total = total
            bar.update(copied - bar.n)

        yield show
