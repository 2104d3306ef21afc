"""`cinq move`: everything from one database to another."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from cinq.cli.common import refuse
from cinq.extras import require

HELP = "move all tables and finished games to another database"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    about = "sqlite://PATH or postgresql://…, which no server may use meanwhile (required)"
    parser.add_argument("--from", dest="source", required=True, metavar="URL", help=about)
    parser.add_argument("--to", dest="target", required=True, metavar="URL", help=about)


def run(arguments: argparse.Namespace) -> int:
    """Moves, and checks what has arrived; run again after an interruption, it goes on where it was."""
    require("server")
    if "postgres" in arguments.source + arguments.target:
        require("scale")
    import asyncio

    from cinq.server.storage.interface import Damaged
    from cinq.server.storage.moving.move import Differs

    try:
        moved = asyncio.run(_move(arguments.source, arguments.target))
    except (OSError, ValueError, Damaged, Differs) as error:
        return refuse(error)
    print(f"{moved[0]} tables and {moved[1]} finished games have arrived and were checked")
    for table in moved[2]:
        print(f"table {table} is damaged and was left where it is", file=sys.stderr)
    return 1 if moved[2] else 0


async def _move(source: str, target: str) -> tuple[int, int, tuple[str, ...]]:
    from tqdm import tqdm

    from cinq.server.storage.moving.move import move, open_database

    bars: dict[str, tqdm[NoReturn]] = {}

    def progress(what: str, count: int) -> None:
        if what not in bars:
            bars[what] = tqdm(total=count, desc=what, unit="", disable=None)
        else:
            bars[what].update()

    first = await open_database(source)
    try:
        second = await open_database(target)
        try:
            done = await move(first, second, progress)
        finally:
            await second.close()
    finally:
        await first.close()
        for bar in bars.values():
            bar.close()
    return done.tables, done.games, done.damaged
