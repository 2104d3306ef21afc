"""`make chaos`: runs the scenarios and writes what happened into docs/reliability.md."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

from tests.chaos.scenarios import SCENARIOS, Result, Size

PAGE = Path(__file__).parents[2] / "docs/reliability.md"
HEAD = "| tried | how often | what happened |\n|---|---|---|\n"
ROWS = re.compile(rf"(?<={re.escape(HEAD)})(?:\|.*\n)*")


def main() -> int:
    """Returns 1 if anything was lost or wrong."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *SCENARIOS], help="scenarios (default: all)")
    parser.add_argument("--tables", type=int, default=100, help="tables at once (default: 100)")
    parser.add_argument("--rounds", type=int, default=20, help="faults in each scenario (default: 20)")
    parser.add_argument("--seconds", type=float, default=3.0, help="play between faults (default: 3)")
    arguments = parser.parse_args()
    size = Size(arguments.tables, arguments.rounds, arguments.seconds)
    results = []
    for name in tqdm(arguments.names or list(SCENARIOS), unit="scenario"):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            results.append(SCENARIOS[name](Path(folder), size))
        print(_row(results[-1]), *results[-1].wrong[:10], sep="\n", flush=True)
    if not arguments.names:
        PAGE.write_text(with_rows(PAGE.read_text("utf-8"), [_row(result) for result in results]))
    return 1 if any(result.wrong for result in results) else 0


def with_rows(page: str, rows: list[str]) -> str:
    """The document with these rows in the table of what was tried; its other tables stay."""
    return ROWS.sub(lambda _: "".join(f"{row}\n" for row in rows), page, count=1)


def _row(result: Result) -> str:
    return f"| {result.tried} | {result.often} | {result.happened} |"


if __name__ == "__main__":
    sys.exit(main())
