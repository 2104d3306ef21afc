"""The supervisor with workers that cannot start, do not get ready, die, or take long to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.scale.services import until

WORKER = """
import http.server, os, pathlib, signal, socket, sys, time
folder = pathlib.Path(os.environ["FOLDER"])
(folder / f"{os.getpid()}.pid").touch()
mode = (folder / "mode").read_text()
if mode == "broken":
    sys.exit(3)
if mode == "never ready":
    time.sleep(600)
if mode == "slow to stop":
    signal.signal(signal.SIGTERM, lambda *_: (time.sleep(2.5), os._exit(0)))

class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("x-process", str(os.getpid()))
        self.end_headers()

server = http.server.HTTPServer(("127.0.0.1", 0), Ready, bind_and_activate=False)
server.socket = socket.socket(fileno=int(sys.argv[-1].split(",")[-1]))
server.serve_forever()
"""
SUPERVISOR = """
import asyncio, logging, socket, sys
from cinq.server.cluster.supervisor import Supervisor
logging.basicConfig(level="INFO")
own = [socket.create_server(("127.0.0.1", int(port))) for port in sys.argv[2:]]
asyncio.run(Supervisor([], own, [sys.executable, sys.argv[1]]).run())
"""


class Supervised:
    """A supervisor of two workers that do as the file `mode` says when they start."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.ports = folder, [free_port(), free_port()]
        self.mode("good")
        (folder / "worker.py").write_text(WORKER)
        command = [sys.executable, "-c", SUPERVISOR, str(folder / "worker.py"), *map(str, self.ports)]
        with (folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "FOLDER": str(folder)}
            )
        until(lambda: all(self.ready()), "both workers are ready")

    def mode(self, mode: str) -> None:
        (self.folder / "mode").write_text(mode)

    def ready(self) -> list[int]:
        """The process that answers for each worker, or 0."""
        return [_answered_by(port) for port in self.ports]

    def started(self) -> list[int]:
        """Every worker so far."""
        return [int(path.stem) for path in self.folder.glob("*.pid")]

    def logged(self, words: str) -> bool:
        return words in (self.folder / "log").read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


def _answered_by(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=2) as answer:
            return int(answer.headers["x-process"])
    except OSError:
        return 0


def _lives(pid: int) -> bool:
    """Whether a process lives; one that was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Supervised]:
    made = Supervised(tmp_path)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.stop()
        for pid in filter(_lives, made.started()):
            os.kill(pid, signal.SIGKILL)


def test_a_rolling_restart_replaces_every_worker(supervised: Supervised) -> None:
    former = supervised.ready()
    supervised.process.send_signal(signal.SIGHUP)
    until(lambda: not any(map(_lives, former)), "both have ended")
    until(lambda: all(supervised.ready()), "two others are ready")
    supervised.stop()
    assert not any(map(_lives, supervised.started()))


def test_a_new_version_that_does_not_start_leaves_the_workers_that_run(supervised: Supervised) -> None:
    former = supervised.ready()
    supervised.mode("broken")
    supervised.process.send_signal(signal.SIGHUP)
    until(lambda: supervised.logged("rolling restart is given up"), "it is given up")
    assert supervised.ready() == former and len(supervised.started()) == 3
    supervised.mode("good")
    supervised.process.send_signal(signal.SIGHUP)
    until(lambda: not any(map(_lives, former)), "both are replaced when the version is mended")


def test_a_stop_in_a_rolling_restart_leaves_no_worker(supervised: Supervised) -> None:
    supervised.mode("never ready")
    supervised.process.send_signal(signal.SIGHUP)
    until(lambda: len(supervised.started()) == 3, "a successor has started")
    supervised.stop()
    assert not any(map(_lives, supervised.started()))


def test_a_stop_while_a_dead_worker_is_to_be_started_again_leaves_no_worker(supervised: Supervised) -> None:
    supervised.mode("slow to stop")
    supervised.process.send_signal(signal.SIGHUP)
    until(lambda: len(supervised.started()) == 4 and all(supervised.ready()), "both are slow to stop")
    until(lambda: sum(map(_lives, supervised.started())) == 2, "the former ones have ended")
    os.kill(supervised.ready()[0], signal.SIGKILL)
    until(lambda: supervised.logged("another is started"), "its end is noticed")
    supervised.stop()
    assert not any(map(_lives, supervised.started()))
