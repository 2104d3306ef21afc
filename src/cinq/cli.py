"""The command `cinq`. Owns the arguments; every command imports what it needs when it is called."""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from cinq import __version__

if TYPE_CHECKING:
    from cinq.core.game import AnyGame, Value
    from cinq.core.log import Line
    from cinq.core.texts import Language
    from cinq.table.referee import Coach

GAMES = ("dix-mille", "got-five", "five-millimetres", "doigt-oeil", "five-or-less")
Command: TypeAlias = Callable[[argparse.Namespace], int]


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong in one line on standard error, with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"cinq: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    arguments = parser().parse_args(argv)
    command: Command = arguments.command
    try:
        return command(arguments)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nothing more to say
        return 0


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    top = OneLineParser(prog="cinq", description="One table for five French games.")
    top.add_argument("--version", action="version", version=f"cinq {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _referee(commands.add_parser("referee", help="judge a game line by line on standard input"))
    _simulate(commands.add_parser("simulate", help="play random games and count"))
    _replay(commands.add_parser("replay", help="show a log step by step"))
    _verify(commands.add_parser("verify", help="check that a finished game was dealt as promised"))
    _solve(commands.add_parser("solve", help="play Dix Mille perfectly"))
    _ladder(commands.add_parser("ladder", help="rate the bots of a game against each other"))
    _serve(commands.add_parser("serve", help="start the live table"))
    _bot(commands.add_parser("bot", help="seat a program of yours at a live table"))
    return top


# ---------------------------------------------------------------- referee


def _game_arguments(p: argparse.ArgumentParser, players: int | None = None) -> None:
    p.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    p.add_argument("--players", type=int, required=players is None, default=players, metavar="N")
    p.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")


def _referee(p: argparse.ArgumentParser) -> None:
    _game_arguments(p)
    p.add_argument("--auto-dealer", metavar="SEED", help="the dealer plays by itself, from this seed")
    p.add_argument("--lang", choices=("en", "fr"), default="en", help="language of stories and refusals")
    p.set_defaults(command=referee)


def referee(arguments: argparse.Namespace) -> int:
    """Read JSON lines, answer each with one."""
    import random

    from cinq.games import package
    from cinq.lab.setup import BadSetup, set_up
    from cinq.table.referee import Referee

    try:
        game, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return _refuse(error)
    auto = None if arguments.auto_dealer is None else random.Random(arguments.auto_dealer)
    coach = _coach(package(arguments.game), arguments.players, options, arguments.lang)
    judge = Referee(game, package(arguments.game), arguments.players, options, auto, arguments.lang, coach)
    out = sys.stdout.buffer
    for row in sys.stdin.buffer:
        out.write(judge.answer(row) + b"\n")
        out.flush()
    return 0


def _coach(package: str, players: int, options: Value, language: Language) -> Coach:
    """What answers `{"ask": "hint"}`: the champion's mind, imported when it is first asked."""

    def advise(game: AnyGame, lines: Sequence[Line], seat: int) -> object:
        from cinq.lab.hints import hint_for

        return hint_for(game, package, players, options, lines, seat, language)

    return advise


# ---------------------------------------------------------------- simulate


def _simulate(p: argparse.ArgumentParser) -> None:
    _game_arguments(p)
    p.add_argument("--games", type=int, default=1_000, metavar="K")
    p.add_argument("--seed", type=int, default=0, metavar="S")
    p.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    p.set_defaults(command=simulate)


def simulate(arguments: argparse.Namespace) -> int:
    """Random seats to the end, many times."""
    from cinq.lab.setup import BadSetup, set_up
    from cinq.lab.simulate import report, run

    try:
        game, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return _refuse(error)
    if arguments.games < 1:
        return _refuse("--games is at least 1")
    figures = run(game, arguments.players, options, arguments.games, arguments.seed)
    print(report(figures, as_json=arguments.json))
    return 0


# ---------------------------------------------------------------- replay


def _replay(p: argparse.ArgumentParser) -> None:
    p.add_argument("log", metavar="LOG", help="a log file, or - for standard input")
    p.add_argument("--seat", type=int, help="as this seat saw it; a spectator unless told")
    p.add_argument("--lang", choices=("en", "fr"), default="en")
    p.set_defaults(command=replay)


def replay(arguments: argparse.Namespace) -> int:
    """Every line of a log with what it told, then the result."""
    from cinq.core.log import BadLog
    from cinq.lab.replay import told

    try:
        text = _read(arguments.log)
        for row in told(text, arguments.seat, arguments.lang):
            print(row)
    except (OSError, UnicodeDecodeError, BadLog) as error:
        return _refuse(f"{arguments.log}: {error}")
    return 0


# ---------------------------------------------------------------- verify


def _verify(p: argparse.ArgumentParser) -> None:
    p.add_argument("log", metavar="LOG", help="a finished game's log file, or - for standard input")
    p.set_defaults(command=verify)


def verify(arguments: argparse.Namespace) -> int:
    """0 if every line follows from what was promised before the first card."""
    from cinq.core.verify import verify as check
    from cinq.games import take_down

    try:
        checked = check(_read(arguments.log), take_down)
    except (OSError, UnicodeDecodeError) as error:
        return _refuse(f"{arguments.log}: {error}")
    for problem in checked.problems:
        print(f"cinq: {problem}", file=sys.stderr)
    if not checked.problems:
        print(f"honest: {checked.lines} lines, {checked.dealt} of them dealt as promised")
    return 1 if checked.problems else 0


# ---------------------------------------------------------------- solve


def _solve(p: argparse.ArgumentParser) -> None:
    p.add_argument("game", choices=("dix-mille",), metavar="GAME", help="dix-mille")
    p.add_argument("--target", type=int, default=10_000, metavar="N")
    p.add_argument("--policy", metavar="FILE", help="also write every choice, as the champion reads it")
    p.add_argument("--json", action="store_true", help="the last line is one JSON object")
    p.set_defaults(command=solve)


def solve(arguments: argparse.Namespace) -> int:
    """The first seat's winning chance when both play perfectly."""
    from cinq.minds.solve_dix_mille import main as solve_dix_mille

    return solve_dix_mille(arguments.target, as_json=arguments.json, policy=arguments.policy)


# ---------------------------------------------------------------- serve


def _serve(p: argparse.ArgumentParser) -> None:
    p.add_argument("--host", default="127.0.0.1")
    p.add_argument("--port", type=int, default=8005)
    p.add_argument("--data", default="data", metavar="DIR", help="where the tables are kept")
    p.add_argument("--database", metavar="URL", help="sqlite://PATH; a file in the data folder unless told")
    p.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a limit or a pace; may be repeated"
    )
    p.set_defaults(command=serve)


def serve(arguments: argparse.Namespace) -> int:
    """The live table, until it is told to stop."""
    from cinq.lab.setup import BadSetup, filled
    from cinq.server.app import serve as run
    from cinq.server.settings import Settings

    def listening() -> None:
        print(f"Cinq: open http://{arguments.host}:{arguments.port} and play; Ctrl-C stops.", flush=True)
        subprocess.Popen([sys.executable, "-m", "cinq.minds.warm"], stderr=subprocess.DEVNULL)

    try:
        settings = filled(Settings, arguments.set, "the server has no setting")
        run(
            arguments.host,
            arguments.port,
            arguments.data,
            arguments.database,
            settings,
            listening=listening,
        )
    except (BadSetup, OSError, ValueError) as error:
        return _refuse(error)
    return 0


# ---------------------------------------------------------------- bot


def _bot(p: argparse.ArgumentParser) -> None:
    p.add_argument("--table", required=True, metavar="URL", help="the link that friends follow to the table")
    p.add_argument("--name", default="bot")
    p.add_argument("--seat", type=int, help="a chair of one's choice")
    p.add_argument(
        "program", nargs="+", metavar="PROGRAM", help="reads and writes JSON lines; put -- before it"
    )
    p.set_defaults(command=bot)


def bot(arguments: argparse.Namespace) -> int:
    """Run a program as a seat."""
    from cinq.server.bot_runner import main as seat_program

    return seat_program(arguments.table, arguments.program, arguments.name, arguments.seat)


# ---------------------------------------------------------------- ladder


def _ladder(p: argparse.ArgumentParser) -> None:
    _game_arguments(p, players=2)
    p.add_argument(
        "--pairs", type=int, default=200, metavar="K", help="duplicates a pairing: a game from each seat"
    )
    p.add_argument("--seed", type=int, default=0, metavar="S")
    p.add_argument("--jobs", type=int, default=0, metavar="J", help="processes; all cores unless told")
    p.add_argument("--plot", metavar="FILE", help="draw it, as SVG or PNG")
    p.add_argument("--json", action="store_true")
    p.set_defaults(command=ladder)


def ladder(arguments: argparse.Namespace) -> int:
    """Levels and rules of thumb against each other, with Elo."""
    import os

    import msgspec

    from cinq.lab.ladder import bar, climb, plot, report
    from cinq.lab.setup import BadSetup, set_up

    if arguments.pairs < 2:
        return _refuse("--pairs is at least 2")
    try:
        _, options = set_up(arguments.game, arguments.players, arguments.option)
    except BadSetup as error:
        return _refuse(error)
    jobs = max(1, arguments.jobs or os.cpu_count() or 1)
    how = options, jobs, arguments.players, bar
    found = climb(arguments.game, arguments.pairs, arguments.seed, *how)
    print(msgspec.json.encode(found).decode() if arguments.json else report(found))
    if arguments.plot:
        plot(found, arguments.plot)
    return 0


# ---------------------------------------------------------------- shared


def _read(path: str) -> str:
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as file:
        return file.read()


def _refuse(why: object) -> int:
    print(f"cinq: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
