"""Where a game stands: a frozen value that copies of an OpenSpiel state share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pyspiel

from cinq.adapters.openspiel.encoding import Codes
from cinq.core.game import Action, Actor, Seat, Value

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class Line(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The last line of a game, with the table around it and all lines before it; no action for a wait."""

    previous: Line | None
    before: Value
    actor: Actor
    action: Action | None
    after: Value


class Position(msgspec.Struct, frozen=True, eq=False, gc=False):
    """All that a game's future depends on. Frozen: copies of an OpenSpiel state share it.

    `gc=False` keeps it from the collector, as `core.game.Value`: it holds no cycles.
    """

    table: Value
    last: Line | None
    player: int
    """Who is asked: a seat, CHANCE, or TERMINAL where the game has ended or was cut short."""
    may_wait: bool = False
    """Whether the asked seat need not act."""
    waited: tuple[Seat, ...] = ()
    draft: Codes = ()
    """The pieces of the line that is being drawn, or of the action that is being chosen."""
    pieces: int = 0
    """How many pieces the line that is being drawn has."""
    moves: int = 0
    """Decisions so far."""
    draws: int = 0
    """Codes of chance so far."""

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        """Pickles the lines as a list: as they are linked, they would exceed the depth of recursion."""
        rows = [(line.before, line.actor, line.action, line.after) for line in self.lines()]
        table, _, *rest = msgspec.structs.astuple(self)
        return _restored, (table, rows, *rest)

    def lines(self) -> list[Line]:
        """All lines and waits so far."""
        found, line = [], self.last
        while line is not None:
            found.append(line)
            line = line.previous
        return found[::-1]


def _restored(table: Value, rows: list[tuple[Any, Any, Any, Any]], *rest: Any) -> Position:
    last: Line | None = None
    for row in rows:
        last = Line(last, *row)
    return Position(table, last, *rest)
