"""Lighthouse scores of every kind of page, for phone and desktop. Installed from npm at the first use.

A page is opened once a try and audited as a phone's three times: with Lighthouse's own CPU factor, with the
factor for this machine's speed, and with its own factor on CPU time, as if nothing else ran here.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

import msgspec
from playwright.sync_api import Browser

from bench.page.speed import visitor
from bench.page.throttle import PLAIN, alone, calibrated
from cinq.games import GAMES
from tests.page.conftest import CHROMIUM
from tests.page.drivers.dix_mille import make_table, play_to_the_end

HERE = Path(__file__).parent / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices")
CHROME = "--headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader"
TRIES = 2
"""Tries; the best counts, as other load only makes a page slower."""


class Ref(msgspec.Struct):
    id: str
    weight: float


class Category(msgspec.Struct, rename="camel"):
    score: float | None
    audit_refs: list[Ref]


class Audit(msgspec.Struct, rename="camel"):
    score: float | None = None
    numeric_value: float | None = None


class Report(msgspec.Struct):
    """The parts of a Lighthouse report that are used here."""

    categories: dict[str, Category]
    audits: dict[str, Audit]

    def scores(self) -> tuple[int, ...]:
        return tuple(round(100 * (self.categories[name].score or 0)) for name in CATEGORIES)

    def blocked(self) -> int:
        """The total blocking time in milliseconds."""
        return round(self.audits["total-blocking-time"].numeric_value or 0)

    def failures(self) -> set[str]:
        """The ids of failed audits of accessibility and best practices."""
        refs = (ref for name in CATEGORIES[1:] for ref in self.categories[name].audit_refs)
        return {ref.id for ref in refs if ref.weight and self.audits[ref.id].score == 0}


class Phone(NamedTuple):
    """One opening of a page, judged in three ways; and the machine it was on."""

    plain: Report
    fair: Report
    alone: Report
    benchmark: float
    factor: float


def pages(browser: Browser, base: str) -> dict[str, str]:
    """Home, a table of each game as a guest sees it, lessons, a replay."""
    page = visitor(browser)
    found = {"home": base}
    for game in GAMES:
        made = make_table(page, base, game=game, chairs=3, start=True)
        found[f"table {game}"] = f"{base}/table/{made}"
        found[f"lesson {game}"] = f"{base}/lesson/{game}"
    make_table(page, base, chairs=2, start=True, target=1000)
    play_to_the_end(page)
    found["replay"] = base + str(page.locator("dialog a[href^='/replay']").get_attribute("href"))
    page.context.close()
    return found


def lighthouse(*options: str) -> None:
    command = [str(HERE / "node_modules/.bin/lighthouse"), *options, "--quiet"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={CHROME}"]
    subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})


def judge(seen: Path, *options: str) -> Report:
    """Runs Lighthouse's audits on what it gathered."""
    out = seen / "report.json"
    lighthouse(f"--audit-mode={seen}", "--output=json", f"--output-path={out}", *options)
    return msgspec.json.decode(out.read_bytes(), type=Report)


def slowed(seen: Path, factor: float) -> Report:
    """The audits of the same gathering, with another CPU factor."""
    kept = seen / "artifacts.json"
    artifacts = msgspec.json.decode(kept.read_bytes())
    artifacts["settings"]["throttling"]["cpuSlowdownMultiplier"] = factor
    kept.write_bytes(msgspec.json.encode(artifacts))
    return judge(seen, f"--throttling.cpuSlowdownMultiplier={factor}")


def on_a_phone(address: str) -> Phone:
    with tempfile.TemporaryDirectory() as folder:
        seen = Path(folder)
        lighthouse(address, f"--gather-mode={seen}")
        index = float(msgspec.json.decode((seen / "artifacts.json").read_bytes())["BenchmarkIndex"])
        factor = calibrated(index)
        plain, fair = slowed(seen, PLAIN), slowed(seen, factor)
        alone(next(seen.glob("*trace.json")))
        return Phone(plain, fair, slowed(seen, PLAIN), index, factor)


def on_a_desk(address: str) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        lighthouse(address, "--preset=desktop", f"--gather-mode={folder}")
        return judge(Path(folder), "--preset=desktop")


def told(found: Report) -> str:
    return f"{' '.join(map(str, found.scores()))} ({found.blocked()} ms)"


def row(name: str, address: str) -> str:
    """The better try of each kind."""
    phones = [on_a_phone(address) for _ in range(TRIES)]
    phone = max(phones, key=lambda one: one.plain.scores())
    desk = max((on_a_desk(address) for _ in range(TRIES)), key=Report.scores)
    wrong = sorted(phone.plain.failures() | desk.failures())
    fair = f"{told(phone.fair)} × {phone.factor} ({phone.benchmark:.0f})"
    cells = (name, told(phone.plain), fair, told(phone.alone), told(desk), " ".join(wrong))
    return f"| {' | '.join(cells)} |"


def report(addresses: dict[str, str]) -> None:
    if not (HERE / "node_modules/lighthouse").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)
    print(f"\nLighthouse: {', '.join(CATEGORIES)} (total blocking time)\n")
    print("| | phone, × 4 | phone, × for this machine (its index) | phone, × 4 by CPU time | desktop | |")
    print("|---|---|---|---|---|---|")
    for name, address in addresses.items():
        print(row(name, address), flush=True)
