"""One's own cards of 5 ou Moins: what a press on them does, and what is shown on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.access.test_access import AXE, serious
from tests.page.conftest import Visit, running, settle
from tests.page.drivers.dix_mille import make_table
from tests.page.drivers.people import Company, Message
from tests.page.games.five_or_less.test_five_or_less import button, tap

MINE = "[data-mine] [data-slot='{}']"
STEPS = 14


def at(page: Page, step: int) -> None:
    page.get_by_text(f"{step} / {STEPS}", exact=True).wait_for()
    page.locator(".tabletop").wait_for()
    settle(page)


def up_to_the_powers(page: Page) -> None:
    """The first nine steps: a look, a swap, a quick discard by one click, and the power of the 8."""
    tap(page, "ready")
    tap(page, "draw")
    page.locator(MINE.format(1) + " button").click()
    tap(page, "end")
    at(page, 5)
    page.locator(MINE.format(2) + " button").click()
    tap(page, "draw")
    page.locator(MINE.format(3) + " button").click()
    tap(page, "start")
    page.locator(".others [data-slot='0'] button").click()


@pytest.mark.skipif(not AXE.exists(), reason="npm ci has not been run")
@pytest.mark.parametrize(("width", "height"), [(360, 640), (1280, 800)])
def test_the_lesson_teaches_all_four_powers(server: str, visit: Visit, width: int, height: int) -> None:
    """By what it asks for; a card that a power moved is marked; nothing overflows."""
    page = visit("Ana", width=width, height=height)
    page.goto(f"{server}/lesson/five-or-less")
    at(page, 1)
    up_to_the_powers(page)
    marks = page.locator(".others .mark")
    for step, marked in ((10, 1), (11, 2), (12, 3), (13, 4)):
        at(page, step)
        expect(marks).to_have_count(marked)
        assert page.evaluate("document.documentElement.scrollHeight") == height, step
        if step in (10, 12):
            page.locator(MINE.format(4) + " button").click()
        if step == 10:
            page.locator(".others [data-slot='2'] button").click()
        elif step < 13:
            page.locator(".others .whole").click()
    tap(page, "call")
    tap(page, "call")
    page.get_by_text("Tu gagnes la manche.").wait_for()
    page.mouse.move(2, 2)
    assert serious(page) == []


def test_keys_are_shown_to_who_uses_them_and_never_on_a_card(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(f"{server}/lesson/five-or-less")
    at(page, 1)
    key = page.locator("[data-mine] kbd")
    expect(key).to_have_count(0)
    page.keyboard.press("Shift")
    expect(key).to_have_count(5)
    for slot in range(5):
        card = page.locator(MINE.format(slot) + " .card").bounding_box()
        shown = page.locator(MINE.format(slot) + " kbd").bounding_box()
        assert card and shown and shown["y"] >= card["y"] + card["height"]
    page.mouse.click(640, 400)
    expect(key).to_have_count(0)


def test_one_s_own_score_and_the_powers_are_in_sight(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, game="five-or-less", chairs=3, start=True)
    page.locator("[data-mine]").wait_for()
    expect(page.locator("[data-mine] .score .sr")).to_have_text(re.compile(r"^Ton score\s: 0$"))
    expect(page.locator("[data-mine] .score [aria-hidden]")).to_have_text("score0")
    page.get_by_role("button", name="Aide-mémoire").tap()
    powers = page.locator("dialog[open] li")
    expect(powers).to_have_count(4)
    expect(powers.first).to_contain_text("Le 8")


def test_a_race_that_is_lost_is_no_longer_offered(server: str, visit: Visit) -> None:
    """On a discard that somebody has covered there is nothing left to win, only a penalty."""
    page = visit("Ana")
    page.goto(f"{server}/lesson/five-or-less")
    at(page, 1)
    up_to = page.locator(MINE.format(2) + " button.throw")
    tap(page, "ready")
    tap(page, "draw")
    page.locator(MINE.format(1) + " button").click()
    tap(page, "end")
    at(page, 5)
    expect(button(page, "quick")).to_be_visible()
    up_to.click()
    at(page, 6)  # the discard is tied now
    expect(page.locator("[data-mine] button.throw")).to_have_count(0)
    expect(button(page, "quick")).to_have_count(0)


def choose(menu: Sequence[Message], *types: str) -> Message:
    """The first item of the first of these types that is offered."""
    return next(item for type in types for item in menu if item["type"] == type)


def grow(company: Company, seat: int, cards: int) -> None:
    """Wrong quick discards, until the seat has so many cards."""
    while len((seen := company.look(seat))["view"]["hands"][seat]) < cards:
        company.act(seat, seen, choose(seen["menu"], "quick_discard"))


def until_aiming(company: Company, seat: int) -> None:
    """Everybody plays until this seat has started a power that is aimed at one card of another player."""
    mine, others = ("draw", "swap", "start_power"), ("draw", "discard_drawn")
    while not aims((seen := company.look(seat))["view"]):
        turn = company.turn()
        assert turn is not None
        seen = company.look(turn)
        wanted = mine if turn == seat else others
        company.act(turn, seen, choose(seen["menu"], "ready", *wanted, "skip_power", "power", "end_turn"))


def aims(view: Message) -> bool:
    """Whether a power of the 8 or the 10 has been started."""
    return bool(view["power_started"]) and view["pending_power"] in (8, 10)


def test_on_a_small_phone_all_cards_a_power_may_hit_are_in_sight(visit: Visit, tmp_path: Path) -> None:
    """Two other players, both with a card more than five, side by side and not one under the other."""
    page = visit("Ana", width=360, height=640, touch=True)
    with running(tmp_path, pause_scale=0.02) as base:
        company = Company(page, base, "five-or-less", ("Bob", "Cleo"))
        for seat in range(3):
            seen = company.look(seat)
            company.act(seat, seen, choose(seen["menu"], "ready"))
        for seat in (1, 2):
            grow(company, seat, 6)
        until_aiming(company, 0)
        cards = page.locator(".others [data-slot] button")
        expect(cards).not_to_have_count(0)
        settle(page)
        below = page.locator(".told").bounding_box()
        assert below
        for card in cards.all():
            box = card.bounding_box()
            assert box and box["y"] > 0 and box["y"] + box["height"] <= below["y"], box
            assert box["width"] >= 36
