"""`cinq simulate`: random games, counted."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_game_arguments, add_json, refuse

HELP = "play random games and count"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--games", type=int, default=1_000, metavar="K", help="number of games (default: 1000)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all chance (default: 0)")
    add_json(parser, "one JSON object", "a table")


def run(arguments: argparse.Namespace) -> int:
    """Plays the games to their ends and prints speed, length and wins by seat."""
    from cinq.lab.setup import BadSetup, set_up
    from cinq.lab.simulate import report, run

    try:
        game, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return refuse(error)
    if arguments.games < 1:
        return refuse("--games is at least 1")
    figures = run(game, arguments.players, options, arguments.games, arguments.seed)
    print(report(figures, as_json=arguments.json))
    return 0
