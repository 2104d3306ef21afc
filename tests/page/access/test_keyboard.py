"""By keyboard alone, with the focus in sight: Got Five! through a turn to its end, 5 Millimètres to its end.

Dix Mille and 5 ou Moins are played so in their own files.
"""

from __future__ import annotations

import time

from playwright.sync_api import Page

from tests.page.conftest import LONG, Visit
from tests.page.drivers.dix_mille import OVER, make_table
from tests.page.games.got_five.test_got_five import possible_five


def focused(page: Page) -> str:
    """What has the focus, in words; it must be outlined."""
    name, outline = page.evaluate(
        """() => {
            const at = document.activeElement;
            if (at === document.body) return ['', 'between two rounds'];
            if (at instanceof SVGElement) return [at.getAttribute('aria-label'), 'drawn by the picture'];
            const {outlineStyle, outlineWidth} = getComputedStyle(at);
            return [at.getAttribute('aria-label') ?? at.innerText, `${outlineStyle} ${outlineWidth}`];
        }"""
    )
    assert not outline.startswith("none") and not outline.endswith(" 0px"), f"no focus to be seen on {name}"
    return str(name)


def tab_to(page: Page, words: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if focused(page).startswith(words):
            return
    raise AssertionError(f"the Tab key does not lead to {words!r}")


def test_got_five(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="got-five", chairs=2, start=True, first=0)
    page.locator(".reserve button").first.wait_for()
    tab_to(page, "Piocher")
    page.keyboard.press("Enter")
    page.locator(".open button").first.wait_for()
    tab_to(page, "Prendre le")
    page.keyboard.press("Space")
    page.locator(".bar button.main").wait_for()
    page.keyboard.press("c")
    page.keyboard.press("g")  # the answer is still on its way: it is heard with it
    page.locator("dialog[open] input:focus").wait_for()
    numbers = possible_five(page)
    for number in numbers:
        page.keyboard.type(str(number))
        page.keyboard.press("Tab" if number != numbers[-1] else "Enter")
    page.locator("dialog[open] button:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator(OVER).wait_for()


def test_a_click_beside_the_bar_takes_none_of_its_keys(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, chairs=2, start=True)
    page.locator(".bar button").first.wait_for()
    page.get_by_role("tab", name="Règles").click()
    page.keyboard.press("Space")
    page.get_by_role("tab", name="Journal").click()
    page.get_by_text("Tu lances").first.wait_for()


def test_five_millimetres(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    page.locator(".bids button").first.wait_for()
    tab_to(page, "Miser")
    start = time.monotonic()
    while not page.locator(OVER).count():
        for key in ("0", "p"):
            page.keyboard.press(key)
        page.wait_for_timeout(60)
        assert time.monotonic() - start < LONG
