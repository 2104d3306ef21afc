"""A server whose disk and clock can be made to fail while it runs."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from tests.server.client import Client, Server

SOURCE = Path(__file__).with_name("faults.c")


class FaultyServer(Server):
    """A server process with `faults.c` loaded."""

    def __init__(self, data: Path, **settings: Any) -> None:
        super().__init__(data, **settings)
        self.wood: Client
        """A watcher of a table of wood, where a scenario needs one."""
        self._library = data.parent / "faults.so"
        self._control = data.parent / "faults"
        self._control.write_bytes(bytes(24))
        command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(self._library), str(SOURCE), "-ldl"]
        subprocess.run(command, check=True)

    def start(self) -> float:
        """Start with the faults that are set."""
        environment = {"LD_PRELOAD": str(self._library), "CINQ_FAULTS": str(self._control)}
        with mock.patch.dict(os.environ, environment):
            return super().start()

    def set_faults(self, error: int = 0, sync_ms: int = 0, ahead: int = 0) -> None:
        """Let writes fail with an errno, syncs take milliseconds, the clock be seconds ahead."""
        with self._control.open("r+b") as file:
            file.write(struct.pack("qqq", error, sync_ms, ahead))

    @contextmanager
    def failing(self, **faults: int) -> Iterator[None]:
        """The faults, for the length of a block."""
        self.set_faults(**faults)
        try:
            yield
        finally:
            self.set_faults()
