"""Compiled batch engines: the games at the speed of C, proven equal to their rules. See README.md.

>>> from cinq.fast import load
>>> load("dix-mille").playouts(games=1_000, players=2, seed=1).moves > 1_000_000
True
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cinq.extras import needs
from cinq.games import games_with

if TYPE_CHECKING:
    from cinq.fast.engine import Engine


KERNELS = tuple(sorted(games_with(Path(__file__).parent, "*/bridge.py")))
"""The games that have a kernel: a folder here, named as the game's own folder."""
ROLLOUTS = games_with(Path(__file__).parent, "*/rollout.py")
"""The games whose positions a bot's search plays out compiled."""


def load(name: str) -> Engine:
    """The engine of a game. Its first use after an install compiles it, and says so."""
    with needs("bots"):
        from cinq.fast.engine import Engine
        from cinq.fast.kernel import load_kernel

    if name not in KERNELS:
        raise ValueError(f"no compiled game is called {name!r}; there are {', '.join(KERNELS)}")
    return Engine(load_kernel(name))
