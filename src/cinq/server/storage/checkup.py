"""Checks everything in a database: each journal, each table by the rules, each finished game and its proof.

Reads at one moment and changes nothing, so that it can be run beside a server. A database of an
older schema is checked as its upgrade would leave it.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from zlib import decompress

import msgspec

from cinq.core.log import Line, read_header, read_lines
from cinq.core.verify import verify
from cinq.games import load_game
from cinq.server.storage.archive import Record, records
from cinq.server.storage.backup import read_only
from cinq.server.storage.interface import Damaged, GameEntry
from cinq.server.storage.journal import read
from cinq.server.storage.migrations.sqlite import STEPS, check_version, version_of
from cinq.server.storage.sqlite import prepare
from cinq.table.table import Table

Bar = Callable[[list[str], str], Iterable[str]]
"""Passes ids on and shows how many are done; the second argument says of what."""
IDS = (
    "SELECT id FROM tables",
    "SELECT table_id FROM tails",
    "SELECT DISTINCT table_id FROM fresh",
    "SELECT DISTINCT table_id FROM journal",
)
"""Where ids of tables are: one after the other, since any may lie on a damaged page."""


class Problem(msgspec.Struct, frozen=True):
    """Something that is wrong."""

    where: str
    """`table ID`, `game ID` or `file`."""
    what: str


class Report(msgspec.Struct):
    """What was checked, and what is wrong."""

    schema: int = 0
    """The version of the file's schema."""
    tables: int = 0
    rows: int = 0
    games: int = 0
    """Finished games that are stored."""
    lines: int = 0
    """Lines of finished games that were verified."""
    missing: int = 0
    """Finished games that are only in their table's journal; a server stores them when they are asked for."""
    falls: int = 0
    problems: list[Problem] = []

    def add(self, where: str, what: object) -> None:
        """Note a problem."""
        self.problems.append(Problem(where, str(what)))


def check_database(file: Path, bar: Bar) -> Report:
    """Check a database. Raises OSError and sqlite3.Error if it cannot be opened."""
    check_version(file)
    with closing(read_only(file)) as db:
        schema = version_of(db)
        if schema == len(STEPS):
            return _check(db, schema, bar)
        with tempfile.TemporaryDirectory() as folder:
            return _check_upgraded(db, Path(folder) / file.name, schema, bar)


def _check_upgraded(db: sqlite3.Connection, copy: Path, schema: int, bar: Bar) -> Report:
    with closing(sqlite3.connect(copy)) as target:
        db.backup(target)
    prepare(copy)
    with closing(read_only(copy)) as upgraded:
        return _check(upgraded, schema, bar)


def _check(db: sqlite3.Connection, schema: int, bar: Bar) -> Report:
    report = Report(schema)
    for (found,) in _ids(db, "PRAGMA integrity_check(20)", report):
        if found != "ok":
            report.add("file", found)
    for where, what in _ids(db, "SELECT id, damage FROM tables WHERE damage IS NOT NULL", report):
        report.add(f"table {where}", f"put aside by the server: {what}")
    for ident in bar(sorted({ident for sql in IDS for ident in _texts(db, sql, report)}), "table"):
        _guarded(report, f"table {ident}", _check_table, db, ident)
    for game in bar(_texts(db, "SELECT id FROM games", report), "game"):
        _guarded(report, f"game {game}", _check_game, db, game)
    for game, step in _ids(db, "SELECT game_id, step FROM falls", report):
        _guarded(report, f"game {game}", _check_fall, db, game, step)
    return report


def _texts(db: sqlite3.Connection, sql: str, report: Report) -> list[str]:
    """The ids that a query finds; one that is no text any more is noted."""
    found = [ident for (ident,) in _ids(db, sql, report)]
    for ident in found:
        if not isinstance(ident, str):
            report.add("file", f"the id {ident!r} is no text")
    return [ident for ident in found if isinstance(ident, str)]


def _ids(db: sqlite3.Connection, sql: str, report: Report) -> list[tuple[str, ...]]:
    """The rows of a query; a damaged page is noted."""
    try:
        return db.execute(sql).fetchall()
    except sqlite3.Error as error:
        report.add("file", error)
        return []


def _guarded(report: Report, where: str, check: Callable[..., None], *arguments: object) -> None:
    """Run one check; whatever it raises is a problem of what it checks."""
    try:
        check(report, *arguments)
    except Exception as error:
        known = isinstance(error, Damaged | sqlite3.Error | _Wrong)
        report.add(where, error if known else f"{type(error).__name__}: {error}")


class _Wrong(Exception):
    """What a check found."""


def _check_table(report: Report, db: sqlite3.Connection, ident: str) -> None:
    """The chain of a journal, its replay by the rules, and the stored logs of its finished games."""
    report.tables += 1
    rows = read(db, ident)
    if not rows:
        raise _Wrong("in the list, but it has no journal")
    report.rows += len(rows)
    for game, record in _finished(ident, rows):
        stored = db.execute("SELECT log FROM games WHERE id = ?", (game,)).fetchone()
        if stored is None:
            report.missing += 1
        elif _content(stored[0]) != (record.secret, list(record.nonces), record.lines):
            report.add(f"game {game}", "the stored log is not that of the table's journal")


def _finished(ident: str, rows: list[bytes]) -> Iterator[tuple[str, Record]]:
    """The games of a journal that ended, by id."""
    table, ended = Table(ident), 0
    for record in records(table, rows):
        if record is not None and table.phase == "over" and table.round > ended:
            ended = table.round
            yield table.game_id, record


def _content(log: bytes) -> tuple[object, object, list[Line]]:
    """Secret, nonces and lines of a log."""
    header = read_header(log.decode())
    secret, nonces = (msgspec.json.decode(header.notes[name]) for name in ("secret", "nonces"))
    return secret, nonces, list(read_lines(load_game(header.game), log.decode()))


def _check_game(report: Report, db: sqlite3.Connection, game: str) -> None:
    """A finished game's entry, the legality of every line, and the proof of its dealing."""
    report.games += 1
    entry, log = db.execute("SELECT entry, log FROM games WHERE id = ?", (game,)).fetchone()
    known = msgspec.json.decode(entry, type=GameEntry)
    checked = verify(bytes(log).decode(), load_game)
    report.lines += checked.lines
    if checked.problems:
        raise _Wrong("; ".join(checked.problems[:3]))
    if (known.id, known.lines) != (game, checked.lines):
        raise _Wrong("its entry in the list is not that of its log")


def _check_fall(report: Report, db: sqlite3.Connection, game: str, step: int) -> None:
    report.falls += 1
    (body,) = db.execute("SELECT body FROM falls WHERE game_id = ? AND step = ?", (game, step)).fetchone()
    decompress(body)
