"""A phone: whatever is said and offered, the table stays where it is, and all one needs is in sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from cinq.games import GAMES
from tests.page.conftest import SECOND_TAP, Visit, settle
from tests.page.drivers.dix_mille import BAR, make_table, take_turn

MEASURE = """() => {
    window.heights = {};
    const parts = {felt: '.felt', bar: '.actions', seats: '.seats', page: 'html'};
    const measure = () => {
        for (const [name, place] of Object.entries(parts)) {
            const tall = document.querySelector(place)?.scrollHeight;
            if (tall) (heights[name] ??= new Set()).add(tall);
        }
        requestAnimationFrame(measure);
    };
    measure();
}"""
HEIGHTS = "() => Object.fromEntries(Object.entries(heights).map(([name, seen]) => [name, [...seen]]))"


def dix_mille(page: Page) -> None:
    """Until three choices with their notes have stood side by side, and a turn more."""
    seen = False
    for _ in range(80):
        page.locator(BAR).first.wait_for()
        if seen and page.locator(BAR).count() < 3:
            return
        seen |= page.locator(BAR).count() == 3
        take_turn(page)
    raise AssertionError("there were never three choices")


def got_five(page: Page) -> None:
    for _ in range(2):
        page.locator(".reserve button").first.click()
        page.locator(".open button").first.click()
        page.locator(f"{BAR}.main").click()


def five_millimetres(page: Page) -> None:
    for _ in range(6):
        page.locator(".bids button").first.click()
    page.locator(".bids button").first.wait_for()


def five_or_less(page: Page) -> None:
    page.get_by_role("button", name="J’ai vu").click()
    draw = page.locator(f"{BAR}.main", has_text="Piocher")
    draw.wait_for()
    page.wait_for_timeout(SECOND_TAP)
    draw.click()
    page.locator("[data-mine] [data-slot='3'] button").click()
    page.locator(f"{BAR}.main").wait_for()


@pytest.mark.parametrize(
    ("game", "chairs", "play"),
    [
        ("dix-mille", 3, dix_mille),
        ("got-five", 2, got_five),
        ("five-millimetres", 4, five_millimetres),
        ("five-or-less", 2, five_or_less),
    ],
)
def test_the_table_keeps_its_size(
    game: str, chairs: int, play: Callable[[Page], None], server: str, visit: Visit
) -> None:
    page = visit("Ana", width=360, height=740, touch=True)
    make_table(page, server, game=game, chairs=chairs, start=True)
    page.locator(".actions button").first.wait_for()
    settle(page)
    page.evaluate(MEASURE)
    play(page)
    settle(page)
    heights = page.evaluate(HEIGHTS)
    assert heights.pop("page") == [740]
    assert {name: len(seen) for name, seen in heights.items()} == {"felt": 1, "bar": 1, "seats": 1}, heights


@pytest.mark.parametrize("game", GAMES)
def test_on_its_side_all_is_in_sight(game: str, server: str, visit: Visit) -> None:
    page = visit("Ana", width=740, height=360, touch=True)
    make_table(page, server, game=game, chairs=3, start=True)
    page.locator(".actions").wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollHeight") == 360
    felt, bar = page.locator(".tabletop > .felt").bounding_box(), page.locator(".actions").bounding_box()
    assert felt and bar and felt["height"] > 240 and bar["y"] + bar["height"] <= 360


def test_all_sixty_numbers_of_the_notes_are_in_sight(server: str, visit: Visit) -> None:
    """A stroke over them crosses out and does not scroll: what is not in sight could hardly be reached."""
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="got-five", chairs=2, start=True)
    page.get_by_role("button", name="Notes").tap()
    last = page.locator("[data-number='60']")
    last.wait_for()
    settle(page)
    box = last.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 640
    assert page.locator("dialog[open] .body").evaluate("body => body.scrollHeight - body.clientHeight") == 0
