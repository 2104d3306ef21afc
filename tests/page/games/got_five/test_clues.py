"""Got Five! late in a game of four, eight clues on every rack: one's own things are in sight and usable."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.page.conftest import Visit, settle
from tests.page.drivers.people import Company, Message
from tests.page.drivers.stranger import COVERED
from tests.page.screens.test_own_things import HIDDEN, SIZES

OTHERS = ("Bernadette", "Camille", "Dominique")
TURNS = 4 * 8
"""Each of four asks for a clue eight times."""
MOST_SCROLLED = 1.15
"""Where many clues lie in one notch the others' racks may need a little scrolling; one's own never does."""
SMALLEST = "all => Math.min(...all.map((one) => parseFloat(getComputedStyle(one).fontSize)))"


def ask(menu: Sequence[Message], view: Message) -> Message:
    """Reveals what there is, then asks for a place twice and for a comparison once, and so on."""
    kinds = {item["type"] for item in menu}
    if first := kinds & {"reveal", "pass"}:
        return next(item for item in menu if item["type"] in first)
    clues = sum(len(some) for rack in view["racks"] for some in (*rack["notches"], *rack["compared"]))
    wanted = "compare" if (clues // 4) % 3 == 2 else "rank"
    items = [item for item in menu if item["type"] == wanted]
    return items[clues * 7 % len(items)]


def test_eight_clues_on_four_racks(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    Company(page, server, "got-five", OTHERS, first=0).play(2 * TURNS, ask)
    expect(page.locator(".mine .tile.clue")).to_have_count(8)
    in_sight_at_every_size(page)
    page.set_viewport_size({"width": 360, "height": 640})
    readable(page)
    notes_are_whole(page)
    compare_once_more(page)


def in_sight_at_every_size(page: Page) -> None:
    hidden = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        own = page.locator(".mine .tile, .line")
        if said := page.evaluate(HIDDEN) or own.evaluate_all(COVERED):
            hidden.append(f"{width}×{height} {said}")
        tall = page.evaluate("document.documentElement.scrollHeight")
        if tall > MOST_SCROLLED * height:
            hidden.append(f"{width}×{height} needs scrolling: {tall}")
    assert hidden == []


def readable(page: Page) -> None:
    assert page.locator(".mine .clue .number").evaluate_all(SMALLEST) >= 9
    assert page.locator(".other .clue .number").evaluate_all(SMALLEST) >= 8


def notes_are_whole(page: Page) -> None:
    page.get_by_role("button", name="Notes").tap()
    expect(page.locator("dialog[open] [data-number]")).to_have_count(60)
    settle(page)
    assert page.locator("dialog[open] [data-number]").evaluate_all(COVERED) == []
    page.get_by_role("button", name="Fermer").tap()


def compare_once_more(page: Page) -> None:
    page.locator(".reserve button").first.tap()
    page.locator(".open button").first.tap()
    compare = page.locator(".mine .rack button")
    expect(compare).to_have_count(5)
    assert compare.evaluate_all(COVERED) == []
    compare.first.tap()
    expect(page.locator(".mine .tile.clue")).to_have_count(9)
    own = page.get_by_role("group", name="Tes tuiles")
    answers = own.get_by_role("img", name=re.compile(r"^\d+ : (oui|non), "))
    expect(answers).to_have_count(page.locator(".mine .compared .tile").count())
    expect(answers).not_to_have_count(0)
