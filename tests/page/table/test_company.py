"""People come, go, host and pause: everybody sees who, and nobody is stuck."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from cinq.server.http.catalogue import games
from tests.page.conftest import LONG, ROOT, Visit, running
from tests.page.drivers.dix_mille import BAR, OVER, make_table, take_turn
from tests.page.drivers.people import Company
from tests.page.table.test_invite import open_table


def chair(page: Page, name: str) -> Locator:
    return page.locator(".chairs li", has_text=name)


def join(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Prendre une place").click()


def test_the_host_removes_seats_and_people_and_hands_over(server: str, visit: Visit) -> None:
    ana, bob = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    address = open_table(ana, server)
    count = ana.locator(".chairs li").count()
    ana.get_by_role("button", name="Une place de moins").click()
    expect(ana.locator(".chairs li")).to_have_count(count - 1)
    join(bob, address)
    chair(ana, "Bob").get_by_role("button", name="Retirer").click()
    bob.get_by_text("L’hôte a libéré ta place").wait_for()
    bob.get_by_role("button", name="Prendre une place").click()
    expect(bob.get_by_text("L’hôte a libéré ta place")).to_have_count(0)
    chair(ana, "Bob").get_by_role("button", name="Nommer hôte").click()
    expect(chair(bob, "Bob")).to_contain_text("hôte")
    bob.get_by_role("button", name="Une place de plus").click()
    chair(ana, "Place libre").first.get_by_role("button", name="Passer ici").click()
    expect(bob.locator(".chairs li").last).to_contain_text("Ana")
    expect(bob.locator(".chairs li")).to_have_count(count)
    for page in (ana, bob):
        expect(page.get_by_role("alert")).to_have_count(0)


def test_while_the_lobby_loads_the_page_has_one_title(server: str, visit: Visit) -> None:
    page = visit("Ana")
    page.route("**/assets/Lobby-*.js", lambda route: None)  # never comes
    make_table(page, server)
    page.get_by_text("On installe la table.").wait_for()
    assert (page.locator("h1").count(), page.locator("main").count()) == (1, 1)


def test_on_a_phone_places_are_changed_in_one_row(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, chairs=3)
    boxes = [
        page.get_by_role("button", name=name).bounding_box()
        for name in ("Une place de moins", "Une place de plus")
    ]
    fewer, more = boxes
    assert fewer and more and fewer["y"] == more["y"] and fewer["width"] == more["width"]


def test_a_guest_finds_a_chair_and_its_button_in_one_row(server: str, visit: Visit) -> None:
    """Only the host is told to seat bots."""
    ana, bob = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    bob.goto(f"{server}/table/{make_table(ana, server, chairs=3)}")
    bob.get_by_text("Envoie le lien à ceux qui manquent encore.").wait_for()
    for row in chair(bob, "Place libre").all():
        box = row.bounding_box()
        assert box and box["height"] < 80
    expect(ana.get_by_text("laisse des bots prendre les places")).to_be_visible()
    expect(bob.get_by_text("laisse des bots prendre les places")).to_have_count(0)


def test_starting_counts_the_bots_that_sit(server: str, visit: Visit) -> None:
    ana = visit("Ana")
    make_table(ana, server, chairs=3)
    ana.get_by_role("button", name="Mettre un bot").first.click()
    expect(ana.locator(".go button")).to_have_text("Commencer avec 2 bots")


def test_a_full_table_asks_nobody_to_fill_it(server: str, visit: Visit) -> None:
    ana = visit("Ana")
    make_table(ana, server, chairs=2)
    ana.get_by_role("button", name="Mettre un bot").click()
    ana.get_by_text("Toutes les places sont prises.").wait_for()
    expect(ana.get_by_text("laisse des bots prendre les places")).to_have_count(0)


def test_the_host_changes_options_in_full_words(server: str, visit: Visit) -> None:
    ana = visit("Ana")
    make_table(ana, server, game="five-millimetres", chairs=2)
    ana.get_by_text("Changer les options").click()
    field = ana.get_by_label("Vue")
    expect(field.locator("option")).to_have_text(["± 2 %", "± 3,5 %", "± 5 %", "exacte"])
    field.select_option(value='"tired"')
    expect(ana.get_by_role("list", name="Options")).to_contain_text("Vue : ± 5 %")


def test_options_that_do_not_go_with_the_chairs_are_refused_with_the_reason(
    server: str, visit: Visit
) -> None:
    """Six hands of ten need more cards than the simplified game has."""
    ana = visit("Ana")
    make_table(ana, server, game="doigt-oeil", chairs=6, hand=10)
    ana.get_by_text("Changer les options").click()
    rules = ana.get_by_role("combobox", name="Règles")
    rules.select_option(label="simplifiées")
    expect(ana.get_by_role("alert")).to_contain_text("ces options ne vont pas avec ce nombre de places")
    expect(rules).to_have_value('"basic"')


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_option_has_words(lang: str) -> None:
    texts = (ROOT / f"web/src/texts/later.{lang}.ftl").read_text("utf-8")
    options = [option for game in games() for option in game.options]
    values = {v for o in options for v in o.choices if isinstance(v, str)}
    wanted = {f"option-{o.name}" for o in options} | {f"value-{value}" for value in values}
    assert [name for name in sorted(wanted) if f"\n{name} = " not in texts] == []


def test_a_pause_says_who_paused_and_moves_nothing(server: str, visit: Visit) -> None:
    ana, bob = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    join(bob, f"{server}/table/{make_table(ana, server)}")
    chair(ana, "Bob").wait_for()
    ana.get_by_role("button", name="Commencer").click()
    bob.locator(".tabletop").wait_for()
    before = [part.bounding_box() for part in bob.locator(".tabletop, .tabletop > *").all()]
    ana.get_by_role("tab", name="À table").click()
    ana.get_by_role("button", name="Pause").click()
    bob.get_by_text("Ana a mis la partie en pause").wait_for()
    ana.get_by_text("Tu as mis la partie en pause").wait_for()
    for page in (ana, bob):  # what would be refused is not offered
        expect(page.locator(BAR)).to_have_count(0)
    assert [part.bounding_box() for part in bob.locator(".tabletop, .tabletop > *").all()] == before
    bob.get_by_role("button", name="Continuer").click()
    expect(ana.get_by_text("la partie en pause")).to_have_count(0)


def test_on_a_phone_talking_settings_and_leaving_are_one_tap_away(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    make_table(page, server, start=True)
    page.get_by_role("button", name="Parler, régler, quitter").click()
    for name in ("Salut", "Pause", "Quitter la table"):
        page.get_by_role("button", name=name).wait_for()
    expect(page.get_by_role("button", name="Annuler mon coup")).to_have_count(0)
    page.get_by_role("button", name="Réglages").click()
    page.get_by_role("radio", name="Vif").wait_for()


def test_advice_is_offered_among_bots_only(server: str, visit: Visit) -> None:
    """With another person at the table the coach would refuse."""
    page = visit("Ana")
    make_table(page, server, start=True)
    page.get_by_role("button", name="Un conseil").wait_for()
    company = Company(page, server, "dix-mille", ["Bob"])
    while company.turn() != 0:
        company.play(1, lambda menu, _view: menu[0])
    page.locator(BAR).first.wait_for()
    expect(page.get_by_role("button", name="Un conseil")).to_have_count(0)


def test_a_late_friend_takes_a_bots_chair(server: str, visit: Visit) -> None:
    ana, bob = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    made = make_table(ana, server, start=True)
    ana.locator(".bar button").first.wait_for()
    bob.goto(f"{server}/table/{made}")
    bob.get_by_role("button", name="Jouer à la place du bot").click()
    expect(bob.get_by_text("Tu regardes.")).to_have_count(0)
    expect(ana.locator(".seats")).to_contain_text("Bob")
    expect(bob.get_by_role("alert")).to_have_count(0)


def test_everybody_is_told_who_went_who_plays_for_them_and_who_is_back(tmp_path: Path, visit: Visit) -> None:
    with running(tmp_path, grace=4.0) as base:
        ana, bob = visit("Ana"), visit("Bob")
        table = f"{base}/table/{make_table(ana, base)}"
        join(bob, table)
        chair(ana, "Bob").wait_for()
        ana.get_by_role("button", name="Commencer").click()
        bob.locator(".tabletop").wait_for()
        bob.goto(base)
        expect(ana.locator(".seats")).to_contain_text("hors ligne, un bot joue dans")
        ana.get_by_role("status").get_by_text("hors ligne : un bot joue à sa place.").wait_for()
        bob.goto(table)
        ana.get_by_role("status").get_by_text("de retour.").wait_for()
        ana.goto(base)
        bob.get_by_role("status").get_by_text("hors ligne : un bot joue à sa place.").wait_for()


def test_where_the_others_are_not_listed_it_is_said_whom_all_wait_for(server: str, visit: Visit) -> None:
    """On a small phone a full table has no list of players: the line of the story says who is offline."""
    page = visit("Ana", width=360, height=640, touch=True)
    company = Company(page, server, "dix-mille", ["Bob", "Cleo", "Dan", "Eva", "Flo"])
    while company.turn() == 0:
        company.play(1, lambda menu, _view: menu[0])
    expect(page.locator(".seats")).to_be_hidden()
    expect(page.locator(".line")).to_contain_text("hors ligne")


def test_ones_own_clock_is_shown_where_ones_turn_is(server: str, visit: Visit) -> None:
    page = visit("Ana")
    made = make_table(page, server, chairs=2)
    page.get_by_text("Changer les options").click()
    page.get_by_label("Pendule").select_option(label="Rapide")
    page.get_by_role("button", name="Commencer").click()
    page.wait_for_url(f"**/{made}")
    page.locator(".turn.yours").get_by_role("timer").wait_for()


def test_hosting_passes_on_when_the_host_stays_away(tmp_path: Path, visit: Visit) -> None:
    with running(tmp_path, grace=1.0) as base:
        ana, bob = visit("Ana"), visit("Bob")
        join(bob, f"{base}/table/{make_table(ana, base)}")
        chair(ana, "Bob").wait_for()
        ana.goto(base)
        bob.get_by_role("button", name="Commencer").wait_for()


def test_a_rematch_is_offered_to_all(server: str, visit: Visit) -> None:
    ana, bob = visit("Ana"), visit("Bob", width=360, height=640, touch=True)
    join(bob, f"{server}/table/{make_table(ana, server, target=2000)}")
    chair(ana, "Bob").wait_for()
    ana.get_by_role("button", name="Commencer").click()
    for page in (ana, bob):
        page.locator(".tabletop").wait_for()
    play_together(ana, bob)
    ana.get_by_role("button", name="Rejouer").click()
    bob.get_by_role("dialog").get_by_text("Ana veut rejouer.").wait_for()


def play_together(*pages: Page) -> None:
    """Each plays when it is their turn, until the result is shown to all."""
    start = time.monotonic()
    while not all(page.locator(OVER).count() for page in pages):
        for page in pages:
            if page.locator(BAR).count() and not page.locator(OVER).count():
                take_turn(page)
        assert time.monotonic() - start < LONG


def test_an_invite_on_loopback_shows_the_address_for_others(server: str, visit: Visit) -> None:
    page = visit("Ana")

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(["http://192.168.1.20:8005"]), content_type="application/json")

    made = make_table(page, server)
    page.get_by_text("ne s’ouvre que sur cet ordinateur").wait_for()  # as this server says of itself
    page.route("**/api/network", answer)
    page.reload()
    expect(page.locator(".address")).to_have_text(f"192.168.1.20:8005/table/{made}")
