"""A wheel of this tree, and empty environments in which only it and what it requires is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from email.parser import HeaderParser
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]


def build_wheel(folder: Path) -> Path:
    """The wheel, built by the hatchling that is installed here."""
    command = [
        *PIP,
        "wheel",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
        "--wheel-dir",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(command, check=True, timeout=120)
    (wheel,) = folder.glob("*.whl")
    return wheel


def requirements(wheel: Path) -> list[Requirement]:
    """What the wheel's own metadata asks for."""
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        read = HeaderParser().parsestr(packed.read(name).decode())
    return [Requirement(row) for row in read.get_all("Requires-Dist") or ()]


def closure(asked: list[Requirement], extra: str = "") -> set[str]:
    """The distributions that pip would install for these requirements, by the metadata of what is here."""
    found: set[str] = set()
    waiting = [(asked, extra)]
    while waiting:
        rows, wanted = waiting.pop()
        for row in rows:
            if row.marker and not row.marker.evaluate({"extra": wanted}):
                continue
            if row.name == "cinq":
                waiting += [(asked, one) for one in row.extras]
            elif row.name not in found:
                found.add(row.name)
                own = [Requirement(text) for text in metadata.requires(row.name) or ()]
                waiting += [(own, one) for one in ("", *row.extras)]
    return found


class Environment:
    """A virtual environment outside this tree: no PYTHONPATH, no Node, nothing of ours but the wheel."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True, timeout=120)
        (self.site,) = folder.glob("lib/python*/site-packages")
        self.bin = folder / "bin"

    def link(self, names: set[str]) -> None:
        """Distributions that are installed here, as symbolic links: quick, and without a network."""
        for name in names:
            for file in metadata.distribution(name).files or ():
                top = file.parts[0]
                if top not in ("..", "__pycache__") and not (self.site / top).exists():
                    (self.site / top).symlink_to(Path(str(metadata.distribution(name).locate_file(top))))

    def install(self, wheel: Path) -> None:
        """The wheel alone."""
        self.pip("install", "--no-deps", "--no-index", str(wheel))

    def pip(self, *words: str) -> None:
        """The pip of this environment, at work in that one."""
        subprocess.run([*PIP, "--python", self.bin / "python", *words], check=True, timeout=900)

    def variables(self) -> dict[str, str]:
        """The environment of its programs."""
        assert shutil.which("node", path=str(self.bin)) is None
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_"))
        }
        return kept | {"PATH": str(self.bin)}

    def cinq(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """One command, to its end."""
        return self._run("cinq", *words, stdin=stdin)

    def python(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Its Python, to its end."""
        return self._run("python", *words)

    def _run(self, program: str, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.bin / program, *words],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
            cwd=self.folder,
            env=self.variables(),
        )
