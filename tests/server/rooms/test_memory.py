"""What is put away or closed frees its memory at once, though garbage is collected seldom."""

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinq.server import wire
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.room import Room
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import SqliteStore
from cinq.server.websocket.deflate import DeflateOffer


@pytest.fixture(autouse=True)
def no_collection_by_itself() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_room_that_is_put_away_is_freed(tmp_path: Path) -> None:
    async def go() -> None:
        store = SqliteStore(tmp_path / "db")
        registry = RoomRegistry(store, Settings(idle=0.0, physics=False))
        made = await registry.make(wire.NewTable("dix-mille", name="Ana"), "192.0.2.1")
        await store.rows(made.table)  # what was said of the table is written
        registry.drop_idle_rooms()
        assert not registry.rooms
        # `type` asks the object itself: `isinstance` would ask the target of a dead weak proxy.
        rooms = [one for one in gc.get_objects() if type(one) is Room]
        assert made.table not in [room.table.id for room in rooms]
        await registry.close()

    asyncio.run(go())


def test_a_connection_stores_little_to_compress_with() -> None:
    offer = DeflateOffer()
    offer.process_request_params([("client_max_window_bits", None)], [])
    assert offer.accepted is not None
    tracemalloc.start()
    try:
        offer.accepted.compress(b"a long message " * 1000)
        stored, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert stored < 2_000
