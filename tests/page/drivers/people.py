"""Other people at a table, by HTTP: they sit and play what a test wants, without a browser each."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page

from tests.page.conftest import PATIENCE
from tests.page.drivers.dix_mille import make_table

Message = dict[str, Any]
Choose = Callable[[Sequence[Message], Message], Message]
"""One item of a menu, in a view."""


def request(address: str, body: Message | None = None, token: str = "") -> Message:
    """What the server answers to a GET, or to a POST of that body. Waits where it has come too often."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            asked = urllib.request.Request(address, data, headers)
            with urllib.request.urlopen(asked, timeout=30) as answer:
                found: Message = json.loads(answer.read())
                return found
        except urllib.error.HTTPError as error:
            if error.code != 429 or time.monotonic() > end:
                raise
        time.sleep(0.2)


class Company:
    """A running game of a page's person on the first chair and of others, who are played here."""

    def __init__(self, page: Page, base: str, game: str, others: Sequence[str], **options: Any) -> None:
        made = make_table(page, base, game=game, chairs=1 + len(others), **options)
        self.path = f"{base}/api/tables/{made}"
        own = page.evaluate("id => JSON.parse(localStorage.getItem('cinq:chairs'))[id].token", made)
        self.tokens = [own, *(request(f"{self.path}/seats", {"name": name})["token"] for name in others)]
        request(f"{self.path}/messages", {"type": "start", "ref": "start"}, own)
        self._refs = 0
        self._waiting: Sequence[int] = ()

    def look(self, seat: int) -> Message:
        return request(self.path, token=self.tokens[seat])

    def turn(self) -> int | None:
        """Whoever the game waits for; None once it is over."""
        end = time.monotonic() + PATIENCE / 1000
        while not self._waiting:
            seen = self.look(0)
            if seen.get("result"):
                return None
            self._waiting = seen.get("must_act", ())
            assert time.monotonic() < end, "the game waits for nobody"
            time.sleep(0 if self._waiting else 0.1)
        return self._waiting[0]

    def act(self, seat: int, seen: Message, action: Message) -> None:
        self._refs += 1
        asked = {"seq": seen["seq"], "action": action, "ref": f"{seat}-{self._refs}"}
        answer = request(f"{self.path}/actions", asked, self.tokens[seat])
        self._waiting = answer.get("must_act", ())
        end = time.monotonic() + PATIENCE / 1000
        while answer["type"] == "held" and self.look(seat)["seq"] == seen["seq"]:
            assert time.monotonic() < end, "what was held back never happened"
            time.sleep(0.1)

    def play(self, actions: int, choose: Choose) -> None:
        """Plays so many actions, whoever's they are, or to the end."""
        for _ in range(actions):
            if (seat := self.turn()) is None:
                return
            seen = self.look(seat)
            self.act(seat, seen, choose(seen["menu"], seen["view"]))
