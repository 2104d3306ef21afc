"""A room as a whole: any messages of anybody, well formed or nearly, in any order; the table goes on.

The corpus holds games as lines `[who, message]`, where `who` is a seat, or null for a spectator.
"""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from cinq.server import wire
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.room import Room
from cinq.server.rooms.viewers import StreamViewer
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import SqliteStore
from cinq.server.websocket.connection import decoded
from cinq.table.table import Refusal
from tests.server.client import PATIENCE
from tests.server.fuzz.mutations import CORPUS, corpus, mutated
from tests.server.fuzz.test_decoders import EXAMPLES

SETTINGS = Settings(physics=False, synchronous="OFF", bot_pace=0.0, pause_scale=0.0)
SPECTATOR = 2


async def play(data: bytes, folder: Path) -> None:
    """Say everything to a new table of two, and see that it goes on and shows nobody another's token."""
    game, _, script = data.decode("utf-8", "replace").partition("\n")
    registry = RoomRegistry(SqliteStore(folder / "fuzz.sqlite", "OFF"), SETTINGS)
    try:
        new = wire.NewTable(game if game in ("dix-mille", "got-five") else "five-or-less", "Ana", chairs=2)
        made = await registry.make(new, "")
        room = await registry.room(made.table)
        viewers = [StreamViewer(queue=100_000) for _ in range(3)]
        room.enter(viewers[0], room.binding_of(room.table.chairs[0].token), None)
        for viewer in viewers[1:]:
            room.enter(viewer, room.binding_of(None), None)
        for row in script.splitlines()[:60]:
            await said(room, viewers, row)
        assert not room.broken and made.table in registry.rooms
        await asyncio.wait_for(registry.store.rows(made.table), PATIENCE)
        assert made.token is not None
        assert not any(made.token.encode() in message for viewer in viewers for message in viewer._queue)
    finally:
        await registry.close()


async def said(room: Room, viewers: list[StreamViewer], row: str) -> None:
    """Say one line, as its speaker, once what came before is done."""
    try:
        who, message = json.loads(row)
        speaker = viewers[who if who in (0, 1) else SPECTATOR]
        found = decoded(json.dumps(message).encode(), wire.from_seat)
        if isinstance(found, wire.Hello | wire.Pong) or speaker.binding is None:
            return
        room.handle(speaker, found)
    except (ValueError, TypeError, RecursionError, Refusal):
        return
    while room._busy or room._queue:
        await asyncio.sleep(0)


def run(data: bytes, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    asyncio.run(play(data, folder))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR], caplog.text


def test_what_was_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for number, data in enumerate(corpus("room")):
        folder = tmp_path / str(number)
        folder.mkdir()
        run(data, folder, caplog)


def test_mutations(tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture) -> None:
    @settings(max_examples=max(10, EXAMPLES // 4))
    @given(data=mutated(corpus("room")))
    def attack(data: bytes) -> None:
        try:
            run(data, tmp_path_factory.mktemp("room"), caplog)
        except Exception:
            (CORPUS / "room" / "found").write_bytes(data)
            raise

    attack()


def test_the_kept_games_are_played(tmp_path: Path) -> None:
    """Or the corpus would be refused line by line, and nothing tried."""

    async def phase(data: bytes, folder: Path) -> str:
        seen: list[Any] = []
        close = RoomRegistry.close

        async def look(registry: RoomRegistry) -> None:
            seen.extend(room.table.phase for room in registry.rooms.values())
            await close(registry)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RoomRegistry, "close", look)
            await play(data, folder)
        return str(seen[0])

    phases = set()
    for number, data in enumerate(corpus("room")):
        (tmp_path / str(number)).mkdir()
        phases.add(asyncio.run(phase(data, tmp_path / str(number))))
    assert "playing" in phases and "lobby" in phases
