"""Random numbers for compiled games: splitmix64, whose state is the first word of a game's row.

A game draws from its own row only, so what it draws depends on its seed and its moves, not on the batch it is
in nor on the number of threads.
"""

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import Final

import numpy as np

from cinq.fast.compiled import Ints, inlined

RNG: Final = 0
"""The word of a row that holds the generator's state."""
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX2: Final = np.uint64(0x94D049BB133111EB)
_27: Final = np.uint64(27)
_30: Final = np.uint64(30)
_31: Final = np.uint64(31)
_32: Final = np.uint64(32)


@inlined
def fresh(s: Ints) -> int:
    """32 random bits."""
    z = np.uint64(s[RNG]) + _STEP
    s[RNG] = np.int64(z)  # type: ignore[assignment]
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return np.int64((z ^ (z >> _31)) >> _32)  # type: ignore[return-value]


@inlined
def below(s: Ints, count: int) -> int:
    """A number from 0 to count - 1, for counts below 2**31; none is likelier by more than count / 2**32."""
    return (fresh(s) * count) >> 32


@inlined
def product(a: int, b: int) -> int:
    """The low 64 bits of a product; a plain `*` that overflows is undefined in compiled code."""
    return np.int64(np.uint64(a) * np.uint64(b))  # type: ignore[return-value]


@inlined
def normal(s: Ints) -> float:
    """A number of the standard normal distribution (Box and Muller), up to 6.8 deviations."""
    return sqrt(-2 * log((fresh(s) + 0.5) / 2**32)) * cos(2 * pi * fresh(s) / 2**32)


@inlined
def seeded(seed: int, game: int) -> int:
    """The first state of a game's generator: every pair of seed and game number has a stream of its own."""
    z = np.uint64(seed) * _MIX2 + np.uint64(game)
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    z = (z ^ (z >> _31)) + np.uint64(seed)
    z = (z ^ (z >> _30)) * _MIX1
    return np.int64(z ^ (z >> _27))  # type: ignore[return-value]
