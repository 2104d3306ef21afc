"""The games as a form needs them: players, and each option with its kind, default and good values."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args

import msgspec
from msgspec import inspect

from cinq.core.game import AnyGame
from cinq.games import SHELF, take_down
from cinq.server import wire
from cinq.table.events import Level

LEVELS: tuple[Level, ...] = get_args(Level)
OFFERED: dict[str, dict[str, tuple[Any, ...]]] = {
    "dix-mille": {"target": (2_000, 5_000, 10_000), "minimum": (200, 300, 500)},
    "five-or-less": {"end": ({"points": 50}, {"points": 100}, {"rounds": 3}, {"rounds": 5})},
    "doigt-oeil": {"hand": (8, 9, 10), "sets": (1, 2)},
}
"""Good values to offer where an option is more than a switch or a short list."""


def games() -> list[wire.GameInfo]:
    """Every game on the shelf."""
    return [game_info(name) for name in SHELF]


@cache
def game_info(name: str) -> wire.GameInfo:
    """One game."""
    game = take_down(name)
    options = tuple(_option(game, field) for field in _fields(game))
    return wire.GameInfo(name, game.TITLE, (game.PLAYERS[0], game.PLAYERS[-1]), options, LEVELS)


def _fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(game.Options)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _option(game: AnyGame, field: inspect.Field) -> wire.OptionInfo:
    default = msgspec.to_builtins(getattr(game.Options(), field.name))
    kind, choices = _kind(game, field)
    offered = OFFERED.get(game.NAME, {}).get(field.encode_name, choices)
    allowed = tuple(value for value in offered if _allowed(game, field.encode_name, value))
    return wire.OptionInfo(field.encode_name, kind, default, allowed)


Kind = Literal["switch", "number", "choice", "seat", "other"]


def _kind(game: AnyGame, field: inspect.Field) -> tuple[Kind, tuple[Any, ...]]:
    match field.type:
        case inspect.BoolType():
            return "switch", (True, False)
        case inspect.LiteralType(values):
            return "choice", tuple(values)
        case inspect.EnumType(cls):
            return "choice", tuple(member.value for member in cls)
        case inspect.IntType():
            return "number", ()
        case inspect.UnionType(types) if any(isinstance(t, inspect.NoneType) for t in types):
            return "seat", (None, *range(game.PLAYERS[-1]))
    return "other", ()


def _allowed(game: AnyGame, name: str, value: Any) -> bool:
    try:
        msgspec.convert({name: value}, game.Options)
    except (ValueError, msgspec.ValidationError):
        return False
    return True
