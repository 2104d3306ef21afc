"""What the documents show is what happens: every example, command and output in them is run.

A `console` block is run as it stands; `…` in its output stands for anything. A command in running
text or in an `sh` block is run with its placeholders filled in and its amounts reduced. `python` blocks are
doctests, or else run as one script a page. A command or a block that no rule here knows how to run fails, so
that nothing is written that is not checked.
"""

import asyncio
import doctest
import importlib
import importlib.util
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet
from packaging.requirements import Requirement

from cinq.cli import COMMANDS, parser
from cinq.games import GAMES, live_facts, load_game
from cinq.server.settings import Settings
from cinq.server.storage.sqlite import prepare
from tests.ports import free_port

ROOT = Path(__file__).parent.parent
PAGES = [
    *(page for page in ROOT.glob("*.md") if page.name != "CHANGELOG.md"),  # what was, not what is
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "src").rglob("README.md")),
    *sorted((ROOT / "bench").glob("*.md")),
    ROOT / "web/README.md",
]
README = (ROOT / "README.md").read_text("utf-8")
SOURCES = sorted(path for path in (ROOT / "src" / "cinq").rglob("*.py") if ">>>" in path.read_text("utf-8"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = ("cinq", "make", "python", "python3", "pip", "npm", "curl", "pytest")
OF_HOSTS = ("createuser", "createdb", "pg_dump", "pg_restore", "cp", "systemctl", "nginx", "caddy")
"""Programs of hosts; tests/scale/deploy/test_two_hosts.py runs what is shown of them."""
SPAN = re.compile(rf"`((?:{'|'.join((*PROGRAMS, *OF_HOSTS))}) [^`]+)`")
PLACEHOLDERS = {
    "GAME": "doigt-oeil",
    "<game>": "dix-mille",
    "N": "2",
    "K": "2",
    "LOG": "examples/dix-mille.log",
    "URL": "http://127.0.0.1:9/table/x",
    "PROGRAM": "true",
}
LESS = {
    "ladder": ("--pairs", "2"),
    "simulate": ("--games", "2"),
    "solve": ("--target", "1000"),
    "train": ("--games", "1"),
}
"""Amounts put after those of the document: the last one counts."""
LESS_OF_MODULES = {
    "cinq.bots.warm_up": (),
    "cinq.fast.proof": ("--moves", "2000"),
    "cinq.lab.baseline": ("dix-mille", "--games", "2"),
    "cinq.lab.duel": ("--pairs", "2"),
    "cinq.lab.pace": ("--games", "1", "--seats", "2"),
    "cinq.lab.wood.hands": ("1",),
    "cinq.lab.wood.odds": ("2",),
    "cinq.lab.wood.pace": ("--games", "1", "--seats", "2"),
    "cinq.solvers.dix_mille.sampled_games": ("10",),
}
"""The same for modules; a number by itself is the amount, and is left out of what the document shows."""


class Shown(NamedTuple):
    """A command in a document, with its expected output where the document shows one."""

    page: Path
    command: str
    output: str = ""

    @property
    def program(self) -> str:
        """The first word, without its folder."""
        return self.command.split()[0].rpartition("/")[2]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.command.splitlines()[0]}"


CHECKED = {
    *("console", "sh", "python", "json", "ts", "svelte"),  # here
    *("text", "mermaid", "caddyfile"),  # no commands: figures, a drawing, a configuration
}
"""The kinds of blocks that a document may have."""


def blocks(kind: str) -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for found, text in BLOCK.findall(page.read_text("utf-8")):
            if found == kind:
                yield page, text


def sessions() -> Iterator[Shown]:
    """The commands of all `console` blocks: `$ ` begins one, `> ` continues it, the rest is its output."""
    for page, text in blocks("console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            rows = part.splitlines()
            typed = 1 + next((i for i, row in enumerate(rows[1:]) if not row.startswith("> ")), len(rows) - 1)
            command = "\n".join([rows[0], *(row[2:] for row in rows[1:typed])])
            yield Shown(page, command, "\n".join(rows[typed:]))


def commands() -> dict[str, Shown]:
    """The commands of `sh` blocks and of running text, each once."""
    found = [
        Shown(page, row.split("  #")[0].strip()) for page, text in blocks("sh") for row in text.splitlines()
    ]
    for page in PAGES:
        prose = BLOCK.sub("", page.read_text("utf-8"))
        found += [Shown(page, " ".join(span.split())) for span in SPAN.findall(prose)]
    return {shown.command: shown for shown in found}


def wildcard(expected: str) -> str:
    """A pattern of an expected output."""
    return ".*".join(re.escape(part) for part in expected.split("…"))


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `cinq` is the code of this tree."""
    folder = tmp_path_factory.mktemp("bin")
    (folder / "cinq").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cinq.cli "$@"\n')
    (folder / "cinq").chmod(0o755)
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    return os.environ | paths | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("shown", list(sessions()), ids=str)
def test_console_blocks(shown: Shown, shell: dict[str, str]) -> None:
    done = run(["sh", "-c", shown.command], shell)
    assert re.fullmatch(wildcard(shown.output), done.stdout.rstrip("\n")), done.stdout


def run(words: list[str], shell: dict[str, str], seconds: float = 120) -> subprocess.CompletedProcess[str]:
    """A command that succeeds, in the folder of this tree."""
    done = subprocess.run(
        words, cwd=ROOT, env=shell, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, done.stderr
    return done


def filled(command: str) -> list[str]:
    """The words of a command: placeholders replaced, options in brackets taken."""
    whole = re.sub(r" \[(--[^\]]+)\]", r" \1", command)
    return [PLACEHOLDERS.get(word, word) for word in shlex.split(whole)]


def of(program: str) -> list[ParameterSet]:
    """The shown commands of one program, as parameters of a test."""
    found = [shown for shown in commands().values() if shown.program == program]
    return [pytest.param(shown, id=str(shown), marks=slow(shown.command)) for shown in found]


def slow(command: str) -> list[pytest.MarkDecorator]:
    """What takes a minute even with reduced amounts is checked with the slow tests."""
    long = command.startswith(("cinq ladder", "cinq solve")) and "GAME" not in command
    return [pytest.mark.slow] if long else []


def test_every_command_is_of_a_program_that_is_checked_here() -> None:
    for shown in commands().values():
        assert shown.program in (*PROGRAMS, *OF_HOSTS), str(shown)


def test_every_block_is_of_a_kind_that_is_checked_here() -> None:
    for page in PAGES:
        assert {kind for kind, _ in BLOCK.findall(page.read_text("utf-8"))} <= CHECKED, page.name


def test_commands_stand_in_blocks_or_in_running_text() -> None:
    """An indented command would be checked by nothing."""
    indented = re.compile(rf"^(?: {{4}}|\t)(?:{'|'.join((*PROGRAMS, *OF_HOSTS))}) .*", re.MULTILINE)
    for page in PAGES:
        assert not indented.search(BLOCK.sub("", page.read_text("utf-8"))), page.name


@pytest.mark.parametrize("shown", of("curl"))
def test_curl(shown: Shown) -> None:
    """Run with the command after it by tests/server/rooms/test_dealing.py."""
    assert shown.page.name == "fairness.md"


@pytest.mark.parametrize("shown", of("cinq"))
def test_cinq(shown: Shown, shell: dict[str, str], tmp_path: Path) -> None:
    _, name, *words = filled(shown.command)
    assert name in COMMANDS
    if "postgresql://" in shown.command:
        return  # run by tests/scale/deploy/test_documents.py
    if "--shown" in words:
        return  # run by tests/server/rooms/test_dealing.py
    if not words and name != "serve":
        return  # the name of a command, not a command
    if name == "serve":
        serves(words, shell, tmp_path)
    elif name in ("backup", "doctor", "restore"):
        keeps_data(name, words, shell, tmp_path)
    elif name == "bot":  # played to the end by tests/packaging/test_wheel.py
        assert parser().parse_args([name, *words]).program
    else:
        words += ["--folder", str(tmp_path)] if name == "train" else []
        short = ["--option", "target=1000"] if (name, *words[:1]) == ("ladder", "dix-mille") else []
        run(["cinq", name, *words, *LESS.get(name, ()), *short], shell, 900)


def serves(words: list[str], shell: dict[str, str], folder: Path) -> None:
    """Starts the server on a free port of this computer alone, asks for its health and stops."""
    port = free_port()
    instead = ["--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]  # the last one counts
    command = ["cinq", "serve", *words, *instead]
    process = subprocess.Popen(command, env=shell, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Cinq: open http://127.0.0.1:{port} and play; Ctrl-C stops.\n"
        assert healthy(f"http://127.0.0.1:{port}/healthz")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def healthy(url: str, seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            time.sleep(0.1)
    return False


def keeps_data(name: str, words: list[str], shell: dict[str, str], folder: Path) -> None:
    """Runs a command on a data folder or a backup of a server's first start, whichever it reads."""
    paths, options = [word for word in words if word[0] != "-"], [word for word in words if word[0] == "-"]
    read, *made = [folder / path.lstrip("/") for path in paths]
    prepare(read if read.suffix == ".sqlite" or name == "restore" else read / "cinq.sqlite")
    run(["cinq", name, str(read), *map(str, made), *options], shell)
    assert all(path.exists() for path in made)


@pytest.mark.parametrize("shown", of("make"))
def test_make_targets(shown: Shown, shell: dict[str, str]) -> None:
    run(["make", "--dry-run", *filled(shown.command)[1:]], shell)


def reduced(shown: Shown) -> list[str] | None:
    """The words of a module's command with less to do; None where it is no command of `LESS_OF_MODULES`."""
    program, *words = filled(shown.command)
    if program != "python" or words[0] != "-m" or words[1] not in LESS_OF_MODULES:
        return None
    less = LESS_OF_MODULES[words[1]]
    kept = [word for word in words if not (word.isdigit() and less and less[0].isdigit())]
    return [sys.executable, *kept, *less]


@pytest.mark.slow
@pytest.mark.parametrize("shown", [one for one in commands().values() if reduced(one)], ids=str)
def test_modules_run(shown: Shown, shell: dict[str, str]) -> None:
    run(reduced(shown) or [], shell, 600)


@pytest.mark.parametrize("shown", of("pytest"))
def test_pytest_finds_tests(shown: Shown, shell: dict[str, str]) -> None:
    run([sys.executable, "-m", "pytest", "--collect-only", *filled(shown.command)[1:]], shell)


@pytest.mark.parametrize("shown", [*of("python"), *of("python3")])
def test_python_modules(shown: Shown) -> None:
    """The module is there, can be run, and the benchmark has that name."""
    _, *words = filled(shown.command)
    if words[0] != "-m":
        assert (ROOT / words[0]).is_file()
        return
    module = words[1]
    if module == "bench":
        from bench.__main__ import ALL

        assert set(words[2:]) - {"NAME"} <= set(ALL)
    elif module != "venv":
        spec = importlib.util.find_spec(module)
        assert spec is not None and spec.origin is not None
        if spec.submodule_search_locations:
            assert importlib.util.find_spec(f"{module}.__main__")
        else:
            assert '__name__ == "__main__"' in Path(spec.origin).read_text("utf-8")


@pytest.mark.parametrize("shown", of("npm"))
def test_npm_scripts(shown: Shown) -> None:
    _, *words = filled(shown.command)
    scripts = json.loads((ROOT / "web/package.json").read_text("utf-8"))["scripts"]
    assert words[0] in ("ci", "test") or (words[0] == "run" and words[1] in scripts)


@pytest.mark.parametrize("shown", of("pip"))
def test_extras(shown: Shown) -> None:
    """The slow test of tests/packaging/test_wheel.py installs one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    *_, what = filled(shown.command)
    extras = Requirement("cinq" + what[what.index("[") :]).extras if "[" in what else set()
    assert extras <= set(project["optional-dependencies"])
    assert ".whl" not in what or what.startswith(f"cinq-{project['version']}-py3-none-any.whl")


def test_the_table_of_games_in_the_readme() -> None:
    shown = re.findall(r"^\| \*\*(.+?)\*\* \|.*\| (\d+) to (\d+) \| (\d+) to (\d+) \|$", README, re.MULTILINE)
    assert [(title, *map(int, figures)) for title, *figures in shown] == [
        (game.TITLE, game.PLAYERS[0], game.PLAYERS[-1], *(live_facts(name).minutes or ()))
        for name, game in ((name, load_game(name)) for name in GAMES)
    ]


def pages_with(kind: str) -> list[ParameterSet]:
    found = dict.fromkeys(page for page, _ in blocks(kind))
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in found]


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_blocks(page: Path, shell: dict[str, str], tmp_path: Path) -> None:
    """All blocks of a page are one session, or one script."""
    parts = [text for at, text in blocks("python") if at == page]
    sessions = [">>> " in text for text in parts]
    if all(sessions):
        done = doctest.testfile(str(page), module_relative=False)
        assert done.attempted >= len(parts) and not done.failed
    else:
        assert not any(sessions), "sessions and scripts in one page"
        script = tmp_path / "page.py"
        script.write_text("\n".join(parts), "utf-8")
        run([sys.executable, str(script)], shell)


def test_the_parts_of_a_board_that_are_shown_exist() -> None:
    (exports,), (board,) = ([text for _, text in blocks(kind)] for kind in ("ts", "svelte"))
    source = (ROOT / "web/src/lib/board/board.ts").read_text("utf-8")
    props, module = source.split("export type BoardProps")[1].split("export type BoardModule")
    names = re.findall(r"^export const (\w+)", exports, re.MULTILINE)
    assert len(names) > 5 and all(re.search(rf"^  {name}\??:", module, re.MULTILINE) for name in names)
    (taken,) = re.findall(r"let \{ (.*) \}: BoardProps", board)
    assert all(re.search(rf"^  {name}\??:", props, re.MULTILINE) for name in taken.split(", "))
    folders = [ROOT / "web/src/games" / game.replace("-", "_") for game in GAMES]
    for path in (folder / target for folder in folders for target in re.findall(r'from "(\..*)"', board)):
        assert path.exists() or path.with_suffix(".ts").exists(), path


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT / "src").as_posix())
def test_docstrings(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted and not done.failed


def test_an_assistant_can_play_with_the_shown_configuration(shell: dict[str, str]) -> None:
    """An MCP client starts each configured server, looks, and plays the first item of its menu."""
    pytest.importorskip("mcp", reason="needs the extra 'research'")
    from mcp import Client, StdioServerParameters
    from mcp.client.stdio import stdio_client

    async def play(server: StdioServerParameters) -> None:
        async with Client(stdio_client(server)) as client:
            seen = await client.call_tool("look", {})
            acted = await client.call_tool("act", {"action": "[1]"})
            assert "You may:" in str(seen.content)
            assert not acted.is_error and "refused" not in str(acted.content)

    servers = [server for _, text in blocks("json") for server in json.loads(text)["mcpServers"].values()]
    assert servers
    for server in servers:
        asyncio.run(play(StdioServerParameters(**server, env=shell)))


def test_links_lead_somewhere() -> None:
    links = [
        (page, target) for page in PAGES for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    ]
    assert len(links) > 5
    for page, target in links:
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_named_tests_exist() -> None:
    """A path from the root, or a file name that some folder of tests or of the page has."""
    places = (*(ROOT / "tests").rglob("*.py"), *(ROOT / "web/src").rglob("*.test.ts"))
    names = {path.name for path in places}
    spans = [(page, span) for page in PAGES for span in re.findall(r"`([\w/.]+)`", page.read_text("utf-8"))]
    paths = [(page, span) for page, span in spans if re.match(r"tests/|(test_\w+\.py|\w+\.test\.ts)$", span)]
    assert len(paths) > 50
    for page, path in paths:
        assert (ROOT / path).exists() if "/" in path else path in names, f"{page.name} names {path}"


def test_the_readme_lists_every_command() -> None:
    rows = re.findall(r"^\| `cinq (\w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(COMMANDS)


def test_the_settings_of_the_hosting_page_have_these_defaults() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\S+) \|", (ROOT / "docs/hosting.md").read_text("utf-8"), re.MULTILINE)
    assert len(rows) >= 5
    for name, default in rows:
        own = getattr(Settings(), name)
        assert own == type(own)(default), name
