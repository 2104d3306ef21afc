"""Compares what one viewer was shown while a game was played with the log published afterwards.

Every message with lines carries the chain of all lines so far, so a recorded part is found in the
log by its chain; its lines must then be what `observe.py` makes of the log for that viewer.
Knows no game, no message and no disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cinq.core.game import Action, Actor, Seat, Value
from cinq.core.log import read_header, read_lines, transitions
from cinq.core.observe import observe
from cinq.core.verify import LoadGame, chains, place_of, promise_of


class ShownLine(Value, frozen=True):
    """A line as the viewer read it."""

    actor: Actor
    action: Any


class Part(Value, frozen=True):
    """Consecutive lines, and the chain that came with them: that after the last one."""

    chain: str
    lines: tuple[ShownLine, ...]


class Recording(Value, frozen=True):
    """What a viewer (None: a spectator) was shown of one game."""

    viewer: Seat | None
    commitment: str
    """As shown before the game began; empty if the viewer came later."""
    parts: tuple[Part, ...]

    @property
    def chain(self) -> str:
        """The last chain that was shown."""
        return self.parts[-1].chain if self.parts else ""


def compare(text: str, load_game: LoadGame, recording: Recording) -> tuple[int, list[str]]:
    """The number of lines that could be compared, and every problem. Raises BadLog, ValueError."""
    header = read_header(text)
    game = load_game(header.game)
    lines = list(read_lines(game, text))
    values = chains(header, promise_of(header), lines)
    seen = [*observe(game, recording.viewer, transitions(game, header, lines), story=False)]
    expected = [ShownLine(one.line.actor, _plain(one.shown)) for one in seen]
    compared, problems = set[int](), list[str]()
    for part in recording.parts:
        end = place_of(part.chain, values)
        if end is None:
            problems.append(f"chain {part.chain} was shown and is of no line of this log")
            continue
        first = end - len(part.lines)
        problems += _differences(expected, part.lines, first)
        compared.update(range(first, end))
    return len(compared), problems


def _plain(shown: Value | Action) -> Any:
    return msgspec.json.decode(msgspec.json.encode(shown))


def _differences(expected: Sequence[ShownLine], shown: Sequence[ShownLine], first: int) -> list[str]:
    return [
        f"line {at + 2}: shown was {line}, the log says {expected[at]}"
        for at, line in enumerate(shown, start=first)
        if at < 0 or expected[at] != line
    ]
