"""At home without https: a browser then has neither a clipboard nor crypto to check a promise with."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table, play_to_the_end

BROWSER = ["--host-resolver-rules=MAP cinq.home 127.0.0.1"]


def test_a_link_is_copied_and_a_game_checked(server: str, visit: Visit) -> None:
    base = server.replace("127.0.0.1", "cinq.home")
    page = visit("Ana")
    make_table(page, base)
    assert not page.evaluate("isSecureContext || !!navigator.clipboard || !!crypto.subtle")
    page.get_by_role("button", name="Copier le lien").click()
    page.get_by_role("button", name="Lien copié").wait_for()
    page.evaluate("document.body.append(Object.assign(document.createElement('input'), {id: 'here'}))")
    page.locator("#here").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#here")).to_have_value(page.url)
    make_table(page, base, start=True, target=1_000)
    play_to_the_end(page)
    page.get_by_role("button", name="Vérifier cette partie").click()
    page.get_by_text("Partie honnête").wait_for()
