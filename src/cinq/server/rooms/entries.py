"""A table and a finished game as the lists show them."""

from __future__ import annotations

from cinq.server import wire
from cinq.server.rooms.room import Room
from cinq.server.storage.archive import Record
from cinq.server.storage.interface import GameEntry, TableEntry
from cinq.table.table import Table


def table_entry(table: Table) -> TableEntry:
    """A table's entry in the list."""
    return TableEntry(table.id, table.game.NAME, table.phase, table.public, table.touched)


def listed_table(room: Room) -> wire.ListedTable:
    """A table as the list of public tables shows it."""
    t = room.table
    names = tuple(chair.name for chair in t.chairs)
    free = sum(chair.kind == "open" for chair in t.chairs)
    return wire.ListedTable(t.id, t.game.NAME, t.phase, names, free, room.spectators, t.touched)


def game_entry(table: Table, record: Record) -> GameEntry:
    """The entry of a game in the list; `table` is as the game's last line left it."""
    assert table.match is not None
    result = table.game.result(table.match.state)
    assert result is not None
    return GameEntry(
        id=table.game_id,
        table=table.id,
        game=table.game.NAME,
        players=record.players,
        names=record.names,
        winners=result.winners,
        finished=record.steps[-1].at,
        lines=len(record.lines),
        public=table.public,
    )
