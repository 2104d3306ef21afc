"""Au doigt & à l'œil through the page: a whole game, a piece laid by hand and by list, a fall seen by two."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from math import dist, radians, tan
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.page.access.test_access import serious
from tests.page.conftest import LONG, Visit, running, settle
from tests.page.drivers.dix_mille import OVER, make_table
from tests.page.drivers.wood import Watch, rest

# A steady hand: it presses at what it sees. The page's clock goes on by 10 ms a picture meanwhile, so that
# a busy machine, whose next picture is late, cannot carry the marker away between the look and the press.
STOP_IN_THE_MIDDLE = """async () => {
    let now = performance.now();
    performance.now = () => now;
    for (let bar = 0; bar < 2; bar += 1) await new Promise((done) => {
        const look = () => {
            const marker = document.querySelectorAll('dialog[open] .track i')[bar];
            if (!marker) return done();
            if (Math.abs(parseFloat(marker.style.left) - 50) > 4) {
                now += 10;
                return requestAnimationFrame(() => setTimeout(look));
            }
            document.querySelector('dialog[open] .stop').click();
            setTimeout(done, 100);
        };
        requestAnimationFrame(() => setTimeout(look));
    });
    delete performance.now;
}"""


def table(page: Page, base: str, chairs: int = 2, quality: str = "drawn", **options: object) -> str:
    """A table of this game, drawn in two dimensions; the person opens."""
    made = make_table(page, base, game="doigt-oeil", chairs=chairs, start=True, first=0, **options)
    page.goto(f"{base}/table/{made}?quality={quality}")
    return made


def act(page: Page) -> bool:
    """One tap: a card more for the challenge, or the bar's first offer, or a card. False at the end."""
    page.locator(f".bar button, .hand button, {OVER}").first.wait_for()
    if page.locator(OVER).count():
        return False
    page.evaluate(
        """() => {
            const bar = document.querySelector('.bar button');
            const card = document.querySelector('.hand button[aria-pressed=false]');
            const gives = bar?.innerText.startsWith('Défier');
            (gives ? card ?? bar : bar ?? card)?.click();
        }"""
    )
    page.wait_for_timeout(40)
    return True


def hand(page: Page) -> list[float]:
    """Where the hand is, in metres."""
    return [float(n) for n in (page.locator(".pad").get_attribute("data-hand") or "").split()]


def drag(page: Page, dx: float, dy: float, button: str = "left") -> None:
    area = page.locator(".pad").bounding_box()
    assert area
    x, y = area["x"] + area["width"] * 0.5, area["y"] + area["height"] * 0.45
    page.mouse.move(x, y)
    page.mouse.down(button="left" if button == "left" else "right")
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up(button="left" if button == "left" else "right")
    rest(page)


def carry(page: Page, bottom: float) -> None:
    """With the mouse over the middle of the starter, then down until the piece is `bottom` millimetres up."""
    before = hand(page)
    drag(page, 0, -60)
    scale = (hand(page)[1] - before[1]) / 60
    for _ in range(6):
        x, y, _z = hand(page)
        if abs(x) < 0.0015 and abs(y) < 0.0015:
            break
        drag(page, -x / scale * 1.3, y / scale)
    for _ in range(14):
        height = page.locator("[role=slider]").first
        left = int(height.get_attribute("aria-valuenow") or 0) - bottom
        if left <= 0:
            break
        drag(page, 0, max(2, min(150, left / 1000 / scale * 1.3 * (0.9 if left > 12 else 1))), "right")


def open_one(page: Page, base: str, quality: str = "drawn") -> str:
    """A fresh table and its first piece, in a hand that the server hears; its card in words."""
    watch = Watch(page)
    table(page, base, quality=quality)
    page.locator(".bar button").first.click()
    page.locator(".pad[data-hand]").wait_for()
    watch.until(watch.met)
    return page.locator(".holding .card").get_attribute("aria-label") or ""


def open_card(page: Page, base: str, fits: Callable[[str], bool], quality: str = "drawn") -> str:
    """Fresh tables until the first piece has such a card; its words."""
    for _ in range(24):
        if fits(card := open_one(page, base, quality)):
            return card
    raise AssertionError("no such card in twenty-four games")


def take(page: Page, base: str, quality: str = "drawn") -> str:
    """Fresh tables until the opening gives a piece that a mouse may lay on the starter; its card in words."""
    return open_card(
        page, base, lambda card: "main gauche" not in card and "sur le plateau" not in card, quality
    )


def test_a_whole_game_against_a_bot(visit: Visit, tmp_path: Path) -> None:
    """To the end, by taps, on a phone; what a placement does is drawn at once here, without wood."""
    page = visit("Ana", width=360, height=740, touch=True)
    with running(tmp_path, physics=False) as base:
        table(page, base, rules="simplified")
        page.locator(".bar button").first.wait_for()
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        small = page.evaluate(
            """() => [...document.querySelectorAll('main button')]
                .map((e) => [e.outerHTML.slice(0, 80), e.getBoundingClientRect()])
                .filter(([, r]) => r.width && (r.width < 44 || r.height < 44)).map(([name]) => name)"""
        )
        assert small == []
        start, done = time.monotonic(), 0
        while act(page):
            done += 1
            assert time.monotonic() - start < LONG, "the game did not end in time"
        assert done > 3


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_serious_for_axe(server: str, visit: Visit, dark: bool) -> None:
    page = visit("Ana", dark=dark)
    table(page, server, chairs=4, rules="advanced")
    page.locator(".bar button").first.wait_for()
    assert serious(page) == []
    page.locator(".bar button").first.click()
    page.locator(".pad").wait_for()
    page.mouse.move(2, 2)
    assert serious(page) == []
    page.get_by_role("button", name="Choisir un endroit").click()
    page.locator("dialog[open] li button").first.click()
    assert serious(page) == []


def test_a_piece_let_go_in_the_air_falls_before_everybody(server: str, visit: Visit) -> None:
    """A spectator in another browser sees the same structure afterwards."""
    ana, bob = visit("Ana"), visit("Bob")
    take(ana, server)
    bob.goto(ana.url)
    bob.get_by_role("img", name="La structure").wait_for()
    ana.wait_for_timeout(800)
    ana.keyboard.press("Enter")
    for page in (ana, bob):
        page.get_by_text("faire tomber").or_(page.get_by_text("fais tomber")).or_(
            page.get_by_text("fait tomber")
        ).first.wait_for()


def test_a_piece_laid_by_list(server: str, visit: Visit) -> None:
    """Without pointing: choose a spot, steady the marker twice."""
    page = visit("Ana")
    table(page, server)
    page.locator(".bar button").first.click()
    page.locator(".pad").wait_for()
    page.keyboard.press("c")
    page.locator("dialog[open] li button").first.click()
    page.evaluate(STOP_IN_THE_MIDDLE)
    page.locator(".pad").wait_for(state="detached")
    page.get_by_text("ça tient, bravo").first.wait_for()


HELD = """(code) => {
    const key = (kind) => document.body.dispatchEvent(new KeyboardEvent(kind, { code, bubbles: true }));
    key('keydown');
    for (const end = performance.now() + 200; performance.now() < end; );
    key('keyup');
}"""


def test_keys_move_only_what_the_card_allows(server: str, visit: Visit) -> None:
    """By how long they were held, also when the screen had no time for a single picture meanwhile."""
    page = visit("Ana")
    card = open_card(page, server, lambda card: "main gauche" in card or "main droite" in card)
    mine, other = ("KeyD", "ArrowRight") if "main gauche" in card else ("ArrowRight", "KeyD")
    page.evaluate(HELD, other)
    rest(page)
    assert abs(hand(page)[0]) < 0.001
    page.evaluate(HELD, mine)
    page.wait_for_function("() => Math.abs(parseFloat(document.querySelector('.pad').dataset.hand)) > 0.01")


def test_two_fingers_move_and_turn_at_once(server: str, visit: Visit) -> None:
    """With both hands a finger carries the piece while another turns it."""
    page = visit("Ana", width=360, height=740, touch=True)
    open_card(page, server, lambda card: "deux mains" in card)
    rest(page)
    pad, strip = page.locator(".pad").bounding_box(), page.locator("[role=slider]").nth(1).bounding_box()
    assert pad and strip
    x, y = pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2
    tx, ty = strip["x"] + strip["width"] / 2, strip["y"] + strip["height"] / 2
    before = hand(page)
    turn = page.locator("[role=slider]").nth(1).get_attribute("aria-valuenow")
    devtools = page.context.new_cdp_session(page)
    for kind, step in [("touchStart", 0), *(("touchMove", i) for i in range(1, 9)), ("touchEnd", 0)]:
        points = [{"x": x + 5 * step, "y": y, "id": 0}, {"x": tx + 4 * step, "y": ty, "id": 1}]
        touched = [] if kind == "touchEnd" else points
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    rest(page)
    assert hand(page)[0] - before[0] > 0.01
    assert page.locator("[role=slider]").nth(1).get_attribute("aria-valuenow") != turn


BOARD = """() => {
    const pen = document.createElement('canvas').getContext('2d');
    const drawn = document.querySelector('.picture canvas');
    [pen.canvas.width, pen.canvas.height] = [drawn.width, drawn.height];
    pen.drawImage(drawn, 0, 0);
    const dots = pen.getImageData(0, 0, drawn.width, drawn.height).data;
    const brown = (at) => dots[at] === 0x6f && dots[at + 1] === 0x4a && dots[at + 2] === 0x2a;
    let found = 0;
    for (let at = 0; at < dots.length; at += 4) found += brown(at);
    return found > dots.length / 4 / 20;
}"""
"""Whether a twentieth of the picture is the board's brown."""


@pytest.mark.parametrize("old", [False, True])
def test_the_wood_is_drawn_in_a_worker_or_where_there_is_none_by_the_page(
    server: str, visit: Visit, old: bool
) -> None:
    page = visit("Ana")
    if old:
        page.add_init_script("delete HTMLCanvasElement.prototype.transferControlToOffscreen")
    made = make_table(page, server, game="doigt-oeil", chairs=2, start=True)
    page.goto(f"{server}/table/{made}?quality=drawn")
    page.locator(".tabletop").wait_for()
    page.wait_for_function(BOARD)
    assert len(page.workers) == (0 if old else 1)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080), (3840, 2160)])
def test_on_a_large_screen_the_wood_is_large_and_the_hand_follows_the_mouse(
    server: str, visit: Visit, width: int, height: int
) -> None:
    """The page is zoomed on large screens: the scene has its share, and a pixel of the mouse stays one."""
    page = visit("Ana", width=width, height=height)
    take(page, server)
    rest(page)
    stage = page.locator(".stage").bounding_box()
    assert stage and stage["width"] > width * 0.55 and stage["height"] > height * 0.4
    eye = json.loads(page.locator(".stage").get_attribute("data-drawn") or "{}")["eye"]
    before = hand(page)
    drag(page, 60, 0)
    ahead = [b - a for a, b in zip(eye["at"], eye["look"], strict=True)]
    to = [b - a for a, b in zip(eye["at"], before, strict=True)]
    far = sum(a * b for a, b in zip(ahead, to, strict=True)) / dist(eye["at"], eye["look"])
    expected = 60 * 2 * tan(radians(16)) * far / stage["height"]
    assert dist(before[:2], hand(page)[:2]) == pytest.approx(expected, rel=0.15)
    canvas = page.locator(".stage canvas").first
    assert canvas.evaluate("(one) => one.width") >= 0.99 * stage["width"]  # of the screen's own pixels
