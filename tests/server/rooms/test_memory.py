"""What is put away or closed frees its memory at once, though garbage is collected seldom."""

import asyncio
import functools
import gc
import random
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from cinq.server import wire
from cinq.server.app import make_app
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.room import Room
from cinq.server.settings import Settings
from cinq.server.storage import background_reader, journal
from cinq.server.storage.sqlite import SqliteStore
from cinq.server.websocket.deflate import DeflateOffer
from cinq.table import lobby, play
from tests.server.client import until


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


WARM, MORE = 36, 20
"""Games after which caches are warm, and games that may leave next to nothing."""
LEFT = 35
"""Blocks of memory a game, which later games free: weak references, last rows."""


async def played(registry: RoomRegistry, rng: random.Random) -> str:
    """A game of Got Five! from the first tile to the last, stored; its id."""
    made = await registry.make(wire.NewTable("got-five", "Ana", 2), "192.0.2.1")
    room = await registry.room(made.table)

    def play_out(now: float) -> None:
        lobby.sit(room.table, now, "Bob", 1, "hash")
        lobby.begin(room.table, now)
        while room.table.phase == "playing":
            seat, state = room.table.must_act()[0], play.playing(room.table).state
            play.play(room.table, now, seat, rng.choice(room.table.game.legal(state, seat)))

    room.submit(play_out)
    await until(lambda: room.table.phase == "over" and not room._busy and not room._tasks)
    return room.table.game_id


def test_games_that_were_played_and_read_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even in our caches with a bound: a server that is busy for half an hour has reached it."""
    monkeypatch.setattr(journal, "PENDING", 256)
    monkeypatch.setattr(background_reader, "CACHED", 20_000)
    rng = random.Random(1)
    plenty = Settings(
        idle=60.0, physics=False, pause_scale=0.0, tables_per_address=10_000, message_burst=10_000
    )

    async def evening(registry: RoomRegistry, client: httpx.AsyncClient) -> None:
        game = await played(registry, rng)
        for path in (f"log/{game}", f"replay/{game}", f"verify/{game}", f"games/finished/{game}"):
            assert (await client.get(f"/api/{path}")).status_code == 200
        registry._wall += 2 * plenty.idle
        registry.drop_idle_rooms()

    async def go() -> tuple[float, float]:
        app = make_app(tmp_path, settings=plenty)
        transport = httpx.ASGITransport(app=app)  # type: ignore[arg-type]
        async with app.lifespan(), httpx.AsyncClient(transport=transport, base_url="http://cinq") as client:
            for _ in range(WARM):
                await evening(app.state.registry, client)
            blocks, entries = live_blocks(), cached_entries()
            for _ in range(MORE):
                await evening(app.state.registry, client)
            return (live_blocks() - blocks) / MORE, (cached_entries() - entries) / MORE

    blocks, entries = asyncio.run(go())
    assert blocks < LEFT and entries < 1


def caches(ours: bool) -> list[Any]:
    """The caches of functions, of this code or of the libraries."""
    found = (one for one in gc.get_objects() if type(one) is functools._lru_cache_wrapper)
    return [one for one in found if one.__module__.startswith("cinq.") is ours]


def live_blocks() -> int:
    """Blocks of memory that Python has given out, without garbage and what libraries cache."""
    for cache in caches(ours=False):
        cache.cache_clear()
    gc.collect()
    return sys.getallocatedblocks()


def cached_entries() -> int:
    """What the caches of this code hold."""
    return sum(cache.cache_info().currsize for cache in caches(ours=True))
