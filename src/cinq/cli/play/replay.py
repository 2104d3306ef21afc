"""`cinq replay`: a log, line by line, with what each line told."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_language, read, refuse

HELP = "show a log step by step"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a log file, or - for standard input")
    parser.add_argument(
        "--seat", type=int, metavar="SEAT", help="show what this seat saw (default: what a spectator saw)"
    )
    add_language(parser, "the story")


def run(arguments: argparse.Namespace) -> int:
    """Prints every line of a log with its story, then the result."""
    from cinq.core.log import BadLog
    from cinq.terminal.replay import replay_rows

    try:
        text = read(arguments.log)
        for row in replay_rows(text, arguments.seat, arguments.lang):
            print(row)
    except (OSError, UnicodeDecodeError, BadLog) as error:
        return refuse(f"{arguments.log}: {error}")
    return 0
