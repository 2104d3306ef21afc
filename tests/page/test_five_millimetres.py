"""5 Millimètres through the page, to its end: bidding by one tap, sticks rearranged, lengths revealed."""

from __future__ import annotations

import time

from tests.page.conftest import Visit
from tests.page.dix_mille import OVER, make_table


def test_a_game_against_a_bot_to_the_end(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    bids, turns, began = page.locator(".bids button"), 0, time.monotonic()
    while not page.locator(OVER).count():
        if bids.count() > 1:
            # A bid of ten wins at once: five sticks, and the money is gone.
            bids.nth(bids.count() - 2).click()
            turns += 1
        page.wait_for_timeout(60)
        assert time.monotonic() - began < 120
    assert turns >= 5
    page.keyboard.press("Escape")
    assert page.get_by_role("button", name="millimètres").count() >= 5  # the true lengths, in words too


def test_sticks_can_be_rearranged_by_keyboard(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    bids, own = page.locator(".bids button"), page.locator("g.stick")
    while own.count() < 2:
        if bids.count() > 1:
            bids.nth(bids.count() - 2).click()
        page.wait_for_timeout(60)
    labels = [own.nth(0).get_attribute("aria-label"), own.nth(1).get_attribute("aria-label")]
    own.nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert [own.nth(0).get_attribute("aria-label"), own.nth(1).get_attribute("aria-label")] == labels[::-1]


def test_the_table_keeps_its_size_whoever_speaks(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    bids = page.locator(".bids button")
    bids.first.wait_for()
    page.locator(".felt").evaluate(
        "felt => new ResizeObserver(() => (window.tall ??= new Set()).add(felt.offsetHeight)).observe(felt)"
    )
    for _ in range(4):
        bids.first.wait_for()
        bids.first.click()
        page.wait_for_timeout(100)
    assert len(page.evaluate("[...tall]")) == 1
