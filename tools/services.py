"""Finds PostgreSQL, Redis and nginx for `make test-scale`; installs them where this is root on Debian.

`python -m tools.services` prints where they are, or says what to do and ends with status 1.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools.debian import install

PACKAGES = {
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "nginx": "nginx-light",
}
"""The programs, and Debian's packages of them."""
CHECKERS = {
    "caddy": "caddy",
    "promtool": "prometheus",
    "docker-compose": "docker-compose",
    "systemd-analyze": "systemd",
}
"""Programs that check files of deploy/; without one, only its test is left out."""
FOLDERS = ("/usr/sbin", "/usr/local/bin", "/opt/homebrew/bin")


class Missing(Exception):
    """A program that is not installed; says what to do."""


def find(program: str) -> str:
    """Where a program is. Raises Missing."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: -int(one.parent.name))
    for folder in (None, *versions, *FOLDERS):
        if found := shutil.which(program, path=None if folder is None else str(folder)):
            return found
    if program in CHECKERS:
        raise Missing(f"{program} is not installed: install {CHECKERS[program]} to check its file of deploy/")
    raise Missing(
        f"{program} is not installed, so tests of several servers are left out: install {PACKAGES[program]} "
        f"(Debian: apt install {' '.join(PACKAGES.values())}; macOS: brew install postgresql redis nginx)"
    )


def _has(program: str) -> bool:
    try:
        find(program)
    except Missing:
        return False
    return True


def main() -> int:
    """Print where each program is."""
    install([package for program, package in (PACKAGES | CHECKERS).items() if not _has(program)])
    try:
        for program in PACKAGES:
            print(find(program))
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
