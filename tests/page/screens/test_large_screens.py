"""Large screens: the table fills them, and what lies on it and what is written grow with them."""

from __future__ import annotations

import pytest

from tests.page.conftest import Visit, settle
from tests.page.drivers.dix_mille import make_table

DESK, FULL_HD, ULTRA_HD = (1280, 800), (1920, 1080), (3840, 2160)
THING = {
    "dix-mille": ".tray .die, .tray .ghost",
    "got-five": ".open .tile",
    "five-millimetres": ".scene svg g.appear, .scene svg ellipse.base",
    "five-or-less": "[data-mine] .card",
}
"""What one looks at most."""
MEASURE = """(thing) => {
    const box = (place) => document.querySelector(place).getBoundingClientRect();
    const table = box('.tabletop'), felt = box('.tabletop > .felt');
    return {
        share: table.width * table.height / (innerWidth * innerHeight),
        felt: felt.width * felt.height / (innerWidth * innerHeight),
        thing: box(thing).height,
        text: parseFloat(getComputedStyle(document.querySelector('.line')).fontSize)
            * (document.querySelector('.line').currentCSSZoom ?? 1),
        scrolls: document.documentElement.scrollHeight > innerHeight,
    };
}"""


@pytest.mark.parametrize("game", THING)
def test_the_table_fills_a_large_screen(game: str, server: str, visit: Visit) -> None:
    page = visit("Ana")
    make_table(page, server, game=game, chairs=4, start=True)
    page.locator(THING[game]).first.wait_for()
    seen = {}
    for width, height in (DESK, FULL_HD, ULTRA_HD):
        page.set_viewport_size({"width": width, "height": height})
        settle(page)
        seen[width] = page.evaluate(MEASURE, THING[game])
    desk, hd, uhd = (seen[width] for width, _ in (DESK, FULL_HD, ULTRA_HD))
    assert not any(one["scrolls"] for one in seen.values()), seen
    assert min(hd["share"], uhd["share"]) > 0.58 and min(hd["felt"], uhd["felt"]) > 0.25, seen
    assert hd["text"] >= 1.2 * desk["text"] and uhd["text"] >= 1.9 * hd["text"], seen
    assert hd["thing"] >= 1.25 * desk["thing"] and uhd["thing"] >= 1.9 * hd["thing"], seen
