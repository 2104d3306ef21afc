"""Counts the instructions that one worker runs for a move, at the load of one worker and of one of four.

`python -m tests.scale.load.instructions` needs valgrind, under which the worker runs some fifty times
slower. So every time is stretched by STRETCHED: moves come as much later, a group waits as much longer for
others to join. Instructions of the kernel are not counted. Takes some ten minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop

from tests.scale.load.deployments import UNLIMITED
from tests.scale.load.players import LoadTable, on_owner, opened, play, settled
from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker
from tests.server import client

STRETCHED = 50
RATES = (500.0, 125.0)
"""Moves a second, before they are stretched."""
TABLES = 20
START = 600
"""Seconds that a worker has to start."""
SLOWED = f"""
from cinq.server.cluster import bus, cluster
from cinq.server.storage.postgres import gathering, store
from cinq.server.websocket import protocol
for module, name in ((gathering, "LONGEST"), (gathering, "LONGEST_GAP"), (protocol, "KEEP_ALIVE"),
                     (cluster, "BEAT"), (bus, "TIMEOUT"), (store, "TIMEOUT")):
    setattr(module, name, getattr(module, name) * {STRETCHED})
from cinq.server.__main__ import main
main()
"""


class CountedWorker(Worker):
    """A worker under callgrind, its times stretched."""

    def command(self) -> list[str]:
        command = super().command()
        at = command.index("-m")
        command[at : at + 2] = ["-c", SLOWED]
        return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={self.data.parent}/counted", *command]

    def counted(self) -> int:
        """The instructions since this was asked last."""
        assert self.process is not None
        asked = ["callgrind_control", "--dump", str(self.process.pid)]
        subprocess.run(asked, check=True, capture_output=True)
        files = list(self.data.parent.glob("counted*"))
        totals = [re.findall(r"^totals: (\d+)", file.read_text(), re.MULTILINE) for file in files]
        for file in files:
            file.unlink()
        return sum(int(found[-1]) for found in totals if found)


async def instructions_of_a_move(
    worker: CountedWorker, tables: list[LoadTable], rate: float, seconds: float
) -> float:
    """Play for so many seconds before they are stretched, and count."""
    await asyncio.to_thread(worker.counted)
    before = sum(table.moves for table in tables)
    await play(tables, rate / STRETCHED, seconds * STRETCHED)
    await settled(tables)
    return await asyncio.to_thread(worker.counted) / (sum(table.moves for table in tables) - before)


async def run(worker: CountedWorker, moves: int) -> None:
    """Print the instructions of a move at each rate, and at the first again."""
    began = time.monotonic()
    await asyncio.to_thread(worker.start)
    print(f"the worker was ready after {time.monotonic() - began:.0f} s", flush=True)
    tables = await opened(TABLES, [worker.port], on_owner, random.Random(1))
    await instructions_of_a_move(worker, tables, RATES[0], moves / 4 / RATES[0])  # warm
    for rate in (*RATES, RATES[0]):
        found = await instructions_of_a_move(worker, tables, rate, moves / rate)
        print(f"{rate:.0f} moves a second: {found / 1000:.0f} thousand instructions a move", flush=True)


def main() -> int:
    """Start PostgreSQL, Redis and a worker, and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=400, help="moves of each figure (default: 400)")
    moves = parser.parse_args().moves
    if shutil.which("valgrind") is None:
        print("valgrind is not installed", file=sys.stderr)
        return 1
    client.START = START
    uvloop.install()
    postgres, redis = Postgres(), Redis()
    with tempfile.TemporaryDirectory(prefix="cinq-counted-") as folder:
        settings = {**UNLIMITED, "lease": UNLIMITED["lease"] * STRETCHED, "idle": 1e6}
        worker = CountedWorker(Path(folder) / "w", postgres.url, redis.url, **settings)
        try:
            postgres.start()
            redis.start()
            asyncio.run(run(worker, moves))
        finally:
            worker.end()
            postgres.end()
            redis.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
