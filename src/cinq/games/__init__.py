"""The shelf: the five games by name, each imported only when it is taken down."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from cinq.core.game import AnyGame

SHELF = {
    "dix-mille": "cinq.games.dix_mille",
    "got-five": "cinq.games.got_five",
    "five-millimetres": "cinq.games.five_millimetres",
    "doigt-oeil": "cinq.games.doigt_oeil",
    "five-or-less": "cinq.games.five_or_less",
}


def package(name: str) -> str:
    """The Python package of a game: also where its texts are."""
    try:
        return SHELF[name]
    except KeyError:
        raise ValueError(f"no game is called {name!r}; there are {', '.join(SHELF)}") from None


def take_down(name: str) -> AnyGame:
    """The game of that name, ready to play."""
    return cast(AnyGame, import_module(package(name)))
