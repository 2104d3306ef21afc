"""The games as a form needs them: players, and each option with its kind, default and choices."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args

import msgspec
from msgspec import inspect

from cinq.core.game import AnyGame
from cinq.games import GAMES, live_facts, load_game
from cinq.server import wire
from cinq.table.events import Level

LEVELS: tuple[Level, ...] = get_args(Level)


def games() -> list[wire.GameInfo]:
    """Every game."""
    return [game_info(name) for name in GAMES]


@cache
def game_info(name: str) -> wire.GameInfo:
    """One game."""
    game = load_game(name)
    options = tuple(_option(game, field) for field in _fields(game))
    players, live = (game.PLAYERS[0], game.PLAYERS[-1]), live_facts(name)
    return wire.GameInfo(name, game.TITLE, players, options, LEVELS, live.minutes, live.seats or players[0])


def _fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(game.Options)
    assert isinstance(info, inspect.StructType)
    return info.fields


def _option(game: AnyGame, field: inspect.Field) -> wire.OptionInfo:
    default = msgspec.to_builtins(getattr(game.Options(), field.name))
    kind, choices = _kind(game, field)
    offered = live_facts(game.NAME).option_choices.get(field.encode_name, choices)
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
