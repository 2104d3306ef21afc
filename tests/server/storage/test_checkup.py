"""`cinq doctor`: says that all is well when it is, and names what is not."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cinq.cli import main
from cinq.server.storage.sqlite import FILE, prepare
from tests.server.client import Json
from tests.server.storage.journals import relink
from tests.server.storage.test_migrations import unpack

Doctor = Callable[[], tuple[int, Json]]


@pytest.fixture
def facts(tmp_path: Path) -> Json:
    """An upgraded data directory of six tables and three finished games, in `tmp_path`."""
    known = unpack(tmp_path)
    prepare(tmp_path / FILE)
    return known


@pytest.fixture
def doctor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Doctor:
    def examine() -> tuple[int, Json]:
        before = (tmp_path / FILE).read_bytes()
        status = main(["doctor", "--json", str(tmp_path)])
        assert (tmp_path / FILE).read_bytes() == before, "it only reads"
        return status, json.loads(capsys.readouterr().out)

    return examine


def wrong(report: Json) -> list[tuple[str, str]]:
    return [(problem["where"], problem["what"]) for problem in report["problems"]]


def change(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for statement in statements:
            assert db.execute(statement).rowcount


def test_all_is_well(facts: Json, doctor: Doctor) -> None:
    status, report = doctor()
    assert (status, wrong(report)) == (0, [])
    counts = {"tables": 6, "games": 3, "missing": 0}
    assert report.items() >= counts.items()
    assert report["rows"] == sum(table["seq"] for table in facts["tables"].values())
    assert report["lines"] == sum(game["lines"] for game in facts["games"].values())


def test_an_old_file_is_checked_as_its_upgrade_would_be(tmp_path: Path, doctor: Doctor) -> None:
    unpack(tmp_path)
    status, report = doctor()
    assert (status, report["schema"], report["tables"], report["games"]) == (0, 0, 6, 3)


def test_a_report_for_people(tmp_path: Path, facts: Json, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("all is well\n")
    ident = facts["tables"]["lobby"]["id"]
    change(tmp_path, f"DELETE FROM journal WHERE table_id = '{ident}' AND seq = 3")
    assert main(["doctor", str(tmp_path)]) == 1
    assert capsys.readouterr().out.endswith(f"table {ident}: table {ident}, row 3: missing\n1 problems\n")


def test_a_changed_row(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    ident = facts["tables"]["playing"]["id"]
    change(tmp_path, f"UPDATE journal SET body = x'00' WHERE table_id = '{ident}' AND seq = 9")
    status, report = doctor()
    assert status == 1
    assert wrong(report) == [(f"table {ident}", f"table {ident}, row 9: not what was written")]


def test_a_move_against_the_rules(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    """By somebody who knows how the chain is computed."""
    ident = facts["tables"]["playing"]["id"]
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        where = "WHERE table_id = ? AND CAST(body AS TEXT) LIKE '%\"dice\"%' AND seq > 20"
        body = "replace(CAST(body AS TEXT), '\"values\":[', '\"values\":[9,')"
        db.execute(f"UPDATE journal SET body = CAST({body} AS BLOB) {where}", (ident,))
        relink(db, ident)
    status, report = doctor()
    assert status == 1 and f"table {ident}" in {where for where, _ in wrong(report)}


def test_a_log_that_is_not_the_journals(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    """The games of two tables exchanged: each is legal and proven, and the wrong one."""
    one, other, _ = sorted(facts["games"])
    change(
        tmp_path,
        f"UPDATE games SET log = (SELECT log FROM games WHERE id = '{other}') WHERE id = '{one}'",
    )
    status, report = doctor()
    assert status == 1
    assert (f"game {one}", "the stored log is not that of the table's journal") in wrong(report)


def test_a_proof_that_does_not_hold(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    game = min(facts["games"])
    log = 'CAST(replace(CAST(log AS TEXT), \'"secret":"\', \'"secret":"00\') AS BLOB)'
    change(tmp_path, f"UPDATE games SET log = {log} WHERE id = '{game}'")
    status, report = doctor()
    assert status == 1
    (what,) = [what for where, what in wrong(report) if where == f"game {game}" and "promised" in what]
    assert what.startswith("the secret is not the one that was promised")


def test_a_finished_game_that_is_not_stored_yet_is_no_problem(
    tmp_path: Path, facts: Json, doctor: Doctor
) -> None:
    change(tmp_path, f"DELETE FROM games WHERE id = '{min(facts['games'])}'")
    status, report = doctor()
    assert (status, report["missing"], report["games"]) == (0, 1, 2)


def test_a_damaged_page_is_named_and_the_rest_is_checked(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    raw = bytearray((tmp_path / FILE).read_bytes())
    at = raw.index(b'"played"', len(raw) // 3) // 4096 * 4096
    raw[at : at + 4096] = bytes(4096)
    (tmp_path / FILE).write_bytes(raw)
    status, report = doctor()
    assert status == 1 and "file" in {where for where, _ in wrong(report)}
    assert report["tables"] >= len(facts["tables"]) - 1


def test_an_id_that_is_no_text_is_named_and_the_rest_is_checked(
    tmp_path: Path, facts: Json, doctor: Doctor
) -> None:
    """As damage leaves it: the doctor itself failed on one in twenty damaged files."""
    change(tmp_path, f"UPDATE tables SET id = x'0102' WHERE id = '{facts['tables']['lobby']['id']}'")
    change(tmp_path, f"UPDATE games SET id = x'0304' WHERE id = '{min(facts['games'])}'")
    status, report = doctor()
    assert status == 1 and report["tables"] == len(facts["tables"])
    assert {("file", "the id b'\\x01\\x02' is no text"), ("file", "the id b'\\x03\\x04' is no text")} <= {
        *wrong(report)
    }


def test_a_flipped_bit_of_an_index_is_named(tmp_path: Path, facts: Json, doctor: Doctor) -> None:
    """Every row is there, but the query of a server that starts would no longer find the running table."""
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tables_by_phase'").fetchone()
    raw = bytearray((tmp_path / FILE).read_bytes())
    raw[raw.index(b"playing", (page - 1) * 4096)] ^= 1
    (tmp_path / FILE).write_bytes(raw)
    status, report = doctor()
    assert status == 1 and any("tables_by_phase" in what for _, what in wrong(report))


@pytest.mark.parametrize("data", ["nowhere", "letter"])
def test_nothing_to_check(tmp_path: Path, data: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter").write_text("Chère Léa" * 1_000)
    assert main(["doctor", str(tmp_path / data)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
