"""Exact solutions of games, and tables computed from them. One folder a game, each with a `solves`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from cinq.core.game import Value


def solves(package: str, players: int, options: Value) -> bool:
    """Whether the game of this package (`cinq.games.dix_mille`) is solved for these players and options."""
    folder = f"cinq.solvers.{package.rpartition('.')[2]}"
    return find_spec(folder) is not None and bool(import_module(folder).solves(players, options))
