"""The command `cinq`: one module per command, each with `HELP`, `add_arguments` and `run`.

`play` has the commands for one game, `research` those that measure, `host` those for whoever runs a server.
The modules of this package import nothing that is slow to load, so `cinq --help` starts in a few
hundredths of a second; `run` imports what its command needs when it is called.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol

from cinq import __version__
from cinq.cli.common import refuse
from cinq.cli.host import backup, doctor, move, restore, serve
from cinq.cli.play import bot, mcp, referee, replay, verify
from cinq.cli.research import ladder, score, simulate, solve, train
from cinq.extras import MissingExtra

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C stopped."""


class Command(Protocol):
    """What the module of a command provides."""

    HELP: str
    """One line for the list of commands."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int:
        """Runs the command and returns the exit status."""


COMMANDS: dict[str, Command] = {
    "referee": referee,
    "simulate": simulate,
    "replay": replay,
    "verify": verify,
    "solve": solve,
    "ladder": ladder,
    "score": score,
    "train": train,
    "serve": serve,
    "backup": backup,
    "restore": restore,
    "doctor": doctor,
    "move": move,
    "bot": bot,
    "mcp": mcp,
}


class OneLineParser(argparse.ArgumentParser):
    """Reports a wrong argument in one line on standard error, with exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"cinq: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The parser of all commands; the chosen one is `arguments.command`."""
    top = OneLineParser(prog="cinq", description="One table for five French games.")
    top.add_argument("--version", action="version", version=f"cinq {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND", dest="command")
    for name, command in COMMANDS.items():
        about = f"{command.HELP[0].upper()}{command.HELP[1:]}."
        command.add_arguments(commands.add_parser(name, help=command.HELP, description=about))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status."""
    arguments = parser().parse_args(argv)
    try:
        return COMMANDS[arguments.command].run(arguments)
    except MissingExtra as missing:
        return refuse(f"cinq {arguments.command} {missing}")
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has gone: report nothing
        return 0
