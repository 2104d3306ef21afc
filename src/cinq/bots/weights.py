"""The weights of networks that bots use: files beside the bots, made by `cinq train`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np


@cache
def learned(package: str, players: int) -> tuple[Any, ...] | None:
    """The weights of a game's network for this number of players; None if none has learned for it."""
    file = files(package).joinpath(f"network-{players}.npz")
    if not file.is_file():
        return None
    with file.open("rb") as opened, np.load(opened) as kept:
        return kept["first"], kept["bias"], kept["second"], kept["last"]
