"""The planted bugs can still be planted: each text stands where the list says, exactly once."""

import doctest
from collections import Counter

import pytest

from cinq.games import GAMES, package
from tools import plant

BUGS = plant.read()
LAYERS = {
    *("rules", "view", "fairness", "verify", "table", "claims", "storage", "projection", "identity"),
    *("rooms", "websocket", "http", "bots", "physics", "fast", "page"),
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


def test_a_row_of_the_report_is_kept_until_its_bug_is_planted_again() -> None:
    assert plant.report(BUGS, plant.reported()) == plant.REPORT.read_text("utf-8")


def test_what_a_run_says_is_understood() -> None:
    done = doctest.testmod(plant)
    assert done.attempted == 3 and not done.failed
