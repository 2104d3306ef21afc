"""Tables that nobody touches: off the lists and out of memory, never lost, whatever the clock says."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cinq.server.rooms.registry import RoomRegistry
from cinq.server.settings import Settings
from cinq.server.storage.checkup import check_database
from cinq.server.storage.interface import GameEntry, TableEntry
from cinq.server.storage.sqlite import FILE, SqliteStore
from cinq.table import events, lobby
from cinq.table.table import Refusal, Table

DAY = 86_400.0
PATIENCE = 60.0
PLAIN = Settings()
Check = Callable[[RoomRegistry], Awaitable[None]]


def served(data: Path, check: Check, ahead: float = 0.0, settings: Settings = PLAIN) -> None:
    """Run a check in a registry that has just started, with a clock that is so many seconds ahead."""

    async def go() -> None:
        registry = RoomRegistry(SqliteStore(data / FILE), settings)
        registry._wall += ahead
        try:
            await registry.reopen_all()
            await registry.put_away_forgotten()
            await check(registry)
        finally:
            await registry.close()

    asyncio.run(asyncio.wait_for(go(), PATIENCE))


async def add(registry: RoomRegistry, ident: str, age: float, playing: bool = True) -> Table:
    """A public table in the store that was touched so many seconds ago, and is not in memory."""
    table, at = Table(ident), registry.now() - age
    lobby.open_table(table, at, "dix-mille", {}, 2, bytes(32), public=True)
    for seat in (0, 1):
        lobby.sit(table, at, f"P{seat}", seat, f"hash{seat}")
    if playing:
        lobby.begin(table, at)
    rows, _ = table.take_news()
    await registry.store.append(ident, 1, rows)
    registry.store.list_table(TableEntry(ident, "dix-mille", table.phase, True, at))
    return table


async def listed(registry: RoomRegistry) -> set[str]:
    await registry.store.probe()  # entries are written in the background: after this they are there
    return {entry.id for entry in await registry.store.public_tables(100)}


def test_old_games_are_not_in_memory_after_a_restart_but_recent_ones_are(tmp_path: Path) -> None:
    async def make(registry: RoomRegistry) -> None:
        for number in range(5):
            await add(registry, f"old{number}", 2 * DAY)
        await add(registry, "recent", 60)

    async def check(registry: RoomRegistry) -> None:
        assert registry.ready and set(registry.rooms) == {"recent"}
        assert (await registry.room("old3")).table.phase == "playing"

    served(tmp_path, make)
    served(tmp_path, check)
    served(tmp_path, check, ahead=DAY)  # a night without power: the same games go on


@pytest.mark.parametrize("playing", [False, True])
def test_a_clock_that_is_ahead_closes_nothing_for_good(tmp_path: Path, playing: bool) -> None:
    async def make(registry: RoomRegistry) -> None:
        await add(registry, "t", 60, playing)

    async def ahead(registry: RoomRegistry) -> None:
        registry.rooms.clear()
        await registry.put_away_forgotten()
        assert await listed(registry) == set()

    async def check(registry: RoomRegistry) -> None:
        assert (await registry.room("t")).table.people() == [0, 1]
        assert await listed(registry) == {"t"}

    served(tmp_path, make)
    served(tmp_path, ahead, ahead=30 * DAY)
    served(tmp_path, check)
    served(tmp_path, check, ahead=30 * DAY)  # nor while it is ahead
    served(tmp_path, check, ahead=-30 * DAY)


def test_a_forgotten_table_is_off_the_list_until_somebody_comes(tmp_path: Path) -> None:
    async def check(registry: RoomRegistry) -> None:
        await add(registry, "old", 8 * DAY)
        await add(registry, "new", 6 * DAY)
        assert await listed(registry) == {"old", "new"}
        await registry.put_away_forgotten()
        assert await listed(registry) == {"new"}
        await registry.room("old")
        await registry.put_away_forgotten()  # not what is in memory
        assert await listed(registry) == {"old", "new"}

    served(tmp_path, check)


def test_the_list_knows_when_a_game_was_played_on(tmp_path: Path) -> None:
    async def check(registry: RoomRegistry) -> None:
        await add(registry, "t", 8 * DAY)
        room = await registry.room("t")
        room.table.happen(registry.now(), events.Spoke("P0", 0, phrase="hello"))
        registry.list_active_tables()
        registry.forget(room)
        await registry.put_away_forgotten()
        assert await listed(registry) == {"t"}

    served(tmp_path, check)


def test_a_lobby_that_version_01_closed_opens_again(tmp_path: Path) -> None:
    async def check(registry: RoomRegistry) -> None:
        table = await add(registry, "t", 20 * DAY, playing=False)
        first = table.seq + 1
        table.happen(registry.now(), events.Closed("nobody came"))
        await registry.store.append("t", first, table.take_news()[0])
        room = await registry.room("t")
        assert room.table.seq == first and room.table.people() == [0, 1]

    served(tmp_path, check)


KEPT = {"recent": 6 * DAY, "shelved": 40 * DAY}
DELETED = {"lobby": 100 * DAY, "playing": 100 * DAY}


async def add_old_tables(registry: RoomRegistry) -> None:
    """Tables of several ages, one with a finished game, and one that is touched now."""
    for name, age in {**KEPT, **DELETED, "finished": 100 * DAY, "watched": 100 * DAY}.items():
        await add(registry, name, age, playing=name != "lobby")
    await registry.store.finish(
        GameEntry("finished-1", "finished", "dix-mille", 2, (), (), 0.0, 1, True), b""
    )
    await registry.store.save_fall("playing-1", 3, b"a fall")
    await add(registry, "now", 0)
    await registry.put_away_forgotten()


async def left(registry: RoomRegistry) -> set[str]:
    """The tables that still have a journal."""
    names = {*KEPT, *DELETED, "finished", "watched", "now"}
    return {name for name in names if await registry.store.rows(name)}


@pytest.mark.parametrize("days", [90, 0])
def test_abandoned_tables_are_deleted_where_the_operator_wants_that(tmp_path: Path, days: int) -> None:
    async def check(registry: RoomRegistry) -> None:
        await add_old_tables(registry)
        room = await registry.room("watched")
        await registry.delete_abandoned()
        assert await left(registry) == {*KEPT, "finished", "watched", "now", *(() if days else DELETED)}
        assert await registry.store.falls("playing-1") == (() if days else (3,))
        room.table.happen(registry.now(), events.Spoke("P0", 0, phrase="hello"))
        await registry.store.append("watched", room.table.seq, room.table.take_news()[0])
        if days:
            with pytest.raises(Refusal, match="no such table"):
                await registry.room("playing")

    served(tmp_path, check, settings=Settings(delete_abandoned=days * DAY))
    report = check_database(tmp_path / FILE, lambda ids, _: ids)
    assert not [problem for problem in report.problems if problem.where.startswith(("table", "file"))]


def test_a_clock_that_is_ahead_deletes_nothing(tmp_path: Path) -> None:
    async def make(registry: RoomRegistry) -> None:
        await add(registry, "shelved", 40 * DAY)
        await add(registry, "now", 0)

    async def check(registry: RoomRegistry) -> None:
        registry.rooms.clear()
        await registry.put_away_forgotten()
        await registry.delete_abandoned()
        assert await registry.store.rows("shelved") and await registry.store.rows("now")

    served(tmp_path, make)
    served(tmp_path, check, ahead=400 * DAY, settings=Settings(delete_abandoned=90 * DAY))
