"""5 ou Moins through the page, to its end: by tap, by flick and drag, by keyboard, on a phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.page.access.test_access import AXE, serious
from tests.page.conftest import LINGER, LONG, PATIENCE, SECOND_TAP, Visit, running, settle
from tests.page.drivers.dix_mille import OVER, make_table

OWN = "[data-mine] [data-slot]"
WORDS = {
    "ready": ("J’ai vu", "I have seen"),
    "next": ("Manche suivante", "Next round"),
    "draw": ("Piocher", "Draw"),
    "discard": ("Défausser le", "Discard the"),
    "skip": ("Renoncer", "Skip it"),
    "start": ("Pouvoir du", "Power of"),
    "end": ("Finir le tour", "End the turn"),
    "call": ("« 5 ou moins »", "“5 or less”"),
    "quick": ("Défausse rapide", "Quick discard"),
    "not yet": ("Pas encore", "Not yet"),
}
SHORT = {"end": {"rounds": 2}}
HURRIED = 4000
"""Milliseconds after which a click gives up: somebody was quicker and the button is gone."""


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("five-or-less")) as base:
        yield base


def button(page: Page, what: str) -> Locator:
    """The button of the bar that says this, in either language."""
    french, english = WORDS[what]
    bar = page.locator(".bar button")
    return bar.filter(has_text=french).or_(bar.filter(has_text=english)).first


def do_one(page: Page, turn: int) -> bool:
    """Does one thing if there is one to do: swaps a card in and calls at once; False once it is over."""
    if page.locator(OVER).count():
        return False
    shown = {what for what in WORDS if button(page, what).count()}
    if "not yet" in shown:
        button(page, "call").click()
    elif "discard" in shown:
        lit = page.locator(f"{OWN} button")
        (lit.nth(turn % count) if (count := lit.count()) else button(page, "discard")).click()
    elif "start" in shown:
        button(page, "start").click()
    elif "skip" in shown:
        aim(page)
    else:
        what = next((one for one in ("next", "ready", "draw", "call", "end") if one in shown), None)
        if what is not None:
            button(page, what).click()
    return True


def tap(page: Page, what: str) -> None:
    """Clicks without haste: a second tap in one place counts only after a moment."""
    button(page, what).wait_for()
    page.wait_for_timeout(SECOND_TAP)
    button(page, what).click()


def press(page: Page, what: str) -> None:
    """Clicks, unless somebody is quicker and the table changes: then it is looked at again."""
    with suppress(Late):
        button(page, what).click(timeout=HURRIED)


def aim(page: Page) -> None:
    """Points at one's own card where one is asked for, then at another player's."""
    own, theirs = page.locator(f"{OWN} button"), page.locator(".others button")
    if own.count() and not page.locator("[data-mine] .chosen").count():
        own.first.click()
    if theirs.count():
        theirs.first.click()
    else:
        button(page, "skip").click()


def play_to_the_end(page: Page) -> int:
    page.set_default_timeout(HURRIED)
    start, done = time.monotonic(), 0
    while True:
        with suppress(Late):
            if not do_one(page, done):
                page.set_default_timeout(PATIENCE)
                return done
        done += 1
        page.wait_for_timeout(60)
        assert time.monotonic() - start < LONG, f"not over yet: {page.locator('main').inner_text()}"


def quiet(page: Page) -> list[str]:
    """What axe finds with the pointer out of the way."""
    page.mouse.move(2, 2)
    return serious(page)


def until(page: Page, what: str) -> None:
    """Plays on, calling nothing, until this can be done, in the next round if a bot has ended this one."""
    start = time.monotonic()
    while not button(page, what).count():
        known = ("next", "ready", "draw", "discard", "skip", "end")
        shown = next((one for one in known if button(page, one).count()), None)
        if shown is not None:
            press(page, shown)
        page.wait_for_timeout(50)
        assert time.monotonic() - start < LONG


def think_of_calling(page: Page) -> None:
    """Until "5 ou moins" is on the lips: whoever answers the discard meanwhile makes one think again."""
    while not button(page, "not yet").count():
        until(page, "call")
        press(page, "call")


def call(page: Page) -> None:
    """Says it, thinking as often as it takes, and plays on until the round is counted."""
    start, counted = time.monotonic(), button(page, "next").or_(page.locator(OVER)).first
    while not counted.is_visible():
        if button(page, "call").count():
            press(page, "call")
        page.wait_for_timeout(50)
        assert time.monotonic() - start < LONG


def test_one_person_against_bots_to_the_end(table_server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, table_server, game="five-or-less", chairs=3, start=True, **SHORT)
    assert play_to_the_end(page) > 6
    expect(page.locator("dialog[open] li")).to_have_count(3)
    page.get_by_role("button", name="Vérifier cette partie").click()
    page.get_by_text("Partie honnête").wait_for()


def test_a_phone_to_the_end(table_server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True, dark=True, locale="en-GB")
    make_table(page, table_server, game="five-or-less", chairs=3, start=True, **SHORT)
    button(page, "ready").wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    bar = page.locator(".bar").bounding_box()
    assert bar and bar["y"] + bar["height"] <= 740
    until(page, "draw")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a, select, input')]
            .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
            .filter(([, r]) => r.width && r.height && (r.width < 44 || r.height < 44))
            .map(([name]) => name)"""
    )
    assert small == []
    play_to_the_end(page)


def test_three_cards_turn_up_and_are_gone(table_server: str, visit: Visit) -> None:
    """Once put back a card's number is nowhere in the page."""
    page = visit("Ana")
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, **SHORT)
    button(page, "ready").wait_for()
    expect(page.locator(f"{OWN} .front b")).to_have_count(3)
    button(page, "ready").click()
    page.locator(f"{OWN} .front b").first.wait_for(state="detached")


def test_a_flick_is_a_quick_discard_and_a_slow_drag_is_not(table_server: str, visit: Visit) -> None:
    page, sent = visit("Ana"), []
    page.on("websocket", lambda ws: ws.on("framesent", lambda data: sent.append(str(data))))
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, **SHORT)
    devtools = page.context.new_cdp_session(page)

    def pull(seconds: float) -> None:
        """A stroke upward that lasted so long, however long a busy machine takes over it."""
        until(page, "draw")
        box = page.locator(OWN).first.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        began, left = time.time() - seconds, {"button": "left", "buttons": 1, "clickCount": 1}
        for kind, share in (("Pressed", 0), ("Moved", 0.3), ("Moved", 1), ("Released", 1)):
            at = {"x": x, "y": y - 120 * share, "timestamp": began + seconds * share}
            devtools.send("Input.dispatchMouseEvent", {"type": f"mouse{kind}", **at, **left})

    def thrown() -> bool:
        """Whether it was sent as a quick discard."""
        return any("quick_discard" in message for message in sent)

    pull(0.4)
    page.wait_for_timeout(100)
    assert not thrown(), "a slow drag must do nothing"
    began = time.monotonic()
    while not thrown():  # a bot may have answered the discard before: then in a later turn
        assert time.monotonic() - began < LONG, "a flick must be a quick discard"
        until(page, "discard")
        pull(0.1)
        page.wait_for_timeout(500)
    page.locator(".race").first.wait_for()


def test_a_drawn_card_is_dragged_into_place(table_server: str, visit: Visit) -> None:
    """Again where a bot's quick discard came in between: what answered the older table is refused."""
    page, start = visit("Ana"), time.monotonic()
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, powers=False, **SHORT)
    while not button(page, "end").count():
        until(page, "discard")
        drag_drawn_card(page)
        page.wait_for_timeout(200)
        assert time.monotonic() - start < LONG


def drag_drawn_card(page: Page) -> None:
    """Drags the card that was drawn onto the second of one's own."""
    held, place = (
        page.locator(one).bounding_box() for one in ("[data-place=drawn] .held", f"{OWN}[data-slot='1']")
    )
    assert held and place
    page.mouse.move(held["x"] + 20, held["y"] + 20)
    page.mouse.down()
    page.mouse.move(place["x"] + 20, place["y"] + 20, steps=20)
    page.mouse.up()


def test_keyboard_only(table_server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, **SHORT)
    start, done = time.monotonic(), 0
    while not page.locator(OVER).count():
        shown = {what for what in WORDS if button(page, what).count()}
        if "not yet" in shown or "call" in shown:
            page.keyboard.press("c")
        elif "discard" in shown:
            page.keyboard.press(f"Digit{1 + done % 3}")
            if done % 4 == 3:
                page.keyboard.press("d")
        elif "start" in shown or "skip" in shown:
            page.keyboard.press("r")
        elif shown & {"ready", "next", "draw", "end"}:
            page.keyboard.press("Space")
        done += 1
        page.wait_for_timeout(60)
        assert time.monotonic() - start < LONG


def test_a_quick_discard_by_key(table_server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, **SHORT)
    until(page, "draw")
    page.keyboard.press("Shift+Digit2")
    page.locator(".race").first.wait_for()


@pytest.mark.skipif(not AXE.exists(), reason="npm ci has not been run")
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious(table_server: str, visit: Visit, dark: bool) -> None:
    page = visit("Ana", dark=dark)
    make_table(page, table_server, game="five-or-less", chairs=3, start=True, end={"points": 400})
    button(page, "ready").wait_for()
    assert quiet(page) == []
    until(page, "draw")
    assert quiet(page) == []
    until(page, "discard")
    assert quiet(page) == []
    think_of_calling(page)
    assert quiet(page) == []
    call(page)
    expect(page.locator("section.count li .score").last).to_have_text(re.compile(r"\d"))
    assert quiet(page) == []


def test_a_reload_in_the_middle(table_server: str, visit: Visit) -> None:
    """It shows no card that may not be looked at."""
    page = visit("Ana")
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, **SHORT)
    until(page, "draw")
    page.reload()
    until(page, "draw")
    assert page.locator(f"{OWN} .front b").count() == 0


WHY = """() => {
    window.why = '';
    new MutationObserver(() => { why += document.querySelector('.why')?.textContent; })
        .observe(document.body, {subtree: true, childList: true, characterData: true});
}"""
"""What the bar has said, also where it soon says something else: somebody may answer at once."""


def test_a_quick_discard_while_the_end_of_the_turn_waits(visit: Visit, tmp_path: Path) -> None:
    """OM-13 and OM-18: the pause in which the others may answer a discard is one's own too."""
    page, start = visit("Ana"), time.monotonic()
    with running(tmp_path, pause_scale=8) as base:
        make_table(page, base, game="five-or-less", chairs=2, start=True, powers=False, end={"rounds": 9})
        until(page, "end")
        page.evaluate(WHY)
        while button(page, "end").count() or not button(page, "quick").count():
            if button(page, "end").count():  # once more, where a bot's answer came in between
                press(page, "end")
            page.wait_for_timeout(50)
            assert time.monotonic() - start < LONG
        page.wait_for_function("() => /Un instant\\s: on peut encore répondre\\./.test(why)")
        page.keyboard.press("Shift+Digit1")
        page.locator(".race").first.wait_for()


def test_the_last_count_is_seen_before_the_result(table_server: str, visit: Visit) -> None:
    """The points are counted hand by hand; whoever has seen enough opens the result at once."""
    page, start = visit("Ana", speed=1), time.monotonic()
    page.add_init_script(LINGER)
    make_table(page, table_server, game="five-or-less", chairs=2, start=True, end={"rounds": 1})
    page.set_default_timeout(HURRIED)
    while not page.locator("section.count").count():
        with suppress(Late):
            do_one(page, 0)
        page.wait_for_timeout(60)
        assert time.monotonic() - start < LONG
    page.set_default_timeout(PATIENCE)
    assert not page.locator(OVER).count()
    page.get_by_role("button", name="Résultat").click()
    page.locator(OVER).wait_for()
