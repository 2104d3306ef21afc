"""Hints, reviews and readings: questions wait in bounded queues, and no bot waits for any of them."""

import asyncio
import json
import random
import re
import threading
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cinq.server import wire
from cinq.server.rooms.rate_limits import WaitingLimit
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import SqliteStore
from cinq.table.table import Refusal
from tests.server.client import PATIENCE, Client, Server, play_on, running, until

Json = dict[str, Any]
COACHED: Json = {"name": "Ana", "bots": ["champion"], "start": True, "coach": True}
COMPILES = 4 * PATIENCE
"""Seconds for a first decision: on a new tree a worker compiles what its champion plays out."""


def test_turns_are_counted_in_all_and_by_asker() -> None:
    limit = WaitingLimit(3, "busy")
    with limit.admit({"a": 2, "seat": 1}), limit.admit({"a": 2}):
        for askers in ({"a": 2}, {"b": 2, "seat": 1}):
            with pytest.raises(Refusal, match="wait for the answers"), limit.admit(askers):
                raise AssertionError
        with limit.admit({"b": 2}), pytest.raises(Refusal, match="busy"), limit.admit({"c": 2}):
            raise AssertionError
    with limit.admit({"a": 1}):
        pass


async def coached(server: Server, game: str) -> tuple[Json, Client]:
    """A table with a coach, where the game waits for its one person."""
    made: Json = server.request("/api/tables", {"game": game, **COACHED})
    ana = await Client(server, made["table"], made["token"]).open()
    while 0 not in ana.state.get("must_act", ()):
        await ana.hear(COMPILES)
    return made, ana


async def hints(server: Server, made: Json, sockets: int, each: int) -> Counter[str]:
    """What many requests for a hint, all at once on several sockets, are answered with."""
    clients = [await Client(server, made["table"], made["token"]).open() for _ in range(sockets)]
    for number in range(each):
        for client in clients:
            await client.send({"type": "ask_hint", "ref": str(number)})
    answers: Counter[str] = Counter()
    for client in clients:
        for _ in range(each):
            found = await client.until(lambda m: m["type"] in ("hint", "refused"), COMPILES)
            answers[str(found.get("code", found["type"]))] += 1
        await client.close()
    return answers


def test_a_flood_of_questions_for_the_coach_stops_no_bot(server: Server) -> None:
    async def go() -> None:
        asked, ana = await coached(server, "five-millimetres")
        other = {"game": "dix-mille", "name": "Ben", "bots": ["regular"], "start": True}
        played = server.request("/api/tables", {**other, "options": {"target": 2000}})
        ben = await Client(server, played["table"], played["token"]).open()
        flood = asyncio.create_task(hints(server, asked, 4, 20))
        await asyncio.wait_for(play_on(ben, 0, random.Random(1)), COMPILES)
        answers = await flood
        assert answers["hint"] >= 1 and answers["limited"] >= 1 and answers.total() == 80, answers
        await asyncio.gather(ana.close(), ben.close())

    asyncio.run(go())


def test_a_hint_that_is_asked_for_again_is_the_same(server: Server) -> None:
    async def go() -> None:
        _, ana = await coached(server, "dix-mille")
        first = await ana.ask("ask_hint")
        again = await ana.ask("ask_hint")
        assert first["type"] == "hint" and first["hint"] == again["hint"]
        await ana.close()

    asyncio.run(go())


def test_the_coach_has_workers_of_its_own(tmp_path: Path) -> None:
    async def go() -> None:
        registry = RoomRegistry(SqliteStore(tmp_path / "cinq.sqlite"), Settings())
        try:
            made = await registry.make_here(wire.NewTable("dix-mille", "Ana", bots=("regular",)))
            room = await registry.room(made.table)
            assert room.bots._pool is registry.pool and registry.coach_for(room)._pool is not registry.pool
        finally:
            await registry.close()

    asyncio.run(go())


def test_a_running_games_log_is_refused_without_reading_its_journal_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after the table was put away: it is read into memory once."""
    read: list[str] = []
    rows = SqliteStore.rows

    async def counted(store: SqliteStore, table: str) -> list[bytes]:
        read.append(table)
        return await rows(store, table)

    async def go() -> None:
        registry = RoomRegistry(SqliteStore(tmp_path / "cinq.sqlite"), Settings())
        try:
            made = await registry.make_here(wire.NewTable("dix-mille", "Ana", bots=("regular",)))
            registry.forget(room := await registry.room(made.table))
            room.close("idle")
            monkeypatch.setattr(SqliteStore, "rows", counted)
            for _ in range(10):
                with pytest.raises(Refusal, match="no such finished game"):
                    await registry.finished_games.find(f"{made.table}-1")
            assert read == [made.table]
        finally:
            await registry.close()

    asyncio.run(go())


def tables_in_memory(server: Server) -> float:
    with urllib.request.urlopen(server.url + "/metrics") as answer:
        (count,) = re.findall(r"^cinq_rooms (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(count)


def test_many_who_ask_for_a_running_games_log_are_all_answered(tmp_path: Path) -> None:
    """Also after the table was put away."""
    with running(tmp_path / "data", idle=0.5) as server:
        new = {"game": "dix-mille", "name": "Ana", "bots": ["beginner"], "start": True}
        ident = server.request("/api/tables", new)["table"]
        asyncio.run(until(lambda: tables_in_memory(server) == 0))
        codes: Counter[int] = Counter()

        def ask() -> None:
            for _ in range(10):
                try:
                    server.request(f"/api/log/{ident}-1")
                except urllib.error.HTTPError as error:
                    codes[error.code] += 1
                    assert json.loads(error.read())["code"] in ("unknown", "limited")

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert codes.total() == 80 and set(codes) <= {404, 429} and codes[404] > 0
