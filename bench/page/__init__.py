"""The page: what it weighs, how soon it can be used, how soon a move is shown, and what Lighthouse says."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from bench.page import audits, speed
from tests.page.conftest import CHROMIUM, FLAGS, running


def main() -> None:
    """Against a server of its own, with bots that answer at once; who leaves a table is waited for."""
    with tempfile.TemporaryDirectory() as data, running(Path(data), grace=3600.0) as base:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            speed.report(browser, base)
            pages = audits.pages(browser, base)
            browser.close()
        audits.report(pages)
