"""The ladder: the same whatever the number of processes, known shares rated as they should be."""

import json
import random
from pathlib import Path

import pytest

from cinq.bots.bot import BEGINNER, CHAMPION, LADDER, load_bots
from cinq.cli import main
from cinq.lab.ladder import (
    Duel,
    Ladder,
    Pairing,
    Rating,
    _fit,
    _luck,
    _ratings,
    climb,
    duplicate,
    plot,
    report,
)


def test_two_processes_find_what_one_finds() -> None:
    assert climb("doigt-oeil", 2, 7, jobs=1) == climb("doigt-oeil", 2, 7, jobs=2)


def test_equals_share_a_duplicate_pair() -> None:
    from cinq.games.dix_mille import Options

    heuristic = load_bots("cinq.games.dix_mille").HEURISTICS["bank at 300, never take over"]
    for seed in range(5):
        assert duplicate(Duel("dix-mille", Options(target=1_000), heuristic, heuristic, seed)) == 0.5


def test_ten_to_one_is_four_hundred_points() -> None:
    fitted = _fit(["a", "b", "c"], [("a", "b", 1 / 11), ("b", "c", 0.5), ("a", "c", 1 / 11)])
    assert fitted == pytest.approx({"a": 0.0, "b": 400.0, "c": 400.0}, abs=1.0)


def test_at_a_table_of_three_a_third_is_even() -> None:
    shares = [("a", "b", 10 / 12), ("b", "a", 1 / 21)]
    assert _fit(["a", "b"], shares, players=3) == pytest.approx({"a": 0.0, "b": -400.0}, abs=1.0)
    from cinq.games.dix_mille import Options

    heuristic = load_bots("cinq.games.dix_mille").HEURISTICS["bank at 300, never take over"]
    for seed in range(3):
        alone = duplicate(Duel("dix-mille", Options(target=1_000), heuristic, heuristic, seed, 3))
        assert alone == pytest.approx(1 / 3)


def test_intervals_hold_the_truth_and_luck_is_what_is_left() -> None:
    rng = random.Random(1)
    pairing = Pairing(
        BEGINNER, CHAMPION, tuple(rng.choices((0.0, 0.5, 1.0), (0.56, 0.38, 0.06), k=400))
    )  # 25 %
    _, top = _ratings([BEGINNER, CHAMPION], [pairing], 1)
    assert top.low < 190.8 < top.high and top.high - top.low < 80
    assert _luck([Pairing(BEGINNER, CHAMPION, (0.5, 0.0))]) == 0.75


def test_the_picture_and_the_words(tmp_path: Path) -> None:
    ratings = tuple(
        Rating(name, 100.0 * at, 100.0 * at - 9, 100.0 * at + 9) for at, name in enumerate(LADDER)
    )
    found = Ladder("got-five", 10, 2, ratings, (Pairing(BEGINNER, CHAMPION, (0.5, 0.0)),), 0.75)
    plot(found, str(tmp_path / "ladder.svg"))
    assert "<svg" in (tmp_path / "ladder.svg").read_text()
    assert "luck's share 75%" in report(found) and "beginner – champion: 25.0%" in report(found)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "doigt-oeil", "--pairs", "2", "--seed", "3", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["ladder", "doigt-oeil", "--players", "3", "--pairs", "2", "--jobs", "1", "--json"]) == 0
    three = json.loads(capsys.readouterr().out)
    assert three["players"] == 3 and three["luck"] is None
    assert len(three["pairings"]) == 2 * len(found["pairings"])
    assert found["pairs"] == 2 and {r["name"] for r in found["ratings"]} >= set(LADDER)
    assert main(["ladder", "got-five", "--players", "9"]) == 2
    assert main(["ladder", "chess"]) == 2 and main(["ladder", "got-five", "--pairs", "1"]) == 2
