"""The rules as people read them, and a refusal that leads to its sentence."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from cinq.games import GAMES
from tests.page.access.test_access import serious
from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table


@pytest.mark.parametrize("game", GAMES)
def test_rules_have_chapters_pictures_and_no_list_of_ids(server: str, visit: Visit, game: str) -> None:
    page = visit("Ana", locale="en-GB" if game == "got-five" else "fr-FR")
    make_table(page, server, game=game, chairs=2, start=True)
    page.locator(".tabletop").wait_for()
    page.get_by_role("button", name="Rules" if game == "got-five" else "Règles").click()
    sheet = page.get_by_role("region", name="Rules" if game == "got-five" else "Règles")
    expect(sheet.get_by_role("heading").first).to_have_text(
        "The goal" if game == "got-five" else "But du jeu"
    )
    assert sheet.get_by_role("heading").count() >= 6
    assert sheet.locator(".picture, td").count() >= 4
    assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0
    assert serious(page) == []


def refuse_by(rule: str) -> Callable[[WebSocketRoute], None]:
    """Every action is refused by this rule, as one that came a moment too late would be."""

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] != "act":
                server.send(text)
                return
            no = {"type": "refused", "code": "illegal", "message": "", "rule": rule, "ref": message["ref"]}
            socket.send(json.dumps(no))

        socket.on_message(hear)

    return connect


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 640)])
def test_a_refusal_leads_to_its_sentence(server: str, visit: Visit, width: int, height: int) -> None:
    page = visit("Ana", width=width, height=height)
    page.route_web_socket("**/api/socket", refuse_by("DM-19"))
    make_table(page, server, chairs=2, start=True)
    page.locator(".bar button.main").click()
    page.get_by_role("alert").get_by_role("button", name="Voir la règle").click()
    sentence = page.locator("#rule-DM-19")
    expect(sentence).to_be_in_viewport()
    expect(sentence).to_contain_text("Ce qui vient d’être refusé")
    expect(page.locator("#rule-DM-1")).not_to_be_in_viewport()
