"""Copies: whole or not there, made while others write, and nothing is overwritten."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cinq.cli import main
from cinq.server.storage import backup as module
from cinq.server.storage.backup import BadCopy, backup
from cinq.server.storage.lock import locked
from cinq.server.storage.migrations.sqlite import STEPS
from cinq.server.storage.sqlite import FILE, SqliteStore, prepare

BODY = bytes(2_000)


def data_with(folder: Path, rows: int) -> Path:
    async def fill() -> None:
        store = SqliteStore(folder / FILE)
        await store.append("a", 1, [BODY] * rows)
        await store.close()

    asyncio.run(fill())
    return folder


def rows_in(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        counts = [db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("journal", "fresh")]
        return sum(counts)


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """What a command says that refuses to run, in one line."""
    assert main([str(word) for word in words]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1
    return shown.err


def test_a_copy_is_of_one_moment_though_others_write_all_the_time(tmp_path: Path) -> None:
    """SQLite begins a copy again whenever another connection writes: it would never end."""
    file, written = data_with(tmp_path / "data", 1_500) / FILE, 1_500
    assert file.stat().st_size > 2 * 4096 * module.PAGES, "copied in several parts"
    with closing(sqlite3.connect(file)) as other:

        def write_one_more(_copied: int, _total: int) -> None:
            nonlocal written
            written += 1
            other.execute("INSERT INTO fresh VALUES ('a', ?, ?, x'')", (written, BODY))
            other.commit()
            assert written < 1_600, "the copy does not end"

        backup(file.parent, tmp_path / "copy.sqlite", write_one_more)
    assert written > 1_500 and rows_in(file) == written
    assert rows_in(tmp_path / "copy.sqlite") == 1_500
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.sqlite"]


def test_an_interrupted_copy_leaves_nothing(tmp_path: Path) -> None:
    def interrupt(_copied: int, _total: int) -> None:
        raise KeyboardInterrupt

    data = data_with(tmp_path / "data", 1_500)
    with pytest.raises(KeyboardInterrupt):
        backup(data, tmp_path / "copy.sqlite", interrupt)
    assert list(tmp_path.glob("copy*")) == []


def test_what_is_there_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_with(tmp_path / "data", 3)
    (tmp_path / "letter").write_text("Chère Léa")
    assert "is there already" in refused(capsys, "backup", data, tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "Chère Léa"
    assert main(["backup", str(data), str(tmp_path / "copy")]) == 0
    capsys.readouterr()
    assert "is there already" in refused(capsys, "restore", tmp_path / "copy", data)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / f"{FILE}-wal").touch()  # of another database: SQLite would read it
    assert "is there already" in refused(capsys, "restore", tmp_path / "copy", tmp_path / "other")
    assert rows_in(data / FILE) == 3


def test_a_backup_is_restored(tmp_path: Path) -> None:
    data = data_with(tmp_path / "data", 3)
    assert main(["backup", str(data), str(tmp_path / "copy")]) == 0
    assert main(["restore", str(tmp_path / "copy"), str(tmp_path / "new" / "data")]) == 0
    assert rows_in(tmp_path / "new" / "data" / FILE) == 3


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter").write_text("Chère Léa" * 1_000)
    with closing(sqlite3.connect(tmp_path / "foreign")) as db:
        db.execute("CREATE TABLE letters (body TEXT)")
    data = tmp_path / "data"
    assert "there is no such file" in refused(capsys, "restore", tmp_path / "nothing", data)
    assert "not a database" in refused(capsys, "restore", tmp_path / "letter", data)
    assert "not a database of cinq" in refused(capsys, "restore", tmp_path / "foreign", data)
    assert "not a folder" in refused(capsys, "restore", tmp_path / "foreign", tmp_path / "letter")
    assert f"there is no {FILE}" in refused(capsys, "backup", tmp_path, tmp_path / "copy")
    assert "not a database of cinq" in refused(capsys, "backup", tmp_path / "foreign", tmp_path / "copy")
    assert not (data / FILE).exists() and not (tmp_path / "copy").exists()


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare(tmp_path / "copy")
    with closing(sqlite3.connect(tmp_path / "copy")) as db:
        db.execute(f"PRAGMA user_version = {len(STEPS) + 1}")
    assert "newer version of cinq" in refused(capsys, "restore", tmp_path / "copy", tmp_path / "data")


def test_a_damaged_file_is_not_copied(tmp_path: Path) -> None:
    data = data_with(tmp_path / "data", 1_500)
    raw = bytearray((data / FILE).read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 40_000] = bytes(40_000)
    (data / FILE).write_bytes(raw)
    with pytest.raises(BadCopy, match="damaged"):
        backup(data, tmp_path / "copy", lambda *_: None)
    assert not (tmp_path / "copy").exists()


def test_nothing_is_restored_into_the_folder_of_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(tmp_path / "copy")
    with locked(tmp_path / "data" / FILE):
        assert "another server uses" in refused(capsys, "restore", tmp_path / "copy", tmp_path / "data")
