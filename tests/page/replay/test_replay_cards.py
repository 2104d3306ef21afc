"""A replay of 5 ou Moins shows all cards, from every chair: the game is over."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import Visit
from tests.page.drivers.people import Company, Message

HIDDEN = ".tabletop .hand .card:not(.up)"


def hurry(menu: Sequence[Message], _view: Message) -> Message:
    """Draws, discards what was drawn and calls: the round is soon over."""
    calls = [item for item in menu if item.get("call")]
    plain = {item["type"]: item for item in menu}
    wanted = next(name for name in ("ready", "draw", "discard_drawn", "end_turn") if name in plain)
    return calls[0] if calls else plain[wanted]


def cards(page: Page) -> Locator:
    return page.locator(".tabletop .hand .card")


def test_a_replay_shows_all_cards_from_every_chair(server: str, visit: Visit) -> None:
    page = visit("Ana")
    Company(page, server, "five-or-less", ["Bob"], end={"rounds": 1}).play(60, hurry)
    page.get_by_role("link", name="Revoir la partie").click()
    page.locator(".steps").wait_for()
    page.get_by_role("button", name="Coup suivant").click()
    for chair in ("0", "1", ""):
        page.locator(".steps select").select_option(chair)
        expect(cards(page)).to_have_count(10)
        expect(page.locator(HIDDEN)).to_have_count(0)
    hide = page.get_by_role("button", name="Montrer toutes les cartes")
    expect(hide).to_have_attribute("aria-pressed", "true")
    hide.click()
    expect(page.locator(HIDDEN)).to_have_count(10)
