"""docs/security.md names every limit with its value."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from cinq.server.settings import Settings

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs/security.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([\w.]+)` \| (.*?) \| .+ \|$", TEXT, re.MULTILINE))
ATTACKS = re.findall(r"^\| .+ \| `([\w/.]+)::(\w+)` \| (.+) \|$", TEXT, re.MULTILINE)
PLANTED = {bug["name"]: bug for bug in tomllib.loads((ROOT / "tools/bugs.toml").read_text("utf-8"))["bug"]}
LIMIT = re.compile(
    r"_per_|_bytes$|_timeout$|_burst$|^(pipelined|rooms|sockets|trusted_proxies|allowed_hosts|origins)$"
)


def shown(value: object) -> str:
    """A value as the tables show it."""
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)


def limits() -> list[str]:
    return [field.name for field in msgspec.structs.fields(Settings) if LIMIT.search(field.name)]


@pytest.mark.parametrize("name", limits())
def test_every_limit_is_listed(name: str) -> None:
    assert name in ROWS


@pytest.mark.parametrize("name", ROWS)
def test_every_listed_value_is_the_code_s(name: str) -> None:
    module, _, constant = name.rpartition(".")
    assert ROWS[name] == shown(getattr(import_module(module) if module else Settings(), constant))


def test_every_named_file_exists() -> None:
    for path in re.findall(r"`((?:docs|tests)/[\w/.]+)`", TEXT):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("target", re.findall(r"`make (\w+)`", TEXT))
def test_every_named_target_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_attacks_are_listed() -> None:
    assert len(ATTACKS) == TEXT.count("::test_") > 40


@pytest.mark.parametrize(("file", "test", "planted"), ATTACKS)
def test_every_attack_has_a_test_and_a_defect_that_is_planted(file: str, test: str, planted: str) -> None:
    assert f"def {test}(" in (ROOT / "tests" / file).read_text("utf-8")
    assert any(file in named.partition("::")[0] for named in PLANTED[planted]["tests"]), planted
