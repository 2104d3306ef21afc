"""A fall outlives its evening: kept with the game, shown again after a power cut, the same to the byte."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from cinq.games.doigt_oeil.odds import HARDNESS
from cinq.server.storage.sqlite import SqliteStore
from tests.server.client import Client, Json, Server, running

OPTIONS = {"rules": "simplified", "hand": 8, "first": 0}


class Hands(Client):
    """Somebody at a table of wood: the falls they were shown are kept apart."""

    falls: list[bytes]

    async def hear(self, timeout: float = 30.0) -> Json:
        assert self.socket is not None
        while isinstance(raw := await asyncio.wait_for(self.socket.recv(), timeout), bytes):
            if raw[0] == 1:
                self.falls.append(raw[1:])
        message: Json = json.loads(raw)
        self.take(message)
        return message

    async def placed(self) -> None:
        """Until the piece in hand is judged."""
        await self.until(lambda m: m["type"] == "update" and _placement(m), timeout=60)


def _placement(message: Json) -> bool:
    return any(line["action"]["type"] == "placement" for line in message.get("lines", ()))


async def seated(server: Server) -> list[Hands]:
    """Two persons, and the game has begun."""
    made = server.request(
        "/api/tables", {"game": "doigt-oeil", "name": "P0", "chairs": 2, "options": OPTIONS}
    )
    second = server.request(f"/api/tables/{made['table']}/seats", {"name": "P1"})
    both = [Hands(server, made["table"], token) for token in (made["token"], second["token"])]
    for one in both:
        one.falls = []
        await one.open()
    for one in both:
        await one.send({"type": "ready"})
    for one in both:
        await one.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
    return both


async def pick(one: Hands) -> None:
    action = next(item for item in one.menu if item["type"] == "pick")
    assert (await one.act(action))["type"] == "update"


async def drop(one: Hands) -> None:
    """Take the next piece up and let go high above the table's edge."""
    await pick(one)
    await asyncio.sleep(0.4)
    await one.send({"type": "hand", "at": [0.0, -0.28, 0.05], "release": False})
    await asyncio.sleep(0.5)
    await one.send({"type": "hand", "at": [0.0, -0.28, 0.05], "release": True})
    await one.placed()


async def lay(one: Hands) -> None:
    """Take the next piece up and lay it on the firmest spot of the list."""
    await pick(one)
    await asyncio.sleep(0.2)
    while not (await _spots(one)).get("spots"):
        await asyncio.sleep(0.1)
    await one.send({"type": "lay", "spot": 0, "off": [0.0, 0.0]})
    await one.placed()


async def _spots(one: Hands) -> Json:
    await one.send({"type": "ask_spots"})
    return await one.until(lambda m: m["type"] == "spots")


def offers(one: Hands, kind: str) -> list[Json]:
    return [item for item in one.menu if item["type"] == kind]


async def give(one: Hands, most: bool) -> None:
    """A challenge: as many cards as can be, or a single one, the easiest to lay."""
    ranked = sorted(offers(one, "challenge"), key=lambda item: (len(item["cards"]), _hard(item["cards"])))
    await one.act(ranked[-1 if most else 0])


def _hard(cards: list[str]) -> float:
    return sum(HARDNESS[name] for name in cards)


async def turn(p0: Hands, p1: Hands) -> None:
    """Whoever is at it does what they do."""
    if offers(p0, "pick"):
        await lay(p0)
    elif offers(p1, "pick"):
        await drop(p1)
    elif offers(p0, "challenge"):
        await give(p0, most=True)
    elif offers(p1, "challenge"):
        await give(p1, most=False)


async def evening(server: Server) -> tuple[str, list[Hands]]:
    """P0 lays everything well and gives away all; P1 drops whatever it is given. The game's id."""
    p0, p1 = both = await seated(server)
    for _ in range(60):
        await turn(p0, p1)
        for one in both:  # each hears what the other did
            while one.seq < max(p0.seq, p1.seq):
                await one.hear()
            if one.state.get("more"):
                one.state = {**one.state, "menu": (await one.ask("ask_menu")).get("menu", [])}
        if p0.over:
            return p0.state["reveal"]["game"], both
    raise AssertionError(f"not over after sixty turns: {p0.view}")


def fetch(server: Server, game: str, step: int) -> bytes:
    with urllib.request.urlopen(f"{server.url}/api/falls/{game}/{step}", timeout=10) as answer:
        assert answer.headers["content-type"] == "application/octet-stream"
        body: bytes = answer.read()
        return body


@pytest.mark.slow
def test_a_fall_is_shown_again_after_a_power_cut(tmp_path: Path) -> None:
    with running(tmp_path / "db", physics=True) as server:
        game, (p0, p1) = asyncio.run(evening(server))
        before = server.request(f"/api/replay/{game}")
        server.kill()
        server.start()
        after = server.request(f"/api/replay/{game}")
        assert after == before
        steps = [n for n, frame in enumerate(after["frames"]) if (frame.get("action") or {}).get("fallen")]
        assert after["falls"] == steps and len(steps) >= 3
        assert [fetch(server, game, step) for step in steps] == p0.falls == p1.falls
        with pytest.raises(urllib.error.HTTPError, match="404"):
            fetch(server, game, steps[-1] + 1)
        last = after["frames"][-1]["view"]["structure"]
        assert last == p0.view["structure"]  # type: ignore[index]


@pytest.mark.slow
def test_a_whole_game_of_real_wood_against_a_bot(tmp_path: Path) -> None:
    """A champion answers every challenge with its own hand, and gives back, to the end."""

    async def run(server: Server) -> Hands:
        asked = {"game": "doigt-oeil", "name": "P0", "chairs": 2, "options": OPTIONS}
        made = server.request("/api/tables", {**asked, "bots": ["champion"], "start": True})
        me = Hands(server, made["table"], made["token"])
        me.falls = []
        await me.open()
        for _ in range(400):
            if me.over:
                return me
            if offers(me, "pick"):
                await lay(me)
            elif offers(me, "challenge"):
                await give(me, most=True)
            else:
                await me.hear(60)
        raise AssertionError("not over")

    with running(tmp_path / "db", physics=True) as server:
        me = asyncio.run(run(server))
        game = server.request(f"/api/replay/{me.state['reveal']['game']}")
        laid = [f["action"] for f in game["frames"] if (f.get("action") or {}).get("type") == "placement"]
        assert len(laid) >= 8 and all(line["pose"] for line in laid)


def test_falls_are_kept_by_step_and_read_back(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "cinq.sqlite")
        await store.save_fall("game-1", 7, b"down" * 5000)
        await store.save_fall("game-1", 3, b"first try")
        await store.save_fall("game-1", 3, b"again")
        await store.close()
        again = SqliteStore(tmp_path / "cinq.sqlite")
        assert await again.falls("game-1") == (3, 7) and await again.falls("game-2") == ()
        assert await again.fall("game-1", 3) == b"again" and await again.fall("game-1", 7) == b"down" * 5000
        assert await again.fall("game-2", 3) is None
        await again.close()

    asyncio.run(run())
