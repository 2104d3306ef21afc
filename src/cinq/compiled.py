"""A typed wrapper of numba's `njit`, with its cache on disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def compiled(parallel: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compiles a function over arrays at its first call; it releases the GIL.

    The fast-math flags allow fused sums and maxima without NaN, so that loops are vectorised.
    """
    flags = {"contract", "nnan", "nsz"}
    compiler: Callable[[Callable[P, R]], Callable[P, R]] = njit(
        parallel=parallel, cache=True, nogil=True, error_model="numpy", fastmath=flags
    )
    return compiler
