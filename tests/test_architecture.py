"""ARCHITECTURE.md names the folders that exist, and the path that a move takes."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.test_move_path import MOVE_PATH

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
BUILT = {"static", "__pycache__"}
"""Folders that the build makes."""


def folders(under: Path) -> set[str]:
    return {path.name for path in under.iterdir() if path.is_dir() and path.name not in BUILT}


def named() -> list[str]:
    """The folders of the table's first column."""
    rows = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([\w/]+)`", row)]


@pytest.mark.parametrize("folder", named())
def test_every_named_folder_exists(folder: str) -> None:
    assert (ROOT / folder).is_dir()


@pytest.mark.parametrize("parent", ["src/cinq", "src/cinq/server"])
def test_every_folder_is_named(parent: str) -> None:
    assert {f"{parent}/{name}" for name in folders(ROOT / parent)} <= set(named())


def test_every_folder_of_the_project_is_named() -> None:
    hidden = {name for name in folders(ROOT) if name.startswith(".")}
    ignored = {"data", "dist", "build", "shots", "src", "deploy"} | hidden
    assert folders(ROOT) - ignored <= set(named())


def test_tests_mirror_the_folders() -> None:
    """Every folder of tests is one of src/cinq, or says why not."""
    apart = {"chaos", "logs", "packaging", "page", "pig", "scale", "soak", "tools"}
    assert folders(ROOT / "tests") - apart <= folders(ROOT / "src/cinq")


def test_tests_of_the_page_mirror_its_folders() -> None:
    apart = {"access", "drivers", "loading", "pictures", "screens"}
    assert folders(ROOT / "tests/page") - apart <= folders(ROOT / "web/src")
    assert folders(ROOT / "tests/page/games") <= folders(ROOT / "web/src/games")


@pytest.mark.parametrize("folder", ["tests/page", "tests/scale"])
def test_long_tests_stand_in_folders(folder: str) -> None:
    assert list((ROOT / folder).glob("test_*.py")) == []


MANY = 3
"""Files whose names begin with the same word: from so many on they want a folder."""


@pytest.mark.parametrize("top", ["src/cinq", "bench", "tools", "examples"])
def test_a_prefix_is_a_missing_folder(top: str) -> None:
    first_words = Counter(
        (path.parent.relative_to(ROOT), re.split("[_.-]", path.name)[0])
        for path in (ROOT / top).rglob("*.py")
        if not path.name.startswith("_") and not BUILT & set(path.parts)
    )
    assert [place for place, count in first_words.items() if count >= MANY] == []


def test_the_path_of_a_move_is_the_one_that_is_traced() -> None:
    assert tuple(re.findall(r"^\d+\. `([\w.]+:[\w.]+)`", TEXT, re.MULTILINE)) == MOVE_PATH


LONGEST_FUNCTION = 45
"""Lines, from its name to its end."""


@pytest.mark.parametrize("folder", ["src/cinq", "bench", "tests", "tools"])
def test_no_function_is_long(folder: str) -> None:
    assert [name for name, lines in functions(ROOT / folder) if lines > LONGEST_FUNCTION] == []


LONGEST_FILE, LONGEST_RULES = 420, 500
"""Lines of a file, and of a game's `rules.py`, which may be the whole game."""


def test_no_source_file_is_long() -> None:
    lines = {path: path.read_text("utf-8").count("\n") for path in (ROOT / "src").rglob("*.py")}
    longest = {path: LONGEST_RULES if path.name == "rules.py" else LONGEST_FILE for path in lines}
    assert [str(path.relative_to(ROOT)) for path, count in lines.items() if count > longest[path]] == []


NAMED = re.compile(r"`([\w./-]*\w\.(?:py|ts|svelte|md|toml|ftl))`")
"""A file that a comment, a docstring or a document names."""


def test_every_file_that_is_named_exists() -> None:
    sources = [path for top in TOPS for path in files(ROOT / top)] + list(ROOT.glob("*.md"))
    paths = [f"/{path.relative_to(ROOT)}" for path in sources]
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources
        for name in NAMED.findall(path.read_text("utf-8"))
        if not any(known.endswith(f"/{name.lstrip('./')}") for known in paths)
    }
    assert missing == set()


TOPS = ("src", "web", "tests", "tools", "bench", "docs", "examples", "deploy")


def files(folder: Path) -> Iterator[Path]:
    """The sources and documents of a folder, without what is built or installed."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in BUILT | {"node_modules"}:
            yield from files(path)
        elif path.suffix in {".py", ".ts", ".svelte", ".md", ".toml", ".ftl"}:
            yield path


def functions(folder: Path) -> Iterator[tuple[str, int]]:
    """Every function of a folder, and its lines."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1
