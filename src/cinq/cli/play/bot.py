"""`cinq bot`: a program of yours plays at a live table."""

from __future__ import annotations

import argparse

from cinq.extras import require

HELP = "seat a program of yours at a live table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--table", required=True, metavar="URL", help="the table's link, as friends get it (required)"
    )
    parser.add_argument("--name", default="bot", metavar="NAME", help="the player's name (default: bot)")
    parser.add_argument(
        "--seat", type=int, metavar="SEAT", help="the chair to take (default: the first free one)"
    )
    parser.add_argument(
        "program",
        nargs="+",
        metavar="PROGRAM",
        help="a command that reads and writes JSON lines; put -- before it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the program as one seat until the game is over."""
    require("server", "websockets")
    from cinq.client.bot_program import main

    return main(arguments.table, arguments.program, arguments.name, arguments.seat)
