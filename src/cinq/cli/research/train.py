"""`cinq train`: a network learns a game by playing against itself."""

from __future__ import annotations

import argparse

from cinq.cli.common import refuse
from cinq.extras import require

HELP = "let a network learn a game by playing against itself"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from cinq.lab.learning import LEARNED

    parser.add_argument("game", choices=LEARNED, metavar="GAME", help=f"one of {', '.join(LEARNED)}")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players at a table (default: 2)")
    parser.add_argument(
        "--games", type=int, metavar="K", help="games of self-play (default: as many as the bots' network)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all chance (default: 0)")
    parser.add_argument(
        "--folder", metavar="DIR", help="folder for checkpoint, curve and network (default: train-GAME-N)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Plays, learns and measures; goes on where a run in the same folder was broken off."""
    from pathlib import Path

    from tqdm import tqdm

    require("lab")

    from cinq.lab.learning.train import Point, Run, Training, recipe_of

    folder = Path(arguments.folder or f"train-{arguments.game}-{arguments.players}")
    try:
        games = arguments.games or recipe_of(arguments.game, arguments.players).games
        training = Training(Run(arguments.game, arguments.players, games, arguments.seed, folder))
    except ValueError as error:
        return refuse(error)
    with tqdm(total=games, initial=training.games, unit="game", disable=None) as bar:

        def show(point: Point, so_far: int) -> None:
            bar.set_postfix(loss=f"{point.loss:.4f}", wins=f"{point.share:.1%}", refresh=False)
            bar.update(so_far - bar.n)

        training.go_on(show)
    last = training.curve[-1]
    print(f"{last.games:,} games in {last.seconds:.0f} s of processor time, {last.share:.1%} wins: {folder}/")
    return 0
