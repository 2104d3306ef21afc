"""People who come to a server, play, lose their connection, come back, ask, watch, read and leave.

Each kind of visitor does its thing once and returns; `crowd.py` sends the next one. What was done
is counted, so that a soak in which nothing happened does not pass.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import urllib.error
import urllib.request
from collections import Counter, deque
from typing import Any

from websockets.asyncio.client import connect

from tests.chaos.players import LOST
from tests.server.client import PATIENCE, Client, Json, Server, choose, my_turn

OPTIONS: dict[str, Json] = {
    "dix-mille": {"target": 1_000},
    "got-five": {},
    "five-millimetres": {},
    "doigt-oeil": {},
    "five-or-less": {"end": {"rounds": 1}},
}
LEVELS = ("beginner", "regular", "champion")
LONG_ENOUGH = 120.0
"""Seconds after which a person leaves a table, whatever its game does."""


class Town:
    """What all visitors share: the server, what was done, which games have ended."""

    def __init__(self, server: Server, seed: int = 0) -> None:
        self.server = server
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.finished: deque[str] = deque(maxlen=50)

    def address(self) -> dict[str, str]:
        """A header with which the server takes somebody for a visitor from elsewhere."""
        return {"X-Forwarded-For": "10." + ".".join(str(self.rng.randrange(1, 255)) for _ in range(3))}

    async def ask(self, path: str, body: Json | None = None, limit: int | None = None) -> Any:
        """An HTTP request from somewhere; None if it was refused, and 5xx is noted as wrong."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json", **self.address()}
        asked = urllib.request.Request(self.server.url + path, data, headers)

        def answer() -> bytes:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as reply:
                found: bytes = reply.read(limit)
                return found

        try:
            raw = await asyncio.to_thread(answer)
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                self.wrong.append(f"{path.partition('?')[0]} answered {error.code}")
            return None
        return raw if limit is not None or not raw.startswith((b"{", b"[")) else _decoded(raw)


def _decoded(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:  # lines of JSON: a log
        return raw


class Visitor(Client):
    """A connection that keeps no history, and sees wood without looking at it."""

    def __init__(self, town: Town, table: str, token: str | None = None) -> None:
        super().__init__(town.server, table, token)
        self.town = town
        self.rng = random.Random(town.rng.random())
        self._address = town.address()

    async def open(self, last: int | None = None) -> Client:
        address = self.server.url.replace("http", "ws") + "/api/socket"
        self.socket = await connect(
            address, compression=None, max_queue=None, additional_headers=self._address
        )
        hello = {"type": "hello", "table": self.table, "token": self.token, "last": last, "name": "Zoé"}
        await self.send({name: value for name, value in hello.items() if value is not None})
        await self.until(lambda m: m["type"] in ("sync", "done"))
        return self

    async def hear(self, timeout: float = PATIENCE) -> Json:
        try:
            return await super().hear(timeout)
        except ValueError:  # a frame of moving wood, not JSON
            return {"type": "frame"}
        finally:
            self.frames.clear()
            self.messages.clear()

    def take(self, message: Json) -> None:
        super().take(message)
        if (reveal := message.get("reveal")) and reveal["game"] not in self.town.finished:
            self.town.finished.append(reveal["game"])
            self.town.done["games"] += 1


class Player(Visitor):
    """One seat: plays at random, with all the interruptions of an evening."""

    def __init__(self, town: Town, table: str, token: str, seat: int, alone: bool) -> None:
        super().__init__(town, table, token)
        self.seat, self.alone = seat, alone
        self.phase, self.chairs = "", list[Json]()

    def take(self, message: Json) -> None:
        super().take(message)
        if isinstance(about := message.get("table"), dict):
            self.phase, self.chairs = about["phase"], about["chairs"]
        if message.get("result") is not None:
            self.phase = "over"

    async def play(self) -> None:
        """Play, come back after lost connections, and leave in the end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONG_ENOUGH):
                await self.open()
                while await self._next():
                    pass
        with contextlib.suppress(*LOST):
            await self.ask("leave")
        await self.close()

    async def _next(self) -> bool:
        """Do one thing; False when it is time to leave."""
        if self.phase == "over":
            return await self._rematch()
        if self.phase == "lobby":
            if not self.chairs[self.seat].get("ready"):
                await self.ask("ready")
            else:
                await self._listen()
            return True
        luck = self.rng.random()
        if luck < 0.01:
            return False
        if luck < 0.03:
            await self._lose_connection()
        elif luck < 0.06:
            await self._ask_something()
        elif self.holds_wood:
            await self._lay()
        elif my_turn(self, self.seat):
            await self._act()
        else:
            await self._listen()
        return True

    async def _listen(self) -> None:
        with contextlib.suppress(TimeoutError):
            await self.hear(1.0)

    async def _rematch(self) -> bool:
        if self.rng.random() < 0.5:
            return False
        await self.send({"type": "rematch"})
        self.town.done["rematches"] += 1
        with contextlib.suppress(TimeoutError):
            await self.until(lambda _: self.phase != "over", 5.0)
        return self.phase != "over"

    async def _lose_connection(self) -> None:
        await self.drop()
        await asyncio.sleep(self.rng.uniform(0.0, 1.0))
        await self.open(self.seq)
        self.town.done["reconnections"] += 1

    async def _ask_something(self) -> None:
        if self.alone and self.rng.random() < 0.5:
            answer = await self.ask("ask_hint")
            self.town.done["hints"] += answer["type"] == "hint"
        else:
            await self.ask("say", phrase="hello")
            self.town.done["remarks"] += 1

    async def _act(self) -> None:
        if not self.menu and self.state.get("more"):
            self.state = {**self.state, "menu": (await self.ask("ask_menu")).get("menu", [])}
        action = choose(self, self.rng)
        if action is None:
            await self._listen()
            return
        answer = await self.act(action)
        self.town.done["actions"] += answer["type"] != "refused"
        await asyncio.sleep(self.rng.uniform(0.0, 0.1))

    @property
    def holds_wood(self) -> bool:
        """Whether this person has a piece in hand."""
        held: Json = (self.view or {}).get("held") or {}
        return held.get("seat") == self.seat and not self.menu

    async def _lay(self) -> None:
        """By hand, or on a spot of the list."""
        before = self.seq
        if self.rng.random() < 0.5:
            await self.send({"type": "ask_spots"})
            found = await self.until(lambda m: m["type"] == "spots" or self.seq > before)
            if found.get("spots"):
                await self.send({"type": "lay", "spot": self.rng.randrange(len(found["spots"]))})
        else:
            for step in range(30):
                await self.send({"type": "hand", "at": [0.0, 0.0, 0.1 - step * 0.003]})
                await asyncio.sleep(1 / 60)
            await self.send({"type": "hand", "at": [0.0, 0.0, 0.01], "release": True})
        await self.until(lambda _: self.seq > before, 20.0)
        self.town.done["pieces"] += 1


async def evening(town: Town, game: str) -> None:
    """One or two people and bots at a table of their own, until everyone has left."""
    people, rng = town.rng.choice((1, 1, 2)), town.rng
    new: Json = {"game": game, "name": "Ana", "chairs": 3, "public": True, "coach": people == 1}
    bots = [rng.choice(LEVELS) for _ in range(3 - people)]
    made = await town.ask("/api/tables", new | {"bots": bots, "options": OPTIONS[game]})
    players = [Player(town, made["table"], made["token"], 0, people == 1)]
    if people == 2:
        seated = await town.ask(f"/api/tables/{made['table']}/seats", {"name": "Bob"})
        players.append(Player(town, made["table"], seated["token"], seated["seat"], False))
    town.done["tables"] += 1
    await asyncio.gather(*(player.play() for player in players))


async def bots_alone(town: Town, game: str) -> None:
    """Three bots at a table that somebody watches to the end."""
    bots = [town.rng.choice(LEVELS) for _ in range(3)]
    new = {"game": game, "chairs": 3, "bots": bots, "start": True, "options": OPTIONS[game], "public": True}
    made = await town.ask("/api/tables", new)
    watcher = await Visitor(town, made["table"]).open()
    town.done["tables"] += 1
    with contextlib.suppress(TimeoutError):
        await watcher.until(lambda _: watcher.over, LONG_ENOUGH)
    await watcher.close()


async def spectate(town: Town) -> None:
    """Watch a public table for a while, over a socket or a stream."""
    await asyncio.sleep(town.rng.uniform(0.0, 1.0))
    tables = await town.ask("/api/tables")
    if not tables:
        return
    ident = town.rng.choice(tables)["id"]
    if town.rng.random() < 0.3:
        await town.ask(f"/api/tables/{ident}/stream", limit=200)
    else:
        watcher = await Visitor(town, ident).open()
        with contextlib.suppress(TimeoutError):
            await watcher.until(lambda _: False, town.rng.uniform(0.5, 5.0))
        await watcher.close()
    town.done["spectators"] += 1


async def read(town: Town) -> None:
    """Read what there is of a finished game, and the pages and lists around it."""
    await asyncio.sleep(town.rng.uniform(0.0, 1.0))
    for path in ("/", "/api/games", "/api/games/finished", "/metrics"):
        await town.ask(path)
    if not town.finished:
        return
    game = town.rng.choice(town.finished)
    for path in (
        f"log/{game}",
        f"replay/{game}?everything=true",
        f"verify/{game}",
        f"lookback/{game}?seat=0",
    ):
        answer = await town.ask(f"/api/{path}")
        town.done["readings"] += answer is not None
