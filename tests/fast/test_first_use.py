"""What is compiled at a first use: the message, once, and one version of what the champions call."""

from pathlib import Path
from typing import Any

import pytest

from cinq.bots.five_millimetres import network_bidding
from cinq.bots.five_millimetres import search as search_of_sticks
from cinq.bots.five_or_less import judge, search
from cinq.bots.warm_up import begin
from cinq.fast import KERNELS, first_use
from cinq.fast.compiled import cache_folder
from cinq.games import load_game


def test_each_game_has_a_folder_of_its_own() -> None:
    """Where all games shared one, a second game was compiled without a message and without a lock."""
    found = {game: first_use.marker_of(game, "playouts").parent for game in KERNELS}
    assert found == {game: cache_folder(f"cinq.fast.{game.replace('-', '_')}") for game in KERNELS}
    assert len({*found.values()}) == len(KERNELS)


def test_there_is_no_folder_for_a_module_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match=r"cinq\.games"):
        cache_folder("cinq.fast.cinq.games.dix_mille")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder for the code of every game."""
    monkeypatch.setattr(first_use, "cache_folder", lambda module: tmp_path)
    return tmp_path


def test_the_first_call_says_what_it_compiles(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    doubled = first_use.compiles("dix-mille", "a test")(lambda number: 2 * number)
    assert [doubled(1), doubled(2)] == [2, 4]
    assert capsys.readouterr().err.startswith("cinq.fast: compiling Dix Mille, a test, once … ")
    later = first_use.compiles("dix-mille", "a test")(lambda number: number)
    assert later(3) == 3 and not capsys.readouterr().err


def test_what_failed_to_compile_is_said_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    divided = first_use.compiles("dix-mille", "a test")(lambda number: 1 // number)
    with pytest.raises(ZeroDivisionError):
        divided(0)
    assert not first_use.is_compiled("dix-mille", "a test")
    capsys.readouterr()
    assert divided(1) == 1 and "compiling" in capsys.readouterr().err


@pytest.mark.parametrize(
    "function", [search._played, judge.judged, search_of_sticks.weigh, network_bidding.network_bid]
)
def test_the_champions_say_what_they_compile(function: Any) -> None:
    assert hasattr(function, "__wrapped__")


@pytest.mark.parametrize("function", ["rules.apply", "value.value_of", "knowledge.look_at"])
def test_no_code_is_compiled_once_more_for_a_constant(function: str) -> None:
    """A constant in a call compiles the called function, and all below it, once more."""
    for players in (2, 3):
        begin(load_game("five-or-less"), "five-or-less", players)
    kept = cache_folder("cinq.fast.five_or_less").rglob(f"{function}-*.nbc")  # a file for each set of types
    assert len(list(kept)) == 1
