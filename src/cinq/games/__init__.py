"""The games by name. A game is a package in this folder, or one that `register` adds.

Names come from the folders (`five_or_less` is `five-or-less`), so nothing is imported
before a game is used. The environment variable `CINQ_GAMES` (packages, comma-separated)
registers games from elsewhere in this process and in every process it starts.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import cast

from cinq.core.game import AnyGame
from cinq.core.live import NO_FACTS, LiveFacts

VARIABLE = "CINQ_GAMES"
FIRST = ("dix-mille", "got-five", "five-millimetres")
"""These games are listed first, in this order; all others follow by name."""


def _name(package: str) -> str:
    return package.rpartition(".")[2].replace("_", "-")


def _place(name: str) -> tuple[int, str]:
    return FIRST.index(name) if name in FIRST else len(FIRST), name


def _discovered() -> dict[str, str]:
    packages = [f"{__name__}.{found.name}" for found in iter_modules(__path__) if found.ispkg]
    return {_name(package): package for package in sorted(packages, key=lambda p: _place(_name(p)))}


GAMES: dict[str, str] = _discovered()
"""Every game's package by the game's name: this folder's games, then registered ones."""


def register(package: str) -> str:
    """Add a game that lives elsewhere, and return its name. ValueError if the name is another game's."""
    name = _name(package)
    if GAMES.setdefault(name, package) != package:
        raise ValueError(f"{package} cannot be called {name!r}: that is {GAMES[name]}")
    return name


def package(name: str) -> str:
    """The Python package of a game: also where its texts are. ValueError if there is no such game."""
    try:
        return GAMES[name]
    except KeyError:
        raise ValueError(f"no game is called {name!r}; there are {', '.join(GAMES)}") from None


def folder(name: str) -> str:
    """The last part of a game's package, which its bots, board, kernel and recipes are called by too."""
    return package(name).rpartition(".")[2]


def games_with(root: Path, file: str) -> tuple[str, ...]:
    """The games for which there is a file below `root`; `*` in its name stands for the game's folder."""
    return tuple(name for name in GAMES if (root / file.replace("*", folder(name))).is_file())


def load_game(name: str) -> AnyGame:
    """Import the game of that name. ValueError if there is no such game, or its package says otherwise."""
    found = package(name)
    try:
        game = cast(AnyGame, import_module(found))
    except ModuleNotFoundError as error:
        if not found.startswith(error.name or found):
            raise
        raise ValueError(f"{VARIABLE} names {found!r}, but there is no such package") from None
    if name != game.NAME:
        raise ValueError(f"{found} calls itself {game.NAME!r}: its folder must be named like it")
    return game


def load_all() -> None:
    """Import every game: before a server starts, not when somebody first asks. ValueError as `load_game`."""
    for name in GAMES:
        load_game(name)


@cache
def live_facts(name: str) -> LiveFacts:
    """What the game's `live.py` declares; the defaults where it has none."""
    module = f"{package(name)}.live"
    if find_spec(module) is None:
        return NO_FACTS
    return cast(LiveFacts, import_module(module).LIVE)


for _further in filter(None, os.environ.get(VARIABLE, "").split(",")):
    register(_further)
