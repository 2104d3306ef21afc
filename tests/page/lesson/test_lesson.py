"""The two ways out of a lesson: into the game it taught, or home."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit, settle
from tests.page.games.got_five.test_got_five import follow

GAMES = ("dix-mille", "got-five", "five-millimetres", "five-or-less", "doigt-oeil")


def test_the_end_of_a_lesson_starts_its_game(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(f"{server}/lesson/got-five")
    for step in range(1, 8):
        page.get_by_text(f"{step} / 7", exact=True).wait_for()
        page.locator(".tabletop").wait_for()
        follow(page, step)
    page.wait_for_url("**/table/**")
    expect(page.get_by_role("heading", level=1, name="Got Five!")).to_be_visible()
    page.locator(".tabletop").wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_what_leaves_a_lesson_says_so(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana")
    page.goto(f"{server}/lesson/{game}")
    page.get_by_role("button", name="Quitter la leçon").click()
    page.wait_for_url(f"{server}/")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_is_told_who_they_are_and_sees_all(
    server: str, visit: Visit, game: str, width: int, height: int
) -> None:
    page = visit("Ana", width=width, height=height)
    page.goto(f"{server}/lesson/{game}?quality=drawn")
    page.locator(".tabletop").wait_for()
    settle(page)
    expect(page.get_by_role("status").get_by_text("Toi", exact=True)).to_be_visible()
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == [width, height]
