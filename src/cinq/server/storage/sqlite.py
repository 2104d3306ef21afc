"""The store in one SQLite file: one thread owns the only writing connection and commits in groups.

A group is everything that was submitted while the previous group was being written. Handing
over whole groups keeps the threads from waking each other for every move.

WAL with synchronous=FULL: a commit survives kill -9 and a power cut. One writer and
readers that never write keep clear of SQLite's WAL-reset bug (before 3.51.3).
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar
from zlib import compress, decompress

import msgspec

from cinq.server.storage import journal
from cinq.server.storage.interface import Conflict, GameEntry, TableEntry, Then, Unavailable, resolve
from cinq.server.storage.journal import Journal, Rows
from cinq.server.storage.migrations.sqlite import check_version, upgrade
from cinq.server.storage.ownership import SoleOwner

T = TypeVar("T")
logger = logging.getLogger("cinq.store")
FILE = "cinq.sqlite"
"""The name of the database in a data directory."""
READING_CACHE, WRITING_CACHE = "cache_size=-512", "cache_size=-2048"
"""Kilobytes. Journals are seldom read; the writer's cache has the last pages of a few hundred of them,
to which pending rows are moved: a fifth less reads and writes than with 512."""
CHECKPOINT = "wal_autocheckpoint=8000"
"""Pages (32 MB) between checkpoints: busy tables change the same pages often, and each is moved once."""
ENTER = """INSERT INTO tables (id, game, phase, public, touched, closed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public,
touched = excluded.touched, closed = excluded.closed"""
UNFINISHED = """SELECT id FROM tables WHERE phase = 'playing' AND closed = 0 AND damage IS NULL
AND touched >= (SELECT max(touched) FROM tables) - ?"""
PUT_AWAY = """UPDATE tables SET closed = 1 WHERE phase IN ('lobby', 'playing') AND closed = 0 AND touched < ?
AND id NOT IN (SELECT value FROM json_each(?))"""
ABANDONED = """SELECT id FROM tables WHERE phase IN ('lobby', 'playing') AND closed = 1 AND damage IS NULL
AND touched < min(?, (SELECT max(touched) FROM tables)) - ? AND id NOT IN (SELECT value FROM json_each(?))
AND NOT EXISTS (SELECT 1 FROM games WHERE games.id > tables.id || '-' AND games.id < tables.id || '.')
LIMIT 200"""
"""Ids of games are the table's, a hyphen and a number; a full stop follows the hyphen in order."""
FALL = "INSERT OR REPLACE INTO falls VALUES (?, ?, ?)"
PROBE = "INSERT INTO probe VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET writes = writes + 1"
FINISH = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


class Job(msgspec.Struct, frozen=True):
    """A write: rows of a journal, or any other statement; and what to call afterwards."""

    then: Then | None
    rows: Rows | None = None
    other: Callable[[sqlite3.Connection], object] | None = None


Failed = dict[int, Exception]
"""The jobs of a group that were not written, by index, and why."""


class SqliteStore(SoleOwner):
    """One file, one writer thread, one reader thread."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self.path = path
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._writing = False
        self._groups: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._synchronous = synchronous
        self._death: Exception | None = None
        """Why the writer thread has ended before its time."""
        self._journal: Journal
        """The writer thread's alone."""
        prepare(path)
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "reader")
        self._reading: sqlite3.Connection | None = None

    # ------------------------------------------------------------ writing

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        safe = ("journal_mode=WAL", f"synchronous={self._synchronous}", "busy_timeout=5000")
        for pragma in (*safe, WRITING_CACHE, CHECKPOINT):
            db.execute(f"PRAGMA {pragma}")
        return db

    def _submit(self, job: Job) -> None:
        """Add a job to the next group."""
        self._waiting.append(job)
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._send_group)

    def _send_group(self) -> None:
        """Hand everything that waits to the writer as one group."""
        group, self._waiting = self._waiting, []
        self._writing = bool(group)
        if group and self._death is not None:
            self._loop.call_soon(self._written, group, _all_failed(group, self._death))
        elif group:
            self._groups.put(group)

    def _write(self) -> None:
        """Commit groups until there are no more; runs in the writer thread."""
        group: list[Job] | None = None
        try:
            with closing(self._connect()) as db:
                rows = self._journal = Journal(db)
                _commit(db, rows, [])  # moves the pending rows of an earlier server
                while (group := self._groups.get()) is not None:
                    failed = _commit(db, rows, group)
                    self._loop.call_soon_threadsafe(self._written, group, failed)
        except Exception as error:
            logger.critical("the writer has stopped; nothing more is written: %s", error, exc_info=True)
            self._loop.call_soon_threadsafe(self._writer_died, group or [], error)

    def _writer_died(self, group: list[Job], error: Exception) -> None:
        """Fail the group that was being written and those that wait; later ones fail at once."""
        self._death = error
        while not self._groups.empty():
            group += self._groups.get() or []
        self._written(group, _all_failed(group, error))

    def _written(self, group: Sequence[Job], failed: Failed) -> None:
        """Send the next group to the writer, then report this one."""
        self._send_group()
        _report(group, failed)

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        """Write rows, and call `then` with the outcome."""
        self._submit(Job(then, (table, first, rows)))

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """Write rows; the future is done when they are on disk."""
        done = self._loop.create_future()
        self.write(table, first, rows, partial(resolve, done))
        return done

    def _execute(self, other: Callable[[sqlite3.Connection], object]) -> asyncio.Future[None]:
        done = self._loop.create_future()
        self._submit(Job(partial(resolve, done), other=other))
        return done

    def list_table(self, entry: TableEntry) -> None:
        """Insert or replace a table's entry in the list."""
        row = (entry.id, entry.game, entry.phase, entry.public, entry.touched, entry.closed)
        self._submit(Job(None, other=lambda db: db.execute(ENTER, row)))

    def put_away(self, before: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Mark the unfinished tables that nobody has touched since `before` as closed, except `keep`."""
        row = (before, msgspec.json.encode(keep).decode())
        return self._execute(lambda db: db.execute(PUT_AWAY, row))

    def delete_abandoned(self, now: float, seconds: float, keep: Sequence[str]) -> asyncio.Future[None]:
        """Delete up to 200 tables that were put away, untouched for so many seconds."""
        row = (now, seconds, msgspec.json.encode(keep).decode())

        def delete(db: sqlite3.Connection) -> None:
            found = [(ident,) for (ident,) in db.execute(ABANDONED, row)]
            self._journal.delete([ident for (ident,) in found])
            db.executemany("DELETE FROM falls WHERE game_id > ?1 || '-' AND game_id < ?1 || '.'", found)
            db.executemany("DELETE FROM tables WHERE id = ?", found)

        return self._execute(delete)

    async def quarantine(self, table: str, why: str) -> None:
        """Mark a damaged table."""
        sql = "UPDATE tables SET damage = ? WHERE id = ?"
        await self._execute(lambda db: db.execute(sql, (why, table)))

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Store a finished game's entry and log."""
        row = (entry.id, entry.game, entry.finished, entry.public, msgspec.json.encode(entry), log)
        return self._execute(lambda db: db.execute(FINISH, row))

    def save_fall(self, game_id: str, step: int, fall: bytes) -> asyncio.Future[None]:
        """Store the recording of a fall; replaces an earlier one of the same line."""
        row = (game_id, step, compress(fall))
        return self._execute(lambda db: db.execute(FALL, row))

    def probe(self) -> asyncio.Future[None]:
        """Write a row that nobody reads; the future is done when it is on disk."""
        return self._execute(lambda db: db.execute(PROBE))

    # ------------------------------------------------------------ reading

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reading is None:
                self._reading = sqlite3.connect(self.path, isolation_level=None)
                self._reading.execute("PRAGMA query_only=1")
                self._reading.execute(f"PRAGMA {READING_CACHE}")
            return job(self._reading)

        return await self._loop.run_in_executor(self._reader, run)

    async def rows(self, table: str) -> list[bytes]:
        """A table's whole journal, in order, each row checked. Raises Damaged."""
        return await self._read(lambda db: journal.read(db, table))

    async def unfinished(self, within: float) -> list[str]:
        """Tables on which a game is being played, touched at most `within` seconds before the last of all."""
        return [row[0] for row in await self._read(lambda db: db.execute(UNFINISHED, (within,)).fetchall())]

    async def public_tables(self, limit: int) -> list[TableEntry]:
        """Public tables that are not closed, the newest first."""
        sql = """SELECT id, game, phase, public, touched, closed FROM tables
        WHERE public = 1 AND closed = 0 AND damage IS NULL ORDER BY touched DESC LIMIT ?"""
        rows = await self._read(lambda db: db.execute(sql, (limit,)).fetchall())
        return [TableEntry(r[0], r[1], r[2], bool(r[3]), r[4], bool(r[5])) for r in rows]

    async def quarantined(self) -> dict[str, str]:
        """The quarantined tables, and why."""
        sql = "SELECT id, damage FROM tables WHERE damage IS NOT NULL"
        return dict(await self._read(lambda db: db.execute(sql).fetchall()))

    async def finished(self, game: str | None, limit: int, before: float) -> list[GameEntry]:
        """Public finished games, the newest first."""
        sql = """SELECT entry FROM games WHERE public = 1 AND finished < ? AND (? IS NULL OR game = ?)
        ORDER BY finished DESC LIMIT ?"""
        rows = await self._read(lambda db: db.execute(sql, (before, game, game, limit)).fetchall())
        return [msgspec.json.decode(row[0], type=GameEntry) for row in rows]

    async def fall(self, game_id: str, step: int) -> bytes | None:
        """Returns the stored recording of a fall, or None."""
        sql = "SELECT body FROM falls WHERE game_id = ? AND step = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id, step)).fetchone())
        return None if row is None else decompress(row[0])

    async def falls(self, game_id: str) -> tuple[int, ...]:
        """The numbers of a game's lines that have a recording, in order."""
        sql = "SELECT step FROM falls WHERE game_id = ? ORDER BY step"
        rows = await self._read(lambda db: db.execute(sql, (game_id,)).fetchall())
        return tuple(row[0] for row in rows)

    async def entry(self, game_id: str) -> GameEntry | None:
        """A finished game's entry, or None."""
        sql = "SELECT entry FROM games WHERE id = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id,)).fetchone())
        return None if row is None else msgspec.json.decode(row[0], type=GameEntry)

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's entry and log, or None."""
        sql = "SELECT entry, log FROM games WHERE id = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id,)).fetchone())
        return None if row is None else (msgspec.json.decode(row[0], type=GameEntry), bytes(row[1]))

    async def close(self) -> None:
        """Write what waits, and close the database."""
        self._send_group()
        self._groups.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        if self._reading is not None:
            await self._loop.run_in_executor(self._reader, self._reading.close)
        self._reader.shutdown()


def prepare(path: Path) -> None:
    """Create the folder and the file where they are missing, and upgrade the file. Raises OSError.

    A file of a newer version is not changed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        check_version(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            upgrade(db, path)
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from None


def _commit(db: sqlite3.Connection, rows: Journal, group: Sequence[Job]) -> Failed:
    """Write a group in one transaction: rows that conflict fail alone, a failed commit fails all."""
    try:
        db.execute("BEGIN IMMEDIATE")
        fit = rows.write([job.rows for job in group])
        for job in group:
            if job.other is not None:
                job.other(db)
        db.execute("COMMIT")
        return {at: _conflict(group[at].rows) for at, fits in enumerate(fit) if not fits}
    except Exception as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        rows.forget()
        if isinstance(error, sqlite3.OperationalError):  # a full or read-only disk
            error = Unavailable(f"SQLite: {error}")
        return _all_failed(group, error)


def _all_failed(group: Sequence[Job], error: Exception) -> Failed:
    return dict.fromkeys(range(len(group)), error)


def _conflict(rows: Rows | None) -> Conflict:
    assert rows is not None
    table, seq, _ = rows
    return Conflict(f"row {seq} of table {table} does not follow its last row")


def _report(group: Sequence[Job], failed: Failed) -> None:
    """Call what follows on each job of a group; an exception there is logged and stops no other."""
    for at, job in enumerate(group):
        if job.then is not None:
            try:
                job.then(failed.get(at))
            except Exception:
                logger.exception("a callback after a commit failed")
