"""Size and time to first use, in a real browser on this machine."""

from __future__ import annotations

import gzip
import statistics
from typing import NamedTuple

from playwright.sync_api import Browser, Page, Response

TRIES = 9
SLOWER = 4
FIRST = """
    window.first = {};
    const waited = {card: 'article .ways a', whole: 'article:nth-of-type(5) .learn'};
    const drawn = (what) => requestAnimationFrame(() => setTimeout(() => (first[what] = performance.now())));
    new MutationObserver(() => {
        for (const [what, where] of Object.entries(waited)) {
            if (!document.querySelector(where)) continue;
            delete waited[what];
            drawn(what);
        }
    }).observe(document, {subtree: true, childList: true});
"""
"""When the first and the last game card are drawn; the page itself marks when its script has run."""
BARE = "data:text/html," + "<article><p class=ways><a class=learn href=/>Jouer</a></p></article>" * 5
"""Five links and nothing else: what the browser itself takes on this machine, at this moment."""


def stranger(browser: Browser) -> Page:
    """A page in a new browser context."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="fr-FR", service_workers="block"
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    return page


def visitor(browser: Browser) -> Page:
    """A page with a stored name and no sound."""
    page = stranger(browser)
    page.add_init_script(
        """localStorage.getItem('cinq') || localStorage.setItem('cinq', '{"name": "Ana", "sound": false}')"""
    )
    return page


def weight(browser: Browser, base: str) -> int:
    """Bytes of script and style before the five game cards can be used, compressed."""
    page, sizes = visitor(browser), []

    def weigh(response: Response) -> None:
        if response.url.endswith((".js", ".css")):
            sizes.append(len(gzip.compress(response.body(), 9)))

    page.on("response", weigh)
    page.goto(base)
    page.wait_for_load_state("networkidle")
    page.context.close()
    return sum(sizes)


class FirstUse(NamedTuple):
    """Seconds until the first game card is drawn, until all are, and until the script has run."""

    card: float
    whole: float
    alive: float


def first_use(browser: Browser, address: str) -> FirstUse:
    """With CPU throttling and an empty browser cache."""
    page = stranger(browser)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(FIRST)
    page.goto(address)
    page.wait_for_function("() => window.first.card && window.first.whole")
    if address != BARE:
        page.wait_for_function("() => performance.getEntriesByName('alive').length")
    times = page.evaluate(
        "[first.card, first.whole, performance.getEntriesByName('alive')[0]?.startTime ?? first.whole]"
    )
    page.context.close()
    return FirstUse(*(time / 1000 for time in times))


def report(browser: Browser, base: str) -> None:
    print(f"script and style of the first load, gzip: {weight(browser, base) / 1000:.1f} kB")
    tries = [(*first_use(browser, base), first_use(browser, BARE).whole) for _ in range(TRIES)]
    parts = (
        "a game card can be used",
        "everything can be used",
        "the script is there",
        "an empty page is there",
    )
    for what, times in zip(parts, zip(*tries, strict=True), strict=True):
        best, middle = min(times), statistics.median(times)
        print(f"{what} at {SLOWER} x CPU throttling: best {best:.2f} s, median {middle:.2f} s")
