"""Home: five game cards, a name, one click to a running game, and two languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cinq.games import GAMES
from tests.page.access.test_access import ALONE
from tests.page.conftest import Visit, settle
from tests.page.drivers.dix_mille import make_table


def play(page: Page, title: str, first: bool = True) -> None:
    """A quick game as it is; before the first of its kind the page offers opponents and options."""
    page.get_by_role("link", name=f"Jouer : {title}").click()
    if first:
        page.get_by_role("dialog").get_by_role("button", name="Jouer").click()


def test_five_doors_and_one_click_to_a_running_game(server: str, visit: Visit) -> None:
    page = visit()
    page.goto(server)
    expect(page.locator("article h2")).to_have_text(
        ["Dix Mille", "Got Five!", "5 Millimètres", "Au doigt & à l’œil", "5 ou Moins"]
    )
    page.get_by_role("link", name="Jouer : Dix Mille").click()
    page.get_by_label("Ton nom").fill("Ana")
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_url("**/table/**")
    page.locator(".bar button.main").wait_for()
    expect(page.locator("h1")).to_have_text("Dix Mille")


def test_whoever_comes_home_from_a_table_finds_the_games(server: str, visit: Visit) -> None:
    page = visit("Ana")
    table = make_table(page, server, game="dix-mille", chairs=2)
    guest = visit("Bob")
    guest.goto(f"{server}/table/{table}")
    guest.locator("a.home").click()
    expect(guest.locator("article h2")).to_have_count(len(GAMES))


def test_a_door_opens_before_any_script_is_there(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto(server)
    page.get_by_role("link", name="Jouer : Got Five!").click()
    page.wait_for_url("**/play/got-five")
    page.unroute_all()
    page.reload()
    page.get_by_role("button", name="Jouer").click()
    page.wait_for_url("**/table/**")
    page.get_by_role("heading", name="Got Five!", level=1).wait_for()


def test_nothing_at_home_waits_for_a_script(server: str, visit: Visit) -> None:
    """There is nothing but links; they lead to the same home, and its script does what was asked for."""
    page = visit("Ana")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto(server)
    page.get_by_role("link", name="Apprendre : 5 ou Moins").wait_for()
    assert page.get_by_role("button").count() == 0
    page.get_by_role("link", name="English").click()
    page.get_by_role("heading", name="Five games, one table.").wait_for()
    page.get_by_role("link", name="Settings").click()
    page.wait_for_url("**/settings")
    page.get_by_role("link", name="Jouer : Got Five!").wait_for()  # no script has kept the language
    page.unroute_all()
    page.goto(f"{server}/en")
    page.wait_for_url(f"{server}/")
    page.goto(f"{server}/settings")
    page.get_by_role("dialog", name="Settings").get_by_label("Sounds").uncheck()
    page.keyboard.press("Escape")
    page.wait_for_url(f"{server}/")
    kept = page.evaluate("JSON.parse(localStorage.cinq)")
    assert (kept["lang"], kept["sound"]) == ("en", False)


def test_the_cards_that_came_with_the_file_stay(server: str, visit: Visit) -> None:
    """Nothing is drawn twice: what a finger or the focus is on does not go away under it."""
    page = visit("Ana")
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.route("**/assets/*.js", lambda route: None)
    page.goto(server, wait_until="commit")
    page.get_by_role("link", name="Jouer : 5 ou Moins").focus()
    page.unroute_all()
    page.get_by_text(re.compile("Bon(jour|soir) Ana.")).wait_for()
    page.get_by_role("heading", name="Parties finies").wait_for()
    assert page.evaluate("document.activeElement.ariaLabel") == "Jouer\u00a0: 5 ou Moins"
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Play: 5 ou Moins").wait_for()
    page.get_by_role("link", name="Français").click()
    page.get_by_role("link", name="Jouer : 5 ou Moins").wait_for()
    page.wait_for_url(f"{server}/")
    assert complaints == []


def test_a_sheet_closes_with_the_way_back(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(server)
    for leave in (page.go_back, lambda: page.keyboard.press("Escape")):
        page.get_by_role("link", name="Inviter : 5 Millimètres").click()
        page.get_by_role("dialog").wait_for()
        expect(page).to_have_url(f"{server}/invite/five-millimetres")
        leave()
        page.get_by_role("dialog").wait_for(state="hidden")
        page.wait_for_url(f"{server}/")
    play(page, "5 Millimètres")
    page.wait_for_url("**/table/**")
    page.go_back()
    page.wait_for_url(f"{server}/")
    page.get_by_role("link", name="Réglages").click()
    page.get_by_role("button", name="Changer de nom").click()
    page.get_by_label("Ton nom").wait_for()
    expect(page).to_have_url(f"{server}/")


def test_without_a_name_one_stays_at_the_doors(server: str, visit: Visit) -> None:
    page = visit()
    page.goto(f"{server}/play/dix-mille")
    page.get_by_label("Ton nom").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_url(f"{server}/")
    page.get_by_role("link", name="Inviter : Dix Mille").click()
    page.get_by_label("Ton nom").fill("Ana")
    page.get_by_role("button", name="S’asseoir").click()
    page.get_by_role("dialog").get_by_role("heading", name="Dix Mille").wait_for()
    expect(page).to_have_url(f"{server}/invite/dix-mille")


def test_a_table_that_cannot_be_laid_is_told_and_nothing_is_lost(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.route("**/api/tables", lambda route: route.abort())
    page.goto(server)
    page.get_by_role("link", name="Inviter : Dix Mille").click()
    page.get_by_text("Rapide").click()
    page.get_by_role("button", name="Ouvrir la table").click()
    page.get_by_role("dialog").get_by_role("alert").wait_for()
    expect(page.locator("input[name=clock]:checked")).to_have_value("brisk")
    page.keyboard.press("Escape")
    page.wait_for_url(f"{server}/")
    play(page, "Dix Mille")
    page.get_by_role("alert").wait_for()
    page.wait_for_url(f"{server}/")


@pytest.mark.parametrize(
    ("code", "status", "said"), [("limited", 429, "ton réseau"), ("unavailable", 503, "plein")]
)
def test_why_no_table_was_made_is_said_in_french(
    server: str, visit: Visit, code: str, status: int, said: str
) -> None:
    page = visit("Ana")
    answer = {"code": code, "message": "too many new tables from this address: wait a little"}
    page.route("**/api/tables", lambda route: route.fulfill(status=status, json=answer))
    page.goto(server)
    play(page, "Dix Mille")
    expect(page.get_by_role("alert")).to_contain_text(said)


def test_options_that_do_not_go_with_the_chairs_are_said_to_be_why(server: str, visit: Visit) -> None:
    """Six hands of ten need more cards than the simplified game has: to reload would not help."""
    page = visit("Ana")
    page.goto(f"{server}/invite/doigt-oeil")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="Places").get_by_text("6", exact=True).click()
    sheet.get_by_text("Options", exact=True).click()
    sheet.get_by_label("Règles").select_option(label="simplifiées")
    sheet.get_by_label("Cartes en main").select_option(label="10")
    sheet.get_by_role("button", name="Ouvrir la table").click()
    expect(sheet.get_by_role("alert")).to_contain_text("ces options ne vont pas avec ce nombre de places")


def levels(page: Page, first: bool = False) -> set[str]:
    """Of the bots at the table that one click leads to."""
    with page.expect_request(lambda request: request.method == "POST") as asked:
        play(page, "Dix Mille", first)
    page.wait_for_url("**/table/**")
    sent: Any = asked.value.post_data_json
    return set(sent["bots"])


def test_opponents_to_suit_a_newcomer_or_as_one_likes(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(server)
    assert levels(page, first=True) == {"beginner"}
    page.evaluate("""localStorage.setItem('cinq:seen', JSON.stringify(
        [{id: 'x-1', game: 'dix-mille', names: ['Ana'], winners: [0], finished: 1}]))""")
    page.goto(server)
    assert levels(page) == {"regular"}
    page.goto(server)
    page.get_by_role("link", name="Réglages").click()
    page.get_by_label("Champions").check()
    page.keyboard.press("Escape")
    page.wait_for_url(f"{server}/")
    assert levels(page) == {"champion"}


def sent_table(page: Page, go: Callable[[], None]) -> dict[str, Any]:
    """What the page asks of the server when one does this."""
    with page.expect_request(
        lambda request: request.url.endswith("/api/tables") and request.method == "POST"
    ) as asked:
        go()
    page.wait_for_url("**/table/**")
    sent: Any = asked.value.post_data_json
    return {name: sent[name] for name in ("chairs", "bots", "options")}


def test_opponents_level_and_options_are_offered_once_and_remembered(server: str, visit: Visit) -> None:
    """Before the first game; later the same again at once, and the sheet one tap away."""
    page = visit("Ana", width=360, height=640, touch=True)
    page.goto(server)
    page.get_by_role("link", name="Jouer : Dix Mille").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("group", name="Adversaires").get_by_text("4", exact=True).click()
    sheet.get_by_text("Champions").click()
    sheet.get_by_role("combobox", name="But").select_option(label="2 000")
    sheet.get_by_text("Autres options").click()
    sheet.get_by_label("Topinambour").uncheck()
    wanted = {"chairs": 5, "bots": ["champion"] * 4, "options": {"target": 2000, "topinambour": False}}
    assert sent_table(page, sheet.get_by_role("button", name="Jouer").click) == wanted
    page.goto(server)
    assert sent_table(page, page.get_by_role("link", name="Jouer : Dix Mille").click) == wanted
    page.goto(server)
    page.get_by_role("link", name="Adversaires et options : Dix Mille").click()
    expect(sheet.get_by_role("radio", name="4", exact=True)).to_be_checked()
    sheet.get_by_role("group", name="Adversaires").get_by_text("1", exact=True).click()
    assert sent_table(page, sheet.get_by_role("button", name="Jouer").click)["bots"] == ["champion"]


@pytest.mark.parametrize("game", GAMES)
def test_playing_and_inviting_propose_the_same_game(server: str, visit: Visit, game: str) -> None:
    """Unless somebody changes an option, both deal the game whose minutes are announced."""
    page = visit("Ana")
    page.goto(f"{server}/play/{game}?now")
    page.wait_for_url("**/table/**")
    quick = options_of(page, server)
    page.goto(f"{server}/invite/{game}")
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/table/**")
    assert options_of(page, server) == quick


def options_of(page: Page, server: str) -> dict[str, Any]:
    """What the table that the page shows has agreed on."""
    table = page.url.split("/table/")[1]
    asked = "async (address) => (await fetch(address)).json()"
    answer: dict[str, Any] = page.evaluate(asked, f"{server}/api/tables/{table}")
    return dict(answer["table"]["options"])


def test_the_name_is_asked_once(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.goto(server)
    play(page, "Dix Mille")
    page.wait_for_url("**/table/**")
    page.goto(server)
    expect(page.locator("main")).to_contain_text(re.compile("Bon(jour|soir) Ana"))


@pytest.mark.parametrize(("hour", "said"), [(10, "Bonjour Ana."), (21, "Bonsoir Ana.")])
def test_good_evening_is_said_in_the_evening(server: str, visit: Visit, hour: int, said: str) -> None:
    page = visit("Ana")
    page.clock.set_fixed_time(datetime(2026, 11, 17, hour))
    page.goto(server)
    expect(page.locator(".hello")).to_contain_text(said)


def test_english_by_the_browser_and_by_one_click(server: str, visit: Visit) -> None:
    page = visit(locale="en-GB")
    page.goto(server)
    expect(page.locator("h1")).to_have_text("Five games, one table.")
    page.get_by_role("link", name="Français").click()
    page.get_by_text("Cinq jeux, une table.").wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.wait_for_url(f"{server}/")
    page.reload()
    page.get_by_text("Cinq jeux, une table.").wait_for()


def test_a_visitor_with_neither_language_gets_french(server: str, visit: Visit) -> None:
    page = visit(locale="de-DE")
    page.goto(server)
    expect(page.locator("h1")).to_have_text("Cinq jeux, une table.")


def test_nothing_is_wider_than_a_phone(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=740, touch=True)
    for address, there in ALONE.items():
        page.goto(server + address)
        page.locator(there).wait_for()
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, address
