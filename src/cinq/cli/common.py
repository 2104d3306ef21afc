"""What several commands share: the arguments that describe a game, reading a log, refusing."""

from __future__ import annotations

import argparse
import sys


def add_game_arguments(parser: argparse.ArgumentParser, players: int | None = None) -> None:
    """GAME, --players and --option; --players must be given unless it has a default here."""
    from cinq.games import GAMES

    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    default = "required" if players is None else f"default: {players}"
    parser.add_argument(
        "--players",
        type=int,
        required=players is None,
        default=players,
        metavar="N",
        help=f"number of seats ({default})",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game; may be repeated (default: the game's own options)",
    )


def add_language(parser: argparse.ArgumentParser, what: str) -> None:
    """--lang, or --language; `what` names the texts that it changes."""
    names = ("--lang", "--language")
    parser.add_argument(*names, choices=("en", "fr"), default="en", help=f"language of {what} (default: en)")


def add_json(parser: argparse.ArgumentParser, what: str, default: str) -> None:
    """--json; `what` is printed with it, `default` without it."""
    parser.add_argument("--json", action="store_true", help=f"print {what} (default: {default})")


def read(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as file:
        return file.read()


def refuse(why: object) -> int:
    """Prints one line on standard error and returns exit status 2."""
    print(f"cinq: {why}", file=sys.stderr)
    return 2
