"""`cinq serve`: what keeps it from beginning is said in one line; a stop begins at once."""

import asyncio
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import uvicorn

from cinq.server import app
from tests.ports import free_port
from tests.server.client import PATIENCE, running


def refused(*arguments: object) -> str:
    """What `cinq serve` says when it does not begin."""
    code = "import sys; from cinq.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1, done
    return done.stderr


def test_a_port_that_is_none(tmp_path: Path) -> None:
    assert "cannot listen on 127.0.0.1:70000" in refused("--port", 70_000, "--data", tmp_path)


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"cannot listen on 127.0.0.1:{port}" in refused("--port", port, "--data", tmp_path)


@pytest.mark.parametrize("address", ["mysql://somewhere", "sqlite://"])
def test_a_database_of_another_kind(address: str) -> None:
    assert "a database is sqlite://PATH" in refused("--database", address)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Chère Léa, …\n" * 100)
    assert "letter.txt" in refused("--database", f"sqlite://{letter}")
    assert letter.read_text() == "Chère Léa, …\n" * 100


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "file" in refused("--data", tmp_path / "file" / "data")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("grace=long", "Expected `float`"),
        ("patience=3", "the server has no setting 'patience'; there are"),
        ("grace", "write NAME=VALUE"),
    ],
)
def test_a_setting_that_is_none(word: str, said: str) -> None:
    assert said in refused("--set", word)


def test_a_data_directory_that_another_server_uses(tmp_path: Path) -> None:
    with running(tmp_path / "data") as server:
        assert "another server uses" in refused("--port", free_port(), "--data", server.data)
        command = [
            sys.executable,
            "-m",
            "cinq.server",
            "--port",
            str(free_port()),
            "--data",
            str(server.data),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done
        assert "another server uses" in done.stderr
        server.kill()
        server.start()  # the lock of a killed server is gone with it


def test_a_stop_begins_without_waiting_for_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "TICK", 3_600.0)

    async def go() -> None:
        server = app.Server(uvicorn.Config(lambda scope: None))
        waiting = asyncio.create_task(server.main_loop())
        await asyncio.sleep(0)
        assert not waiting.done()
        server.handle_exit(signal.SIGTERM, None)
        await asyncio.wait_for(waiting, PATIENCE)

    asyncio.run(go())
