"""`make chaos-scale`: every fault, longer than in the tests; writes the table of docs/reliability.md."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from tests.scale.chaos.faults import FAULTS, Fault, Report, postgres_full, suffer
from tests.scale.services import Postgres, Redis, SmallPostgres

PAGE = Path(__file__).parents[3] / "docs" / "reliability.md"
BEGIN, END = "<!-- several servers: written by make chaos-scale -->\n", "<!-- end of several servers -->\n"
ABOUT = """## Several servers over PostgreSQL and Redis

{tables} tables of two players each, on three workers; players come back to any of them. After each fault the
history checker (`tests/chaos/history.py`) compares what every player was acknowledged and shown with the
journals: nothing acknowledged is lost or done twice, no line differs between viewers or from the journal,
no number is skipped, repeated or goes back, every token still has its chair. "Waited" is the longest time
until a table had an action acknowledged again, counted from the fault (a worker that ends) or from its end
(everything else). What is paused or away is so for {paused:.0f} s.

| fault | acknowledged | waited | problems |
|---|---|---|---|
"""


def main() -> int:
    """Run all faults or those named, and write the table if all were run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("faults", nargs="*", help="names of faults (default: all)")
    parser.add_argument("--tables", type=int, default=20, help="tables (default: 20)")
    parser.add_argument("--paused", type=float, default=30.0, help="seconds of a pause (default: 30)")
    arguments = parser.parse_args()
    chosen = [fault for fault in FAULTS if not arguments.faults or fault.__name__ in arguments.faults]
    reports = [run(fault, arguments.tables, arguments.paused) for fault in tqdm(chosen, disable=None)]
    print(text := table(chosen, reports, arguments.tables, arguments.paused))
    if not arguments.faults:
        write(text)
    return 1 if any(report.problems for report in reports) else 0


def run(fault: Fault, tables: int, paused: float) -> Report:
    """Run one fault on a PostgreSQL and a Redis of its own."""
    postgres, redis = SmallPostgres() if fault is postgres_full else Postgres(), Redis()
    try:
        postgres.start()
        redis.start()
        report = asyncio.run(suffer(fault, postgres, redis, tables, 5.0, paused))
    except TimeoutError as stuck:
        report = Report(fault.__name__, 0, float("inf"), [str(stuck)])
    finally:
        postgres.end()
        redis.end()
    for problem in report.problems:
        print(f"{fault.__name__}: {problem}", file=sys.stderr)
    return report


def table(faults: Sequence[Fault], reports: Sequence[Report], tables: int, paused: float) -> str:
    """The section of docs/reliability.md."""
    rows = [
        f"| {fault.__doc__} | {one.acknowledged} | {one.waited:.1f} s | {len(one.problems) or 'none'} |"
        for fault, one in zip(faults, reports, strict=True)
    ]
    return ABOUT.format(tables=tables, paused=paused) + "\n".join(rows) + "\n"


def write(text: str) -> None:
    """Put the section in its place."""
    page = PAGE.read_text("utf-8") if PAGE.exists() else f"# Reliability\n\n{BEGIN}{END}"
    if BEGIN not in page:
        page += f"\n{BEGIN}{END}"
    before, _, rest = page.partition(BEGIN)
    PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    sys.exit(main())
