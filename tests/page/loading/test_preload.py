"""The links of an address name all files that it needs: the browser fetches them at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, Route

from cinq.games import GAMES
from tests.page.conftest import Visit, until
from tests.page.drivers.dix_mille import make_table

THREE = "/scene3d"
"""What draws in three dimensions is large and may come later: the wood is drawn without it first."""


def fetched(page: Page, address: str, there: str) -> tuple[set[str], set[str]]:
    """What is named with the page, and what was fetched until all of it was, and `there` to be seen."""
    answers: list[Response] = []

    def hear(answer: Response) -> None:
        answers.append(answer)

    page.on("response", hear)
    opened = page.goto(address)
    assert opened
    page.locator(there).first.wait_for()
    named = set(re.findall(r"/assets/[\w.-]+", opened.text() + opened.headers.get("link", "")))

    def got() -> set[str]:
        paths = {one.url[one.url.index("/assets/") :] for one in answers if "/assets/" in one.url}
        return {path for path in paths if path.endswith((".js", ".css")) and THREE not in path}

    until(page, lambda: named <= got())
    return named, got()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fetches_only_what_was_named_with_the_page(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana")
    made = make_table(page, server, game=game, chairs=2, start=True)
    named, got = fetched(page, f"{server}/table/{made}?quality=low", "main .felt")
    assert any(game.replace("-", "_") in path for path in named)
    assert got == named


def test_a_lesson_too(server: str, visit: Visit) -> None:
    named, got = fetched(visit("Ana"), f"{server}/lesson/got-five", "main .felt")
    assert got == named


def test_a_table_does_not_fetch_the_home_page(server: str, visit: Visit) -> None:
    page = visit("Ana")
    made = make_table(page, server, chairs=2, start=True)
    _, got = fetched(page, f"{server}/table/{made}", "main .felt")
    assert not any("/Home-" in path for path in got)


@pytest.mark.parametrize("address", ["/setup/got-five", "/invite/got-five", "/play/got-five"])
def test_an_address_of_the_home_page_names_it(server: str, visit: Visit, address: str) -> None:
    page = visit("Ana")
    _, got = fetched(page, server + address, "article h2")
    assert {path.split("-")[0] for path in got} >= {"/assets/Home"}
    assert "/Home-" in page.request.get(server + address).headers["link"]


def test_in_the_language_of_the_browser(server: str, visit: Visit) -> None:
    page = visit("Ana")
    french = page.request.get(f"{server}/lesson/got-five", headers={"accept-language": "de, fr-CH;q=0.9"})
    english = page.request.get(f"{server}/lesson/got-five", headers={"accept-language": "en-GB, fr;q=0.8"})
    assert "/fr-" in french.headers["link"] and "/en-" not in french.headers["link"]
    assert "/en-" in english.headers["link"] and "/fr-" not in english.headers["link"]


def test_the_home_page_and_unknown_addresses_name_nothing(server: str, visit: Visit) -> None:
    page = visit("Ana")
    for path in ("/", "/nowhere", "/nowhere/at-all"):
        assert "link" not in page.request.get(server + path).headers
    assert "got_five" not in page.request.get(f"{server}/table/nosuchtable").headers["link"]


def test_a_board_waits_for_its_texts(server: str, visit: Visit) -> None:
    """on a slow connection nobody sees the ids of texts that are still on their way."""
    page = visit("Ana")
    made = make_table(page, server, game="got-five", chairs=2, start=True)
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/assets/fr-*.js", hold)
    page.goto(f"{server}/table/{made}", wait_until="commit")
    page.get_by_text("On installe la table").wait_for()
    until(page, lambda: late)
    page.wait_for_timeout(500)
    assert page.locator("main .felt").count() == 0
    for route in late:
        route.continue_()
    page.unroute("**/assets/fr-*.js", hold)
    page.locator("main .felt").first.wait_for()
    assert "page-" not in page.locator("main").inner_text()
