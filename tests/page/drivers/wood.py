"""A table of wood for two persons, what their browsers hear of it, and how they lay a piece by pointer.

The cards are chosen by their promised secret, so that nobody holds a card for the left hand alone: a
mouse is a right hand (DO-12). Where to lay a piece is worked out from the poses on the wire, as a
person would look for a firm spot; the way there is the pointer's alone.
"""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from math import copysign, degrees, pi
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page, WebSocket

from cinq.games.doigt_oeil.components import card
from cinq.physics import planner
from cinq.physics.frames import DecodedFrame, decode
from cinq.physics.pieces import Pose, starter
from cinq.server.rooms.tokens import hashed
from cinq.server.storage.interface import TableEntry
from cinq.server.storage.sqlite import FILE, SqliteStore
from cinq.table import lobby
from cinq.table.table import Table

TABLE = "wood"
TOKENS = ("ana's chair", "bob's chair")
OPTIONS = {"rules": "simplified", "hand": 10, "first": 0}
SEEN = """() => [document.querySelector('.pad').dataset.hand.split(' ').map(Number),
    ...[...document.querySelectorAll('[role=slider]')].map((strip) => Number(strip.ariaValueNow))]"""
REST = """() => new Promise((done) => {
    let before = '', same = 0;
    const look = () => {
        const shown = [document.querySelector('.pad')?.dataset.hand,
            ...[...document.querySelectorAll('[role=slider]')].map((strip) => strip.ariaValueNow)].join(' ');
        same = shown === before ? same + 1 : 0;
        before = shown;
        if (same < 10) setTimeout(look, 25);
        else done();
    };
    look();
})"""
"""Ten looks by the page's own clock, by which the hand moves too; a single hand pauses for six of them."""
FINE = 0.0004
"""Metres: near enough, for a hand that looks."""
DEEPER = 1.3
"""A stroke goes so much further away than aside: the board is seen at a slant."""
PIXELS = 200
"""As far as one stroke of mouse or finger goes."""


def lay_the_table(data: Path, deal: str) -> None:
    """A game of two persons in the store, just dealt: the server finds it when it starts."""
    now, table = time.time(), Table(TABLE)
    secret = sha256(deal.encode()).digest()
    lobby.open_table(table, now, "doigt-oeil", OPTIONS, 2, secret, "none", False, False)
    for seat, name in enumerate(("Ana", "Bob")):
        lobby.sit(table, now, name, seat, hashed(TOKENS[seat]))
    lobby.begin(table, now)

    async def write() -> None:
        store = SqliteStore(data / "db" / FILE)
        await store.append(TABLE, 1, table.pending_rows)
        store.list_table(TableEntry(TABLE, "doigt-oeil", table.phase, False, now))
        await store.close()

    with ThreadPoolExecutor(1) as elsewhere:  # the browser's driver has a loop of its own here
        elsewhere.submit(asyncio.run, write()).result()


def rest(page: Page) -> None:
    """Until the hand is where it was wanted."""
    page.evaluate(REST)


class Watch:
    """What one browser was told: its view, and every binary message in order."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view: dict[str, Any] = {}
        self.lines: list[dict[str, Any]] = []
        self.binary: list[bytes] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, data: str | bytes) -> None:
        if isinstance(data, bytes):
            self.binary.append(data)
            return
        said = json.loads(data)
        if said["type"] == "sync":
            self.view = said.get("view") or {}
        elif said["type"] == "update":
            self.view |= said.get("changes", {})
            self.lines += said.get("lines", ())

    def frames(self, since: int = 0) -> list[DecodedFrame]:
        """The live frames heard, from the so many-th message on."""
        return [decode(data[1:]) for data in self.binary[since:] if data[0] == 0]

    @property
    def placements(self) -> list[dict[str, Any]]:
        """What the world wrote so far."""
        return [line["action"] for line in self.lines if line["action"]["type"] == "placement"]

    def met(self, since: int = 0) -> bool:
        """Whether the server's own hand was seen: before that the page's is not heard."""
        return any(frame.hand for frame in self.frames(since))

    def until(self, done: Any, seconds: float = 60) -> None:
        """Let the browser run until this is so."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, f"waited in vain; the view is {self.view}"
            self.page.wait_for_timeout(50)

    def poses(self) -> dict[str, Pose]:
        """Where everything stands, as the view says."""
        made = dict(starter())
        made.update({p["id"]: cast(Pose, tuple(p["pose"])) for p in self.view["structure"] if p.get("pose")})
        return {p["id"]: made[p["id"]] for p in self.view["structure"]}

    def spot(self) -> planner.Spot:
        """The firmest place for the piece in hand."""
        held = self.view["held"]
        wood = card(held["card"])
        found = planner.find_spots(self.poses(), held["id"], wood.position, wood.board, 400, seed=1)
        return found[0]


class Person:
    """Somebody with a mouse: strokes over the picture, the wheel turns, the right button lifts."""

    def __init__(self, page: Page, seat: int) -> None:
        self.page, self.seat = page, seat
        self.watch = Watch(page)
        self.scale = 0.0006
        """Metres that a pixel stands for, as learnt from the last stroke."""

    def seen(self) -> tuple[tuple[float, float, float], int, int]:
        """Where the hand is, and what the strips say: millimetres up, degrees turned."""
        hand, height, turn = self.page.evaluate(SEEN)
        return (hand[0], hand[1], hand[2]), height, turn

    def hand(self) -> tuple[float, float, float]:
        """Where the hand is."""
        return self.seen()[0]

    def drawn(self) -> dict[str, Any]:
        """What the page has drawn last."""
        found: dict[str, Any] = json.loads(self.page.locator(".stage").get_attribute("data-drawn") or "{}")
        return found

    # ------------------------------------------------------------ strokes

    def centre(self) -> tuple[float, float]:
        area = self.page.locator(".pad").bounding_box()
        assert area
        return area["x"] + area["width"] * 0.55, area["y"] + area["height"] * 0.5

    def carry(self, dx: float, dy: float) -> None:
        """A stroke of so many pixels."""
        self._stroke(dx, dy, "left")

    def lift(self, dy: float) -> None:
        """A stroke that lifts or lowers."""
        self._stroke(0, dy, "right")

    def turn(self, radians: float) -> None:
        """The wheel, in small clicks."""
        self.page.mouse.move(*self.centre())
        self.page.mouse.wheel(0, radians / 0.0012)

    def _stroke(self, dx: float, dy: float, button: Any) -> None:
        x, y = self.centre()
        self.page.mouse.move(x, y)
        self.page.mouse.down(button=button)
        self.page.mouse.move(x + dx, y + dy, steps=3)
        self.page.mouse.up(button=button)

    def rest(self) -> None:
        """Until the hand is where it was wanted."""
        rest(self.page)

    # ------------------------------------------------------------ laying a piece

    def turn_to(self, yaw: float) -> None:
        """A piece looks the same after half a turn; the turn catches at its eighths, so look again."""
        for _ in range(8):
            off = (degrees(yaw) - self.seen()[2] + 90) % 180 - 90
            if abs(off) <= 2:
                return
            self.turn(off * pi / 180)
            self.rest()

    def carry_to(self, x: float, y: float, near: float) -> None:
        """By eye: stroke, look, stroke again, until it is as near as that."""
        side = 1 if self.seat == 0 else -1
        for _ in range(8):
            hx, hy, _z = self.hand()
            right, away = side * (x - hx), side * (y - hy)
            if max(abs(right), abs(away)) < near:
                return
            dx, dy = _pixels(right / self.scale), -_pixels(away / self.scale / DEEPER)
            self.carry(dx, dy)
            self.rest()
            x1, y1, _z = self.hand()
            gone, pixels = (x1 - hx, dx) if abs(dx) > abs(dy) else ((y1 - hy) / DEEPER, -dy)
            if abs(pixels) > 15 and side * gone / pixels > 1e-6:
                self.scale = side * gone / pixels

    def lower_to(self, bottom: float) -> None:
        """Down until the strip says so; a slow machine makes for many short strokes."""
        for _ in range(80):
            left = self.seen()[1] - bottom
            if left <= 0:
                return
            self.lift(max(1.0, min(PIXELS, left / 1000 / self.scale)))
            self.rest()

    def lower_until_contact(self) -> None:
        """Down until the strip tells of a contact."""
        ruler = self.page.get_by_role("slider", name="Hauteur")
        for _ in range(20):
            if "contact" in (ruler.get_attribute("aria-valuetext") or ""):
                return
            self.lift(50)
            self.rest()
        raise AssertionError("the piece touches nothing")

    def lay(self, spot: planner.Spot) -> None:
        """Turn, carry, lower; finely the last millimetres; let go, and wait for the verdict."""
        before, self.scale = len(self.watch.placements), 0.0006
        self.turn_to(spot.yaw)
        self.carry_to(spot.x, spot.y, 0.002)
        self.lower_to(spot.on * 1000 + 6)
        self.tap(".fine")
        self.scale /= 4
        self.carry_to(spot.x, spot.y, FINE)
        self.lower_to(spot.on * 1000)
        self.let_go()
        self.watch.until(lambda: len(self.watch.placements) > before)

    def let_go(self) -> None:
        self.page.get_by_role("button", name="Lâcher").click()

    # ------------------------------------------------------------ cards

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()


class Finger(Person):
    """Somebody with a phone: one finger carries, the strips lift and turn."""

    def __init__(self, page: Page, seat: int) -> None:
        super().__init__(page, seat)
        self.devtools = page.context.new_cdp_session(page)

    def carry(self, dx: float, dy: float) -> None:
        x, y = self.centre()
        self._slide(x - dx / 4, y - dy / 2, dx, dy)

    def lift(self, dy: float) -> None:
        self._slide(*self._strip(0), 0, dy)

    def turn(self, radians: float) -> None:
        self._slide(*self._strip(1), radians / -0.012, 0)

    def let_go(self) -> None:
        self.page.get_by_role("button", name="Lâcher").tap()

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def _strip(self, which: int) -> tuple[float, float]:
        area = self.page.locator("[role=slider]").nth(which).bounding_box()
        assert area
        return area["x"] + area["width"] / 2, area["y"] + area["height"] / 2

    def _slide(self, x: float, y: float, dx: float, dy: float, steps: int = 3) -> None:
        for step in range(steps + 1):
            at = {"x": x + dx * step / steps, "y": y + dy * step / steps, "id": 0}
            kind = "touchMove" if step else "touchStart"
            self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        self.devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _pixels(wanted: float) -> float:
    """A stroke is no longer than the picture, and no shorter than a pixel."""
    far = min(PIXELS, abs(wanted))
    return copysign(max(1.0, far), wanted) if far > 0.5 else 0.0
