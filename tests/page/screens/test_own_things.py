"""What is one's own is wholly in sight, whatever is told over the table, at every size of screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from cinq.games import GAMES
from tests.page.conftest import Visit, settle
from tests.page.drivers.dix_mille import make_table

SIZES = ((360, 640), (390, 844), (1280, 720), (1280, 800), (1366, 768), (1920, 1080), (3840, 2160))
HIDDEN = """() => {
    const own = document.querySelector('.tabletop > .yours')?.getBoundingClientRect();
    if (!own?.height) return '';
    const cuts = (box) => box.height && box.bottom > own.top + 1 && box.top < own.bottom - 1
        && box.right > own.left + 1 && box.left < own.right - 1;
    const bar = document.querySelector('.actions')?.getBoundingClientRect();
    if (own.top < 0 || own.bottom > innerHeight + 1)
        return `outside: ${own.top} to ${own.bottom} of ${innerHeight}`;
    if (bar && cuts(bar)) return `under the actions: ${own.bottom} > ${bar.top}`;
    const all = [...document.querySelectorAll('.notices > *')];
    const told = all.find((one) => cuts(one.getBoundingClientRect()));
    return told ? `under what is told: ${told.innerText}` : '';
}"""
"""What hides a part of one's own things, as a sentence; empty if nothing does."""


def tell_all(page: Page) -> None:
    """Has the hint, a refusal and the pause shown together."""
    if (hint := page.get_by_role("button", name="Un conseil")).count():
        hint.click()
        page.get_by_text("Conseil :").or_(page.get_by_text("Aucun choix ne se détache")).first.wait_for()
    page.get_by_role("tab", name="À table").click()
    hello = page.get_by_role("button", name="Salut")
    while not page.get_by_role("alert").count():
        hello.click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Tu as mis la partie en pause").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_own_things_are_in_sight_at_every_size(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana")
    made = make_table(page, server, game=game, chairs=4, start=True)
    page.goto(f"{server}/table/{made}?quality=drawn")
    page.locator(".tabletop").wait_for()
    tell_all(page)
    hidden = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        if said := page.evaluate(HIDDEN):
            hidden.append(f"{width}×{height} {said}")
    assert hidden == []


COVERED_BY_THE_PAUSE = """() => {
    const pause = [...document.querySelectorAll('[role=status], [role=alert]')]
        .find((one) => one.innerText.includes('en pause')).getBoundingClientRect();
    const meets = (box) => box.width && box.bottom > pause.top + 1 && box.top < pause.bottom - 1
        && box.right > pause.left + 1 && box.left < pause.right - 1;
    return [...document.querySelectorAll('.seats li, .tabletop .felt, .tabletop > .yours, header button')]
        .filter((one) => meets(one.getBoundingClientRect())).map((one) => one.innerText);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_a_pause_covers_no_name_and_no_board(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana")
    made = make_table(page, server, game=game, chairs=4, start=True)
    page.goto(f"{server}/table/{made}?quality=drawn")
    page.locator(".tabletop").wait_for()
    page.get_by_role("tab", name="À table").click()
    page.get_by_role("button", name="Pause").click()
    page.get_by_text("Tu as mis la partie en pause").wait_for()
    covered = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        covered += [f"{width}×{height} {said}" for said in page.evaluate(COVERED_BY_THE_PAUSE)]
    assert covered == []


@pytest.mark.parametrize("game", GAMES)
def test_four_at_a_small_phone_need_no_scrolling(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    made = make_table(page, server, game=game, chairs=4, start=True)
    page.goto(f"{server}/table/{made}?quality=drawn")
    page.locator(".tabletop > .yours").wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollHeight") == 640
    assert page.evaluate(HIDDEN) == ""
