"""Got Five! through the page, to its end: clues by clicking, notes, and an announcement."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from tests.page.conftest import Visit
from tests.page.dix_mille import OVER, make_table


def ask(page: Page, compare: bool) -> bool:
    """Whatever can be done now: reveal a tile, then rank an open one or compare it."""
    reveal, tiles = page.locator(".reserve button"), page.locator(".open button")
    if reveal.count():
        reveal.first.click()
        return True
    if not tiles.count():
        return False
    tiles.first.click()
    if compare:
        page.locator(".mine .rack button").first.click()
    else:
        page.keyboard.press("r")
    return True


def test_a_game_against_a_bot_to_the_end(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="got-five", chairs=2, start=True)
    page.locator(".mine .rack").wait_for()
    assert page.locator(".mine .rack .number").count() == 0  # one's own numbers are nowhere
    asked, began = 0, time.monotonic()
    while asked < 6 and not page.locator(OVER).count():
        asked += ask(page, compare=asked % 4 == 1)
        page.wait_for_timeout(80)
        assert time.monotonic() - began < 90
    page.keyboard.press("n")
    page.get_by_role("button", name="12, rose, 3 points").click()
    assert page.get_by_role("button", name="12, rose, 3 points").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Annuler").click()
    assert page.get_by_role("button", name="12, rose, 3 points").get_attribute("aria-pressed") == "false"
    page.keyboard.press("Escape")
    if not page.locator(OVER).count():
        page.keyboard.press("g")
        for slot, number in enumerate((1, 2, 3, 4, 5)):
            page.locator("dialog[open] input").nth(slot).fill(str(number))
        page.locator("dialog[open] button[type=submit]").click()
    page.locator(OVER).wait_for()


def test_the_lesson(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True)
    page.goto(f"{server}/lesson/got-five")
    page.get_by_text("Devant toi, cinq tuiles").wait_for()
