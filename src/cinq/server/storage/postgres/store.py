"""The store in PostgreSQL: several servers at a time, each table written by its owner alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from zlib import compress, decompress

import asyncpg
import msgspec

from cinq.server.storage.chain import next_link
from cinq.server.storage.interface import Conflict, GameEntry, TableEntry, Then, resolve
from cinq.server.storage.migrations import NewerSchema
from cinq.server.storage.ownership import Member
from cinq.server.storage.postgres import migrations, rows
from cinq.server.storage.postgres.database import Database
from cinq.server.storage.postgres.group_writer import GroupWriter
from cinq.server.storage.postgres.lease import GOES_ON, Lease
from cinq.server.storage.postgres.rows import Append

TIMEOUT = 5.0
"""Seconds after which a statement has failed; the database stops it too."""
CONNECTIONS = 6
"""Connections of the pool, for everything but appending."""
LIST = """WITH e AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::float8[],
  $6::boolean[], $7::bigint[]) AS e (id, game, phase, public, touched, closed, epoch))
INSERT INTO tables SELECT e.id, e.game, e.phase, e.public, e.touched, e.closed
FROM e JOIN owners o ON o.table_id = e.id AND o.epoch = e.epoch ORDER BY e.id
ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public,
touched = excluded.touched, closed = excluded.closed"""
FINISH = "INSERT INTO games VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING"
FALL = """INSERT INTO falls SELECT $1, $2, $3 WHERE EXISTS (
SELECT FROM owners WHERE table_id = $4 AND epoch = $5)
ON CONFLICT (game_id, step) DO UPDATE SET body = excluded.body"""
PROBE = "INSERT INTO probe VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = probe.writes + 1"
ROOM = "CREATE TEMP TABLE room ON COMMIT DROP AS SELECT repeat('x', 1000) FROM generate_series(1, 1000)"
"""Writes a megabyte: fails where the disk is full."""
UNFINISHED = f"""SELECT t.id FROM owners o JOIN tables t ON t.id = o.table_id
WHERE o.worker = ANY (ARRAY(SELECT id FROM workers WHERE expires < clock_timestamp()))
AND {GOES_ON} ORDER BY random() LIMIT 200"""
PUT_AWAY = """UPDATE tables SET closed = true WHERE phase IN ('lobby', 'playing') AND NOT closed
AND touched < $1 AND id <> ALL ($2::text[]) AND NOT EXISTS (SELECT FROM owners JOIN workers w ON w.id = worker
WHERE table_id = tables.id AND w.expires > clock_timestamp())"""
ABANDONED = """WITH abandoned AS MATERIALIZED (
  SELECT id FROM tables t WHERE phase IN ('lobby', 'playing') AND closed
    AND damage IS NULL AND touched < least($1, (SELECT max(touched) FROM tables)) - $2
    AND id <> ALL ($3::text[])
    AND NOT EXISTS (SELECT FROM games g WHERE g.id > t.id || '-' AND g.id < t.id || '.')
  ORDER BY id LIMIT 200),
taken AS (INSERT INTO owners AS o SELECT id, NULL, 1 FROM abandoned
  ON CONFLICT (table_id) DO UPDATE SET worker = NULL, epoch = o.epoch + 1
  WHERE NOT EXISTS (SELECT FROM workers w WHERE w.id = o.worker AND w.expires > clock_timestamp())
  RETURNING table_id),
gone AS (DELETE FROM tables WHERE id IN (SELECT table_id FROM taken) AND closed RETURNING id),
fallen AS (DELETE FROM falls USING gone WHERE game_id > id || '-' AND game_id < id || '.')
DELETE FROM journal WHERE table_id IN (SELECT id FROM gone)"""
"""Takes each table under its next epoch first: whoever takes it at the same time has it before, and it
stays, or finds it deleted. Rows of `owners` stay, so that the epochs of a table never begin again."""
PUBLIC = """SELECT id, game, phase, public, touched, closed FROM tables
WHERE public AND NOT closed AND damage IS NULL ORDER BY touched DESC LIMIT $1"""
FINISHED = """SELECT entry FROM games WHERE public AND finished < $1 AND ($2::text IS NULL OR game = $2)
ORDER BY finished DESC LIMIT $3"""


class Listed(msgspec.Struct, frozen=True):
    """An entry for the list of tables, under the epoch of its table."""

    entry: TableEntry
    epoch: int
    then: Then | None = None


async def _list(db: asyncpg.Connection, group: Sequence[Listed]) -> Sequence[None]:
    """Write the last entry of each table; a former owner's is left out."""
    last = {job.entry.id: job for job in group}
    found = [
        (e.id, e.game, e.phase, e.public, e.touched, e.closed, job.epoch)
        for e, job in ((job.entry, job) for job in last.values())
    ]
    await db.execute(LIST, *[list(column) for column in zip(*found, strict=True)])
    return [None] * len(group)


class PostgresStore:
    """One group writer for rows, one for the list of tables, a pool for the rest."""

    def __init__(self, url: str, pool: Database, lease: Lease) -> None:
        self.url = url
        self.pool = pool
        self.lease = lease
        connect = partial(open_connection, url, WRITER_SESSION)
        self._rows: GroupWriter[Append] = GroupWriter(connect, rows.commit, lease.seconds)
        self._lists: GroupWriter[Listed] = GroupWriter(connect, _list, lease.seconds)

    @classmethod
    async def open(
        cls, url: str, lease: float = 3.0, owns: bool = True, not_owned: Sequence[str] = ()
    ) -> PostgresStore:
        """Connect, upgrade the schema, and take a lease of so many seconds. Raises OSError."""
        pool = Database(await open_pool(url))
        store = cls(url, pool, Lease(pool, lease, owns, not_owned))
        await store.lease.start()
        return store

    # ------------------------------------------------------------ ownership

    @property
    def worker(self) -> str:
        """The id under which this server has a lease; empty while it has none."""
        return self.lease.worker

    @property
    def lost(self) -> Callable[[], None]:
        """Called when every table of this server must be dropped."""
        return self.lease.lost

    @lost.setter
    def lost(self, callback: Callable[[], None]) -> None:
        self.lease.lost = callback

    def may_own(self, game: str) -> bool:
        """Whether this server may own tables of a game."""
        return self.lease.may_own(game)

    async def members(self) -> Sequence[Member]:
        """The servers that live."""
        return await self.lease.members()

    async def cluster_name(self) -> str:
        """A random name that all servers of this database share."""
        return str(await self.pool.fetchval("SELECT name FROM cluster"))

    async def own(self, table: str, new: bool = False) -> None:
        """Become the owner of a table. Raises OwnedElsewhere."""
        await self.lease.own(table, new)

    def disown(self, table: str) -> None:
        """Let others own a table."""
        self.lease.disown(table)

    async def disown_all(self) -> None:
        """Let others own every table: this server stops."""
        await self.lease.leave()

    def in_force(self) -> bool:
        """Whether no other server can have taken a table of this one meanwhile."""
        return self.lease.in_force()

    async def time(self) -> float:
        """The database's clock."""
        told: float = await self.pool.fetchval("SELECT extract(epoch FROM clock_timestamp())::float8")
        return told

    # ------------------------------------------------------------ writing

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        """Write rows under the table's epoch, and call `then` with the outcome."""
        epoch, link = self.lease.epochs.get(table), self.lease.links.get(table)
        if epoch is None or link is None:
            gone = Conflict(f"this server does not own table {table}")
            asyncio.get_running_loop().call_soon(then, gone)
            return
        linked: list[tuple[bytes, bytes]] = []
        for body in rows:
            link = next_link(link, body)
            linked.append((body, link))
        self.lease.links[table] = link
        self._rows.submit(Append(table, first, linked, epoch, then))

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """Write rows; the future is done when they are on disk."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.write(table, first, rows, partial(resolve, done))
        return done

    def list_table(self, entry: TableEntry) -> None:
        """Insert or replace a table's entry in the list, while this server owns the table."""
        epoch = self.lease.epochs.get(entry.id)
        if epoch is not None:
            self._lists.submit(Listed(entry, epoch))

    def put_away(self, before: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Mark old unfinished tables as closed, except those that a living server has."""
        return self._execute(PUT_AWAY, before, list(keep))

    def delete_abandoned(self, now: float, seconds: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Delete up to 200 tables that were put away, except those that a living server has."""
        return self._execute(ABANDONED, now, seconds, list(keep))

    async def quarantine(self, table: str, why: str) -> None:
        """Mark a damaged table."""
        await self.pool.execute("UPDATE tables SET damage = $2 WHERE id = $1", table, why)

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Store a finished game's entry and log."""
        found = msgspec.json.encode(entry)
        return self._execute(FINISH, entry.id, entry.game, entry.finished, entry.public, found, log)

    def save_fall(self, game_id: str, step: int, fall: bytes) -> asyncio.Future[None]:
        """Store the recording of a fall, while this server owns the table."""
        table = game_id.rpartition("-")[0]
        return self._execute(FALL, game_id, step, compress(fall), table, self.lease.epochs.get(table, 0))

    def probe(self) -> asyncio.Future[None]:
        """Write a row that nobody reads; the future is done when it is on disk.

        After a group that could not be written, ask for room too: on a full disk a row can still replace
        another.
        """
        return asyncio.ensure_future(self._probe())

    async def _probe(self) -> None:
        await self.pool.execute(PROBE)
        if self._rows.failed:
            await self.pool.execute(ROOM)
            self._rows.failed = False

    def _execute(self, sql: str, *arguments: object) -> asyncio.Future[None]:
        async def run() -> None:
            await self.pool.execute(sql, *arguments)

        return asyncio.ensure_future(run())

    # ------------------------------------------------------------ reading

    async def rows(self, table: str) -> list[bytes]:
        """A table's whole journal, in order, each row checked. Raises Damaged."""
        epoch = self.lease.epochs.get(table)
        bodies, link = await rows.read(self.pool, table)
        if epoch is not None and self.lease.epochs.get(table) == epoch:
            self.lease.links.setdefault(table, link)
        return bodies

    async def unfinished(self, within: float) -> list[str]:
        """Some tables that a server which is dead had in memory: games being played, and public tables.

        Owners say which tables were in memory, so `within` is not needed.
        """
        if self.lease.all_live:
            return []
        await self.lease.sweep()
        return [row[0] for row in await self.pool.fetch(UNFINISHED)]

    async def public_tables(self, limit: int) -> list[TableEntry]:
        """Public tables that are not closed, the newest first."""
        return [TableEntry(*row) for row in await self.pool.fetch(PUBLIC, limit)]

    async def quarantined(self) -> dict[str, str]:
        """The quarantined tables, and why."""
        return dict(await self.pool.fetch("SELECT id, damage FROM tables WHERE damage IS NOT NULL"))

    async def finished(self, game: str | None, limit: int, before: float) -> list[GameEntry]:
        """Public finished games, the newest first."""
        found = await self.pool.fetch(FINISHED, before, game, limit)
        return [msgspec.json.decode(row[0], type=GameEntry) for row in found]

    async def fall(self, game_id: str, step: int) -> bytes | None:
        """Returns the stored recording of a fall, or None."""
        sql = "SELECT body FROM falls WHERE game_id = $1 AND step = $2"
        body = await self.pool.fetchval(sql, game_id, step)
        return None if body is None else decompress(body)

    async def falls(self, game_id: str) -> tuple[int, ...]:
        """The numbers of a game's lines that have a recording, in order."""
        found = await self.pool.fetch("SELECT step FROM falls WHERE game_id = $1 ORDER BY step", game_id)
        return tuple(row[0] for row in found)

    async def entry(self, game_id: str) -> GameEntry | None:
        """A finished game's entry, or None."""
        raw = await self.pool.fetchval("SELECT entry FROM games WHERE id = $1", game_id)
        return None if raw is None else msgspec.json.decode(raw, type=GameEntry)

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's entry and log, or None."""
        row = await self.pool.fetchrow("SELECT entry, log FROM games WHERE id = $1", game_id)
        return None if row is None else (msgspec.json.decode(row[0], type=GameEntry), bytes(row[1]))

    async def close(self) -> None:
        """Write what waits, give every table up, and disconnect."""
        await asyncio.gather(self._rows.close(), self._lists.close())
        try:
            await self.lease.leave()
        finally:
            self.pool.terminate()


SESSION = {"application_name": "cinq", "statement_timeout": f"{int(TIMEOUT * 1000)}", "jit": "off"}
"""Settings of every connection; compiling these short statements would cost more than running them."""
WRITER_SESSION = {**SESSION, "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off"}
"""Settings of a group writer: its statement is planned once and goes by keys, however small a table was then.

Otherwise every group is planned anew, at about the cost of running it.
"""


async def open_connection(url: str, settings: Mapping[str, str] = SESSION) -> asyncpg.Connection:
    """A connection of its own. Raises OSError and asyncpg's errors."""
    return await asyncpg.connect(
        url, timeout=TIMEOUT, command_timeout=TIMEOUT, server_settings=dict(settings)
    )


async def keep_session(connection: object) -> None:
    """Reset nothing when a connection returns to the pool: its statements leave nothing behind."""


async def prepare(url: str) -> None:
    """Upgrade the schema. Raises OSError, which says why the database cannot be used."""
    with _refusals():
        db = await asyncpg.connect(url, timeout=TIMEOUT)
        try:
            await migrations.upgrade(db)
        finally:
            await db.close()


async def open_pool(url: str) -> asyncpg.Pool:
    """A pool of connections to a database whose schema is up to date. Raises OSError."""
    await prepare(url)
    with _refusals():
        return await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=TIMEOUT,
            command_timeout=TIMEOUT,
            server_settings=SESSION,
            reset=keep_session,
        )


@contextmanager
def _refusals() -> Iterator[None]:
    """Raise whatever keeps us from a database as an OSError that names it."""
    try:
        yield
    except NewerSchema:  # says it already
        raise
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise OSError(f"PostgreSQL: {error or type(error).__name__}") from None
