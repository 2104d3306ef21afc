"""Sets of bits in compiled code: how many there are, which is the lowest, which is the n-th."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.fast.compiled import inlined

_PAIRS: Final = np.uint64(0x5555555555555555)
_FOURS: Final = np.uint64(0x3333333333333333)
_BYTES: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
_ONES: Final = np.uint64(0x0101010101010101)
_1: Final = np.uint64(1)
_2: Final = np.uint64(2)
_4: Final = np.uint64(4)
_56: Final = np.uint64(56)


@inlined
def count(bits: int) -> int:
    """How many bits are set; the compiler knows this pattern and makes it one instruction."""
    x = np.uint64(bits)
    x = x - ((x >> _1) & _PAIRS)
    x = (x & _FOURS) + ((x >> _2) & _FOURS)
    x = (x + (x >> _4)) & _BYTES
    return np.int64((x * _ONES) >> _56)  # type: ignore[return-value]


@inlined
def lowest(bits: int) -> int:
    """The place of the lowest bit of a set that is not empty and has no bit 63."""
    return count((bits & -bits) - 1)


@inlined
def nth(bits: int, n: int) -> int:
    """The place of the n-th bit, from 0, of a set that has that many."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
