"""Schema versions: an older file is upgraded with everything in it, a newer one is left alone.

`version-0.1.zip` holds a data directory that cinq 0.1.0 wrote: two lobbies, a game in progress, two
finished games and a rematch in progress, most rows in `journal` and the last ones in `fresh`. Its
`facts.json` lists what clients had seen: tokens, numbers, views, digests of the finished games' logs.
"""

import asyncio
import hashlib
import json
import random
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from cinq.server.storage.interface import Damaged
from cinq.server.storage.journal import read
from cinq.server.storage.migrations import NewerSchema, sqlite
from cinq.server.storage.sqlite import SqliteStore, prepare
from tests.server.client import Client, Json, Server, my_turn, play_on, running
from tests.server.test_serve import refused

OLD = Path(__file__).parent / "version-0.1.zip"


def unpack(folder: Path) -> Json:
    """Put the old file into a data directory; what clients had seen of it."""
    with zipfile.ZipFile(OLD) as archive:
        archive.extract("cinq.sqlite", folder)
        facts: Json = json.loads(archive.read("facts.json"))
        return facts


def version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        found: int = db.execute("PRAGMA user_version").fetchone()[0]
        return found


def test_every_step_of_the_folder_is_run() -> None:
    folder = Path(sqlite.__file__).parent
    names = sorted(path.stem for path in folder.glob("v*.py"))
    assert [step.__module__.rpartition(".")[2] for step in sqlite.STEPS] == names
    assert [name.split("_")[0] for name in names] == [f"v{number}" for number in range(1, len(names) + 1)]


def test_a_new_file_has_the_newest_version(tmp_path: Path) -> None:
    prepare(tmp_path / "cinq.sqlite")
    assert version(tmp_path / "cinq.sqlite") == len(sqlite.STEPS)


def schema(file: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(file)) as db:
        found = db.execute("SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name").fetchall()
        return [(name, " ".join(sql.split())) for name, sql in found]


def test_an_upgraded_file_has_the_schema_of_a_new_one(tmp_path: Path) -> None:
    unpack(tmp_path / "old")
    for folder in ("old", "new"):
        prepare(tmp_path / folder / "cinq.sqlite")
    assert schema(tmp_path / "old" / "cinq.sqlite") == schema(tmp_path / "new" / "cinq.sqlite")


def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM tables")
        raise sqlite3.OperationalError("database or disk is full")

    file = tmp_path / "cinq.sqlite"
    unpack(tmp_path)
    before = schema(file)
    monkeypatch.setattr(sqlite, "STEPS", (*sqlite.STEPS, fails))
    with pytest.raises(OSError, match="disk is full"):
        prepare(file)
    assert (version(file), schema(file)) == (0, before)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT count(*) FROM tables").fetchone()[0] > 0


def newer(file: Path) -> None:
    prepare(file)
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"PRAGMA user_version = {len(sqlite.STEPS) + 1}")
        db.execute("ALTER TABLE tables ADD COLUMN colour TEXT")


def test_a_file_of_a_newer_version_is_refused_and_not_changed(tmp_path: Path) -> None:
    newer(tmp_path / "cinq.sqlite")
    before = (tmp_path / "cinq.sqlite").read_bytes()
    said = refused("--data", tmp_path)
    assert "written by a newer version of cinq" in said and "nothing was changed" in said
    assert (tmp_path / "cinq.sqlite").read_bytes() == before


def test_a_newer_file_whose_version_is_still_in_the_log_of_sqlite_is_not_changed(tmp_path: Path) -> None:
    """As a newer server leaves it after kill -9."""
    file, wal, copy = tmp_path / "cinq.sqlite", tmp_path / "cinq.sqlite-wal", tmp_path / "copy"
    prepare(file)
    copy.mkdir()
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA wal_autocheckpoint=0")
        db.execute(f"PRAGMA user_version = {len(sqlite.STEPS) + 1}")
        for left in (file, wal):
            (copy / left.name).write_bytes(left.read_bytes())
    before = [(copy / left.name).read_bytes() for left in (file, wal)]
    with pytest.raises(NewerSchema):
        prepare(copy / file.name)
    assert [(copy / left.name).read_bytes() for left in (file, wal)] == before


def assert_proven(server: Server, game: str) -> None:
    verdict = server.request(f"/api/verify/{game}")
    assert verdict["ok"] and verdict["dealt"] > 0


def assert_games_are_there(server: Server, games: Json) -> None:
    for game, known in games.items():
        log = server.request(f"/api/log/{game}")
        assert hashlib.sha256(log).hexdigest() == known["sha256"]
        assert_proven(server, game)
        assert len(server.request(f"/api/replay/{game}")["frames"]) == known["lines"] + 1


async def assert_tables_are_there(server: Server, tables: Json) -> None:
    for role in ("lobby", "later lobby", "playing", "finished", "rematch"):
        known = tables[role]
        client = await Client(server, known["id"], known["tokens"][0]).open()
        assert (client.seq, client.view) == (known["seq"], known["view"])
        await client.close()


async def play_to_the_end(server: Server, known: Json) -> None:
    clients = [await Client(server, known["id"], token).open() for token in known["tokens"]]
    rng = random.Random(1)
    assert sum(my_turn(client, seat) for seat, client in enumerate(clients)) == 1
    await asyncio.gather(*(play_on(client, seat, rng) for seat, client in enumerate(clients)))
    for client in clients:
        await client.close()


def test_an_old_data_directory_opens_and_goes_on(tmp_path: Path) -> None:
    facts = unpack(tmp_path / "data")
    with running(tmp_path / "data") as server:
        for again in (False, True):
            if again:
                server.kill()
                server.start()
            assert_games_are_there(server, facts["games"])
            asyncio.run(assert_tables_are_there(server, facts["tables"]))
        for role, number in (("playing", 1), ("rematch", 2)):
            asyncio.run(play_to_the_end(server, facts["tables"][role]))
            assert_proven(server, f"{facts['tables'][role]['id']}-{number}")


def test_rows_of_an_old_file_that_go_missing_are_noticed(tmp_path: Path) -> None:
    known = unpack(tmp_path)["tables"]["playing"]

    async def rows() -> list[bytes]:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        try:
            return await store.rows(known["id"])
        finally:
            await store.close()

    assert len(asyncio.run(rows())) == known["seq"]
    with closing(sqlite3.connect(tmp_path / "cinq.sqlite")) as db, db:
        db.execute("DELETE FROM journal WHERE table_id = ? AND seq = ?", (known["id"], known["seq"]))
    with pytest.raises(Damaged, match="missing"):
        asyncio.run(rows())


def test_a_row_that_was_damaged_before_is_damaged_after(tmp_path: Path) -> None:
    tables = unpack(tmp_path)["tables"]
    ident = tables["playing"]["id"]
    with closing(sqlite3.connect(tmp_path / "cinq.sqlite")) as db, db:
        db.execute("UPDATE journal SET body = x'00' WHERE table_id = ? AND seq = 7", (ident,))
    prepare(tmp_path / "cinq.sqlite")
    with closing(sqlite3.connect(tmp_path / "cinq.sqlite")) as db:
        with pytest.raises(Damaged, match="row 7: not what was written"):
            read(db, ident)
        assert len(read(db, tables["rematch"]["id"])) == tables["rematch"]["seq"]
