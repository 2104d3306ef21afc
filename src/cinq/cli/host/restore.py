"""`cinq restore`: put a backup into an empty data folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from cinq.cli.common import refuse

HELP = "put a backup into an empty data folder"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a copy that `cinq backup` made")
    parser.add_argument("data", metavar="DATA", help="data folder; refused if it has a database")


def run(arguments: argparse.Namespace) -> int:
    """Copies the backup, and prints the command that serves it."""
    from cinq.cli.host.progress import page_bar
    from cinq.server.storage.backup import BadCopy, restore

    try:
        with page_bar() as progress:
            restore(Path(arguments.file), Path(arguments.data), progress)
    except BadCopy as error:
        return refuse(error)
    print(f"restored; `cinq serve --data {arguments.data}` goes on from there")
    return 0
