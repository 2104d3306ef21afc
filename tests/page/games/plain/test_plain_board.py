"""A game that the page was built without is played on the plain board, in its own words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit, running, until
from tests.page.drivers.dix_mille import OVER, make_table


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server that has registered Pig (`tests/pig`)."""
    monkeypatch.setenv("CINQ_GAMES", "tests.pig")
    with running(tmp_path_factory.mktemp("pig")) as base:
        yield base


def take_turn(page: Page) -> bool:
    """Hold if one may, else throw, when it is one's turn; whether the game is over."""
    if page.locator(OVER).count():
        return True
    for words in ("Garder", "Lancer le dé"):
        button = page.get_by_role("button", name=words, exact=True)
        if button.count() and button.is_enabled():
            button.click()
            return False
    return False


def test_pig_is_played_to_its_end(server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game="pig", start=True, target=10)
    expect(page.get_by_role("button", name="Lancer le dé", exact=True)).to_be_visible()
    expect(page.locator("dl")).to_contain_text("scores")
    until(page, lambda: take_turn(page))
    expect(page.locator("dialog[open]")).to_contain_text("Ana")
    expect(page.locator("body")).to_contain_text("gagne")
