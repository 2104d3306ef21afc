"""Dix Mille through the page, to its end: alone, on a phone, by keyboard, on a bad connection."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.conftest import LONG, Visit, free_port, running, settle
from tests.page.dix_mille import OVER, make_table, play_to_the_end, take_turn


def test_one_person_against_bots_to_the_end(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, chairs=2, start=True, target=1500)
    assert play_to_the_end(page) > 3
    expect(page.locator("dialog[open] li")).to_have_count(2)
    page.get_by_role("button", name="Vérifier cette partie").click()
    page.get_by_text("Partie honnête").wait_for()
    page.get_by_role("link", name="Revoir la partie").click()
    page.wait_for_url("**/replay/**")
    page.get_by_role("button", name="Coup suivant").click()
    page.wait_for_url("**step=1*")
    page.keyboard.press("End")
    page.get_by_text("gagne").first.wait_for()
    page.get_by_role("tab", name="À revoir").click()
    page.get_by_role("button", name="Les trois coups qui ont coûté le plus").click()
    page.get_by_role("heading", name="Les trois coups").wait_for()
    page.locator("section a[href*='step='], section [role=status]:has-text('bien joué')").first.wait_for()


def test_a_lost_connection_is_shown_and_survived(visit: Visit, tmp_path: Path) -> None:
    """The server goes away in the middle of a game and comes back; the page says so and plays on."""
    page, port = visit("Ana"), free_port()
    with running(tmp_path, port) as base:
        make_table(page, base, chairs=2, start=True, target=1500)
        for _ in range(3):
            assert take_turn(page)
        page.locator(".bar button").first.wait_for()
    page.get_by_text("Connexion perdue").wait_for()
    assert page.locator(".bar button").count() == 0
    with running(tmp_path, port):
        page.get_by_text("Connexion perdue").wait_for(state="detached")
        play_to_the_end(page)


def test_a_reload_in_the_middle(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, chairs=2, start=True, target=1000)
    assert take_turn(page)
    page.reload()
    play_to_the_end(page)


def test_a_phone(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True, dark=True, locale="en-GB")
    make_table(page, server, chairs=3, start=True, target=1000)
    page.locator(".bar button").first.wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
            .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, r]) => r.width && r.height && (r.width < 44 || r.height < 44))
            .map(([name]) => name)"""
    )
    assert small == []
    bar = page.locator(".bar").bounding_box()
    assert bar and bar["y"] + bar["height"] <= 740 and bar["y"] > 600
    play_to_the_end(page)


def press_what_is_called(page: Page, name: str) -> None:
    """Tab to it, then Enter."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if (
            page.evaluate("(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()")
            == name
        ):
            break
    page.keyboard.press("Enter")


def test_keyboard_only(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(server)
    press_what_is_called(page, "Jouer\u00a0: Dix Mille")
    page.get_by_role("dialog").get_by_role("button", name="Jouer").wait_for()
    press_what_is_called(page, "Jouer")
    page.wait_for_url("**/table/**")
    page.locator(".bar button.main").wait_for()
    before = page.locator("[role=log]").inner_text()
    page.keyboard.press("Space")
    page.wait_for_function("before => document.querySelector('[role=log]').innerText !== before", arg=before)
    table = make_table(page, server, chairs=2, start=True, target=1000)
    assert table
    start = time.monotonic()
    while not page.locator(OVER).count():
        labels = page.locator(".bar .label").all_inner_texts()
        if any(label.startswith(("Garder", "Entrer")) for label in labels):
            page.keyboard.press("g")
        elif labels:
            page.keyboard.press("Space")
        page.wait_for_timeout(60)
        assert time.monotonic() - start < LONG


LONGEST = """() => {
    window.longest = 0;
    const watch = () => {
        for (const {effect} of document.getAnimations()) {
            const {endTime} = effect.getComputedTiming();
            if (Number.isFinite(endTime) && endTime < 5000) longest = Math.max(longest, endTime);
        }
        requestAnimationFrame(watch);
    };
    watch();
}"""


def test_the_dice_land_within_nine_tenths_of_a_second(server: str, visit: Visit) -> None:
    page = visit("Ana", reduced=False, speed=1)
    make_table(page, server, chairs=2, start=True, target=1000)
    page.locator(".bar button.main").wait_for()
    settle(page)
    page.evaluate(LONGEST)
    page.locator(".bar button.main").click()
    page.wait_for_function("() => document.querySelector('.tray .die') && longest > 500")
    assert page.evaluate("longest") <= 900


OVERLAPS = """() => {
    const box = (one) => one.getBoundingClientRect();
    const cuts = (a, b) => a.right > b.left + 1 && b.right > a.left + 1
        && a.bottom > b.top + 1 && b.bottom > a.top + 1;
    const columns = [...document.querySelectorAll('.column')];
    const found = columns.filter((one) => box(one.querySelector('.name')).width < 20).map(() => 'no name');
    for (const one of columns)
        for (const mark of one.querySelectorAll('.crosses > *'))
            for (const total of one.querySelectorAll('.total'))
                if (cuts(box(mark), box(total))) found.push('a mark over a total');
    return found;
}"""


def test_eight_on_a_small_phone(server: str, visit: Visit) -> None:
    """Names, marks and totals each have their place; one's own column is marked; nothing scrolls."""
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, chairs=8, start=True)
    for _ in range(3):
        assert take_turn(page)
        page.locator(".bar button").first.wait_for()
        settle(page)
        assert page.evaluate(OVERLAPS) == []
    assert page.locator(".column").count() == 8
    assert page.locator(".column.you .name").inner_text() == "Ana"
    assert page.evaluate("document.documentElement.scrollHeight") == 640
