"""A first use compiles, once after an install or an edit, and says so; of several processes one compiles."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from time import perf_counter
from typing import ParamSpec, TypeVar

from cinq.fast.compiled import cache_folder
from cinq.fast.process_lock import one_process
from cinq.games import folder, load_game

P = ParamSpec("P")
R = TypeVar("R")


def is_compiled(game: str, use: str) -> bool:
    """Whether the code for this use of a game is on disk."""
    return marker_of(game, use).exists()


def marker_of(game: str, use: str) -> Path:
    """The file that says that this code is on disk."""
    return cache_folder(f"cinq.fast.{folder(game)}") / use.replace(" ", "-")


@contextmanager
def first_use(game: str, use: str) -> Iterator[None]:
    """The body compiles what this use of a game needs, unless its code is on disk. Not reentrant."""
    marker = marker_of(game, use)
    with nullcontext() if marker.exists() else one_process(marker.parent / "lock"):
        if marker.exists():
            yield
            return
        began = perf_counter()
        message = f"cinq.fast: compiling {load_game(game).TITLE}, {use}, once …"
        print(message, end="", file=sys.stderr, flush=True)
        yield
        print(f" {perf_counter() - began:.0f} s", file=sys.stderr)
        marker.touch()


def compiles(game: str, use: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Marks a function whose first call compiles what this use of a game needs."""

    def marked(function: Callable[P, R]) -> Callable[P, R]:
        called = False

        @wraps(function)
        def calling(*args: P.args, **kwargs: P.kwargs) -> R:
            nonlocal called
            if called:
                return function(*args, **kwargs)
            with first_use(game, use):
                found = function(*args, **kwargs)
            called = True
            return found

        return calling

    return marked
