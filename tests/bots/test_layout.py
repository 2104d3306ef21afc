"""The same role has the same name in the bots of every game."""

import random
from importlib import import_module
from pathlib import Path

import pytest

from cinq import bots as all_bots
from cinq.bots.bot import LADDER, load_bots
from cinq.games import games_with, load_game, package

WITH_BOTS = games_with(Path(all_bots.__file__).parent, "*/bot.py")


@pytest.mark.parametrize("name", WITH_BOTS)
def test_every_game_names_its_bot_levels_and_reasons_alike(name: str) -> None:
    folder = package(name).rpartition(".")[2]
    bots, levels = load_bots(package(name)), import_module(f"cinq.bots.{folder}.levels")
    assert bots.LEVELS is levels.LEVELS and bots.HEURISTICS is levels.HEURISTICS
    assert tuple(bots.LEVELS) == LADDER and bots.HEURISTICS
    assert callable(import_module(f"cinq.bots.{folder}.reasons").why)
    for level in (*bots.LEVELS.values(), *bots.HEURISTICS.values()):
        assert isinstance(level, levels.Level)
        bot = bots.make_bot(0, 2, load_game(name).Options(), level, random.Random(0))
        assert type(bot).__name__ == "".join(map(str.capitalize, folder.split("_"))) + "Bot"
