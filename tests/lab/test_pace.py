"""Length and pace of every game: what the home page announces holds, and nobody waits long for two bots.

`python -m cinq.lab.pace` plays more games; docs/pace.md has its table.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from statistics import median

import pytest
from msgspec.structs import replace

from cinq.core.game import Action, Value
from cinq.core.live import Pace
from cinq.games import GAMES, dix_mille, doigt_oeil, live_facts
from cinq.games.dix_mille.rules import fallen
from cinq.games.doigt_oeil.state import Placement, Vote
from cinq.lab.pace import Figures, main, measure, share

WEB = Path(__file__).parents[2] / "web/src/games"
PACE = Path(__file__).parents[2] / "docs/pace.md"
MEDIAN, NEARLY_ALL = 8.0, 20.0
"""Seconds that a person waits between decisions while two bots play."""
GAMES_EACH = 30


@cache
def measured(name: str, seats: int, level: str) -> Figures:
    """The figures of a few games; the same games serve several tests."""
    return measure(name, seats, level, range(GAMES_EACH))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_lasts_as_long_as_announced(name: str, seats: int) -> None:
    """Eight games in ten, within a tenth: so few games say no more."""
    short, middle, long = measured(name, seats, "beginner").minutes
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
    middle, most, _ = measured(name, 3, level).waits
    assert middle <= MEDIAN and most <= NEARLY_ALL


def seconds(file: str) -> dict[str, float]:
    """The named milliseconds of a file of the page, in seconds."""
    source = (WEB / file).read_text("utf-8")
    return {name: int(ms) / 1000 for name, ms in re.findall(r"const (\w+) = (\d+)", source)}


def shown(name: str, action: Action, view: Value) -> float:
    """The seconds that the model says."""
    return live_facts(name).pace.shown(action, view)


def test_the_page_shows_wood_as_long_as_the_model_says() -> None:
    page, game = seconds("doigt_oeil/pace.ts"), doigt_oeil
    view = game.view(game.start(2, game.Options()), 0)
    assert shown("doigt-oeil", Placement("A1", (), ()), view) == page["STANDS"]
    assert shown("doigt-oeil", Placement("A1", ("A2",), ()), view) == page["FALL"]
    assert shown("doigt-oeil", Vote(0), view) == page["READ"]


@pytest.mark.parametrize(("faces", "won"), [((1, 5), True), ((2, 3), False)])
def test_the_page_shows_dice_as_long_as_the_model_says(faces: tuple[int, ...], won: bool) -> None:
    page, game = seconds("dix_mille/pace.ts"), dix_mille
    view = replace(game.view(game.start(2, game.Options()), 0), last_throw=fallen(faces, False))
    expected = page["ROLL"] + page["READ" if won else "LOSS"]
    assert shown("dix-mille", game.Dice(faces), view) == pytest.approx(expected)


def test_every_game_with_a_board_has_its_seconds() -> None:
    folders = {name: WEB / package.rpartition(".")[2] for name, package in GAMES.items()}
    boards = {name for name, folder in folders.items() if (folder / "Board.svelte").exists()}
    assert boards and boards <= {name for name in GAMES if live_facts(name).pace != Pace()}


def test_the_table_has_a_row_for_each_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    main(["dix-mille", "--games", "1", "--seats", "2", "3"])
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 4 and rows[2].startswith("| dix-mille | 2 | 1 | ")


def test_a_share_of_values() -> None:
    assert share([3.0, 1.0, 2.0], 0.95) == 3.0 and median([1.0]) == share([1.0], 0.5)
