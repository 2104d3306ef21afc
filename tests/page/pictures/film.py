"""A short film for the documents: a piece laid by hand, then the tower pushed over, and again slowly.

`python -m tests.page.pictures.film OUT.webp`. Two persons play on the flat picture, quickly; what one of
them was sent is then shown to a fresh page, picture by picture on a clock of our own, so that a slow machine
makes the same film.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, WebSocketRoute

from tests.page.conftest import SOFTWARE, launched, running
from tests.page.drivers.wood import TABLE, TOKENS, Finger, Person, lay_the_table
from tests.page.games.doigt_oeil.test_hand import DEAL, SEATED, give, knock_over, lay

RedactedLine = list[tuple[float, str | bytes]]
STEP = 140
"""Milliseconds between two pictures."""
SIZE: ViewportSize = {"width": 460, "height": 600}
AFTER = 3.8
"""Seconds filmed after the fall: the slow motion."""


def person(browser: Browser, base: str, seat: int) -> Page:
    context = browser.new_context(
        viewport={"width": 640, "height": 600}, locale="fr-FR", has_touch=seat == 1, service_workers="block"
    )
    context.add_init_script("""localStorage.setItem('cinq', '{"name": "A", "speed": 20, "sound": false}')""")
    return context.new_page()


def acted(browser: Browser, base: str) -> RedactedLine:
    """What a spectator was sent, from the moment Bob took his piece: seconds and messages."""
    ana, bob = Person(person(browser, base, 0), 0), Finger(person(browser, base, 1), 1)
    for one in (ana, bob):
        one.page.goto(base)
        one.page.evaluate(SEATED, [TABLE, TOKENS[one.seat]])
        one.page.goto(f"{base}/table/{TABLE}?quality=drawn")
        one.page.locator(".tabletop").wait_for()
    lay(ana)
    lay(ana)
    give(ana, "D7")
    told: RedactedLine = []
    watcher = person(browser, base, 2)
    watcher.on(
        "websocket", lambda line: line.on("framereceived", lambda d: told.append((time.monotonic(), d)))
    )
    watcher.goto(f"{base}/table/{TABLE}?quality=drawn")
    watcher.locator(".tabletop").wait_for()
    lay(bob)
    give(bob, "A11")
    x, y, z, *_ = max(ana.watch.poses().values(), key=lambda pose: pose[2])
    print("pushed over:", knock_over(ana, x, y, 1000 * z))
    ana.page.wait_for_timeout(1000)
    start = next(i for i, (_, data) in enumerate(told) if isinstance(data, str) and '"type":"sync"' in data)
    return told[start:]


def without_waits(told: RedactedLine) -> RedactedLine:
    """Long waits are cut: nobody wants to see a program think."""
    out: RedactedLine = []
    shift, last = told[0][0], told[0][0]
    for at, data in told:
        shift += max(0.0, at - last - 0.25)
        out.append((at - shift, data))
        last = at
    return out


def filmed(browser: Browser, base: str, told: RedactedLine) -> list[Image.Image]:
    """The same messages at the same moments of a clock of our own; a spectator's picture of each."""
    context = browser.new_context(viewport=SIZE, locale="fr-FR", service_workers="block")
    context.add_init_script("""localStorage.setItem('cinq', '{"name": "A", "speed": 1, "sound": false}')""")
    page, lines = context.new_page(), list[WebSocketRoute]()
    page.route_web_socket("**/api/socket", lambda socket: _answer(socket, lines, str(told[0][1])))
    page.clock.install()
    page.goto(f"{base}/table/{TABLE}?quality=low")
    for _ in range(12):
        page.clock.fast_forward(100)
        page.wait_for_timeout(100)
    pictures, left = [], list(told[1:])
    for step in range(int((told[-1][0] + AFTER) * 1000 / STEP)):
        while left and left[0][0] * 1000 <= step * STEP:
            lines[-1].send(left.pop(0)[1])
        page.clock.fast_forward(STEP)
        shot = page.locator(".stage").screenshot()
        pictures.append(Image.open(BytesIO(shot)).convert("RGB"))
    return pictures


def _answer(socket: WebSocketRoute, lines: list[WebSocketRoute], sync: str) -> None:
    """The one who says hello is a spectator of the recording."""

    def heard(message: str | bytes) -> None:
        if json.loads(message)["type"] == "hello":
            socket.send(sync)
            lines.append(socket)

    socket.on_message(heard)


def main(out: Path) -> None:
    with tempfile.TemporaryDirectory() as folder, launched(*SOFTWARE) as browser:
        lay_the_table(Path(folder), DEAL)
        with running(Path(folder)) as base:
            told = without_waits(acted(browser, base))
            print(f"{len(told)} messages in {told[-1][0]:.1f} s")
            pictures = filmed(browser, base, told)
    small = [picture.resize((420, round(420 * picture.height / picture.width))) for picture in pictures]
    small[0].save(out, save_all=True, append_images=small[1:], duration=STEP, loop=0, quality=55, method=4)
    print(f"{out}: {len(small)} pictures, {out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
