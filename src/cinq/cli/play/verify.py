"""`cinq verify`: was a finished game dealt as promised, and is this its log?"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from cinq.cli.common import read, refuse

if TYPE_CHECKING:
    from cinq.core.verify import Anchor, Checked

HELP = "check that a finished game was dealt as promised"
UNANCHORED = "the commitment is the log's own: give the one you were shown before the game with --commitment"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="the log file of a finished game, or - for standard input")
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        default="",
        help="the commitment that you were shown before the game began (default: the log's own)",
    )
    parser.add_argument(
        "--chain",
        metavar="HEX",
        default="",
        help="the chain that came with the last line you were shown (default: the log's own)",
    )
    parser.add_argument(
        "--shown",
        metavar="FILE",
        help="messages that you were sent during the game, one a line: gives commitment and chain, "
        "and every line in it is compared with the log (default: none)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Returns 0 if every line follows from the promise made before the first card, else 1."""
    from cinq.core.verify import Anchor, verify
    from cinq.games import load_game

    anchor = Anchor(arguments.commitment.lower(), arguments.chain.lower())
    compared, problems = 0, list[str]()
    try:
        log = read(arguments.log)
        if arguments.shown:
            anchor, compared, problems = _compare(log, read(arguments.shown), anchor)
    except (OSError, ValueError) as error:
        return refuse(f"{arguments.log}: {error}")
    checked = verify(log, load_game, anchor)
    for problem in (*checked.problems, *problems):
        print(f"cinq: {problem}", file=sys.stderr)
    if checked.problems or problems:
        return 1
    _report(checked, anchor, compared)
    return 0


def _compare(log: str, shown: str, given: Anchor) -> tuple[Anchor, int, list[str]]:
    """The anchor that a recording gives, the number of lines compared with the log, and every problem."""
    from cinq.client.recording import read_recording
    from cinq.core.log import BadLog, read_header
    from cinq.core.recording import compare
    from cinq.core.verify import Anchor, promise_of
    from cinq.games import load_game

    try:
        recording = read_recording(shown, promise_of(read_header(log)).commitment)
        anchor = Anchor(given.commitment or recording.commitment, given.chain or recording.chain)
        return anchor, *compare(log, load_game, recording)
    except BadLog as error:
        return given, 0, [str(error)]


def _report(checked: Checked, anchor: Anchor, compared: int) -> None:
    print(f"honest: {checked.lines} lines, {checked.dealt} of them dealt as promised")
    print(f"nonces of seats: {', '.join(map(str, checked.mixed)) or 'none'}")
    if anchor.chain:
        print(f"unchanged since you saw them: {checked.anchored} of {checked.lines} lines")
    if compared:
        print(f"as you were shown them: {compared} of {checked.lines} lines")
    if not anchor.commitment:
        print(UNANCHORED)
