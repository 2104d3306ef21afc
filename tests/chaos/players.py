"""Persons who play, ask for rematches, come back after every lost connection and record what they saw."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any

from websockets.exceptions import WebSocketException

from tests.chaos.history import Acknowledged, History
from tests.server.client import Client, Json, Server, choose, my_turn

SHORT: dict[str, Json] = {
    "dix-mille": {"target": 1_000},
    "got-five": {},
    "five-or-less": {"end": {"rounds": 1}},
}
"""Games and options with which one game takes a few dozen actions."""
LOST = (WebSocketException, OSError, TimeoutError, asyncio.IncompleteReadError)
"""What a lost server looks like; HTTP errors are OSErrors."""


class ChairLost(Exception):
    """The server no longer knows this seat's token."""


class Person(Client):
    """One seat of one table."""

    def __init__(self, server: Server, history: History, seat: int, prefix: str) -> None:
        super().__init__(server, history.table, history.tokens[seat])
        self.history = history
        self.seat = seat
        self.prefix = prefix
        """Begins every reference, so that none is used twice at a table."""
        self.rng = random.Random(f"{history.table} {seat}")
        self.pending: tuple[str, Json] | None = None
        """An action that was sent and not answered: its reference, and what it was."""
        self.entering = False
        self.phase = ""
        self.chairs: list[Json] = []

    def take(self, message: Json) -> None:
        super().take(message)
        self.frames.clear()
        self.messages.clear()
        self.history.saw(message)
        if isinstance(about := message.get("table"), dict):
            self.phase, self.chairs = about["phase"], about["chairs"]
        if message.get("result") is not None:
            self.phase = "over"
        if self.entering and message["type"] == "refused":
            raise ChairLost if message["code"] == "forbidden" else ConnectionError(message["message"])

    async def open(self, last: int | None = None) -> Client:
        self.entering = True
        try:
            return await super().open(last)
        finally:
            self.entering = False

    async def live(self) -> None:
        """Play until cancelled, over as many connections as it takes."""
        while True:
            try:
                await self.open(self.seq or None)
                if self.pending is not None:
                    await self._send_pending()
                while True:
                    await self._next()
            except LOST:
                await asyncio.sleep(0.05)

    async def _next(self) -> None:
        if self.phase == "over":
            await self.send({"type": "rematch"})
            await self.until(lambda _: self.phase != "over", 5.0)
        elif self.phase == "lobby" and not self.chairs[self.seat].get("ready"):
            await self.ask("ready")
        elif self.phase == "playing" and my_turn(self, self.seat):
            await self._act()
        else:
            await self.hear(20.0)

    async def _act(self) -> None:
        if not self.menu and self.state.get("more"):
            self.state = {**self.state, "menu": (await self.ask("ask_menu")).get("menu", [])}
        action = choose(self, self.rng)
        if action is not None and action["type"] == "quick_discard":
            action = choose(self, self.rng)  # fewer of them: wrong ones make a game long
        if action is None:
            await self.hear(20.0)
            return
        self.refs += 1
        self.pending = f"{self.prefix}{self.seat}-{self.refs}", action
        await self._send_pending()

    async def _send_pending(self) -> None:
        """Say the pending action, again if need be: its reference keeps it from being done twice."""
        assert self.pending is not None
        ref, action = self.pending
        await self.send({"type": "act", "seq": self.seq, "action": action, "ref": ref})
        answer = await self.until(lambda m: m.get("ref") == ref and m["type"] != "held")
        if answer["type"] != "refused":
            self.history.actions.append(Acknowledged(self.seat, ref, action, answer["seq"]))
        elif answer["code"] == "unavailable":
            raise ConnectionError("the server says: say it again in a moment")
        self.pending = None


async def cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks until they are done: `wait_for` of Python 3.11 may swallow a cancellation."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=0.5)


class Evening:
    """Several tables of persons, half of them against a bot; goes on through any number of crashes."""

    def __init__(self, server: Server, tables: int, known: Sequence[History] = ()) -> None:
        """Play at the tables of `known` first, and at new ones."""
        self.server = server
        self.histories: list[History] = list(known)
        self._known = list(known)
        self._tables = tables

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Everybody plays while the block runs."""
        tasks = [asyncio.create_task(self._table(number)) for number in range(self._tables)]
        try:
            yield
        finally:
            await cancelled(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()):
                raise error

    async def _table(self, number: int) -> None:
        """One table after the other: a new one where somebody has lost their chair."""
        while True:
            with contextlib.suppress(ChairLost, *LOST):
                history = self._known.pop() if self._known else await asyncio.to_thread(self._made, number)
                prefix = f"{self.server.port}-"
                people = [Person(self.server, history, seat, prefix) for seat in range(len(history.tokens))]
                lives = [asyncio.create_task(person.live()) for person in people]
                try:
                    await asyncio.gather(*lives)
                finally:
                    await cancelled(lives)
                    for person in people:
                        if person.socket is not None:
                            await person.drop()
            await asyncio.sleep(0.1)

    def _made(self, number: int) -> History:
        game = list(SHORT)[number % len(SHORT)]
        bots = ["beginner"] if number % 2 else []
        new: dict[str, Any] = {"game": game, "chairs": 2, "name": "A", "bots": bots, "options": SHORT[game]}
        made = self.server.request("/api/tables", new)
        tokens = [made["token"]]
        if not bots:
            tokens.append(self.server.request(f"/api/tables/{made['table']}/seats", {"name": "B"})["token"])
        self.histories.append(History(made["table"], tokens))
        return self.histories[-1]

    @property
    def actions(self) -> int:
        """Actions that were acknowledged."""
        return sum(len(history.actions) for history in self.histories)

    @property
    def games(self) -> int:
        """Games whose end was seen."""
        return sum(len(history.secrets) for history in self.histories)
