"""`cinq verify`: was a finished game dealt as promised?"""

from __future__ import annotations

import argparse
import sys

from cinq.cli.common import read, refuse

HELP = "check that a finished game was dealt as promised"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="the log file of a finished game, or - for standard input")


def run(arguments: argparse.Namespace) -> int:
    """Returns 0 if every line follows from the promise made before the first card, else 1."""
    from cinq.core.verify import verify
    from cinq.games import load_game

    try:
        checked = verify(read(arguments.log), load_game)
    except (OSError, UnicodeDecodeError) as error:
        return refuse(f"{arguments.log}: {error}")
    for problem in checked.problems:
        print(f"cinq: {problem}", file=sys.stderr)
    if not checked.problems:
        print(f"honest: {checked.lines} lines, {checked.dealt} of them dealt as promised")
    return 1 if checked.problems else 0
