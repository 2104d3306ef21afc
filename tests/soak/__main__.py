"""`make soak`: half an hour of a busy server; passes if its memory and that of its workers is flat."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tqdm import tqdm

from tests.server.client import running
from tests.soak import memory
from tests.soak.crowd import SETTINGS, complaints, emptied, missing, soak
from tests.soak.visitors import Town


def main() -> int:
    """Returns 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (default: 30)")
    parser.add_argument("--tables", type=int, default=12, help="tables at once (default: 12)")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between samples (default: 5)")
    parser.add_argument(
        "--report", type=Path, default=Path("soak.md"), help="file to write (default: soak.md)"
    )
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        running(Path(folder) / "data", **SETTINGS) as server,
    ):
        town, seconds = Town(server), arguments.minutes * 60
        with tqdm(total=round(seconds), unit="s") as bar:

            def show(sample: memory.Sample) -> None:
                bar.update(round(sample.at) - bar.n)
                bar.set_postfix_str(_postfix(town, sample))

            samples = asyncio.run(soak(town, arguments.tables, seconds, arguments.every, show))
        wrong = [*memory.grown(samples), *memory.uneven(samples), *asyncio.run(emptied(town)), *town.wrong]
        wrong += [*missing(town), *complaints(server)]
    report = _report(arguments.minutes, arguments.tables, samples, town, wrong)
    arguments.report.write_text(report, "utf-8")
    print(report)
    return 1 if wrong else 0


def _postfix(town: Town, sample: memory.Sample) -> str:
    sizes = ", ".join(f"{process.role} {size:.0f}" for process, size in sample.resident.items())
    return f"{town.done['games']} games; MB: {sizes}"


def _report(minutes: float, tables: int, samples: list[memory.Sample], town: Town, wrong: list[str]) -> str:
    done = ", ".join(f"{count:,} {what}" for what, count in sorted(town.done.items()))
    verdict = "\n".join(f"* {what}" for what in wrong[:50]) or "Flat, and nothing was wrong."
    first, last = memory.second_half(samples)[0].descriptors, samples[-1].descriptors
    return (
        f"# Soak: {minutes:g} minutes, {tables} tables at once\n\n{memory.table(samples)}\n\n"
        f"Descriptors of the server: {first} after half the time, {last} at the end. "
        f"Games by quarter: {memory.games_by_quarter(samples)}.\n\n"
        f"Done: {done}.\n\n{verdict}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
