"""Time from a tap to the frame that draws the server's answer, in each game: `python -m bench.page.moves`.

The same is measured on a page that has one button and one text: the machine's share.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as Late

from bench.page.speed import stranger, visitor
from tests.page.conftest import launched, running
from tests.page.drivers.dix_mille import make_table
from tests.page.games.doigt_oeil.test_doigt_oeil import act as take_or_challenge
from tests.page.games.five_or_less.test_five_or_less import do_one
from tests.page.games.test_together import ask_for_a_clue, bank_or_throw, bid

MOVES = 30
PAUSE = 120
"""Milliseconds between two taps."""
A_GAME = 60
"""Seconds without an action after which a new game is begun."""
WATCH = """
    window.shown = [];
    let tapped = 0, sent = 0, heard = 0, held = false;
    const tap = () => { tapped = performance.now(); sent = heard = 0; held = false; };
    addEventListener('click', tap, true);
    addEventListener('keydown', tap, true);
    window.WebSocket = class extends WebSocket {
        constructor(url) {
            super(url);
            this.addEventListener('message', ({data}) => {
                if (typeof data !== 'string') return;
                const said = JSON.parse(data);
                if (said.type === 'held') held = true;
                if (said.type === 'update' && said.ref && tapped) heard = performance.now();
            });
        }
        send(data) {
            if (typeof data === 'string' && JSON.parse(data).type === 'act') sent = performance.now();
            super.send(data);
        }
    };
    addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => {
        if (!heard || !changes.some(({target}) => target.parentElement?.closest('.tabletop'))) return;
        const times = [tapped, sent, heard], waited = held;
        tapped = heard = 0;
        requestAnimationFrame(() => window.shown.push([...times, performance.now(), waited]));
    }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true}));
"""
"""Of every answered tap: when it came, was sent, answered and drawn, and whether the rules let it wait."""


class Move(NamedTuple):
    """Milliseconds of one move on its way to the screen."""

    tapped: float
    sent: float
    answered: float
    drawn: float
    waited: bool
    """The rules let others answer first: the wait is the game's."""

    @property
    def total(self) -> float:
        return self.drawn - self.tapped


BARE = """<button onclick="
    const tapped = event.timeStamp;
    this.nextSibling.data = ++window.count;
    requestAnimationFrame(() => window.shown.push([tapped, performance.now()]))">a</button>0
    <script>window.shown = []; window.count = 0</script>"""


def bare(browser: Browser) -> list[float]:
    """Milliseconds from a tap to the frame that draws one changed text, without a server."""
    page = stranger(browser)
    page.set_content(BARE)
    for _ in range(MOVES):
        page.get_by_role("button").click()
        page.wait_for_timeout(PAUSE)
    times = [drawn - tapped for tapped, drawn in page.evaluate("window.shown")]
    page.context.close()
    return times


def moves(browser: Browser, base: str, game: str, move: Callable[[Page, int], object]) -> list[Move]:
    """So many moves of one person against a bot, from the tap to the screen."""
    page, shown, done = visitor(browser), list[Move](), 0
    page.add_init_script(WATCH)
    while len(shown) < MOVES:
        before = list(shown)
        make_table(page, base, game=game, chairs=2, start=True)
        page.set_default_timeout(2000)
        began = time.monotonic()
        while (
            len(shown) < MOVES
            and not page.locator("dialog[open]").count()
            and time.monotonic() - began < A_GAME
        ):
            with suppress(Late):
                move(page, done)
            done += 1
            page.wait_for_timeout(PAUSE)
            shown = before + [Move(*one) for one in page.evaluate("window.shown")]
        page.set_default_timeout(20_000)
    page.context.close()
    return shown


def tell(game: str, shown: list[Move]) -> None:
    """Median and 95 % of the moves that the rules show at once, and of the parts of their way."""
    at_once = [move for move in shown if not move.waited]
    parts = {
        "shown": [move.total for move in at_once],
        "page before": [move.sent - move.tapped for move in at_once],
        "server and socket": [move.answered - move.sent for move in at_once],
        "page after": [move.drawn - move.answered for move in at_once],
    }
    print(f"{game}: {len(at_once)} moves at once, {len(shown) - len(at_once)} wait by the rules")
    for part, times in parts.items():
        print(f"  {part}: median {statistics.median(times):.0f} ms, p95 {quantile(times, 0.95):.0f} ms")


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of all values does not exceed.

    >>> [quantile([1, 2, 3, 4], share) for share in (0.5, 0.75, 0.95)]
    [2, 3, 4]
    """
    return sorted(values)[ceil(len(values) * share) - 1]


GAMES: dict[str, Callable[[Page, int], object]] = {
    "dix-mille": bank_or_throw,
    "got-five": ask_for_a_clue,
    "five-millimetres": bid,
    "five-or-less": do_one,
    "doigt-oeil": lambda page, _: take_or_challenge(page),
}


def report(browser: Browser, base: str) -> None:
    empty = bare(browser)
    middle, most = statistics.median(empty), quantile(empty, 0.95)
    print(f"one text on an empty page: median {middle:.0f} ms, p95 {most:.0f} ms")
    for game, move in GAMES.items():
        tell(game, moves(browser, base, game, move))


def main() -> None:
    """Measures against a server of its own, with bots that answer at once."""
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data), grace=3600.0) as base,
        launched() as browser,
    ):
        report(browser, base)


if __name__ == "__main__":
    main()
