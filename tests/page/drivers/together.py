"""Two people, each in their own browser: an invitation followed, a connection lost, one end for both."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, WebSocket
from playwright.sync_api import TimeoutError as Late

from tests.page.conftest import LONG, PATIENCE, Visit
from tests.page.drivers.dix_mille import OVER, make_table

Message = dict[str, Any]
Move = Callable[[Page, int], object]
"""Does one thing on the screen if there is one to do, knowing how many things were done before."""
CUTTABLE_SOCKETS = """
    window.WebSocket = class extends WebSocket {
        constructor(url) { super(window.cut ? `${url}-cut` : url); window.socket = this; }
    };
"""
"""Sockets that can be cut: while they are, the page connects to an address where nobody answers."""
HURRIED = 4000
"""Milliseconds after which a click gives up: a rival was quicker and the button is gone."""


class Person:
    """One browser, with all that its sockets brought and all that its console complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages: list[Message] = []
        self.complaints: list[str] = []
        page.context.add_init_script(CUTTABLE_SOCKETS)
        page.on("websocket", self._listen)
        page.on("console", self._complain)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, data: str | bytes) -> None:
        if isinstance(data, str):
            self.messages.append(json.loads(data))

    def _complain(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "-cut" not in message.text:
            self.complaints.append(message.text)

    @property
    def over(self) -> bool:
        return bool(self.page.locator(OVER).count())

    def lose_connection(self) -> None:
        """The connection is cut, the page says so, the connection is back."""
        lost = self.page.get_by_text("Connexion perdue")
        self.page.evaluate("() => { window.cut = true; window.socket.close(); }")
        lost.wait_for()
        self.page.evaluate("() => { window.cut = false; }")
        lost.wait_for(state="detached")


def two_people(
    visit: Visit, base: str, game: str, *, query: str = "", **options: Any
) -> tuple[Person, Person]:
    """Ana makes a table and invites; Bob, on a phone, follows the link; the third chair is a bot's."""
    ana, bob = Person(visit("Ana")), Person(visit("Bob", width=360, height=740, touch=True))
    made = make_table(ana.page, base, game=game, chairs=3, **options)
    ana.page.goto(f"{base}/table/{made}{query}")
    invitation = ana.page.locator(".address").inner_text()
    bob.page.goto(f"http://{invitation}{query}")
    bob.page.get_by_role("button", name="Prendre une place").click()
    bob.page.get_by_role("button", name="C’est bon pour moi").click()
    ana.page.locator(".chairs li", has_text="Bob").get_by_text("c’est bon").wait_for()
    ana.page.get_by_role("button", name="Commencer").click()
    for person in (ana, bob):
        person.page.locator(".tabletop").wait_for()
    return ana, bob


def play(people: tuple[Person, Person], move: Move, *, cut_after: int = 6) -> None:
    """Both play by what is on their screens until both see the end; the second is once cut off."""
    start, done = time.monotonic(), 0
    for person in people:
        person.page.set_default_timeout(HURRIED)
    while not all(person.over for person in people):
        for person in people:
            if not person.over:
                try_to(partial(move, person.page, done))
        done += 1
        if done == cut_after and not people[1].over:
            people[1].page.set_default_timeout(PATIENCE)
            people[1].lose_connection()
            people[1].page.set_default_timeout(HURRIED)
        people[0].page.wait_for_timeout(30)
        assert time.monotonic() - start < LONG, "the game did not end in time"
    for person in people:
        person.page.set_default_timeout(PATIENCE)


def try_to(act: Callable[[], object]) -> None:
    """What was on the screen may be gone before it is clicked: then it is looked at again."""
    with suppress(Late):
        act()


def same_end(people: tuple[Person, Person]) -> None:
    """Both read the same winners and figures, each in their own words, and no console complained."""
    shown = [person.page.locator("dialog[open] ol").inner_text() for person in people]
    assert shown[0] == shown[1]
    assert "Ana" in shown[0] and "Bob" in shown[0]
    winners = [last_result(person)["winners"] for person in people]
    assert winners[0] == winners[1]
    for seat, person in enumerate(people):
        won = "Tu gagnes." if len(winners[0]) == 1 else "Victoire partagée."
        assert (person.page.locator(OVER).inner_text() == won) == (seat in winners[0])
        assert person.complaints == []


def last_result(person: Person) -> Message:
    return next(message["result"] for message in reversed(person.messages) if message.get("result"))


Seen = tuple[int, Message, list[Message]]


def seen(person: Person) -> list[Seen]:
    """The person's seat, the view as it was, and the new lines, message by message while the game ran."""
    found = list(_seen(person.messages))
    assert found
    return found


def _seen(messages: list[Message]) -> Iterator[Seen]:
    you, view = -1, Message()
    for message in messages:
        if message["type"] not in ("sync", "update"):
            continue
        if message.get("result"):
            return
        assert "secret" not in json.dumps(message), "the secret of the dealing was told before the end"
        if message["type"] == "sync":
            you, view = message.get("you", -1), message.get("view") or {}
        view = {**view, **message.get("changes", {})}
        if view:
            yield you, view, message.get("lines") or message.get("history") or []


def dealt(lines: list[Message], kind: str) -> Iterator[Message]:
    """What the dealer or the world said of this kind, as it was shown."""
    return (
        line["action"]
        for line in lines
        if line["actor"] in ("dealer", "world") and line["action"]["type"] == kind
    )
