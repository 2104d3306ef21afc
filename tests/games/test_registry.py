"""The registry finds the games by their folders, and what each declares for the live table fits its rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import cinq.games
from cinq.games import FIRST, GAMES, games_with, live_facts, load_game, register

FOLDER = Path(cinq.games.__file__).parent


def test_every_folder_with_a_ledger_is_a_game_under_its_own_name() -> None:
    folders = {ledger.parent.name for ledger in FOLDER.glob("*/RULES.md")}
    assert {package.rpartition(".")[2] for package in GAMES.values()} == folders
    assert all(name == load_game(name).NAME for name in GAMES)


def test_the_order_in_which_games_are_listed() -> None:
    assert list(GAMES) == [*FIRST, *sorted(set(GAMES) - set(FIRST))]
    assert {"dix-mille", "got-five", "five-millimetres", "doigt-oeil", "five-or-less"} <= set(GAMES)


def test_a_folder_elsewhere_is_a_games_own_by_its_name(tmp_path: Path) -> None:
    """So bots, kernels and recipes are found: no list of them is kept."""
    for name in ("got_five", "dix_mille", "sixth"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "part.py").touch()
    assert games_with(tmp_path, "*/part.py") == ("dix-mille", "got-five")
    assert games_with(tmp_path, "*.py") == ()


def test_importing_the_registry_imports_no_game() -> None:
    code = "import cinq.games, json, sys; print(json.dumps([m for m in sys.modules if 'cinq.games.' in m]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert json.loads(done.stdout) == []


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match=r"that is cinq\.games\.dix_mille"):
        register("elsewhere.dix_mille")
    assert register("cinq.games.dix_mille") == "dix-mille"


@pytest.mark.parametrize("command", [["simulate", "nowhere", "--players", "2"], ["serve", "--port", "0"]])
def test_a_package_that_is_not_there_is_said_in_one_line(command: list[str], tmp_path: Path) -> None:
    """CINQ_GAMES with a typing error, or a package that is not on the path."""
    done = subprocess.run(
        [sys.executable, "-m", "cinq.cli", *command],
        cwd=tmp_path,
        env=os.environ | {"CINQ_GAMES": "nowhere", "PYTHONPATH": str(FOLDER.parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode and "CINQ_GAMES names 'nowhere', but there is no such package" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_live_facts_name_actions_fields_and_options_of_the_game(name: str) -> None:
    game, facts = load_game(name), live_facts(name)
    s = game.start(game.PLAYERS[0], game.Options())
    assert {*facts.claims, *facts.take_backs} <= set(game.SEAT_ACTIONS)
    assert facts.hold is None or facts.hold.action in game.SEAT_ACTIONS
    assert facts.watched_field is None or hasattr(game.view(s, None), facts.watched_field)
    assert set(facts.option_choices) <= set(game.Options.__struct_fields__)
    assert facts.seats is None or facts.seats in game.PLAYERS
    assert facts.minutes is None or 0 < facts.minutes[0] <= facts.minutes[1]
    assert facts.stand_in is None or game.WORLD_ACTIONS
