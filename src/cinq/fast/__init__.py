"""Compiled batch engines: the games at the speed of C, proven equal to their rules. See README.md.

>>> from cinq.fast import load
>>> load("dix-mille").playouts(games=1_000, players=2, seed=1).moves > 1_000_000
True
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cinq.extras import needs
from cinq.games import GAMES

if TYPE_CHECKING:
    from cinq.fast.engine import Engine


def _has_kernel(name: str) -> bool:
    return (Path(__file__).parent / name.replace("-", "_") / "bridge.py").is_file()


KERNELS = tuple(sorted(filter(_has_kernel, GAMES)))
"""The games that have a kernel: a folder here, named as the game's own folder."""


def load(name: str) -> Engine:
    """The engine of a game. Its first use after an install compiles it, and says so."""
    with needs("bots"):
        from cinq.fast.engine import Engine
        from cinq.fast.kernel import load_kernel

    if name not in KERNELS:
        raise ValueError(f"no compiled game is called {name!r}; there are {', '.join(KERNELS)}")
    return Engine(load_kernel(name))
