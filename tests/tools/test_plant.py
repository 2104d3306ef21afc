"""The planted bugs can still be planted: each text stands where the list says, exactly once."""

import doctest
import json
import subprocess
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from cinq.games import GAMES, package
from tools import plant

BUGS = plant.read()
LAYERS = {
    *("rules", "view", "fairness", "verify", "table", "claims", "storage", "projection", "identity"),
    *("rooms", "websocket", "http", "bots", "physics", "fast", "page", "attacks"),
}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_can_be_planted(bug: plant.Bug) -> None:
    assert plant.unplantable(bug) is None
    assert bug.right != bug.wrong


def test_there_are_bugs_in_every_layer_and_every_game() -> None:
    assert len(BUGS) >= 40
    assert {bug.layer for bug in BUGS} == LAYERS
    assert max(Counter(bug.name for bug in BUGS).values()) == 1
    rules = [bug.file for bug in BUGS if bug.layer == "rules"]
    for game in GAMES:
        assert any(package(game).rpartition(".")[2] in file for file in rules), game


def test_a_text_that_has_gone_or_stands_twice_is_reported() -> None:
    bug = BUGS[0]
    gone = plant.Bug(bug.layer, bug.name, bug.file, "no such text anywhere", "", bug.tests)
    assert "0 times" in str(plant.unplantable(gone))
    twice = plant.Bug(bug.layer, bug.name, bug.file, "return", "", bug.tests)
    assert "times in" in str(plant.unplantable(twice))
    assert "there is no" in str(plant.unplantable(plant.Bug("", "", bug.file, bug.right, "", ("none.py",))))


def test_the_report_is_of_these_bugs_and_all_were_caught() -> None:
    said = plant.REPORT.read_text("utf-8")
    rows = [row.split(" | ")[:3] for row in said.splitlines() if row.startswith("| ")][1:]
    assert rows == [[f"| {bug.layer}", bug.name, f"`{bug.file}`"] for bug in BUGS]
    assert plant.NOTHING not in said and plant.NOT_YET not in said


def test_the_report_names_tests_that_exist() -> None:
    """A test that was renamed since has to catch its bug again, under its present name."""
    caught = [plant.reported()[bug.name].strip("`").split("[")[0] for bug in BUGS if not bug.in_page]
    for file, _, name in (test.partition("::") for test in caught):
        assert f"def {name}(" in (plant.ROOT / "tests" / file).read_text("utf-8"), f"{file}::{name}"


def test_a_row_of_the_report_is_kept_until_its_bug_is_planted_again() -> None:
    assert plant.report(BUGS, plant.reported()) == plant.REPORT.read_text("utf-8")


def _commit(tree: Path) -> None:
    for words in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", *words], cwd=tree, check=True)


@pytest.mark.parametrize(
    ("changed", "planted"),
    [("src/a.py", ["a"]), ("tests/b/test_it.py", ["b"]), ("web/src/it.test.ts", ["page"]), ("README.md", [])],
)
def test_only_what_changed_since_a_commit_is_planted(
    changed: str, planted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [
        plant.Bug("rules", "a", "src/a.py", "x", "y", ("a/test_it.py::test_a",)),
        plant.Bug("rules", "b", "src/b.py", "x", "y", ("b",)),
        plant.Bug("page", "page", "web/src/it.ts", "x", "y", ("src/it.test.ts",)),
    ]
    for path in ("README.md", *(path for row in rows for path in row.paths() if path != "tests/b")):
        _write(tmp_path / path, "before")
    _write(tmp_path / "tests/b/test_it.py", "before")
    monkeypatch.setattr(plant, "ROOT", tmp_path)
    monkeypatch.setattr(plant, "LIST", tmp_path / "bugs.toml")
    _write_list(rows)
    _commit(tmp_path)
    _write(tmp_path / changed, "after")
    assert [bug.name for bug in plant.changed_since("HEAD", plant.read())] == planted
    _write_list([*rows, plant.Bug("rules", "new", "src/new.py", "x", "y", ())])
    assert [bug.name for bug in plant.changed_since("HEAD", plant.read())] == [*planted, "new"]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _write_list(rows: list[plant.Bug]) -> None:
    tables = (msgspec.structs.asdict(row).items() for row in rows)
    text = ["\n".join(["[[bug]]", *(f"{key} = {json.dumps(value)}" for key, value in row)]) for row in tables]
    plant.LIST.write_text("\n".join(text), "utf-8")


def test_what_a_run_says_is_understood() -> None:
    done = doctest.testmod(plant)
    assert done.attempted == 3 and not done.failed
