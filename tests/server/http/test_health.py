"""Readiness: 503 while the store cannot write, and 200 again when it can."""

import contextlib
import json
import logging
import resource
import sqlite3
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

from cinq.server.app import make_app
from cinq.server.http.health import JsonLines
from cinq.server.rooms.finished_games import FinishedGames
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import SqliteStore
from cinq.server.storage.write_probe import FRESH
from tests.server.client import Server, running


def ready(server: Server) -> tuple[int, str]:
    """The answer to a new question: the one before is no longer fresh."""
    time.sleep(FRESH)
    try:
        with urllib.request.urlopen(server.url + "/readyz", timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_a_store_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        assert ready(server) == (200, "ready\n")
        with closing(sqlite3.connect(server.data / "cinq.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can write
            status, said = ready(server)
            assert status == 503 and "cannot write" in said
            with urllib.request.urlopen(server.url + "/healthz") as answer:
                assert answer.status == 200
            other.execute("ROLLBACK")
        assert ready(server) == (200, "ready\n")


def test_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    """The kernel lets the server's files grow no further, as on a full disk, and then again."""
    with running(tmp_path / "data") as server:
        assert ready(server) == (200, "ready\n") and server.process is not None
        pid, before = server.process.pid, resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        largest = max(file.stat().st_size for file in server.data.iterdir())
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, before[1]))
        until = time.monotonic() + 60
        while ready(server)[0] == 200:  # until the log that is written in place is full
            assert time.monotonic() < until, "it never noticed"
            with contextlib.suppress(urllib.error.HTTPError):
                for _ in range(20):
                    server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        status, said = ready(server)
        assert status == 503 and "cannot write" in said
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        assert refused.value.code == 503, "a full disk is no defect of the server"
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        assert ready(server) == (200, "ready\n")


def test_a_writer_that_dies_takes_readiness_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*_: object) -> None:
        raise OSError("the disk has left")

    settings = Settings(physics=False)
    with TestClient(make_app(tmp_path, settings=settings)) as client:
        while (answer := client.get("/readyz")).text == "not yet\n":
            time.sleep(0.02)
        assert answer.status_code == 200
        monkeypatch.setattr("cinq.server.storage.sqlite._commit", die)
        for _ in range(2):
            time.sleep(FRESH)
            answer = client.get("/readyz")
            assert answer.status_code == 503 and "cannot write" in answer.text
            assert "the disk has left" not in answer.text, "strangers are not told why; the log is"


def test_what_fails_inside_is_logged_and_answered_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(FinishedGames, "find", fail)
    with TestClient(make_app(tmp_path, settings=Settings(physics=False))) as client:
        answer = client.get("/api/log/abc-1")
    assert answer.status_code == 500
    assert answer.json() == {"code": "unavailable", "message": "something went wrong here"}
    assert "GET /api/log/abc-1" in caplog.text and "a wheel came off" in caplog.text


def test_a_table_that_cannot_be_read_keeps_no_server_from_being_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path / "data") as server:
        new = {"game": "dix-mille", "name": "Ana", "bots": ["beginner"], "start": True}
        made = [server.request("/api/tables", new)["table"] for _ in range(2)]
        server.kill()

    async def rows(store: SqliteStore, table: str) -> list[bytes]:
        if table == made[0]:
            raise sqlite3.DatabaseError("database disk image is malformed")
        return await read(store, table)

    read = SqliteStore.rows
    monkeypatch.setattr(SqliteStore, "rows", rows)
    with TestClient(make_app(tmp_path / "data", settings=Settings(physics=False))) as client:
        began = time.monotonic()
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < began + 10
            time.sleep(0.02)
        assert client.get(f"/api/tables/{made[1]}").status_code == 200
        assert client.get(f"/api/tables/{made[0]}").status_code == 500
    assert "table not reopened" in caplog.text and "disk image is malformed" in caplog.text


def test_a_line_of_the_log_shows_what_was_sent_and_does_nothing_else() -> None:
    """A table's name is whatever somebody sent: no new line, no colour or direction of a terminal."""
    sent = "a\nb\x1b[31m\x9b31m\u202e\u2028\ud800é"
    record = logging.LogRecord("cinq", logging.WARNING, "", 0, "not reached: %s", (sent,), None)
    record.table = sent
    line = JsonLines().format(record)
    assert line.isprintable() and "é" in line
    assert json.loads(line)["table"] == sent and json.loads(line)["message"].endswith(sent)
