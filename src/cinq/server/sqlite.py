"""The store in one SQLite file: one thread owns the only writing connection and commits in groups.

WAL with synchronous=FULL: a commit survives kill -9 and a power cut. One writer and
readers that never write keep clear of SQLite's WAL-reset bug (before 3.51.3).
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import msgspec

from cinq.server.store import Conflict, Damaged, GameEntry, TableEntry

T = TypeVar("T")
GROUP = 1024
"""Jobs in one commit at the most."""
CACHE = "cache_size=-512"
"""Half a megabyte: journals are appended to, hardly read."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS journal (
  table_id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, crc INTEGER NOT NULL,
  PRIMARY KEY (table_id, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, phase TEXT NOT NULL, public INTEGER NOT NULL,
  touched REAL NOT NULL, closed INTEGER NOT NULL, damage TEXT) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_phase ON tables (phase, closed);
CREATE TABLE IF NOT EXISTS games (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, finished REAL NOT NULL, public INTEGER NOT NULL,
  entry BLOB NOT NULL, log BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_time ON games (public, finished);
"""
INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
ENTER = """INSERT INTO tables (id, game, phase, public, touched, closed) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, public = excluded.public,
touched = excluded.touched, closed = excluded.closed"""
FINISH = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"

Job = tuple["asyncio.Future[None] | None", Callable[[sqlite3.Connection], None]]


class SqliteStore:
    """One file, one writer thread, one reader thread."""

    def __init__(self, path: Path, synchronous: str = "FULL") -> None:
        self.path = path
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._synchronous = synchronous
        path.parent.mkdir(parents=True, exist_ok=True)
        self._create()
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "reader")
        self._reading: sqlite3.Connection | None = None

    # ------------------------------------------------------------ writing

    def _create(self) -> None:
        db = self._connect()
        db.executescript(SCHEMA)
        db.close()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None)
        for pragma in ("journal_mode=WAL", f"synchronous={self._synchronous}", "busy_timeout=5000", CACHE):
            db.execute(f"PRAGMA {pragma}")
        return db

    def _write(self) -> None:
        db = self._connect()
        while True:
            first = self._jobs.get()
            if first is None:
                break
            batch, last = self._gather(first)
            self._commit(db, batch)
            if last:
                break
        db.close()

    def _gather(self, first: Job) -> tuple[list[Job], bool]:
        """All that waits now; whether the end of it is the end of all."""
        batch = [first]
        while len(batch) < GROUP:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return batch, True
            batch.append(job)
        return batch, False

    def _commit(self, db: sqlite3.Connection, batch: list[Job]) -> None:
        """One transaction; a job that fails fails alone, a commit that fails fails them all."""
        out: list[tuple[asyncio.Future[None] | None, BaseException | None]] = []
        try:
            db.execute("BEGIN IMMEDIATE")
            for future, job in batch:
                out.append((future, _attempt(db, job)))
            db.execute("COMMIT")
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            out = [(future, error) for future, _ in batch]
        self._loop.call_soon_threadsafe(_resolve, out)

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        """Write rows; done when they are on disk."""
        numbered = [(table, first + i, body, crc32(body)) for i, body in enumerate(rows)]

        def job(db: sqlite3.Connection) -> None:
            for row in numbered:
                if db.execute(INSERT, row).rowcount != 1:
                    raise Conflict(f"table {table} has a row {row[1]} already")

        return self._put(job)

    def _put(self, job: Callable[[sqlite3.Connection], None]) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self._jobs.put((future, job))
        return future

    def enter(self, entry: TableEntry) -> None:
        """Put a table in the list, or change its entry."""
        row = (entry.id, entry.game, entry.phase, entry.public, entry.touched, entry.closed)
        self._jobs.put((None, lambda db: _run(db, ENTER, row)))

    async def quarantine(self, table: str, why: str) -> None:
        """Put a damaged table aside."""
        sql = "UPDATE tables SET damage = ? WHERE id = ?"
        await self._put(lambda db: _run(db, sql, (why, table)))

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        """Keep a finished game's log."""
        row = (entry.id, entry.game, entry.finished, entry.public, msgspec.json.encode(entry), log)
        return self._put(lambda db: _run(db, FINISH, row))

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
        sql = "SELECT seq, body, crc FROM journal WHERE table_id = ? ORDER BY seq"
        found = await self._read(lambda db: db.execute(sql, (table,)).fetchall())
        for expected, (seq, body, crc) in enumerate(found, start=1):
            if seq != expected:
                raise Damaged(table, expected, "missing")
            if crc32(body) != crc:
                raise Damaged(table, seq, "its checksum does not fit")
        return [bytes(body) for _, body, _ in found]

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

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        """A finished game's log."""
        sql = "SELECT entry, log FROM games WHERE id = ?"
        row = await self._read(lambda db: db.execute(sql, (game_id,)).fetchone())
        return None if row is None else (msgspec.json.decode(row[0], type=GameEntry), bytes(row[1]))

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        self._jobs.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        if self._reading is not None:
            await self._loop.run_in_executor(self._reader, self._reading.close)
        self._reader.shutdown()


def _run(db: sqlite3.Connection, sql: str, row: tuple[object, ...]) -> None:
    db.execute(sql, row)


def _attempt(db: sqlite3.Connection, job: Callable[[sqlite3.Connection], None]) -> BaseException | None:
    try:
        job(db)
    except Conflict as error:
        return error
    return None


def _resolve(out: list[tuple[asyncio.Future[None] | None, BaseException | None]]) -> None:
    """One wake-up of the loop for the whole group."""
    for future, error in out:
        if future is None or future.done():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
