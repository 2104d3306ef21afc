"""`cinq referee`: one JSON line in, one JSON line out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cinq.cli.common import add_game_arguments, add_language, refuse
from cinq.extras import MissingExtra, require

if TYPE_CHECKING:
    from cinq.core.game import AnyGame, Value
    from cinq.core.log import Line
    from cinq.core.texts import Language
    from cinq.table.referee import Coach

HELP = "judge a game line by line on standard input"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_arguments(parser)
    parser.add_argument(
        "--auto-dealer",
        metavar="SEED",
        help="draw the dealer's lines from this seed (default: the dealer's lines are read like any other)",
    )
    add_language(parser, "stories and refusals")


def run(arguments: argparse.Namespace) -> int:
    """Answers each line of standard input with one line."""
    import random

    from cinq.games import package
    from cinq.lab.setup import BadSetup, set_up
    from cinq.table.referee import Referee

    try:
        game, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return refuse(error)
    auto = None if arguments.auto_dealer is None else random.Random(arguments.auto_dealer)
    coach = _coach(package(arguments.game), arguments.players, options, arguments.lang)
    judge = Referee(game, package(arguments.game), arguments.players, options, auto, arguments.lang, coach)
    out = sys.stdout.buffer
    for row in sys.stdin.buffer:
        out.write(judge.answer(row) + b"\n")
        out.flush()
    return 0


def _coach(package: str, players: int, options: Value, language: Language) -> Coach:
    """Answers `{"ask": "hint"}` with the champion bot, which is imported at the first question."""

    def advise(game: AnyGame, lines: Sequence[Line], seat: int) -> object:
        from cinq.table.referee import Malformed

        try:
            require("bots")
        except MissingExtra as missing:
            raise Malformed(f"a hint {missing}") from None
        from cinq.lab.hints import hint_for

        return hint_for(game, package, players, options, lines, seat, language)

    return advise
