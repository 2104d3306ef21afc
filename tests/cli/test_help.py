"""The help texts of `cinq`: complete, with their defaults, and printed without loading a library."""

import argparse
import subprocess
import sys

import pytest

from cinq.cli import COMMANDS, parser

HEAVY = {"numpy", "numba", "mujoco", "litestar", "uvicorn", "websockets", "matplotlib", "asyncio", "segno"}


def actions(command: str) -> list[argparse.Action]:
    """The arguments of a command, without --help."""
    own = argparse.ArgumentParser(add_help=False)
    COMMANDS[command].add_arguments(own)
    return own._actions


@pytest.mark.parametrize("command", COMMANDS)
def test_every_argument_has_a_help_text_and_every_option_its_default(command: str) -> None:
    for action in actions(command):
        assert action.help, action.dest
        if action.option_strings and not action.required:
            assert "(default: " in action.help, action.option_strings
        elif action.required and action.option_strings:
            assert "(required)" in action.help, action.option_strings


@pytest.mark.parametrize("command", COMMANDS)
def test_the_default_that_is_written_is_the_default(command: str) -> None:
    for action in actions(command):
        if isinstance(action.default, int | str) and not isinstance(action.default, bool) and action.default:
            assert f"(default: {action.default}" in str(action.help), action.option_strings


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        parser().parse_args(["--help"])
    shown = capsys.readouterr().out
    assert all(f"    {name} " in shown and command.HELP in shown for name, command in COMMANDS.items())


def test_help_loads_no_library_that_is_slow_to_load() -> None:
    code = "import sys, cinq.cli; cinq.cli.parser(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert not HEAVY & set(done.stdout.split())
