"""Real PostgreSQL, Redis and nginx processes on private ports, for tests."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from tools.services import find

from tests.ports import free_port

PATIENCE = 60.0


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for something that a process does."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, f"{what}: not after {PATIENCE:.0f} s"
        time.sleep(0.05)


def as_nobody() -> list[str]:
    """How to run a program that refuses to run as root."""
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.getuid() == 0 else []


class Service:
    """A process in a folder of its own; can be killed, stopped, continued and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cinq-scale-"))
        self.prepare_folder()
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def prepare_folder(self) -> None:
        """Let a process of another user write there."""
        self.folder.chmod(0o777)

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        """Start, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=log, cwd=self.folder)
        until(self.answers, f"{type(self).__name__} answers; {(self.folder / 'log').read_text()[-500:]}")

    @contextmanager
    def running(self) -> Iterator[Self]:
        """Started, and ended at last."""
        try:
            self.start()
            yield self
        finally:
            self.end()

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it and its children, as a power cut would."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Kill it, and remove its folder."""
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A fresh cluster that trusts everybody on loopback."""

    def __init__(self, superuser: str = "cinq") -> None:
        super().__init__()
        self.bin = Path(find("postgres")).resolve().parent
        self.data = self.folder / "data"
        init = [str(self.bin / "initdb"), "-D", str(self.data), "-U", superuser, "-A", "trust", "-E", "UTF8"]
        subprocess.run([*as_nobody(), *init, "--locale=C"], check=True, capture_output=True, cwd=self.folder)

    @property
    def url(self) -> str:
        return self.url_at(self.port)

    def url_at(self, port: int) -> str:
        return f"postgresql://cinq@127.0.0.1:{port}/postgres"

    def command(self) -> list[str]:
        options = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.folder)]
        return [*as_nobody(), str(self.bin / "postgres"), "-D", str(self.data), *options]

    def answers(self) -> bool:
        asked = [str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        return subprocess.run(asked, check=False).returncode == 0

    def kill(self) -> None:
        """Kill it; a new start finds no file of the old one."""
        super().kill()
        (self.data / "postmaster.pid").unlink(missing_ok=True)


class SmallPostgres(Postgres):
    """PostgreSQL on a file system of its own that can be filled; needs to be root."""

    SIZE = 256
    """Megabytes."""

    def prepare_folder(self) -> None:
        super().prepare_folder()
        options = f"size={self.SIZE}m,mode=777"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(self.folder)], check=True)

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Leave no room, for rows nor for PostgreSQL's log of them."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (2**20, 2**12):
                while _fits(file, size):
                    continue

    def make_room(self) -> None:
        """As it was before."""
        self._ballast.unlink()

    def start_again(self) -> None:
        """Start, if the full disk has ended it: it does not go on without its log."""
        assert self.process is not None
        if self.process.poll() is not None:
            self.start()
        until(self.answers, "PostgreSQL answers again")

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        subprocess.run(["umount", "--lazy", str(self.folder)], check=False)
        super().end()


def _fits(file: io.FileIO, size: int) -> bool:
    try:
        return file.write(bytes(size)) == size
    except OSError:
        return False


class Redis(Service):
    """Redis without a disk."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        program = find("redis-server")
        return [program, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        import socket

        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as asked:
                asked.sendall(b"PING\r\n")
                return asked.recv(16).startswith(b"+PONG")
        except OSError:
            return False
