"""A replay of Dix Mille on a phone: the journal can be read, and nobody is listed twice."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.drivers.people import Company, Message

OTHERS = ("Bob", "Cleo", "Dan", "Eva")
TARGET = 1000


def hurry(menu: Sequence[Message], _view: Message) -> Message:
    """Banks as soon as it may."""
    return next((item for item in menu if item["type"] == "bank"), menu[0])


def test_on_a_phone_the_line_of_the_story_opens_the_journal(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    Company(page, server, "dix-mille", OTHERS, target=TARGET).play(2000, hurry)
    page.get_by_role("link", name="Revoir la partie").tap()
    page.locator(".tabletop").wait_for()
    expect(page.locator(".seats")).to_be_hidden()  # the score sheet lists five
    page.get_by_role("button", name="Coup suivant").tap()
    page.get_by_role("button", name="Ouvrir le journal").tap()
    expect(page.get_by_role("dialog").get_by_role("listitem")).not_to_have_count(0)
    page.get_by_role("button", name="Fermer").tap()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.get_by_role("button", name="Ouvrir le journal")).to_have_count(0)
