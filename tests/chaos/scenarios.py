"""What is tried in `make chaos`: each scenario breaks something while people play, and checks what they saw.

A scenario returns a row of the table in docs/reliability.md, and the violations that it found.
"""

from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.chaos.faults import FaultyServer
from tests.chaos.history import History, journal_violations, violations
from tests.chaos.players import LOST, Evening
from tests.server.client import Client, Json, Server
from tests.server.storage.journals import rows

DAY = 86_400
PATIENCE = 300.0


class Size(NamedTuple):
    """How much is tried."""

    tables: int
    rounds: int
    seconds: float
    """That people play in each round."""


class Result(NamedTuple):
    """A row of the table, and what was wrong."""

    tried: str
    often: str
    happened: str
    wrong: list[str]


Round = Callable[[FaultyServer, Evening, int], Awaitable[str | None]]
"""Does one harm while people play; returns what went wrong besides, if anything did."""


async def _rounds(server: FaultyServer, evening: Evening, size: Size, harm: Round) -> list[str]:
    """Play, do harm, and so on; after the last harm everybody goes on."""
    wrong = []
    async with evening.playing():
        for number in range(size.rounds):
            await _played_on(evening)
            await asyncio.sleep(size.seconds)
            if said := await harm(server, evening, number):
                wrong.append(f"round {number + 1}: {said}")
        await _played_on(evening)
    return wrong


async def _played_on(evening: Evening) -> None:
    """Wait for an action that is acknowledged after this call."""
    before = evening.actions
    async with asyncio.timeout(PATIENCE):
        while evening.actions == before:
            await asyncio.sleep(0.05)


def _tried(folder: Path, size: Size, tried: str, often: str, harm: Round, physics: bool = False) -> Result:
    server = FaultyServer(folder / "data", bot_workers=2, physics=physics)
    server.start()
    try:
        evening = Evening(server, size.tables)
        wrong = asyncio.run(_rounds(server, evening, size, harm))
        wrong += violations(server, evening.histories)
    finally:
        server.stop()
    checked = f"{evening.actions:,} acknowledged actions and {evening.games:,} finished games checked"
    return Result(tried, often.format(*size), f"{checked}: {_said(wrong)}", wrong)


def _said(wrong: list[str]) -> str:
    return f"**{len(wrong)} wrong**" if wrong else "none lost; play went on"


# ------------------------------------------------------------ the process


def kill(folder: Path, size: Size) -> Result:
    """The process is killed at any moment and started again."""

    async def harm(server: FaultyServer, _evening: Evening, _number: int) -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    return _tried(folder, size, "`kill -9` and a new start", "{1} kills, {0} tables", harm)


def terminate(folder: Path, size: Size) -> Result:
    """The process is asked to stop and started again."""

    async def harm(server: FaultyServer, _evening: Evening, _number: int) -> None:
        await asyncio.to_thread(server.stop)
        await asyncio.to_thread(server.start)

    return _tried(folder, size, "SIGTERM and a new start", "{1} stops, {0} tables", harm)


def dead_workers(folder: Path, size: Size) -> Result:
    """All worker processes are killed at once: bots, hints and physics."""

    async def harm(server: FaultyServer, evening: Evening, number: int) -> str | None:
        if number == 0:
            server.wood = await _wood(server)
        assert server.process is not None
        for child in descendants(server.process.pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        await server.wood.send({"type": "ask_sync"})
        before = (await server.wood.until(lambda m: m["type"] == "sync", PATIENCE))["seq"]
        with suppress(*LOST):
            await server.wood.until(lambda m: m.get("seq", 0) > before or server.wood.over, 150.0)
        return None if server.wood.seq > before or server.wood.over else "the table of wood stands still"

    tried = "all worker processes (bots, hints, physics) killed"
    return _tried(folder, size, tried, "{1} times, {0} tables and one of wood", harm, physics=True)


class Watcher(Client):
    """Takes the frames of moving wood for messages without content."""

    async def hear(self, timeout: float = PATIENCE) -> Json:
        try:
            return await super().hear(timeout)
        except ValueError:  # not JSON
            return {"type": "frame"}


async def _wood(server: Server) -> Client:
    """A game of three bots with real wood, watched."""
    new = {"game": "doigt-oeil", "chairs": 3, "bots": ["beginner"] * 3, "start": True}
    made = await asyncio.to_thread(server.request, "/api/tables", new)
    return await Watcher(server, made["table"]).open()


def descendants(pid: int) -> list[int]:
    """All processes below one: workers of physics are forked by a process between."""
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        own = [int(child) for task in tasks for child in task.read_text().split()]
        return own + [below for child in own for below in descendants(child)]
    return []


# ------------------------------------------------------------ the disk and the clock


def _disk(folder: Path, size: Size, tried: str, error: int) -> Result:
    async def harm(server: FaultyServer, evening: Evening, _number: int) -> str | None:
        with server.failing(error=error):
            await asyncio.sleep(1.0)
            during, before = await _readiness(server), evening.actions
            await asyncio.sleep(size.seconds)
            acknowledged = evening.actions - before
        await asyncio.sleep(1.0)
        after = await _readiness(server)
        if (during, after) != (503, 200):
            return f"/readyz said {during} during the fault and {after} after it"
        return f"{acknowledged} actions acknowledged while nothing could be written" if acknowledged else None

    result = _tried(folder, size, tried, "{1} times, {0} tables", harm)
    return result._replace(happened=result.happened + "; `/readyz` 503 during it, 200 after it")


def full_disk(folder: Path, size: Size) -> Result:
    """Every write fails with "no space left"."""
    return _disk(folder, size, "full disk", errno.ENOSPC)


def read_only_disk(folder: Path, size: Size) -> Result:
    """Every write fails with "read-only file system"."""
    return _disk(folder, size, "read-only disk", errno.EROFS)


async def _readiness(server: Server) -> int:
    def ask() -> int:
        try:
            return int(urllib.request.urlopen(server.url + "/readyz", timeout=30).status)
        except urllib.error.HTTPError as error:
            return error.code

    return await asyncio.to_thread(ask)


def slow_disk(folder: Path, size: Size) -> Result:
    """Every sync takes 200 ms; the process is killed while it does."""

    async def harm(server: FaultyServer, evening: Evening, _number: int) -> None:
        server.set_faults(sync_ms=200)
        await _played_on(evening)
        await asyncio.sleep(size.seconds)
        await asyncio.to_thread(server.kill)
        server.set_faults()
        await asyncio.to_thread(server.start)

    return _tried(folder, size, "slow disk (200 ms a sync), then `kill -9`", "{1} times, {0} tables", harm)


def clock_jumps(folder: Path, size: Size) -> Result:
    """Each start finds another date: ahead, behind, right."""
    jumps = (8 * DAY, -8 * DAY, 400 * DAY, 0)

    async def harm(server: FaultyServer, _evening: Evening, number: int) -> None:
        await asyncio.to_thread(server.kill)
        server.set_faults(ahead=jumps[number % len(jumps)])
        await asyncio.to_thread(server.start)

    tried = "clock 8 days ahead, 8 behind, 400 ahead, right, at a start after `kill -9`"
    return _tried(folder, size, tried, "{1} jumps, {0} tables", harm)


def damaged_file(folder: Path, size: Size) -> Result:
    """Bytes of the database are overwritten: what clients would miss is named by `cinq doctor`."""
    server = Server(folder / "data")
    server.start()
    evening = Evening(server, size.tables)

    async def play() -> None:
        async with evening.playing():
            await _played_on(evening)
            await asyncio.sleep(size.seconds)

    asyncio.run(play())
    server.stop()
    file = server.data / "cinq.sqlite"
    whole, stored, rng, named, wrong = file.read_bytes(), _stored(file), random.Random(7), 0, []
    for number in range(size.rounds):
        at = rng.randrange(len(whole) - 64)
        file.write_bytes(whole[:at] + rng.randbytes(64) + whole[at + 64 :])
        reported = _doctor(server.data)
        named += bool(reported)
        missed = [history for history in evening.histories if _misses(server.data, history)]
        if not reported and (missed or _stored(file) != stored):
            wrong.append(f"damage {number + 1} at byte {at}: all is well, says the doctor")
    file.write_bytes(whole)
    happened = f"`cinq doctor` named {named}"
    if unnamed := size.rounds - named - len(wrong):
        happened += f"; {unnamed} changed only bytes that nothing uses: every row and index is as before"
    happened += f"; **{len(wrong)} left out**" if wrong else "; of what was stored it left out none"
    return Result("64 bytes of the database overwritten", f"{size.rounds} places", happened, wrong)


def _stored(file: Path) -> dict[str, list[str]]:
    """Every row of every table in a file, and what SQLite says of its indexes."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = {name: sorted(map(repr, db.execute(f"SELECT * FROM {name}"))) for name in names}
        return {**found, "integrity": [said for (said,) in db.execute("PRAGMA integrity_check")]}


def _doctor(data: Path) -> bool:
    """Whether the doctor finds something wrong."""
    command = [sys.executable, "-m", "cinq.cli", "doctor", "--json", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2 or bool(json.loads(done.stdout)["problems"]) == (done.returncode == 1)
    return done.returncode != 0


def _misses(data: Path, history: History) -> bool:
    """Whether the journal lacks what clients saw, or cannot be read."""
    try:
        return bool(journal_violations(rows(data, history.table), history))
    except Exception:
        return True


# ------------------------------------------------------------ strangers


def flood(folder: Path, size: Size) -> Result:
    """Sixteen connections send rubbish as fast as they can."""

    async def harm(server: FaultyServer, evening: Evening, _number: int) -> str | None:
        floods = [asyncio.create_task(_rubbish(server, number)) for number in range(16)]
        before = evening.actions
        await asyncio.sleep(size.seconds)
        for task in floods:
            task.cancel()
        await asyncio.gather(*floods, return_exceptions=True)
        return None if evening.actions > before else "nobody could play"

    tried = "flood of malformed messages, pings and bytes on 16 connections"
    return _tried(folder, size, tried, f"{{1}} × {size.seconds:g} s, {{0}} tables", harm)


async def _rubbish(server: Server, number: int) -> None:
    rng = random.Random(number)
    while True:
        with suppress(WebSocketException, OSError, TimeoutError):
            async with connect(server.url.replace("http", "ws") + "/api/socket", compression=None) as socket:
                while True:
                    await socket.send(
                        rng.randbytes(200) if rng.random() < 0.5 else "{" * rng.randrange(2_000)
                    )
                    await socket.ping()
        await asyncio.sleep(0.01)


SCENARIOS: dict[str, Callable[[Path, Size], Result]] = {
    "kill": kill,
    "sigterm": terminate,
    "full-disk": full_disk,
    "read-only-disk": read_only_disk,
    "slow-disk": slow_disk,
    "damaged-file": damaged_file,
    "clock-jumps": clock_jumps,
    "dead-workers": dead_workers,
    "floods": flood,
}
