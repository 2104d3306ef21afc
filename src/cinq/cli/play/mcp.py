"""`cinq mcp`: a Model Context Protocol server through which an assistant plays."""

from __future__ import annotations

import argparse

from cinq.cli.common import add_language
from cinq.extras import require

HELP = "let an assistant play, over the Model Context Protocol"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--table", metavar="URL", help="sit down at this live table (default: play bots here)"
    )
    parser.add_argument(
        "--name", default="Assistant", metavar="NAME", help="the player's name (default: Assistant)"
    )
    parser.add_argument(
        "--game", default="dix-mille", metavar="GAME", help="the game against bots (default: dix-mille)"
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="number of seats (default: 2)")
    parser.add_argument(
        "--level", default="regular", metavar="LEVEL", help="level of the bots (default: regular)"
    )
    parser.add_argument("--seed", type=int, metavar="SEED", help="seed of the game (default: a random one)")
    add_language(parser, "the texts")
    parser.add_argument(
        "--http", type=int, metavar="PORT", help="serve HTTP on this port of 127.0.0.1 (default: stdio)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves one seat until the client goes."""
    require("research", "mcp")
    from cinq.adapters.mcp import serve

    serve(
        game=arguments.game,
        players=arguments.players,
        level=arguments.level,
        table=arguments.table,
        name=arguments.name,
        language=arguments.lang,
        transport="stdio" if arguments.http is None else "streamable-http",
        port=arguments.http or 0,
        seed=arguments.seed,
    )
    return 0
