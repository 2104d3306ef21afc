"""Length and pace of every game: what the home page announces holds, and nobody waits long for two bots.

`python -m cinq.lab.pace` plays more games; docs/pace.md has its table.
"""

from __future__ import annotations

import re
from pathlib import Path
from statistics import median

import pytest

from cinq.games import GAMES, live_facts
from cinq.lab.pace import PERSON, SHOWN, main, measure, share

WEB = Path(__file__).parents[2] / "web/src/games"
PACE = Path(__file__).parents[2] / "docs/pace.md"
MEDIAN, NEARLY_ALL = 8.0, 20.0
"""Seconds that a person waits between decisions while two bots play."""
GAMES_EACH = 30


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_lasts_as_long_as_announced(name: str, seats: int) -> None:
    """Eight games in ten, within a tenth: so few games say no more."""
    short, middle, long = measure(name, seats, "beginner", range(GAMES_EACH)).minutes
    announced = live_facts(name).minutes
    assert announced and announced[0] <= middle <= announced[1]
    if name != "doigt-oeil":  # its table is in docs/pace.md
        assert 0.9 * announced[0] - 0.5 <= short and long <= 1.1 * announced[1] + 0.5


@pytest.mark.parametrize("name", [name for name in GAMES if name != "doigt-oeil"])
def test_no_more_is_announced_than_was_measured(name: str) -> None:
    """The announced minutes are the shortest and longest tenth over 2 to 4 seats (docs/pace.md)."""
    rows = [row for row in PACE.read_text("utf-8").splitlines() if row.startswith(f"| {name} |")]
    minutes = [[int(part) for part in re.findall(r"\d+", row.split("|")[5])] for row in rows]
    assert len(rows) == 3
    assert live_facts(name).minutes == (min(row[0] for row in minutes), max(row[2] for row in minutes))


@pytest.mark.parametrize("level", ["beginner", "regular"])
@pytest.mark.parametrize("name", GAMES)
def test_nobody_waits_long_for_two_bots(name: str, level: str) -> None:
    middle, most, _ = measure(name, 3, level, range(GAMES_EACH)).waits
    assert middle <= MEDIAN and most <= NEARLY_ALL


def seconds(file: str) -> dict[str, float]:
    """The named milliseconds of a file of the page, in seconds."""
    source = (WEB / file).read_text("utf-8")
    return {name: int(ms) / 1000 for name, ms in re.findall(r"const (\w+) = (\d+)", source)}


def test_the_page_shows_wood_as_long_as_the_model_says() -> None:
    shown, page = SHOWN["doigt-oeil"], seconds("doigt_oeil/pacing.ts")
    assert (shown[""], shown["placement"], shown["fall"]) == (page["READ"], page["STANDS"], page["FALL"])


def test_the_page_shows_dice_as_long_as_the_model_says() -> None:
    constants = seconds("dix_mille/pace.ts")
    roll, read, loss = (constants[name] for name in ("ROLL", "READ", "LOSS"))
    assert SHOWN["dix-mille"]["dice"] == pytest.approx(roll + read)
    assert SHOWN["dix-mille"]["lost"] == pytest.approx(roll + loss)


def test_every_game_with_a_board_has_its_seconds() -> None:
    assert set(PERSON) == set(SHOWN) == set(GAMES)


def test_the_table_has_a_row_for_each_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dix-mille", "--games", "1", "--seats", "2", "3"])
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 4 and rows[2].startswith("| dix-mille | 2 | 1 | ")


def test_a_share_of_values() -> None:
    assert share([3.0, 1.0, 2.0], 0.95) == 3.0 and median([1.0]) == share([1.0], 0.5)
