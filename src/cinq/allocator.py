"""How the C library's allocator gives freed memory back, in processes that run for weeks.

glibc keeps an arena for each thread, and takes the largest block that was freed for the size below which
blocks are cut from an arena: one long replay, and large blocks lie among small ones from then on, where
what is freed stays resident. With fixed settings a large block is mapped by itself and gone when freed.
Knows no process of ours; does nothing where the C library is another one.
"""

from __future__ import annotations

import ctypes
from typing import Final

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8
"""The numbers of these parameters in <malloc.h>."""
SETTINGS: Final = {ARENA_MAX: 1, MMAP_THRESHOLD: 128 * 1024, TRIM_THRESHOLD: 128 * 1024}


def give_memory_back() -> None:
    """Let large blocks return to the system when they are freed; before the process has other threads."""
    if mallopt := getattr(ctypes.CDLL(None), "mallopt", None):
        for parameter, value in SETTINGS.items():
            mallopt(parameter, value)


def trim() -> None:
    """Give whole free pages back to the system; takes about a millisecond for each ten megabytes."""
    if malloc_trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        malloc_trim(0)
