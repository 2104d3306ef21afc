"""The lesson of Au doigt & à l'œil in real wood: a piece laid by hand, one by the list, a tower falls."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit, settle
from tests.page.drivers.wood import Finger, Watch, rest
from tests.page.games.doigt_oeil.test_doigt_oeil import STOP_IN_THE_MIDDLE

HOLD = """([code, seconds]) => {
    const key = (kind) => document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    for (let left = seconds * 1000; left > 0; left -= 400) {
        key('keydown');
        for (const end = performance.now() + Math.min(400, left); performance.now() < end; );
        key('keyup');
    }
}"""
"""Holds a key for so long by the page's own clock; a single look covers half a second at most."""
MOVE, LIFT = 0.07, 0.06
"""Metres a second of a key that is held (`steer.ts`)."""
NEAR = 0.003
"""Metres from the middle of the wood within which a piece of the first exercise is laid."""
CALM = 700
"""Milliseconds for which a piece just taken is not let go (`handController.svelte.ts`)."""


def start(page: Page, server: str) -> Watch:
    """At the first piece in hand."""
    watch = Watch(page)
    page.goto(f"{server}/lesson/doigt-oeil?quality=drawn")
    page.get_by_role("button", name="Prendre A4").click()
    in_hand(watch)
    return watch


def in_hand(watch: Watch) -> None:
    """Until the page has a piece in hand, and so has the server: it ignores a hand before that."""
    watch.page.locator(".pad[data-hand]").wait_for()
    since = len(watch.binary)
    watch.until(lambda: watch.met(since))
    watch.page.wait_for_timeout(CALM)
    rest(watch.page)


def hold(page: Page, code: str, metres: float) -> None:
    """Moves by a key that is held."""
    page.evaluate(HOLD, [code, metres / (LIFT if code.startswith("Page") else MOVE)])
    rest(page)


def height(page: Page) -> int:
    return int(page.locator("[role=slider]").first.get_attribute("aria-valuenow") or 0)


def verdict(page: Page) -> str:
    page.locator(".verdict").wait_for()
    return page.locator(".verdict").inner_text()


def fits(page: Page, width: int, height: int) -> None:
    """Nothing is wider or higher than the screen."""
    settle(page)
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(size) == [width, height]


def by_list(watch: Watch, width: int, height: int) -> None:
    """The second piece on the first spot of the list."""
    page = watch.page
    in_hand(watch)
    fits(page, width, height)
    page.get_by_role("button", name="Choisir un endroit").click()
    page.locator("dialog[open] li button").first.wait_for()
    fits(page, width, height)
    page.locator("dialog[open] li button").first.click()
    fits(page, width, height)
    page.evaluate(STOP_IN_THE_MIDDLE)


def by_finger(page: Page) -> None:
    """The first piece: above the middle of the wood, down until contact is seen, let go."""
    finger = Finger(page, 0)
    finger.carry_to(0, 0, NEAR)
    finger.lower_to(14)
    finger.lower_until_contact()
    expect(page.locator(".strip.lit")).to_be_visible()
    finger.let_go()


def by_keys(page: Page) -> None:
    """The same with keys, by what is seen: a busy machine may hold a key too long."""
    steer_to_the_middle(page)
    ruler = page.get_by_role("slider", name="Hauteur")
    while "contact" not in (ruler.get_attribute("aria-valuetext") or ""):
        hold(page, "PageDown", max(2, height(page) - 10) / 1000)
    page.keyboard.press("Enter")


def steer_to_the_middle(page: Page) -> None:
    """Until the hand is above the middle of the wood; the test's own time limit ends a hand that never is."""
    while max(map(abs, place := hand(page))) > NEAR:
        for off, codes in zip(place, (("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")), strict=True):
            if abs(off) > NEAR / 2:
                hold(page, codes[off > 0], abs(off))


def hand(page: Page) -> tuple[float, float]:
    """Where the hand is: metres to the right of the middle of the board, and away from the viewer."""
    x, y, _ = (page.locator(".pad").get_attribute("data-hand") or "").split()
    return float(x), float(y)


def test_on_a_phone_by_finger_and_by_list(server: str, visit: Visit) -> None:
    page = visit("Ana", width=360, height=640, touch=True)
    watch = start(page, server)
    fits(page, 360, 640)
    by_finger(page)
    assert "ça tient" in verdict(page)
    fits(page, 360, 640)
    page.get_by_role("button", name="Continuer").click()
    by_list(watch, 360, 640)
    assert "ça tient" in verdict(page)
    page.get_by_role("button", name="Continuer").click()
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.get_by_role("img", name="La structure")).to_have_accessible_name("La structure : 3 pièces")


@pytest.mark.parametrize(("width", "height_"), [(1280, 800), (360, 640)])
def test_a_tower_is_knocked_over_and_the_verdict_says_so(
    server: str, visit: Visit, width: int, height_: int
) -> None:
    page = visit("Ana", width=width, height=height_)
    watch = start(page, server)
    page.keyboard.press("Enter")  # from high above, beside the wood: it fails, and one may try again
    assert "ta pièce est tombée" in verdict(page) and "Tu dois piocher 3 cartes" in verdict(page)
    page.get_by_role("button", name="Réessayer").click()
    in_hand(watch)
    by_keys(page)
    assert "ça tient" in verdict(page)
    page.get_by_role("button", name="Continuer").click()
    by_list(watch, width, height_)
    assert "ça tient" in verdict(page)
    page.get_by_role("button", name="Continuer").click()
    for card in (0, 1):
        page.locator(".hand button").nth(card).click()
    page.get_by_role("button", name="Défier Aline").click()
    in_hand(watch)
    hold(page, "ArrowRight", 0.05)
    hold(page, "ArrowUp", 0.06)
    hold(page, "PageDown", (height(page) - 12) / 1000)
    for code in ("ArrowLeft", "ArrowRight", "ArrowLeft"):  # through the tower, to and fro
        hold(page, code, 0.12)
    page.keyboard.press("Enter")
    assert "tombe" in verdict(page) and "Tu dois piocher 3 cartes" in verdict(page)
    fits(page, width, height_)
    page.get_by_role("button", name="Continuer").click()
    expect(page.get_by_role("status").get_by_text("Une chute coûte trois cartes")).to_be_visible()


def test_where_no_wood_is_simulated_the_lesson_goes_on(visit: Visit, server: str) -> None:
    page = visit("Ana")
    page.route_web_socket(
        "**/api/practice",
        lambda socket: socket.send('{"type": "bye", "why": "this server simulates no wood"}'),
    )
    page.goto(f"{server}/lesson/doigt-oeil?quality=drawn")
    page.get_by_role("button", name="Prendre A4").click()
    expect(page.get_by_text("Ce serveur ne simule pas le bois")).to_be_visible()
    page.get_by_role("button", name="Continuer").click()
    page.get_by_text("3 / 7", exact=True).wait_for()
