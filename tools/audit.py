"""`make audit`: known vulnerabilities of the dependencies, by pip-audit and npm audit.

Fails when one is known. An advisory source that cannot be reached is said plainly and is no failure:
nothing is known then, and the last line says so. Both tools are less plain: pip-audit reports "no known
vulnerabilities" though it could look up none of the packages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PATIENCE = 300
"""Seconds for each tool."""
PYTHON = ["--requirement", "requirements.lock", "--no-deps", "--disable-pip", "--format", "json"]
UV = [sys.executable, "-m", "uv", "tool", "run", "--from", "pip-audit>=2.10,<3", "pip-audit"]


class Verdict(NamedTuple):
    """What a tool found: one line each; `checked` and `unknown` count packages."""

    found: list[str]
    checked: int
    unknown: int

    def said(self, what: str) -> str:
        """The verdict in words."""
        if self.found:
            return "\n".join([f"{what}: {len(self.found)} known vulnerabilities", *self.found])
        if not self.checked:
            return f"{what}: NOT CHECKED, no advisory source could be reached; nothing is known"
        rest = f"; {self.unknown} packages could not be looked up" if self.unknown else ""
        return f"{what}: no known vulnerability in {self.checked} packages{rest}"


UNREACHED = Verdict([], 0, 0)


def python_verdict(output: str) -> Verdict:
    """What pip-audit's JSON says; packages that it skipped are not known to be well."""
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError):
        return UNREACHED
    checked = [package for package in packages if "skip_reason" not in package]
    found = [
        f"  {package['name']} {package['version']}: {vulnerability['id']}"
        for package in checked
        for vulnerability in package.get("vulns", ())
    ]
    return Verdict(found, len(checked), len(packages) - len(checked))


def node_verdict(output: str) -> Verdict:
    """What npm's JSON says: a report has metadata, an error has none."""
    try:
        report: dict[str, Any] = json.loads(output)
        checked = int(report["metadata"]["dependencies"]["total"])
    except (ValueError, KeyError, TypeError):
        return UNREACHED
    found = [f"  {name}: {one['severity']}" for name, one in report.get("vulnerabilities", {}).items()]
    return Verdict(found, checked, 0)


def output_of(command: list[str], folder: Path) -> str:
    """What a tool prints; nothing if it is missing or does not end."""
    try:
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def main() -> int:
    """Print both verdicts; 1 if a vulnerability is known."""
    python = python_verdict(output_of([*UV, *PYTHON], ROOT))
    node = node_verdict(output_of(["npm", "audit", "--json"], ROOT / "web"))
    print(python.said("Python (requirements.lock)"))
    print(node.said("Node (web/package-lock.json)"))
    return 1 if python.found or node.found else 0


if __name__ == "__main__":
    sys.exit(main())
