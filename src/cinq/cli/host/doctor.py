"""`cinq doctor`: is everything in a server's data as it was written, legal and proven?"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cinq.cli.common import add_json, refuse

if TYPE_CHECKING:
    from cinq.server.storage.checkup import Report

HELP = "check every table, finished game and proof in a server's data"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("data", metavar="DATA", help="data folder of a server, or a database file or backup")
    add_json(parser, "one JSON object", "a report")


def run(arguments: argparse.Namespace) -> int:
    """Returns 0 if all is well, 1 if something is wrong, 2 if there is nothing to check."""
    import sqlite3

    import msgspec

    from cinq.server.storage.backup import BadCopy, database_in
    from cinq.server.storage.checkup import check_database

    try:
        file = database_in(Path(arguments.data))
        report = check_database(file, _bar)
    except (BadCopy, OSError) as error:
        return refuse(error)
    except sqlite3.Error as error:
        return refuse(f"{arguments.data}: {error}")
    print(msgspec.json.encode(report).decode() if arguments.json else _text(report))
    return 1 if report.problems else 0


def _bar(ids: list[str], unit: str) -> Iterable[str]:
    from tqdm import tqdm

    return tqdm(ids, unit=unit, leave=False, disable=None)


def _text(report: Report) -> str:
    """The report for people: what was checked, then a line for each problem."""
    counted = [
        f"{report.tables} tables: {report.rows} rows follow from each other and from the rules",
        f"{report.games} finished games: {report.lines} lines legal and dealt as promised",
        f"{report.falls} recordings of falls",
    ]
    if report.missing:
        counted.append(f"{report.missing} more finished games are in journals only: stored when asked for")
    wrong = [f"{problem.where}: {problem.what}" for problem in report.problems]
    end = f"{len(wrong)} problems" if wrong else "all is well"
    return "\n".join([f"schema {report.schema}", *counted, *wrong, end])
