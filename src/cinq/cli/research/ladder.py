"""`cinq ladder`: the bots of a game against each other, as Elo."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_game_arguments, add_json, refuse
from cinq.extras import require

HELP = "rate the bots of a game against each other"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser, players=2)
    parser.add_argument(
        "--pairs",
        type=int,
        default=200,
        metavar="K",
        help="duplicates per pairing: the same dealing played from every seat (default: 200)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all chance (default: 0)")
    parser.add_argument(
        "--jobs", type=int, default=0, metavar="J", help="number of processes (default: all cores)"
    )
    parser.add_argument(
        "--plot", metavar="FILE", help="also draw the ratings, as SVG or PNG (default: not drawn)"
    )
    add_json(parser, "one JSON object", "a table")


def run(arguments: argparse.Namespace) -> int:
    """Plays levels and heuristics against each other and prints their Elo."""
    import os

    import msgspec

    from cinq.lab.ladder import bar, climb, plot, report
    from cinq.lab.setup import BadSetup, set_up

    require("lab" if arguments.plot else "bots")
    if arguments.pairs < 2:
        return refuse("--pairs is at least 2")
    try:
        _, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return refuse(error)
    jobs = max(1, arguments.jobs or os.cpu_count() or 1)
    found = climb(arguments.game, arguments.pairs, arguments.seed, options, jobs, arguments.players, bar)
    print(msgspec.json.encode(found).decode() if arguments.json else report(found))
    if arguments.plot:
        plot(found, arguments.plot)
    return 0
