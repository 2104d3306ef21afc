"""axe-core finds nothing serious on any page, light or dark; a spectator can follow by ear."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.page.conftest import ROOT, Visit, settle
from tests.page.drivers.dix_mille import make_table, play_to_the_end

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
ALONE = {
    "/": "#finished",
    "/table/nowhere": ".notice button",
    "/lesson/dix-mille": ".tabletop",
    "/lesson/got-five": ".tabletop",
    "/replay/nothing": ".notice button",
    "/nowhere": ".notice button",
}
"""Pages that need no game, and what is there once they are."""
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="npm ci has not been run")


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical, one line each, once nothing moves: what fades is hard to read."""
    settle(page)
    page.evaluate(Path(AXE).read_text("utf-8"))
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{one['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True])
def test_pages_that_need_no_game(server: str, visit: Visit, dark: bool) -> None:
    page = visit(dark=dark)
    for address, there in ALONE.items():
        page.goto(server + address)
        page.locator(there).wait_for()
        assert serious(page) == [], address


@pytest.mark.parametrize("dark", [False, True])
def test_sheets_of_the_home_page(server: str, visit: Visit, dark: bool) -> None:
    page = visit(dark=dark, width=360, height=740)
    page.goto(server)
    page.get_by_role("link", name="Inviter : Dix Mille").click()
    page.get_by_label("Ton nom").fill("Ana")
    assert serious(page) == []
    page.get_by_role("button", name="S’asseoir").click()
    page.get_by_text("Ouvrir la table").wait_for()
    page.get_by_text("Options").click()
    assert serious(page) == []
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/table/**")
    page.get_by_role("img", name="Code QR du lien de la table").wait_for()
    assert serious(page) == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_game_of_dix_mille(server: str, visit: Visit, dark: bool) -> None:
    page = visit("Ana", dark=dark)
    make_table(page, server, chairs=3, start=True, target=1000)
    page.locator(".bar button").first.wait_for()
    assert serious(page) == []
    for tab in ("Règles", "À table"):
        page.get_by_role("tab", name=tab).click()
        assert serious(page) == []
    play_to_the_end(page)
    assert serious(page) == []
    page.get_by_role("link", name="Revoir la partie").click()
    page.get_by_role("button", name="À la fin").click()
    assert serious(page) == []


HEAR = """() => {
    const told = document.querySelectorAll('ol[tabindex] li').length;
    window.heard = document.querySelector('[role=log]').textContent;
    new MutationObserver(() => { heard += ' ' + document.querySelector('[role=log]')?.textContent; })
        .observe(document.body, {subtree: true, childList: true, characterData: true});
    return told;
}"""


def test_all_that_is_told_is_heard(server: str, visit: Visit) -> None:
    """Also what others do while the story still waits for the dice to land."""
    page = visit("Ana")
    make_table(page, server, chairs=3, start=True, target=1_500)
    page.locator("[role=log]").wait_for(state="attached")
    page.locator("ol[tabindex] li").first.wait_for()
    before = page.evaluate(HEAR)
    play_to_the_end(page)
    told = page.locator("ol[tabindex] li").all_text_contents()[before:]
    heard = page.evaluate("heard")
    assert len(told) > 20 and not [line for line in told if line.strip() not in heard]
