"""The log: JSON lines, a header and then `[seconds, actor, action]`.

The format of storage, replay, bug reports, golden tests and real tables. Owns reading,
writing and exact replay. Knows no game and no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias, Union

import msgspec

from cinq.core.game import Action, Actor, AnyGame, Value, step
from cinq.core.observe import Applied, Transition

FORMAT = 1
Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None


class Header(Value, frozen=True):
    """The first line of a log: what starts the game again."""

    game: str
    players: int
    options: dict[str, msgspec.Raw] = {}
    cinq: int = FORMAT
    notes: dict[str, msgspec.Raw] = {}
    """What the rules do not need: names, commitment, secret, nonces."""


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line: when (seconds since the start), who, what."""

    at: float
    actor: Actor
    action: Action


class RawLine(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A line whose action is not decoded yet: that takes its game's classes."""

    at: float
    actor: Actor
    action: msgspec.Raw


class BadLog(Exception):
    """A log that cannot be read or replayed; names the line (1 is the header)."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


@cache
def _decoder(classes: tuple[type[Action], ...]) -> msgspec.json.Decoder[Action]:
    return msgspec.json.Decoder(Union[classes])  # noqa: UP007  (made at run time)


def _decoded(raw: bytes | msgspec.Raw, classes: tuple[type[Action], ...]) -> Action:
    try:
        return _decoder(classes).decode(raw)
    except (UnicodeDecodeError, RecursionError) as error:  # msgspec's own are DecodeErrors
        raise msgspec.DecodeError(str(error)) from None


def decode_action(game: AnyGame, raw: bytes | msgspec.Raw) -> Action:
    """Any actor's action. Raises msgspec.DecodeError (ValidationError) if it is malformed."""
    return _decoded(raw, (*game.SEAT_ACTIONS, *game.DEALER_ACTIONS, *game.WORLD_ACTIONS))


def decode_seat_action(game: AnyGame, raw: bytes | msgspec.Raw) -> Action:
    """A seat's action. A dealer's or world's action raises DecodeError, as malformed input does."""
    return _decoded(raw, game.SEAT_ACTIONS)


def header_of(game: AnyGame, players: int, options: Value, **notes: Json) -> Header:
    """The header of a new game."""
    raw = msgspec.json.decode(msgspec.json.encode(options), type=dict[str, msgspec.Raw])
    packed = {name: msgspec.Raw(msgspec.json.encode(note)) for name, note in notes.items()}
    return Header(game=game.NAME, players=players, options=raw, notes=packed)


def write(header: Header, lines: Iterable[Line]) -> str:
    """The whole log as text."""
    rows = [msgspec.json.encode(header), *map(msgspec.json.encode, lines)]
    return b"\n".join(rows).decode() + "\n"


def read_header(text: str) -> Header:
    """The first line of a log."""
    try:
        return msgspec.json.decode(text.split("\n", 1)[0], type=Header)
    except msgspec.DecodeError as error:
        raise BadLog(1, f"no header: {error}") from None


def read_lines(game: AnyGame, text: str) -> Iterator[Line]:
    """The lines after the header; blank lines are skipped."""
    for number, row in enumerate(text.split("\n")[1:], start=2):
        if row.strip():
            yield _read_line(game, number, row)


def _read_line(game: AnyGame, number: int, row: str) -> Line:
    try:
        raw = msgspec.json.decode(row, type=RawLine)
        return Line(raw.at, raw.actor, decode_action(game, raw.action))
    except msgspec.DecodeError as error:
        raise BadLog(number, str(error)) from None


def options_of(game: AnyGame, header: Header) -> Value:
    """The options a log was played with."""
    return msgspec.json.decode(msgspec.json.encode(header.options), type=game.Options)


def start_of(game: AnyGame, header: Header) -> Value:
    """The state a log begins from."""
    try:
        return game.start(header.players, options_of(game, header))
    except (ValueError, msgspec.DecodeError) as error:
        raise BadLog(1, str(error)) from None


def states(game: AnyGame, header: Header, lines: Sequence[Line]) -> Iterator[Value]:
    """Exact replay: the state before the first line, then after each."""
    s = start_of(game, header)
    yield s
    for number, line in enumerate(lines, start=2):
        try:
            s = step(game, s, line.actor, line.action)
        except Exception as error:
            raise BadLog(number, f"{type(error).__name__}: {error}") from error
        yield s


def transitions(game: AnyGame, header: Header, lines: Sequence[Line]) -> Iterator[Transition]:
    """Exact replay: each line with the states around it. Raises BadLog where a line is not allowed."""
    for line, (before, after) in zip(lines, pairwise(states(game, header, lines)), strict=True):
        yield Applied(before, line.actor, line.action, after)


def replay(game: AnyGame, header: Header, lines: Sequence[Line]) -> Value:
    """The state a log ends in."""
    *_, last = states(game, header, lines)
    return last
