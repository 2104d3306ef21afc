"""The servers under test as processes, with CPU time and memory from /proc."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import mkdtemp

HERE = Path(__file__).parent
PEER = HERE / "boardgame.io"
CHECKOUT = HERE.parents[1]
LIMITS = {"sockets_per_address": 10**6, "tables_per_address": 10**6, "messages_per_second": 1e6}


def free_port() -> int:
    """The first of two consecutive free ports below the ephemeral range."""
    for port in range(21_000, 31_000, 2):
        try:
            for p in (port, port + 1):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", p))
        except OSError:
            continue
        return port
    raise OSError("no free port")


def install_peer() -> None:
    """Install boardgame.io from npm, once."""
    if not (PEER / "node_modules/boardgame.io").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PEER, check=True)


class Process:
    """One server process."""

    def __init__(self, kind: str, checkout: Path = CHECKOUT) -> None:
        self.kind = kind
        self.port = free_port()
        self.folder = Path(mkdtemp(prefix="cinq-bench-"))
        self._process = subprocess.Popen(
            self._command(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        )
        self._wait()

    def _command(self) -> list[str]:
        if self.kind == "cinq":
            settings = json.dumps({**LIMITS, "message_burst": 10**6})
            args = ["--port", str(self.port), "--data", str(self.folder), "--settings", settings]
            return [sys.executable, "-m", "cinq.server", *args]
        flat = [str(self.folder)] if self.kind == "flatfile" else []
        return ["node", str(PEER / "peer.cjs"), str(self.port), *flat]

    def _wait(self) -> None:
        path = "/readyz" if self.kind == "cinq" else "/games/dix-mille"
        port = self.port + (self.kind != "cinq")
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=1).read()
                return
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{self.kind} does not start")

    def cpu(self) -> float:
        """Processor seconds used so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Resident memory in bytes."""
        rows = Path(f"/proc/{self._process.pid}/status").read_text().split("\n")
        return next(int(row.split()[1]) * 1024 for row in rows if row.startswith("VmRSS"))

    def stop(self) -> None:
        """Kill the process and remove its data."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
