"""The rows of a table: read in order, each checked, whether they lie with their table's others or are new."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from cinq.server.storage import journal
from cinq.server.storage.interface import Damaged
from cinq.server.storage.journal import Journal, read
from cinq.server.storage.migrations.sqlite import upgrade

BODIES = [b"one", b"two", b"three"]


@pytest.fixture(params=["journal", "fresh"])
def db(request: pytest.FixtureRequest) -> Iterator[sqlite3.Connection]:
    """Two tables of three rows; those of the first lie where the parameter says."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        upgrade(made, Path(":memory:"))
        assert Journal(made).write([("a", 1, BODIES), ("b", 1, BODIES)]) == [True, True]
        if request.param == "journal":
            assert Journal(made).write([]) == []  # another writer puts away what the first one left
        count = made.execute(f"SELECT count(*) FROM {request.param}").fetchone()[0]
        assert count == 2 * len(BODIES)
        yield made


def change(db: sqlite3.Connection, sql: str) -> None:
    """In whichever of the two tables the row is."""
    for name in ("journal", "fresh"):
        db.execute(sql.format(name))


def test_rows_are_read_in_order(db: sqlite3.Connection) -> None:
    assert read(db, "a") == read(db, "b") == BODIES
    assert read(db, "nobody's") == []


def test_a_changed_row_is_named(db: sqlite3.Connection) -> None:
    change(db, "UPDATE {} SET body = x'6f6f' WHERE table_id = 'a' AND seq = 2")
    with pytest.raises(Damaged, match="row 2: not what was written"):
        read(db, "a")
    assert read(db, "b") == BODIES


def test_rows_that_have_changed_places_are_noticed(db: sqlite3.Connection) -> None:
    change(db, "UPDATE {} SET seq = 30 WHERE table_id = 'a' AND seq = 3")
    change(db, "UPDATE {} SET seq = 3 WHERE table_id = 'a' AND seq = 2")
    change(db, "UPDATE {} SET seq = 2 WHERE table_id = 'a' AND seq = 30")
    with pytest.raises(Damaged, match="row 2: not what was written"):
        read(db, "a")
    assert read(db, "b") == BODIES


def test_a_row_that_was_taken_out_and_the_others_renumbered_is_noticed(db: sqlite3.Connection) -> None:
    change(db, "DELETE FROM {} WHERE table_id = 'a' AND seq = 2")
    change(db, "UPDATE {} SET seq = 2 WHERE table_id = 'a' AND seq = 3")
    with pytest.raises(Damaged, match="row 2: not what was written"):
        read(db, "a")


def test_rows_of_another_table_are_noticed(db: sqlite3.Connection) -> None:
    change(db, "DELETE FROM {} WHERE table_id = 'a'")
    change(db, "UPDATE {} SET table_id = 'a' WHERE table_id = 'b'")
    with pytest.raises(Damaged, match="row 1: not what was written"):
        read(db, "a")


def test_another_writer_goes_on_with_the_chain(db: sqlite3.Connection) -> None:
    for seq in (4, 5):
        assert Journal(db).write([("a", seq, [b"more"])]) == [True]
    assert read(db, "a") == [*BODIES, b"more", b"more"]


def test_a_missing_row_is_named(db: sqlite3.Connection) -> None:
    change(db, "DELETE FROM {} WHERE table_id = 'a' AND seq = 2")
    with pytest.raises(Damaged, match="row 2: missing"):
        read(db, "a")
    assert read(db, "b") == BODIES


def test_only_the_row_that_follows_is_written(db: sqlite3.Connection) -> None:
    journal = Journal(db)
    again, gap, right = [("a", seq, [b"late"]) for seq in (3, 5, 4)]
    assert journal.write([again, gap, right]) == [False, False, True]
    assert read(db, "a") == [*BODIES, b"late"]


def test_only_tables_written_lately_have_their_last_row_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that have ended leave the cache; one of them that is written again goes on with its chain."""
    monkeypatch.setattr(journal, "PENDING", 30)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        upgrade(made, Path(":memory:"))
        writer, most = Journal(made), 0
        for number in range(200):
            assert writer.write([(f"table {number}", 1, BODIES), ("old", number + 1, [b"row"])]) == [True] * 2
            most = max(most, len(writer._last) + len(writer._earlier))
        assert most <= 2 * journal.PENDING
        assert writer.write([("table 0", 4, [b"more"]), ("table 1", 3, [b"late"])]) == [True, False]
        assert read(made, "table 0") == [*BODIES, b"more"] and len(read(made, "old")) == 200
