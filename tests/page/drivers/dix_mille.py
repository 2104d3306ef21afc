"""How a person plays Dix Mille through the page: only what is on the screen."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page

from tests.page.conftest import LONG

BAR = ".bar button"
OVER = "dialog[open] #result-title"
KEEP, THROW = re.compile("^(Garder|Entrer|Bank|Enter)"), re.compile("^(Lancer|Throw)")


def take_turn(page: Page) -> bool:
    """Does one thing if there is one to do; False once the game is over."""
    page.locator(f"{BAR}, {OVER}").first.wait_for()
    if page.locator(OVER).count():
        return False
    keep, throw = (page.locator(BAR).filter(has=page.locator(".label", has_text=w)) for w in (KEEP, THROW))
    (keep if keep.count() else throw).first.click()
    return True


def play_to_the_end(page: Page) -> int:
    """Plays until the result is shown; how many things were done."""
    start, done = time.monotonic(), 0
    while take_turn(page):
        done += 1
        page.wait_for_timeout(30)
        assert time.monotonic() - start < LONG, "the game did not end in time"
    return done


def make_table(
    page: Page, base: str, *, game: str = "dix-mille", chairs: int = 2, start: bool = False, **options: object
) -> str:
    """A table by the page's own means (HTTP), the chair kept in this browser; the table's id."""
    page.goto(base)
    made = page.evaluate(
        """async ([game, chairs, start, options]) => {
            const name = JSON.parse(localStorage.getItem('cinq')).name;
            const bots = start ? Array(chairs - 1).fill('regular') : [];
            const headers = {'content-type': 'application/json'};
            const answer = await fetch('/api/tables', {method: 'POST', headers,
                body: JSON.stringify({game, name, chairs, options, bots, start, coach: true})});
            const made = await answer.json();
            if (!answer.ok) throw new Error(made.message);
            const chair = {token: made.token, at: Date.now(), game};
            localStorage.setItem('cinq:chairs', JSON.stringify({[made.table]: chair}));
            return made.table;
        }""",
        [game, chairs, start, options],
    )
    page.goto(f"{base}/table/{made}")
    return str(made)
