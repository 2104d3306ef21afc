"""Servers of one PostgreSQL database and one Redis, each a process with a port of its own."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.server.client import Server

SKEWED = "import time; real = time.time; time.time = lambda: real() + {skew}; " + (
    "from cinq.server.__main__ import main; main()"
)


class Worker(Server):
    """A server of a shared store; `skew` sets its clock wrong by so many seconds."""

    def __init__(self, folder: Path, database: str, redis: str | None, skew: float = 0.0, **settings: Any):
        super().__init__(folder / "data", **{"forgotten": 1e9, **settings})
        folder.mkdir(exist_ok=True)
        self.database, self.redis, self.skew = database, redis, skew

    def command(self) -> list[str]:
        command = [*super().command(), "--database", self.database]
        command += ["--redis", self.redis] if self.redis else []
        if self.skew:
            command[1:3] = ["-c", SKEWED.format(skew=self.skew)]
        return command

    def pause(self) -> None:
        """Stop the process where it is."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a stopped process go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> None:
        """Kill it if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


@contextlib.contextmanager
def workers(
    folder: Path, count: int, database: str, redis: str | None, **settings: Any
) -> Iterator[list[Worker]]:
    """So many workers for the length of a test."""
    made = [Worker(folder, database, redis, **settings) for _ in range(count)]
    try:
        for worker in made:
            worker.start()
        yield made
    finally:
        for worker in made:
            worker.end()
