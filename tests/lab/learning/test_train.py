"""`cinq train`: seconds of it on each game, broken off and resumed; what it makes plays by the rules."""

import csv
import random
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from cinq.bots.bot import CHAMPION, load_bots
from cinq.cli import main
from cinq.games import load_game, package
from cinq.lab.arena import contest
from cinq.lab.learning import five_millimetres, five_or_less
from cinq.lab.learning.train import CHECKPOINT, CURVE, NETWORK, PICTURE, Run, Training, recipe_of
from cinq.lab.simulate import world_of

GAMES = {"five-millimetres": "five_millimetres.network_bidding", "five-or-less": "five_or_less.judge"}
"""The modules of the bots that read the weights."""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches and measures of a few games: what they are made of is the same."""
    monkeypatch.setattr(five_or_less.GameRecipe, "batch", 40)
    monkeypatch.setattr(five_or_less, "MEASURED", 4)
    monkeypatch.setattr(five_millimetres, "POSITIONS", 2_000)
    monkeypatch.setattr(five_millimetres, "MEASURED", 10)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", GAMES)
def test_a_run_that_was_broken_off_ends_as_one_that_was_not(name: str, tmp_path: Path) -> None:
    games = 2 * recipe_of(name, 2).batch
    whole = Training(Run(name, 2, games, 3, tmp_path / "whole"))
    whole.go_on(lambda point, games: None)

    class Broken(Exception):
        pass

    def stop(point: object, games: int) -> None:
        raise Broken

    with pytest.raises(Broken):
        Training(Run(name, 2, games, 3, tmp_path / "parts")).go_on(stop)
    assert (tmp_path / "parts" / CHECKPOINT).exists() and not (tmp_path / "parts" / NETWORK).exists()
    resumed = Training(Run(name, 2, games, 3, tmp_path / "parts"))
    assert 0 < resumed.games < games
    resumed.go_on(lambda point, games: None)
    with np.load(tmp_path / "whole" / NETWORK) as one, np.load(tmp_path / "parts" / NETWORK) as other:
        assert all(np.array_equal(one[part], other[part]) for part in one.files)
    assert (tmp_path / "parts" / PICTURE).read_text().startswith("<?xml")
    with (tmp_path / "parts" / CURVE).open() as file:
        assert [int(row["games"]) for row in csv.DictReader(file)] == [games // 2, games]
    with pytest.raises(ValueError, match="seed 3"):
        Training(Run(name, 2, games, 4, tmp_path / "parts"))


@pytest.mark.parametrize("name", GAMES)
def test_the_command_makes_a_network_that_plays_by_the_rules(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", name, "--games", "1", "--seed", "7", "--folder", str(tmp_path)]) == 0
    assert "% wins" in capsys.readouterr().out
    with np.load(tmp_path / NETWORK) as kept:
        weights = kept["first"], kept["bias"], kept["second"], kept["last"]
    monkeypatch.setattr(f"cinq.bots.{GAMES[name]}.learned", lambda package, players: weights)
    assert sum(_finished(name, seed) for seed in range(2)) == 2


def _finished(name: str, seed: int) -> bool:
    """Plays a game between champions of few samples; an illegal move raises."""
    game, module = load_game(name), load_bots(package(name))
    level, options = replace(module.LEVELS[CHAMPION], samples=20), game.Options()
    bots = [module.make_bot(seat, 2, options, level, random.Random(seat)) for seat in range(2)]
    return bool(contest(game, 2, options, bots, random.Random(seed), world_of(game)).winners)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_minute_of_learning_beats_the_rule_of_the_rollouts(name: str, tmp_path: Path) -> None:
    training = Training(Run(name, 2, 150_000, 5, tmp_path))
    training.go_on(lambda point, games: None)
    assert np.mean([point.share for point in training.curve[-5:]]) > 0.53


def test_a_game_without_a_recipe_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["train", "dix-mille"])
    assert "five-or-less" in capsys.readouterr().err
