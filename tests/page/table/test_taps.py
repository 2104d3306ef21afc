"""A tap is never lost: a first one counts, and one that does not count says so."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table

TAP = """([name, at]) => {
    const button = [...document.querySelectorAll('.bar button')].find((one) => one.innerText.includes(name));
    const {left, top} = button.getBoundingClientRect();
    for (const type of ['pointerdown', 'click']) {
        const made = type === 'click' ? MouseEvent : PointerEvent;
        const tap = new made(type, {
            bubbles: true, cancelable: true, detail: 1, clientX: left + 30, clientY: top + 20,
        });
        Object.defineProperty(tap, 'timeStamp', {value: at});
        button.dispatchEvent(tap);
    }
}"""
"""A tap on the button of that name at that time, in milliseconds, however slow the machine is."""
FIVE = "Lancer 5 dés"
WATCH = """(name) => {
    window.barHasChanged = false;
    const seen = () => document.querySelector('.bar .label')?.innerText !== name;
    const observer = new MutationObserver(() => {
        if (seen()) { window.barHasChanged = true; observer.disconnect(); }
    });
    observer.observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""Notes that the first button has another name, if only for a moment: bots are quick after a lost throw."""
TOO_SOON = "Ce bouton vient de changer"


def throw(page: Page, at: float) -> str:
    """Taps the first throw of a hand; the name of the button that then stands in its place.

    FIVE again: the throw won nothing, and the next hand has begun.
    """
    page.get_by_role("button", name=FIVE).wait_for()
    page.evaluate(WATCH, FIVE)
    page.evaluate(TAP, [FIVE, at])
    page.wait_for_function("window.barHasChanged")
    return page.locator(".bar .label").first.inner_text()


def end_hand(page: Page, at: float) -> None:
    """Keeps what was won, if anything was; the next hand comes by itself."""
    bank = page.locator(".bar button", has_text=re.compile("Garder|Entrer"))
    bank.or_(page.get_by_role("button", name=FIVE)).first.wait_for()
    if bank.count():
        page.evaluate(TAP, [bank.locator(".label").first.inner_text(), at])


def test_a_second_tap_on_a_new_meaning_is_ignored_and_says_so(server: str, visit: Visit) -> None:
    page = visit("Ana", width=390, height=844, touch=True)
    make_table(page, server, start=True)
    told = page.get_by_role("status").filter(has_text=TOO_SOON)
    at = 1_000_000.0
    while (label := throw(page, at)) == FIVE or not label.startswith("Lancer"):
        end_hand(page, at + 1000)
        at += 2000
    before = page.locator(".tabletop").bounding_box()
    page.evaluate(TAP, [label, at + 200])
    told.wait_for()
    expect(page.locator(".bar .label").first).to_have_text(label)
    assert page.locator(".tabletop").bounding_box() == before
    page.evaluate(TAP, [label, at + 400])
    expect(page.locator(".bar button", has_text=label)).to_have_count(0)


def test_what_met_a_newer_table_is_said_and_can_be_done_again(server: str, visit: Visit) -> None:
    page = visit("Ana")
    late = [True]

    def between(near: WebSocketRoute) -> None:
        far = near.connect_to_server()
        far.on_message(near.send)

        def pass_on(said: str | bytes) -> None:
            message = json.loads(said)
            if message["type"] == "act" and late.pop():
                late.append(False)
                message["seq"] -= 1
            far.send(json.dumps(message))

        near.on_message(pass_on)

    page.route_web_socket("**/api/socket", between)
    make_table(page, server, start=True)
    throw_button = page.get_by_role("button", name="Lancer 5 dés")
    throw_button.click()
    page.get_by_role("status").filter(has_text="la table avait déjà changé").wait_for()
    expect(page.get_by_role("alert")).to_have_count(0)
    throw_button.click()
    expect(page.get_by_text("la table avait déjà changé")).to_have_count(0)
