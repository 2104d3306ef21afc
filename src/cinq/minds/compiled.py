"""Plain loops over arrays, compiled: numba's njit with a type, its code kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(parallel: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Contracted sums and plain maxima keep the loops in vectors."""
    plain = {"contract", "nnan", "nsz"}
    compiler: Callable[[Callable[P, R]], Callable[P, R]] = njit(
        parallel=parallel, cache=True, nogil=True, error_model="numpy", fastmath=plain
    )
    return compiler
