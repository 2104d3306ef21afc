"""Lighthouse on every kind of page, as on a phone and as on a desk. Installed from npm when first needed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from bench.page.speed import visitor
from tests.page.conftest import CHROMIUM
from tests.page.dix_mille import make_table, play_to_the_end

HERE = Path(__file__).parent / "lighthouse"
GAMES = ("dix-mille", "got-five", "five-millimetres", "doigt-oeil", "five-or-less")
CATEGORIES = ("performance", "accessibility", "best-practices")
CHROME = "--headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader"
TRIES = 2
"""Other work on the machine makes a page slower, never quicker: the best of so many."""


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


def audit(address: str, *, desktop: bool) -> dict[str, object]:
    """One run; what Lighthouse writes."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [str(HERE / "node_modules/.bin/lighthouse"), address, "--quiet", "--output=json"]
        command += [f"--output-path={out.name}", f"--only-categories={','.join(CATEGORIES)}"]
        command += [f"--chrome-flags={CHROME}", *(["--preset=desktop"] if desktop else [])]
        subprocess.run(command, check=True, env={**os.environ, "CHROME_PATH": str(CHROMIUM)})
        return dict(json.loads(Path(out.name).read_bytes()))


def scores(found: dict[str, object]) -> tuple[int, ...]:
    categories = found["categories"]
    return tuple(round(100 * (categories[name]["score"] or 0)) for name in CATEGORIES)  # type: ignore[index]


def failures(found: dict[str, object]) -> list[str]:
    """The ids of what accessibility and best practices found wrong."""
    audits, categories = found["audits"], found["categories"]
    return [
        ref["id"]
        for name in CATEGORIES[1:]
        for ref in categories[name]["auditRefs"]  # type: ignore[index]
        if ref["weight"] and audits[ref["id"]]["score"] == 0  # type: ignore[index]
    ]


def report(addresses: dict[str, str]) -> None:
    if not (HERE / "node_modules/lighthouse").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=HERE, check=True)
    print(f"\n| Lighthouse: {', '.join(CATEGORIES)} | phone | desktop | |\n|---|---|---|---|")
    for name, address in addresses.items():
        runs = {desktop: [audit(address, desktop=desktop) for _ in range(TRIES)] for desktop in (False, True)}
        best = {desktop: max(map(scores, found)) for desktop, found in runs.items()}
        wrong = sorted({one for found in runs.values() for one in failures(found[-1])})
        shown = [" ".join(map(str, best[desktop])) for desktop in (False, True)]
        print(f"| {name} | {' | '.join(shown)} | {' '.join(wrong)} |", flush=True)
