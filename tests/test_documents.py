"""What the documents show is what happens: every example in the README and in the docstrings is run."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for path in (ROOT / "src" / "cinq").rglob("*.py") if ">>>" in path.read_text("utf-8"))


def test_the_readme() -> None:
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert done.attempted >= 5 and not done.failed


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT / "src").as_posix())
def test_docstrings(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted and not done.failed


def test_links_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "bench" / "README.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_command_of_the_readme_exists() -> None:
    from cinq.cli import parser

    commands = {name for action in parser()._actions for name in (action.choices or {})}
    assert set(re.findall(r"`cinq (\w+)", (ROOT / "README.md").read_text("utf-8"))) <= commands
