"""Au doigt & à l'œil: what one reads at the table: ten players, advantage cards, the list of spots."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit, settle
from tests.page.drivers.stranger import COVERED
from tests.page.games.doigt_oeil.test_doigt_oeil import table

SHAPES = "(all) => all.map((path) => path.getAttribute('d'))"
SIDES = "(all) => all.map((one) => one.getBoundingClientRect()).map(({left, right}) => [left, right])"
TAKE = re.compile("^Prendre [A-Z][0-9]+$")


def test_ten_sit_at_a_live_table_on_a_phone(server: str, visit: Visit) -> None:
    """Nine opponents with an emblem each, felt, markers and one's own hand in sight; a piece can be taken."""
    page = visit("Ana", width=360, height=640, touch=True)
    table(page, server, chairs=10)
    take = page.get_by_role("button", name=TAKE).first
    take.wait_for()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.get_by_role("group", name=re.compile("^Ta main")).evaluate_all(COVERED) == []
    assert page.locator(".seats li").evaluate_all(COVERED) == []
    assert page.locator(".seats li").count() == 9
    assert len(set(page.locator(".seats li .emblem path").evaluate_all(SHAPES))) == 9
    felt, line = (page.locator(place).bounding_box() for place in (".tabletop > .felt", ".line"))
    assert felt and line and felt["height"] > 190 and felt["y"] + felt["height"] <= line["y"] + 2
    markers = page.locator(".markers li").evaluate_all(SIDES)
    assert len(markers) == 10
    assert all(felt["x"] < left and right < felt["x"] + felt["width"] for left, right in markers)
    take.click()
    page.locator(".pad[data-hand]").wait_for()


def test_an_advantage_card_says_what_it_does(server: str, visit: Visit) -> None:
    """Fresh tables until one is dealt; a tap on it explains it, whether or not it can be played now."""
    page = visit("Ana", width=390, height=844, touch=True)
    advantage = page.get_by_role(
        "button", name=re.compile("^(Faire pivoter|Retour à|Dévier|Trouble-fête|Place-moi)")
    )
    for _ in range(12):
        table(page, server, rules="advanced")
        page.get_by_role("button", name=TAKE).first.wait_for()
        if advantage.count():
            break
    said = advantage.first.inner_text().split("\n")[-1]
    assert len(said) > 40
    advantage.first.tap()
    expect(page.locator("p.why", has_text=said)).to_be_in_viewport(ratio=1)


def test_a_spot_is_named_in_separate_words(server: str, visit: Visit) -> None:
    page = visit("Ana", width=390, height=844, touch=True)
    table(page, server)
    page.get_by_role("button", name=TAKE).first.click()
    page.get_by_role("button", name="Choisir un endroit").click()
    spot = page.get_by_role("dialog").get_by_role("listitem").first.get_by_role("button")
    expect(spot).to_be_focused()
    expect(spot).to_have_accessible_name(re.compile(r"^1 .*(haut|plateau) tournée de (−?\d|−?[1-8]\d|90)°$"))
