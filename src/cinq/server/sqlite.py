"""The store in one SQLite file: one thread owns the only writing connection and commits in groups.

A group is all that came while the one before was written, handed over at once: threads that
pass each other something for every move wait for each other more than for the disk.

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
from zlib import compress, crc32, decompress

import msgspec

from cinq.server import journal
from cinq.server.journal import Journal, Row
from cinq.server.store import Conflict, GameEntry, TableEntry, Then, settle

T = TypeVar("T")
logger = logging.getLogger("cinq.store")
CACHE = "cache_size=-512"
"""Half a megabyte: journals are appended to, hardly read."""
CHECKPOINT = "wal_autocheckpoint=8000"
"""Pages (32 MB): busy tables change the same pages again and again, which are then moved once, not often."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL,
  touched REAL NOT NULL, closed INTEGER NOT NULL, damage TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_phase ON tables (phase, closed);
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, finished REAL NOT NULL, public INTEGER NOT NULL,
  entry BLOB NOT NULL, log BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_time ON games (public, finished);
CREATE TABLE IF NOT EXISTS falls (
  game_id TEXT NOT NULL, step INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game_id, step));
"""
ENTER = """INSERT INTO tables (id, game, phase, public, touched, closed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public,
touched = excluded.touched, closed = excluded.closed"""
FALL = "INSERT OR REPLACE INTO falls VALUES (?, ?, ?)"
FINISH = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


class Job(msgspec.Struct, frozen=True):
    """Something to write: rows of a journal, or anything else; and what follows."""

    then: Then | None
    rows: Sequence[Row] = ()
    other: Callable[[sqlite3.Connection], object] | None = None


Failed = dict[int, Exception]
"""Which jobs of a group were not written, and why."""


class SqliteStore:
    """One file, one writer thread, one reader thread."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self.path = path
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._writing = False
        self._groups: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._synchronous = synchronous
        prepare(path)
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "reader")
        self._reading: sqlite3.Connection | None = None

    # ------------------------------------------------------------ writing

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        safe = ("journal_mode=WAL", f"synchronous={self._synchronous}", "busy_timeout=5000")
        for pragma in (*safe, CACHE, CHECKPOINT):
            db.execute(f"PRAGMA {pragma}")
        return db

    def _hand_in(self, job: Job) -> None:
        """Let it wait for the writer, with all that comes in the same turn of the loop."""
        self._waiting.append(job)
        if not self._writing:
            self._writing = True
            self._loop.call_soon(self._hand_over)

    def _hand_over(self) -> None:
        """All that waits is the writer's next group."""
        group, self._waiting = self._waiting, []
        self._writing = bool(group)
        if group:
            self._groups.put(group)

    def _write(self) -> None:
        """The writer's thread."""
        db = self._connect()
        kept = Journal(db)
        _commit(db, kept, [])  # puts away what an earlier server left
        while (group := self._groups.get()) is not None:
            failed = _commit(db, kept, group)
            self._loop.call_soon_threadsafe(self._written, group, failed)
        db.close()

    def _written(self, group: Sequence[Job], failed: Failed) -> None:
        """The next group is written while this one is told of."""
        self._hand_over()
        _resolve(group, failed)

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        """Write rows; then they are on disk, or it is said why not."""
        self._hand_in(Job(then, [(table, first + i, body, crc32(body)) for i, body in enumerate(rows)]))

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """The same, for one who waits."""
        done = self._loop.create_future()
        self.write(table, first, rows, partial(settle, done))
        return done

    def _put(self, other: Callable[[sqlite3.Connection], object]) -> asyncio.Future[None]:
        done = self._loop.create_future()
        self._hand_in(Job(partial(settle, done), other=other))
        return done

    def enter(self, entry: TableEntry) -> None:
        """Put a table in the list, or change its entry."""
        row = (entry.id, entry.game, entry.phase, entry.public, entry.touched, entry.closed)
        self._hand_in(Job(None, other=lambda db: db.execute(ENTER, row)))

    async def quarantine(self, table: str, why: str) -> None:
        """Put a damaged table aside."""
        sql = "UPDATE tables SET damage = ? WHERE id = ?"
        await self._put(lambda db: db.execute(sql, (why, table)))

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Keep a finished game's log."""
        row = (entry.id, entry.game, entry.finished, entry.public, msgspec.json.encode(entry), log)
        return self._put(lambda db: db.execute(FINISH, row))

    def keep_fall(self, game_id: str, step: int, fall: bytes) -> asyncio.Future[None]:
        """Keep what a fall looked like; the same line again replaces it."""
        row = (game_id, step, compress(fall))
        return self._put(lambda db: db.execute(FALL, row))

    # ------------------------------------------------------------ reading

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            if self._reading is None:
                self._reading = sqlite3.connect(self.path, isolation_level=None)
                self._reading.execute("PRAGMA query_only=1")
                self._reading.execute(f"PRAGMA {CACHE}")
            return job(self._reading)

        return await self._loop.run_in_executor(self._reader, run)

    async def rows(self, table: str) -> list[bytes]:
        """A table's whole journal, in order, each row checked."""
        return await self._read(lambda db: journal.read(db, table))

    async def unfinished(self) -> list[str]:
        """Tables on which a game is being played."""
        sql = "SELECT id FROM tables WHERE phase = 'playing' AND closed = 0 AND damage IS NULL"
        return [row[0] for row in await self._read(lambda db: db.execute(sql).fetchall())]

    async def public_tables(self, limit: int) -> list[TableEntry]:
        """Public tables that are not closed, the newest first."""
        sql = """SELECT id, game, phase, public, touched, closed FROM tables
        WHERE public = 1 AND closed = 0 AND damage IS NULL ORDER BY touched DESC LIMIT ?"""
        rows = await self._read(lambda db: db.execute(sql, (limit,)).fetchall())
        return [TableEntry(r[0], r[1], r[2], bool(r[3]), r[4], bool(r[5])) for r in rows]

    async def quarantined(self) -> dict[str, str]:
        """The tables put aside, and why."""
        sql = "SELECT id, damage FROM tables WHERE damage IS NOT NULL"
        return dict(await self._read(lambda db: db.execute(sql).fetchall()))

    async def finished(self, game: str | None, limit: int, before: float) -> list[GameEntry]:
        """Public finished games, the newest first."""
        sql = """SELECT entry FROM games WHERE public = 1 AND finished < ? AND (? IS NULL OR game = ?)
        ORDER BY finished DESC LIMIT ?"""
        rows = await self._read(lambda db: db.execute(sql, (before, game, game, limit)).fetchall())
        return [msgspec.json.decode(row[0], type=GameEntry) for row in rows]

    async def fall(self, game_id: str, step: int) -> bytes | None:
        """What a fall looked like."""
        sql = "SELECT body FROM falls WHERE game_id = ? AND step = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id, step)).fetchone())
        return None if row is None else decompress(row[0])

    async def falls(self, game_id: str) -> tuple[int, ...]:
        """The lines of a game that have one, in order."""
        sql = "SELECT step FROM falls WHERE game_id = ? ORDER BY step"
        rows = await self._read(lambda db: db.execute(sql, (game_id,)).fetchall())
        return tuple(row[0] for row in rows)

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's log."""
        sql = "SELECT entry, log FROM games WHERE id = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id,)).fetchone())
        return None if row is None else (msgspec.json.decode(row[0], type=GameEntry), bytes(row[1]))

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._hand_over()
        self._groups.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        if self._reading is not None:
            await self._loop.run_in_executor(self._reader, self._reading.close)
        self._reader.shutdown()


def prepare(path: Path) -> None:
    """Make the folder, the file and its tables, if they are not there. OSError says why not."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(journal.SCHEMA + SCHEMA)
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from None


def _commit(db: sqlite3.Connection, kept: Journal, group: Sequence[Job]) -> Failed:
    """One transaction; rows that conflict fail alone, a commit that fails fails them all."""
    try:
        db.execute("BEGIN IMMEDIATE")
        fit = kept.write([job.rows for job in group])
        for job in group:
            if job.other is not None:
                job.other(db)
        db.execute("COMMIT")
        return {at: _conflict(group[at]) for at, fits in enumerate(fit) if not fits}
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        kept.forget()
        return dict.fromkeys(range(len(group)), error)


def _conflict(job: Job) -> Conflict:
    table, seq, _, _ = job.rows[0]
    return Conflict(f"row {seq} of table {table} does not follow on its last")


def _resolve(group: Sequence[Job], failed: Failed) -> None:
    """One wake-up of the loop for the whole group; what goes wrong after one does not touch the others."""
    for at, job in enumerate(group):
        if job.then is not None:
            try:
                job.then(failed.get(at))
            except Exception:
                logger.exception("what follows on a commit failed")
