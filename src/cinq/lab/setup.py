"""From the words of a command to a game with options, with one clear sentence for what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from cinq.core.game import AnyGame, Value
from cinq.games import take_down

T = TypeVar("T", bound=msgspec.Struct)


class BadSetup(Exception):
    """No such game, a wrong number of players, or a bad option."""


def set_up(name: str, players: int, words: Sequence[str]) -> tuple[AnyGame, Value]:
    """The game and its options; `words` are `name=value` each."""
    try:
        game = take_down(name)
        options = filled(game.Options, words, f"{game.NAME} has no option")
        game.start(players, options)
    except ValueError as error:
        raise BadSetup(str(error)) from None
    return game, options


def filled(kind: type[T], words: Sequence[str], unknown: str) -> T:
    """A struct with the fields that `name=value` words say; `unknown` begins the sentence about any other."""
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
    """`target=5000` → ("target", 5000); a value that is no JSON is a word."""
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise BadSetup(f"write NAME=VALUE, not {word!r}")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
