"""Exact solutions of games, and tables computed from them.

One folder a game, named as the game's own, each with a `solves` and a `solve.main`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from cinq.core.game import Value
from cinq.games import folder, games_with

SOLVED = games_with(Path(__file__).parent, "*/solve.py")
"""The games that have a solver."""


class Solve(Protocol):
    """Solves a game up to a target and prints the result; returns the exit code of a command."""

    def __call__(self, target: int, as_json: bool, policy: str | None) -> int: ...


def load_solver(game: str) -> Solve:
    """The solver of a game of `SOLVED`."""
    return cast(Solve, import_module(f"{__name__}.{folder(game)}.solve").main)


def solves(package: str, players: int, options: Value) -> bool:
    """Whether the game of this package (`cinq.games.dix_mille`) is solved for these players and options."""
    solver = f"{__name__}.{package.rpartition('.')[2]}"
    return find_spec(solver) is not None and bool(import_module(solver).solves(players, options))
