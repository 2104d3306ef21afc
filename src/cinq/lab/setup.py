"""Parses the `name=value` arguments of commands into a game and its options.

Errors are one sentence, for the command line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from cinq.core.game import AnyGame, Value
from cinq.games import load_game

T = TypeVar("T", bound=msgspec.Struct)


class BadSetup(Exception):
    """No such game, a wrong number of players, or a bad option."""


def set_up(name: str, players: int, words: Sequence[str]) -> tuple[AnyGame, Value]:
    """The game of this name and its options from `name=value` words; raises `BadSetup`."""
    try:
        game = load_game(name)
        options = filled(game.Options, words, f"{game.NAME} has no option")
        game.start(players, options)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return game, options


def filled(kind: type[T], words: Sequence[str], unknown: str) -> T:
    """A struct filled from `name=value` words; the error about an unknown name begins with `unknown`."""
    given = dict(map(_pair, words))
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for name in given:
        if name not in known:
            raise BadSetup(f"{unknown} {name!r}; there are {', '.join(known)}")
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise BadSetup(str(error)) from None


def _pair(word: str) -> tuple[str, object]:
    """`target=5000` → ("target", 5000); a value that is not JSON is a string."""
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise BadSetup(f"write NAME=VALUE, not {word!r}")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
