"""A guest who follows an invite link: nobody is told off, and what is refused never moves the board."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table
from tests.page.drivers.stranger import WATCH_ALERTS


def open_table(host: Page, base: str) -> str:
    """The host opens a table of Dix Mille by the home page; the address to send."""
    host.goto(base)
    host.get_by_role("link", name="Inviter : Dix Mille").click()
    host.get_by_role("button", name="Ouvrir la table").click()
    host.wait_for_url("**/table/**")
    return f"http://{host.locator('.address').inner_text()}"


def test_a_guest_is_greeted_with_no_error(server: str, visit: Visit) -> None:
    host, guest = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    for page in (host, guest):
        page.add_init_script(WATCH_ALERTS)
    guest.goto(open_table(host, server))
    guest.get_by_role("button", name="Prendre une place").click()
    guest.get_by_role("button", name="C’est bon pour moi").click()
    host.locator(".chairs li", has_text="Bob").get_by_text("c’est bon").wait_for()
    host.get_by_role("button", name="Commencer").click()
    for page in (host, guest):
        page.locator(".tabletop").wait_for()
        assert page.evaluate("window.alerts") == []


def talk_too_much(page: Page) -> None:
    """Says so much at once that the table asks for patience."""
    page.get_by_role("tab", name="À table").click()
    hello = page.get_by_role("button", name="Salut")
    while not page.get_by_role("alert").count():
        hello.click()


def test_a_refusal_lies_over_the_board_and_can_be_closed(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, start=True)
    board = page.locator(".tabletop")
    board.wait_for()
    before = board.bounding_box()
    talk_too_much(page)
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert board.bounding_box() == before
    alert.get_by_role("button", name="Fermer").click()
    expect(alert).to_have_count(0)


def test_a_refusal_goes_away_by_itself(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, start=True)
    talk_too_much(page)
    page.get_by_role("alert").wait_for()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=15_000)
