"""Installs Debian packages where nobody has to be asked: as root, on a system that has apt-get."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

APT = ("apt-get", "-y", "-qq")


def install(packages: Sequence[str]) -> None:
    """Reads the lists of packages anew and installs these; where that fails they are still missing."""
    if not packages or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (("update",), ("install", "--no-install-recommends", *packages)):
        subprocess.run([*APT, *words], env=quiet, stdout=sys.stderr, check=False)
