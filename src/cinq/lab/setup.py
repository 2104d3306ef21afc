"""From the words of a command to a game with options, with one clear sentence for what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cinq.core.game import AnyGame, Value
from cinq.games import take_down


class BadSetup(Exception):
    """No such game, a wrong number of players, or a bad option."""


def set_up(name: str, players: int, words: Sequence[str]) -> tuple[AnyGame, Value]:
    """The game and its options; `words` are `name=value` each."""
    try:
        game = take_down(name)
        options = msgspec.convert(_known(game, dict(map(_pair, words))), game.Options)
        game.start(players, options)
    except (ValueError, msgspec.ValidationError) as error:
        raise BadSetup(str(error)) from None
    return game, options


def _known(game: AnyGame, given: dict[str, object]) -> dict[str, object]:
    known = [field.encode_name for field in msgspec.structs.fields(game.Options)]
    for name in given:
        if name not in known:
            raise BadSetup(f"{game.NAME} has no option {name!r}; there are {', '.join(known)}")
    return given


def _pair(word: str) -> tuple[str, object]:
    """`target=5000` → ("target", 5000); a value that is no JSON is a word."""
    name, equals, value = word.partition("=")
    if not (name and equals):
        raise BadSetup(f"an option is NAME=VALUE, not {word!r}")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value
