"""Copies the database as a whole: online to a backup, and from a backup into an empty data directory.

A copy is made under another name, checked, brought to disk and only then renamed, so that an
interrupted one cannot be taken for a whole one.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from cinq.server.storage.lock import locked
from cinq.server.storage.migrations.sqlite import check_version
from cinq.server.storage.sqlite import FILE

PAGES = 256
"""Pages (1 MB) that are copied at a time."""
Progress = Callable[[int, int], object]
"""Called with the number of pages copied and of all pages."""


class BadCopy(Exception):
    """Why there is no copy, in one line for people."""


def database_in(data: Path) -> Path:
    """The database of a data directory, or the file itself. Raises BadCopy if there is none."""
    file = data / FILE if data.is_dir() else data
    if not file.is_file():
        raise BadCopy(f"{data}: there is no {FILE} here")
    return file


def backup(data: Path, to: Path, progress: Progress) -> None:
    """Copy the database of a data directory, whether or not a server uses it. Raises BadCopy.

    Contains everything that was committed when this was called.
    """
    source = database_in(data)
    _refuse_existing(to)
    _copy(source, to, progress)


def restore(file: Path, data: Path, progress: Progress) -> None:
    """Copy a backup into a data directory that has no database. Raises BadCopy."""
    if not file.is_file():
        raise BadCopy(f"{file}: there is no such file")
    if data.exists() and not data.is_dir():
        raise BadCopy(f"{data}: not a folder")
    target = data / FILE
    try:
        with locked(target):
            for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
                _refuse_existing(data / name)
            check_version(file)
            _copy(file, target, progress)
    except (OSError, sqlite3.Error) as error:
        raise BadCopy(_said(error, file)) from None


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise BadCopy(f"{path} is there already: nothing was overwritten")


def _copy(source: Path, target: Path, progress: Progress) -> None:
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        with closing(read_only(source)) as live, closing(sqlite3.connect(partial)) as copy:
            live.backup(copy, pages=PAGES, progress=lambda _, left, total: progress(total - left, total))
            copy.execute("PRAGMA journal_mode=DELETE")
            check(copy, source)
        _rename(partial, target)
    except (OSError, sqlite3.Error) as error:
        raise BadCopy(_said(error, source)) from None
    finally:
        partial.unlink(missing_ok=True)


def read_only(file: Path) -> sqlite3.Connection:
    """Open a database at one moment: what others commit from now on is not seen. Raises sqlite3.Error."""
    db = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.execute("BEGIN")
    db.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the moment is the first read
    return db


def check(db: sqlite3.Connection, file: Path) -> None:
    """Raise BadCopy if SQLite finds the file damaged, or it is no database of a table server."""
    (found,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise BadCopy(f"{file} is damaged: {found}; `cinq doctor` says which tables")
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'journal'").fetchone():
        raise BadCopy(f"{file} is not a database of cinq")


def _rename(partial: Path, target: Path) -> None:
    """Give a copy its name once it is on disk. Raises OSError; never replaces a file."""
    for path in (partial, partial.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    os.link(partial, target)


def _said(error: Exception, file: Path) -> str:
    """An error with the name of the file, unless it names one."""
    return str(error) if isinstance(error, OSError) else f"{file}: {error}"
