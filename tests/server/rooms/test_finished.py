"""Every finished game has its log, whatever happened at its table afterwards."""

import asyncio
import random
import sqlite3
import weakref
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote

import pytest
from litestar.testing import TestClient

from cinq.core.verify import verify
from cinq.games import load_game
from cinq.server import wire
from cinq.server.app import make_app
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.settings import Settings
from cinq.server.storage.archive import Record
from cinq.server.storage.interface import GameEntry
from cinq.server.storage.sqlite import FILE, SqliteStore
from cinq.table.table import Table
from tests.server.client import Json, Server, play_on, running, table

ROUNDS = 3


async def _rounds(server: Server) -> str:
    """Play finished games one straight after the other, and leave another running; the table's id."""
    options = {"target": 1000}
    async with table(server, "dix-mille", 2, options=options, public=True) as people:
        for number in range(1, ROUNDS + 1):
            parts = [play_on(c, seat, random.Random(seat + number)) for seat, c in enumerate(people)]
            await asyncio.wait_for(asyncio.gather(*parts), 60)
            for client in people:
                await client.send({"type": "rematch"})
            await asyncio.gather(*(client.until(_playing(number + 1)) for client in people))
        return people[0].table


def _playing(number: int) -> Callable[[Json], bool]:
    """Whether a message says that this round is being played."""
    return lambda m: m["type"] == "sync" and (m["table"]["phase"], m["table"]["round"]) == ("playing", number)


def _check_logs(server: Server, ident: str) -> None:
    """Every finished round has a log that verifies; the running one and the next have none."""
    lines = set()
    for number in range(1, ROUNDS + 1):
        log = server.request(f"/api/log/{ident}-{number}").decode()
        assert not verify(log, load_game).problems
        lines.add(log)
        assert server.request(f"/api/games/finished/{ident}-{number}")["id"] == f"{ident}-{number}"
    assert len(lines) == ROUNDS
    for name in (f"{ROUNDS + 1}", f"{ROUNDS + 2}", "0", "-1", "x", "", "01", "²"):
        with pytest.raises(HTTPError) as error:
            server.request(f"/api/log/{quote(f'{ident}-{name}')}")
        assert error.value.code == 404


def test_a_prompt_rematch_loses_no_finished_game(server: Server) -> None:
    ident = asyncio.run(_rounds(server))
    _check_logs(server, ident)
    listed = {found["id"] for found in server.request("/api/games/finished")}
    assert {f"{ident}-{number}" for number in range(1, ROUNDS + 1)} <= listed


def test_a_crash_before_the_finish_loses_no_finished_game(tmp_path: Path) -> None:
    """The journal has the last lines, the list of finished games has not heard of them."""
    with running(tmp_path / "data") as server:
        ident = asyncio.run(_rounds(server))
        server.kill()
        with closing(sqlite3.connect(server.data / "cinq.sqlite")) as db, db:
            db.execute("DELETE FROM games")
        server.start()
        listed = {found["id"] for found in server.request("/api/games/finished")}
        assert f"{ident}-{ROUNDS}" in listed, "the last one is finished when its table is read again"
        _check_logs(server, ident)


class Held(list[bytes]):
    """A journal's rows, which can be watched until they are freed."""


def test_games_that_end_at_once_are_stored_one_after_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each needs its table's whole journal: those of many tables would not fit memory."""
    most, held = 0, set[int]()

    async def go() -> None:
        store = SqliteStore(tmp_path / FILE)
        registry = RoomRegistry(store, Settings())
        made = await registry.make(wire.NewTable("dix-mille", "Ana"), "")
        rows_of, read = store.rows, registry.reader.finished

        async def rows(ident: str) -> list[bytes]:
            nonlocal most
            found = Held(await rows_of(ident))
            held.add(id(found))
            weakref.finalize(found, held.discard, id(found))
            most = max(most, len(held))
            return found

        async def finished(ident: str, number: int, found: Sequence[bytes]) -> tuple[Table, Record] | None:
            await asyncio.sleep(0.02)
            return await read(ident, number, found)

        monkeypatch.setattr(store, "rows", rows)
        monkeypatch.setattr(registry.reader, "finished", finished)
        await asyncio.gather(*(registry.finished_games.store(made.table, 1) for _ in range(20)))
        await registry.close()

    asyncio.run(go())
    assert 1 <= most <= 2, "the reading thread may hold the last one until it gets the next"


def test_what_the_list_says_of_a_game_is_told_without_reading_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log has up to 30,000 lines: neither the entry nor a recorded fall needs it."""

    async def log(store: SqliteStore, game_id: str) -> None:
        raise AssertionError("the log was read")

    async def play(store: SqliteStore) -> None:
        await store.finish(GameEntry("t-1", "t", "doigt-oeil", 2, ("Ana", "Bob"), (0,), 1.0, 9, True), b"log")
        await store.save_fall("t-1", 3, b"fall")
        await store.close()

    async def prepared() -> None:
        await play(SqliteStore(tmp_path / FILE))

    asyncio.run(prepared())
    monkeypatch.setattr(SqliteStore, "log", log)
    with TestClient(make_app(tmp_path, settings=Settings(physics=False))) as client:
        assert client.get("/api/games/finished/t-1").json()["names"] == ["Ana", "Bob"]
        assert client.get("/api/falls/t-1/3").content == b"fall"
        assert client.get("/api/falls/t-1/4").status_code == client.get("/api/falls/t-2/3").status_code == 404
