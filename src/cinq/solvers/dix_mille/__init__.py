"""The exact solution of two-player Dix Mille, stored as a compact policy."""

from __future__ import annotations

from msgspec.structs import replace

from cinq.core.game import Value
from cinq.games.dix_mille.rules import Options


def solves(players: int, options: Value) -> bool:
    """Whether the stored policy is of this game: two players, the default options.

    Topinambour changes no chance: a die counts by its opposite face, and all faces are equally likely.
    """
    assert isinstance(options, Options)
    return players == 2 and replace(options, topinambour=True) == Options()
