"""Nothing that a client saw is lost: rematches, kill -9, reopenings, and a backup restored elsewhere."""

import asyncio
import copy
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from tests.chaos.history import History, game_violations, journal_violations, violations
from tests.chaos.players import Evening
from tests.server.client import Server, running
from tests.server.storage.journals import rows

PATIENCE = 120.0


async def until_played(evening: Evening, actions: int, games: int = 0) -> None:
    """Wait until so many more actions were acknowledged, and so many games ended."""
    actions, games = evening.actions + actions, evening.games + games
    async with asyncio.timeout(PATIENCE):
        while evening.actions < actions or evening.games < games:
            await asyncio.sleep(0.05)


def test_kills_and_rematches_lose_nothing(tmp_path: Path) -> None:
    async def go(server: Server) -> Evening:
        evening = Evening(server, tables=6)
        async with evening.playing():
            for _ in range(2):
                await until_played(evening, 60, 1)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
            await until_played(evening, 60, 1)
        return evening

    with running(tmp_path / "data") as server:
        evening = asyncio.run(go(server))
        assert violations(server, evening.histories) == []
        assert_the_checker_notices(server, evening)


def assert_the_checker_notices(server: Server, evening: Evening) -> None:
    """Take something of each kind away, and see that it is missed."""
    server.stop()
    played = max(evening.histories, key=lambda history: len(history.actions))
    finished = next(history for history in evening.histories if history.secrets)
    with closing(sqlite3.connect(server.data / "cinq.sqlite")) as db, db:
        where = "WHERE table_id = ? AND seq = ?"
        for name in ("journal", "fresh"):
            db.execute(f"DELETE FROM {name} {where}", (played.table, played.actions[-1].seq))
        db.execute("UPDATE games SET log = replace(log, '\"dealer\"', '\"world\"')")
    assert journal_violations(rows(server.data, played.table), played)
    server.start()
    assert game_violations(server, finished)


def test_the_drill(tmp_path: Path) -> None:
    """Back up under load, lose the machine, restore elsewhere: what was acknowledged before is there."""

    async def until_lost(server: Server) -> list[History]:
        evening = Evening(server, tables=4)
        async with evening.playing():
            await until_played(evening, 60, 1)
            known = copy.deepcopy(evening.histories)
            await cinq("backup", server.data, tmp_path / "copy.sqlite")
            await until_played(evening, 20)
            await asyncio.to_thread(server.kill)
        return known

    async def go_on(server: Server, known: list[History]) -> None:
        """All against bots play on; of two persons the one who asks for a rematch first may be alone."""
        before = {history: history.size for history in known if len(history.tokens) == 1}
        evening = Evening(server, len(known), known)
        async with evening.playing(), asyncio.timeout(PATIENCE):
            while not all(history.size > size + 5 for history, size in before.items()):
                await asyncio.sleep(0.05)

    server = Server(tmp_path / "data")
    server.start()
    known = asyncio.run(until_lost(server))
    asyncio.run(cinq("restore", tmp_path / "copy.sqlite", tmp_path / "elsewhere"))
    with running(tmp_path / "elsewhere") as other:
        assert violations(other, known) == []
        asyncio.run(go_on(other, known))
        assert violations(other, known) == []
    asyncio.run(cinq("doctor", tmp_path / "elsewhere"))


async def cinq(*words: object) -> None:
    """Run a command that succeeds."""
    command = [sys.executable, "-m", "cinq.cli", *map(str, words)]
    process = await asyncio.create_subprocess_exec(*command)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
