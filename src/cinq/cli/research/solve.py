"""`cinq solve`: perfect play of a game that has a solver."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_json
from cinq.extras import require

HELP = "solve a game for two players exactly, where it has a solver"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from cinq.solvers import SOLVED

    parser.add_argument("game", choices=SOLVED, metavar="GAME", help=f"one of {', '.join(SOLVED)}")
    parser.add_argument(
        "--target", type=int, default=10_000, metavar="N", help="points that win (default: 10000)"
    )
    parser.add_argument(
        "--policy",
        metavar="FILE",
        help="write every choice to this file, in the champion bot's format (default: not written)",
    )
    add_json(parser, "one JSON object as the last line", "text only")


def run(arguments: argparse.Namespace) -> int:
    """Prints the first seat's chance to win when both seats play perfectly."""
    require("bots")
    from cinq.solvers import load_solver

    solve = load_solver(arguments.game)
    return solve(arguments.target, as_json=arguments.json, policy=arguments.policy)
