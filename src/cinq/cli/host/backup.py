"""`cinq backup`: copy a server's database, also while people play."""

from __future__ import annotations

import argparse
from pathlib import Path

from cinq.cli.common import refuse

HELP = "copy the data of a server, also while it runs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("data", metavar="DATA", help="data folder of the server, or its database file")
    parser.add_argument("file", metavar="FILE", help="the copy to make; an existing file is not overwritten")


def run(arguments: argparse.Namespace) -> int:
    """Copies, checks the copy, and prints its size."""
    from cinq.cli.host.progress import page_bar
    from cinq.server.storage.backup import BadCopy, backup

    file = Path(arguments.file)
    try:
        with page_bar() as progress:
            backup(Path(arguments.data), file, progress)
    except BadCopy as error:
        return refuse(error)
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, checked")
    return 0
