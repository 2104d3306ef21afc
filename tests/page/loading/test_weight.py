"""A first load is at most 100 kB of script and style, compressed: home, tables, lessons, replays."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Page, Response

from cinq.games import GAMES
from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table, play_to_the_end
from tests.page.home.test_home import play

LIMIT = 100_000


class Weight:
    """Bytes of script and style that a page is sent, compressed, each address once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._addresses = set[str]()
        page.on("response", self._hear)

    def _hear(self, answer: Response) -> None:
        if answer.url.endswith((".js", ".css")):
            self._addresses.add(answer.url)

    def total(self) -> int:
        files = [self._page.request.get(address) for address in sorted(self._addresses)]
        return sum(len(gzip.compress(file.body(), 9)) for file in files)


def first_load(page: Page, address: str) -> int:
    """The weight of a page with a board that is opened by its address."""
    weight = Weight(page)
    page.goto(address)
    page.locator(".tabletop .cloth").wait_for()
    page.wait_for_load_state("networkidle")
    print(f"{address}: {weight.total()} bytes")
    return weight.total()


def test_first_load_is_small(server: str, visit: Visit) -> None:
    """Script and style of the home page and of a Dix Mille table after it."""
    page = visit("Ana")
    weight = Weight(page)
    page.goto(server)
    page.get_by_role("heading", name="Parties finies").wait_for()
    page.wait_for_load_state("networkidle")
    home = weight.total()
    play(page, "Dix Mille")
    page.locator(".bar button.main").wait_for()
    page.wait_for_timeout(300)
    table = weight.total()
    print(f"home {home} bytes, with a table {table} bytes")
    assert home <= LIMIT
    assert table <= LIMIT


@pytest.mark.parametrize("game", GAMES)
def test_a_table_from_a_link_is_small(server: str, visit: Visit, game: str) -> None:
    """Script and style until the board can be used by somebody who never saw the home page.

    The wood is drawn without three dimensions first; they come after it.
    """
    host, guest = visit("Ana"), visit("Bob")
    made = make_table(host, server, game=game, chairs=2, start=True)
    assert first_load(guest, f"{server}/table/{made}?quality=drawn") <= LIMIT


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_from_a_link_is_small(server: str, visit: Visit, game: str) -> None:
    assert first_load(visit("Ana"), f"{server}/lesson/{game}?quality=drawn") <= LIMIT


def test_a_replay_from_a_link_is_small(server: str, visit: Visit) -> None:
    host, guest = visit("Ana"), visit("Bob")
    make_table(host, server, chairs=2, start=True, target=1000)
    play_to_the_end(host)
    address = host.locator("dialog a[href^='/replay']").get_attribute("href")
    assert first_load(guest, f"{server}{address}") <= LIMIT
