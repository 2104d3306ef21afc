"""Latency from a pointer in one browser to the pose in another, on this machine.

A real server, a physics worker and two pages with the flat picture (`quality=drawn`; a 3D picture rendered
in software would measure the processor). Needs chromium and a built page.
"""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = tuple[str, str, str]
TIMES = 40
LISTEN = """
window.heard = [];
const Real = WebSocket;
window.WebSocket = class extends Real {
    constructor(...where) {
        super(...where);
        this.addEventListener('message', ({data}) => {
            if (!(data instanceof ArrayBuffer) || data.byteLength < 21) return;
            const view = new DataView(data, 1);
            if (new Uint8Array(data)[0] || !(view.getUint8(4) & 1)) return;
            heard.push([performance.timeOrigin + performance.now(), view.getInt16(7, true) * 2e-5]);
        });
    }
};
"""
MARK = """() => {
    window.moved = []; window.drawn = [];
    addEventListener('pointermove', () => moved.push(performance.timeOrigin + performance.now()), true);
    const stage = document.querySelector('.stage');
    new MutationObserver(() => {
        const hand = JSON.parse(stage.dataset.drawn).hand;
        if (hand) drawn.push([performance.timeOrigin + performance.now(), hand[0]]);
    }).observe(stage, {attributeFilter: ['data-drawn']});
}"""


def measured(times: int = TIMES) -> tuple[list[float], list[float], list[int]]:
    """Milliseconds to the other's page and to one's own picture, and pictures drawn until the hand moved."""
    from playwright.sync_api import sync_playwright

    from tests.page.conftest import CHROMIUM, FLAGS, running
    from tests.page.drivers.wood import lay_the_table

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        lay_the_table(Path(folder), "wood 173727")
        browser = driver.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        with running(Path(folder)) as base:
            ana, bob = (_sit(browser, base, seat) for seat in (0, 1))
            ana.locator(".bar button:has-text('Prendre')").first.click()
            ana.locator(".pad[data-hand]").wait_for()
            bob.wait_for_function("() => heard.length > 20")
            ana.evaluate(MARK)
            found = [_once(ana, bob, number) for number in range(times)]
        browser.close()
    other, own, pictures = zip(*found, strict=True)
    return sorted(other), sorted(own), sorted(pictures)


def _sit(browser: Any, base: str, seat: int) -> Any:
    from tests.page.drivers.wood import TABLE, TOKENS
    from tests.page.games.doigt_oeil.test_hand import SEATED

    context = browser.new_context(
        viewport={"width": 800, "height": 700}, service_workers="block", locale="fr"
    )
    context.add_init_script(LISTEN)
    context.add_init_script(
        "localStorage.getItem('cinq') || localStorage.setItem('cinq', '{\"name\": \"A\"}')"
    )
    page = context.new_page()
    page.goto(base)
    page.evaluate(SEATED, [TABLE, TOKENS[seat]])
    page.goto(f"{base}/table/{TABLE}?quality=drawn")
    page.locator(".tabletop").wait_for()
    return page


def _once(ana: Any, bob: Any, number: int) -> tuple[float, float, int]:
    """Measures one small push to the side."""
    area = ana.locator(".pad").bounding_box()
    x, y, push = area["x"] + area["width"] / 2, area["y"] + area["height"] / 2, 14 if number % 2 else -14
    ana.mouse.move(x, y)
    ana.mouse.down()
    ana.wait_for_timeout(120 + 7 * (number % 5))
    ana.evaluate("() => { moved.length = drawn.length = 0 }")
    before = bob.evaluate("() => heard.at(-1)[1]")
    ana.mouse.move(x + push, y)
    ana.wait_for_timeout(350)
    ana.mouse.up()
    start = ana.evaluate("() => moved[0]")
    heard, drawn = bob.evaluate("() => heard"), ana.evaluate("() => drawn")
    there = heard[-1][1] - before
    arrived = next(t for t, place in heard if t > start and abs(place - before) > abs(there) / 2)
    pictures = [(t, place) for t, place in drawn if t > start]
    changed = next(i for i, (_, place) in enumerate(pictures) if abs(place - before) > 2e-4)
    return arrived - start, pictures[changed][0] - start, changed + 1


def rows() -> Iterator[Row]:
    """The rows for the table of `bench.physics`."""
    if importlib.util.find_spec("playwright") is None:
        yield "hand to another's page", "no browser here", "≤ 50 ms"
        return
    other, own, pictures = measured()
    middle = len(other) // 2
    yield "hand to another's page, median of 40", f"{other[middle]:.0f} ms, worst {other[-1]:.0f}", "≤ 50 ms"
    yield "hand to one's own picture, median", f"{own[middle]:.0f} ms, worst {own[-1]:.0f}", ""
    yield "pictures until one's own hand has moved", f"{pictures[middle]}, at most {pictures[-1]}", "≤ 1"


if __name__ == "__main__":
    for row in rows():
        print(*row, sep=" · ")
