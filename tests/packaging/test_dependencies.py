"""The extras, the ranges and the lock file agree with each other."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from cinq.extras import EXTRAS
from tests.packaging.environments import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DECLARED = {
    name: [Requirement(row) for row in rows] for name, rows in PROJECT["optional-dependencies"].items()
}
PLAIN = [Requirement(row) for row in PROJECT["dependencies"]]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PINS = {
    canonicalize_name(name): Version(pin) for name, pin in re.findall(r"^([\w.-]+)==([\w.]+)", LOCK, re.M)
}
MODULES = {"mujoco-core": "mujoco", "open_spiel": "pyspiel", "prometheus-client": "prometheus_client"}


def libraries(extra: str) -> set[str]:
    """What an extra installs, with the extras it includes."""
    found: set[str] = set()
    for row in DECLARED[extra]:
        found |= set().union(*map(libraries, row.extras)) if row.name == "cinq" else {row.name}
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_command_line_knows_what_an_extra_installs(extra: str) -> None:
    assert {MODULES.get(name, name) for name in libraries(extra)} == set(EXTRAS[extra])


def test_everything_for_the_tests_is_in_dev() -> None:
    for extra in EXTRAS:
        assert libraries(extra) <= libraries("dev")


def test_libraries_are_ranges_and_only_physics_is_exact() -> None:
    for row in [*PLAIN, *(row for rows in DECLARED.values() for row in rows if row.name != "cinq")]:
        signs = sorted(part.operator for part in row.specifier)
        assert signs == (["=="] if row.name == "mujoco-core" else ["<", ">="]), str(row)


def test_the_lock_is_within_the_ranges() -> None:
    for row in [*PLAIN, *(row for rows in DECLARED.values() for row in rows if row.name != "cinq")]:
        assert PINS[canonicalize_name(row.name)] in row.specifier, f"make lock: {row}"


def test_the_lock_files_name_no_registry() -> None:
    assert "//" not in LOCK and "index" not in LOCK
    assert '"resolved"' not in (ROOT / "web/package-lock.json").read_text("utf-8")
