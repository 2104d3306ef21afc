"""Reading long games: no table waits for it."""

import asyncio
import http.client
import json
import random
import select
import time
from pathlib import Path

from cinq.core.log import header_of, write
from cinq.core.play import play, random_seat
from cinq.games import take_down
from cinq.server.app import FILE
from cinq.server.sqlite import SqliteStore
from cinq.server.store import GameEntry
from tests.server.client import running

LONG = "long-1"
PLAYERS = 6


def long_game() -> bytes:
    """A whole game of 5 ou Moins at a full table, as a server keeps it."""
    game = take_down("five-or-less")
    options = game.Options()
    _, lines = play(game, PLAYERS, options, [random_seat] * PLAYERS, random.Random(3))
    names = [f"Player {seat}" for seat in range(PLAYERS)]
    notes = {"commitment": "", "secret": "00" * 32, "nonces": [], "names": names, "margins": {}}
    return write(header_of(game, PLAYERS, options, **notes), lines).encode()


async def keep(data: Path, log: bytes) -> None:
    """The game among the finished ones of a server that has yet to start."""
    store = SqliteStore(data / FILE)
    entry = GameEntry(LONG, "long", "five-or-less", PLAYERS, ("",) * PLAYERS, (0,), 0.0, 0, True)
    await store.finish(entry, log)
    await store.close()


def test_nobody_waits_for_a_long_replay(tmp_path: Path) -> None:
    data = tmp_path / "data"
    asyncio.run(keep(data, long_game()))
    with running(data) as server:
        reading, other = (http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(2))
        other.connect()
        reading.request("GET", f"/api/replay/{LONG}?everything=true", headers={"accept-encoding": "gzip"})
        time.sleep(0.02)
        other.request("GET", "/healthz")
        assert other.getresponse().read() == b"ok\n"
        ready, _, _ = select.select([reading.sock], [], [], 0)
        assert not ready, "the long answer was made before the short one"
        answer = reading.getresponse()
        assert answer.status == 200 and answer.headers["content-encoding"] == "gzip"
        assert len(answer.read()) > 10_000
        again = server.request(f"/api/replay/{LONG}?everything=true")
        assert all(len(frame["views"]) == PLAYERS for frame in again["frames"])
        assert json.dumps(again["frames"][-1]["views"][0])
