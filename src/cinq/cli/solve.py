"""`cinq solve`: perfect play of Dix Mille between two."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_json
from cinq.extras import require

HELP = "solve Dix Mille for two players exactly"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", choices=("dix-mille",), metavar="GAME", help="dix-mille")
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
    from cinq.solvers.dix_mille.solve import main

    return main(arguments.target, as_json=arguments.json, policy=arguments.policy)
