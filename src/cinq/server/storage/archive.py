"""Makes a game's log (the format of `core/log.py`, with notes) from a table's journal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.core.log import Header, Json, Line, header_of, write
from cinq.core.observe import observe
from cinq.server.storage.interface import Damaged
from cinq.table import events
from cinq.table.match import Step, line_steps, log_line
from cinq.table.table import Table


class Record:
    """One game of a table, collected from its journal."""

    __slots__ = (
        "began",
        "chain",
        "game",
        "levels",
        "lines",
        "margins",
        "names",
        "nonces",
        "options",
        "players",
        "secret",
        "steps",
    )

    def __init__(self, t: Table, began: float) -> None:
        assert t.match is not None
        self.game: AnyGame = t.game
        self.options: Value = t.options
        self.players = t.match.players
        self.names = t.match.names
        self.levels: list[Json] = [chair.level for chair in t.chairs]
        """The bots' levels by seat; None for a person."""
        self.nonces = t.match.nonces
        self.secret = t.secret
        self.began = began
        self.chain = t.match.chain
        self.lines: list[Line] = []
        self.steps: list[Step] = []
        self.margins: dict[int, float] = {}

    def add(self, step: Step) -> None:
        """Append a line."""
        assert isinstance(step.event, events.Played) and step.action is not None
        self.lines.append(log_line(self.began, step.at, step.event.actor, step.action))
        self.steps.append(step)
        if step.event.margin is not None:
            self.margins[len(self.lines) + 1] = step.event.margin

    def take_back(self) -> None:
        """Remove the last line: it was undone."""
        self.margins.pop(len(self.lines) + 1, None)
        self.lines.pop()
        self.steps.pop()

    def header(self, commitment: str) -> Header:
        """The log's header, with what verifies dealing and lines, and the margins of races by line number."""
        margins: dict[str, Json] = {str(number): margin for number, margin in self.margins.items()}
        return header_of(
            self.game,
            self.players,
            self.options,
            commitment=commitment,
            secret=self.secret,
            nonces=list(self.nonces),
            names=list(self.names),
            levels=self.levels,
            margins=margins,
            chain=self.chain.value.hex(),
        )

    def log(self, commitment: str) -> bytes:
        """The whole log."""
        return write(self.header(commitment), self.lines).encode()


def fold(table: Table, rows: Iterable[bytes]) -> Iterator[Step]:
    """Replay a journal on an empty table, row by row. Raises Damaged."""
    for number, raw in enumerate(rows, start=1):
        try:
            yield table.replay(raw)
        except Exception as error:
            raise Damaged(table.id, number, f"{type(error).__name__}: {error}") from error


def folded(ident: str, rows: Iterable[bytes]) -> Table:
    """The table that a journal leads to. Raises Damaged."""
    table = Table(ident)
    deque(fold(table, rows), maxlen=0)
    return table


def last_record(ident: str, rows: Iterable[bytes]) -> tuple[Table, Record | None]:
    """The table, and its present or last game. Raises Damaged."""
    table, record = Table(ident), None
    for record in records(table, rows):  # noqa: B007  (the last one is returned)
        pass
    return table, record


def finished_record(ident: str, number: int, rows: Iterable[bytes]) -> tuple[Table, Record] | None:
    """The game of round `number`, and the table as its last line left it; None if it has not ended.

    Rows after that line are not read: it does not matter what has happened since. Raises Damaged.
    """
    table = Table(ident)
    for record in records(table, rows):
        if record is not None and table.round == number and table.phase == "over":
            return table, record
    return None


def records(table: Table, rows: Iterable[bytes]) -> Iterator[Record | None]:
    """Fold a journal; yields the present or last game after each row. Raises Damaged."""
    record = None
    for step in fold(table, rows):
        if isinstance(step.event, events.Started):
            record = Record(table, step.at)
        elif record is not None and isinstance(step.event, events.Played):
            record.add(step)
        elif record is not None and isinstance(step.event, events.TookBack):
            record.take_back()
        yield record


class Steps(Protocol):
    """A game and some of its steps."""

    game: AnyGame
    steps: list[Step]


def watched(record: Steps, seat: int) -> list[tuple[Actor, Value | Action, Value]]:
    """All lines as one seat read them, with its view after each: what a bot is fed."""
    seen = observe(record.game, seat, line_steps(record.steps), story=False)
    return [(one.line.actor, one.shown, one.view) for one in seen]
