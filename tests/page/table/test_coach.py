"""The coach without a preference: it says so in words that are true, and goes away."""

from __future__ import annotations

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import Visit
from tests.page.drivers.dix_mille import make_table


def silent(socket: WebSocketRoute) -> None:
    """The table, but for a coach that never prefers anything."""
    table = socket.connect_to_server()

    def pass_on(message: str | bytes) -> None:
        said = json.loads(message)
        if said["type"] == "ask_hint":
            socket.send(json.dumps({"type": "hint", "seq": 0, "hint": None, "ref": said["ref"]}))
        else:
            table.send(message)

    socket.on_message(pass_on)


def test_a_coach_without_a_preference_does_not_deny_that_there_is_a_choice(server: str, visit: Visit) -> None:
    page = visit("Ana", width=390, height=844, touch=True)
    page.route_web_socket("**/*", silent)
    make_table(page, server, game="five-millimetres", chairs=2, start=True)
    page.locator(".bids button").first.wait_for()
    page.get_by_role("button", name="Un conseil ?").click()
    told = page.locator(".notices")
    expect(told).to_contain_text("Aucun choix ne se détache")
    told.get_by_role("button", name="Fermer").click()
    expect(told).not_to_contain_text("Aucun choix")
