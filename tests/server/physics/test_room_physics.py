"""What a room asks of physics: each line that it owes, once; and to drop its wood when it is dropped."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cinq.games.doigt_oeil.state import Pick
from cinq.server import wire
from cinq.server.physics.interface import Answer, PhysicsRequest, StandInPhysics
from cinq.server.rooms import physics as physics_of_rooms
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.room import Room
from cinq.server.rooms.viewers import StreamViewer
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import SqliteStore
from cinq.table import lobby, play
from tests.server.client import until


class RemarkFirst(StandInPhysics):
    """Answers while a remark of somebody is on its way to the disk; keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[PhysicsRequest] = []
        self.room: Room
        self.speaker = StreamViewer(queue=10_000)

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        self.asked.append(request)
        self.room.handle(self.speaker, wire.Say("hello"))
        while not self.room._busy:
            await asyncio.sleep(0)
        return await super().answer(request, show)


async def table_of_two(registry: RoomRegistry, options: dict[str, Any]) -> Room:
    made = await registry.make_here(wire.NewTable("doigt-oeil", "Ana", chairs=2, options=options))
    room = await registry.room(made.table)

    def begin(now: float) -> None:
        lobby.sit(room.table, now, "Bob", 1, "hash")
        lobby.begin(room.table, now)

    room.submit(begin)
    return room


def test_a_remark_does_not_ask_for_the_piece_again(tmp_path: Path) -> None:
    async def go() -> None:
        physics = RemarkFirst()
        registry = RoomRegistry(SqliteStore(tmp_path / "cinq.sqlite"), Settings(pause_scale=0.0), physics)
        try:
            room = physics.room = await table_of_two(registry, {"rules": "simplified", "first": 0})
            await until(lambda: room.table.match is not None and room.table.match.who == (0,))
            room.enter(physics.speaker, room.binding_of(None), None)
            menu = room.table.game.legal(play.playing(room.table).state, 0)
            pick = next(item for item in menu if isinstance(item, Pick))
            room.submit(lambda now: play.play(room.table, now, 0, pick))
            await until(lambda: bool(physics.asked) and not play.owes_world(room.table))
            await until(lambda: not room._busy and not room._physics.is_asked)
            assert len(physics.asked) == 1
        finally:
            await registry.close()

    asyncio.run(go())


class Structures(StandInPhysics):
    """Keeps which rooms were left."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[str] = []

    def leave(self, room: str) -> None:
        self.left.append(room)


def test_a_room_that_is_dropped_leaves_its_wood(tmp_path: Path) -> None:
    async def go() -> None:
        physics = Structures()
        store, settings = SqliteStore(tmp_path / "cinq.sqlite"), Settings(idle=10.0)
        registry = RoomRegistry(store, settings, physics)
        try:
            room = await table_of_two(registry, {})
            await until(lambda: room.table.match is not None and not room._busy)
            registry.drop_idle_rooms()
            assert not physics.left and room.table.id in registry.rooms
            registry._wall += 60.0
            registry.drop_idle_rooms()
            assert physics.left == [room.table.id] and not registry.rooms
        finally:
            await registry.close()

    asyncio.run(go())


class Broken(StandInPhysics):
    """Fails some times; keeps when it was asked."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures
        self.asked: list[float] = []

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        self.asked.append(asyncio.get_running_loop().time())
        if len(self.asked) <= self.failures:
            raise RuntimeError("the wood is on fire")
        return await super().answer(request, show)


def test_physics_that_fails_is_asked_ever_more_seldom_and_explained_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(physics_of_rooms, "AGAIN", 0.02)

    async def go() -> list[float]:
        physics = Broken(failures=5)
        registry = RoomRegistry(SqliteStore(tmp_path / "cinq.sqlite"), Settings(pause_scale=0.0), physics)
        try:
            room = await table_of_two(registry, {"rules": "simplified", "first": 0})
            await until(lambda: room.table.match is not None and room.table.match.who == (0,))
            menu = room.table.game.legal(play.playing(room.table).state, 0)
            pick = next(item for item in menu if isinstance(item, Pick))
            room.submit(lambda now: play.play(room.table, now, 0, pick))
            await until(lambda: len(physics.asked) > physics.failures)
            await until(lambda: not play.owes_world(room.table))
        finally:
            await registry.close()
        return [later - asked for asked, later in pairwise(physics.asked)]

    waits = asyncio.run(go())
    assert all(wait >= 0.02 * 2**number for number, wait in enumerate(waits)) and len(waits) == 5
    said = [record for record in caplog.records if "physics failed" in record.getMessage()]
    assert [bool(record.exc_info) for record in said] == [True, False, False, False, False]
