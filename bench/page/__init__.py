"""Figures of the page: size, time to first use, time to a shown move, Lighthouse scores."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.page import audits, moves, speed
from tests.page.conftest import CHROMIUM, FLAGS, running


def main() -> None:
    """Measures against a server of its own, with bots that answer at once and a long grace for who leaves."""
    with tempfile.TemporaryDirectory() as data, running(Path(data), grace=3600.0) as base:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            speed.report(browser, base)
            moves.report(browser, base)
            pages = audits.pages(browser, base)
            browser.close()
        audits.report(pages)
