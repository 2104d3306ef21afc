"""Compiled batch engines: the five games at the speed of C, proven equal to their rules. See README.md.

>>> from cinq.fast import load
>>> load("dix-mille").playouts(games=1_000, players=2, seed=1).moves > 1_000_000
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cinq.fast.engine import Engine

KERNELS = {
    "dix-mille": "cinq.fast.dix_mille",
    "doigt-oeil": "cinq.fast.doigt_oeil",
    "five-millimetres": "cinq.fast.five_millimetres",
    "five-or-less": "cinq.fast.five_or_less",
    "got-five": "cinq.fast.got_five",
}
"""The kernel of each game."""


def load(name: str) -> Engine:
    """The engine of a game. The first use after an install compiles it, and says so."""
    from cinq.fast.engine import Engine

    if name not in KERNELS:
        raise ValueError(f"no compiled game is called {name!r}; there are {', '.join(KERNELS)}")
    return Engine(import_module(KERNELS[name]))
