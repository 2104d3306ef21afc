"""Opens the store that an address names, and the cluster around it; what is not used is not imported."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cinq.games import GAMES, live_facts
from cinq.server.physics.interface import PhysicsSource
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import FILE, SqliteStore

POSTGRESQL = ("postgresql://", "postgres://")


def is_shared(database: str | None) -> bool:
    """Whether several servers may use this database at a time."""
    return database is not None and database.startswith(POSTGRESQL)


def database_file(data: Path, database: str | None) -> Path:
    """The file of a database address, or the default one in the data folder. Raises ValueError."""
    if database is None:
        return data / FILE
    scheme, _, rest = database.partition("://")
    if scheme != "sqlite" or not rest:
        raise ValueError(f"a database is sqlite://PATH or postgresql://…, not {database}")
    return Path(rest)


def prepare_shared(database: str, redis: str | None) -> None:
    """Upgrade a shared database, and read the address of Redis. Raises OSError or ValueError."""
    from cinq.server.storage.postgres.store import prepare

    asyncio.run(prepare(database))
    if redis is not None:
        from cinq.server.cluster.bus import check_address

        check_address(redis)


@asynccontextmanager
async def open_registry(
    data: Path, database: str | None, redis: str | None, settings: Settings, physics: PhysicsSource
) -> AsyncIterator[RoomRegistry]:
    """The registry of rooms over the store that `database` names, joined to other servers over Redis."""
    if not is_shared(database):
        registry = RoomRegistry(
            SqliteStore(database_file(data, database), settings.synchronous), settings, physics
        )
        yield registry
        await registry.close()
        return
    assert database is not None
    async with _open_shared(database, redis, settings, physics) as registry:
        yield registry


@asynccontextmanager
async def _open_shared(
    database: str, redis: str | None, settings: Settings, physics: PhysicsSource
) -> AsyncIterator[RoomRegistry]:
    from cinq.server.storage.postgres.store import PostgresStore

    wooden = [name for name in GAMES if live_facts(name).stand_in is not None]
    not_owned = () if settings.own_physics_tables else wooden
    store = await PostgresStore.open(database, settings.lease, settings.own_tables, not_owned)
    if redis is None:
        registry = RoomRegistry(store, settings, physics)
        await registry.read_clock()
        store.lost = registry.drop_all
        yield registry
        await registry.close()
        return
    from cinq.server.cluster.cluster import Cluster

    cluster = Cluster(store, redis, await store.cluster_name(), settings.lease)
    registry = RoomRegistry(store, settings, physics, cluster)
    await registry.read_clock()
    store.lost = registry.drop_all
    await cluster.start(registry)
    yield registry
    await cluster.close()
    await registry.close()
