"""`cinq score`: what every move of a game cost against the best one."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_json, read, refuse
from cinq.extras import require

HELP = "measure what every move of a game cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="the log of a game, or - for standard input")
    parser.add_argument(
        "--judges",
        type=int,
        default=4,
        metavar="K",
        help="champions that estimate each loss, where the game is not solved; at least 2 (default: 4)",
    )
    parser.add_argument(
        "--moves", action="store_true", help="also list every move that cost something (default: totals only)"
    )
    add_json(parser, "one JSON object with every move", "a table")


def run(arguments: argparse.Namespace) -> int:
    """Scores every seat's moves and prints the losses in chances to win."""
    require("bots")
    import msgspec

    from cinq.core.log import BadLog
    from cinq.lab.score import bar, report, score

    if arguments.judges < 2:
        return refuse("--judges is at least 2")
    try:
        found = score(read(arguments.log), arguments.judges, bar)
    except (OSError, UnicodeDecodeError, BadLog, ValueError) as error:
        return refuse(f"{arguments.log}: {error}")
    print(msgspec.json.encode(found).decode() if arguments.json else report(found, arguments.moves))
    return 0
