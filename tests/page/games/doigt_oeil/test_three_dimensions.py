"""Au doigt & à l'œil in three dimensions, drawn by the processor: when it is built, and a piece laid in it.

Each picture costs much processor time here, so other tests look at the drawing in two dimensions.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import SOFTWARE, Visit
from tests.page.drivers.dix_mille import make_table
from tests.page.drivers.wood import rest
from tests.page.games.doigt_oeil.test_doigt_oeil import carry, take

BROWSER = SOFTWARE
SOLID = ".stage canvas.solid"


@pytest.mark.parametrize("asks", [True, False])
def test_without_a_graphics_card_three_dimensions_wait_for_a_calm_moment(
    server: str, visit: Visit, asks: bool
) -> None:
    page = visit("Ana")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.clock.install()
    make_table(page, server, game="doigt-oeil", chairs=2, start=True)
    offer = page.get_by_role("button", name="Voir en 3D")
    offer.wait_for()
    page.mouse.move(200, 300)
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))  # five calm seconds are the page's own
    for step in range(0 if asks else 8):
        page.clock.run_for(3_000)
        page.mouse.move(201 + step, 300)
    assert page.locator(SOLID).count() == 0
    assert not [url for url in fetched if "/scene3d" in url]
    if asks:
        offer.click()
    page.clock.resume()
    page.locator(SOLID).wait_for()
    expect(offer).to_have_count(0)


def test_a_piece_laid_by_mouse_in_three_dimensions_stands(server: str, visit: Visit) -> None:
    page = visit("Ana", width=640, height=600)
    take(page, server, quality="low")
    page.locator(SOLID).wait_for()
    rest(page)
    carry(page, 10)
    page.keyboard.press("Enter")
    page.get_by_text("ça tient, bravo").first.wait_for()
