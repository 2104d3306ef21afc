"""A stranger at the page: reads texts and accessible names, presses what is offered, and objects.

Knows no selector, no id and no message of the server. Objects (`AssertionError`) to an alert that nothing
the stranger did explains, to something of their own that is covered, to a button that does nothing, and
to a long wait without a reason on the screen.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Late

from tests.page.conftest import LONG, PATIENCE, SECOND_TAP

WATCH_ALERTS = """
    window.alerts = [];
    new MutationObserver(() => {
        for (const alert of document.querySelectorAll('[role=alert]'))
            if (!window.alerts.includes(alert.innerText)) window.alerts.push(alert.innerText);
    }).observe(document, {childList: true, subtree: true, characterData: true});
"""
"""Keeps every alert that was shown, however briefly."""
COVERED = """(all) => all.flatMap((own) => {
    const {left, top, width, height} = own.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]]) {
        const hit = document.elementFromPoint(left + x * width, top + y * height);
        if (!hit) return [`${own.ariaLabel ?? own.innerText}: outside the screen`];
        if (!own.contains(hit) && !hit.contains(own))
            return [`${own.ariaLabel ?? own.innerText}: under ${hit.outerHTML.slice(0, 120)}`];
    }
    return [];
})"""
"""What of these things cannot be seen, in words: five points of each are tried."""
BUTTON = re.compile(r'button "((?:[^"\\]|\\.)*)"((?: \[[^\]]*\])*)')
DIALOG = re.compile(r"^( *)- '?dialog.*(?:\n\1 +.*)*", re.MULTILINE)
CLOSE = re.compile("^(Fermer|Close|Pas encore|Not yet)$")
OVER = re.compile("Rejouer|Play again")
YOURS = re.compile(r"\b(À toi|Your turn)\.")
REASON = re.compile(
    r"\bÀ [^ ]+\.|[^ ]+ to play\.|Le sort décide|Chance decides|La table bouge|The table moves"
    "|réfléchit|is thinking|On attend|Waiting|lancera|will start|attend|waits|mémorise|memorises"
)
"""What may be read while one waits: whose turn it is, or what is going on."""
WORDLESS_WAIT = 20.0
"""Seconds after which a wait needs a reason on the screen."""
HURRIED = 4000
"""Milliseconds after which a press gives up: somebody was quicker and the button is gone."""


class Screen(NamedTuple):
    """What a person reads: the whole page as text, and the buttons that can be pressed now."""

    text: str
    buttons: tuple[str, ...]
    dialog: bool

    def first(self, *patterns: str) -> str | None:
        """The first button whose name fits the earliest of these patterns."""
        found = (name for one in patterns for name in self.buttons if re.search(one, name))
        return next(found, None)

    def all(self, pattern: str) -> list[str]:
        """Every button whose name fits."""
        return [name for name in self.buttons if re.search(pattern, name)]


class Part(NamedTuple):
    """What is particular to one game."""

    title: str
    choose: Callable[[Screen, int], str | None]
    """The button to press, from what is read and how many presses went before; None: nothing to do now."""
    decisions: str
    """Names of the buttons that play the game; all others may be pressed without a consequence."""
    own: tuple[tuple[str, str], ...]
    """Role and name of what is one's own."""
    options: tuple[tuple[str, str], ...] = ()
    """Fields and values that the host chooses for a short game."""
    alerts: str = "$^"
    """Alerts that answer something the stranger did."""


class Stranger:
    """One person before one screen."""

    def __init__(self, page: Page, part: Part) -> None:
        self.page, self.part = page, part
        self.presses = 0
        self.waits: list[float] = []
        """Seconds between the end of one decision and the chance for the next."""
        self.free_since = time.monotonic()
        self._waiting = False
        self._toured = False
        self._last = ("", 0.0, 0.0, 0.0)
        page.add_init_script(WATCH_ALERTS)

    # ------------------------------------------------------------ looking

    def look(self) -> Screen:
        """Reads the page; of an open dialog only what is in it."""
        told = self.page.locator("body").aria_snapshot(timeout=HURRIED)
        dialog = DIALOG.search(told)
        text = dialog[0] if dialog else told
        found = [(name.replace('\\"', '"'), marks) for name, marks in BUTTON.findall(text)]
        return Screen(text, tuple(name for name, marks in found if "[disabled]" not in marks), bool(dialog))

    def object_to_alerts(self) -> None:
        told = self.page.evaluate("window.alerts ?? []")
        assert not [one for one in told if not re.search(self.part.alerts, one)], f"nobody caused {told}"

    def object_to_covers(self) -> None:
        """What is one's own is in sight; what only moves has come to rest at the third look."""
        for _ in range(3):
            found: list[str] = []
            for role, name in self.part.own:
                things = self.page.get_by_role(role, name=re.compile(name))  # type: ignore[arg-type]
                found += things.evaluate_all(COVERED)
            if not found or self.look().dialog:
                return
            self.page.wait_for_timeout(SECOND_TAP)
        raise AssertionError(f"covered: {found}")

    # ------------------------------------------------------------ pressing

    def press(self, name: str, seen: Screen | None = None) -> None:
        """Presses a button; something must change. If somebody else was quicker, the table has changed.

        Whoever sees nothing change presses once more: a slow browser may take two presses for one in haste.
        """
        before = seen or self.look()
        inside = self.page.get_by_role("dialog").last if before.dialog else self.page
        button = inside.get_by_role("button", name=name, exact=True).first
        for _ in range(2):
            if not self._pressed(name, button):
                return
            self.presses += 1
            if self._changed(before):
                return
        raise AssertionError(f"“{name}” does nothing\n{before.text}")

    def _pressed(self, name: str, button: Locator) -> bool:
        """Whether the button was pressed: a slow browser is given time, one that is gone is let go."""
        for _ in range(PATIENCE // HURRIED):
            try:
                self._without_haste(name, button)
                button.click(timeout=HURRIED)
                return True
            except Late as late:
                why = late
                if name not in self.look().buttons:
                    return False
        raise AssertionError(f"“{name}” is shown but cannot be pressed: {why}\n{self.look().text}")

    def _without_haste(self, name: str, button: Locator) -> None:
        """The page ignores a second tap in the same place on another button within a moment."""
        box = button.bounding_box(timeout=HURRIED)
        x, y = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
        last, at, last_x, last_y = self._last
        if last != name and abs(x - last_x) < 40 and abs(y - last_y) < 40:
            self.page.wait_for_timeout(max(0.0, SECOND_TAP - 1000 * (time.monotonic() - at)))
        self._last = (name, time.monotonic(), x, y)

    def _changed(self, before: Screen) -> bool:
        end = time.monotonic() + PATIENCE / 2000
        while self.look().text == before.text:
            if time.monotonic() > end:
                return False
            self.page.wait_for_timeout(30)
        return True

    def try_the_rest(self, screen: Screen) -> None:
        """Presses once every button that does not play the game, and closes what it opened."""
        self._toured = True
        for name in dict.fromkeys(screen.buttons):
            if re.search(self.part.decisions, name) or name not in self.look().buttons:
                continue
            self.press(name)
            if self.look().dialog:
                close = self.look().first(CLOSE.pattern)
                assert close, f"what “{name}” opened cannot be closed"
                self.press(close)

    # ------------------------------------------------------------ playing

    def over(self, screen: Screen) -> bool:
        return bool(screen.first(OVER.pattern))

    def step(self) -> bool:
        """Does one thing if there is one to do; False once the game is over."""
        screen = self.look()
        self.object_to_alerts()
        if self.over(screen):
            return False
        choice = self.part.choose(screen, self.presses)
        if choice is None:
            self._wait(screen)
            return True
        if self._waiting:
            self.waits.append(time.monotonic() - self.free_since)
            self._waiting = False
        if not screen.dialog and YOURS.search(screen.text):
            self.object_to_covers()
            if not self._toured:
                self.try_the_rest(screen)
                return True
        self.press(choice, screen)
        self.free_since = time.monotonic()
        return True

    def _wait(self, screen: Screen) -> None:
        self._waiting = True
        waited = time.monotonic() - self.free_since
        reason = bool(REASON.search(screen.text)) and not YOURS.search(screen.text)
        assert waited < WORDLESS_WAIT or reason, f"{waited:.0f} s without a reason:\n{screen.text}"


def play(people: Sequence[Stranger], longest: float = LONG) -> None:
    """All play by what they see until all see the end."""
    began, playing = time.monotonic(), list(people)
    for one in people:
        one.free_since = began
    while playing:
        for one in list(playing):
            with suppress(Late):  # what was read went away meanwhile
                if not one.step():
                    playing.remove(one)
        people[0].page.wait_for_timeout(20)
        assert time.monotonic() - began < longest, "the game did not end in time"
