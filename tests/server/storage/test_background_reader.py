"""Reading long games: no table waits for it."""

import asyncio
import gzip
import http.client
import random
import select
import time
import tracemalloc
from pathlib import Path

import msgspec
import pytest

from cinq.core.log import Json, header_of, read_header, read_lines, states, write
from cinq.core.play import play, random_seat
from cinq.games import load_game
from cinq.server import wire
from cinq.server.storage import background_reader
from cinq.server.storage.interface import GameEntry
from cinq.server.storage.replays import Viewpoint
from cinq.server.storage.sqlite import FILE, SqliteStore
from tests.server.client import running

LONG = "long-1"
PLAYERS = 6


def long_game() -> bytes:
    """A whole game of 5 ou Moins at a full table, as a server keeps it."""
    game = load_game("five-or-less")
    options = game.Options()
    _, lines = play(game, PLAYERS, options, [random_seat] * PLAYERS, random.Random(3))
    names: list[Json] = [f"Player {seat}" for seat in range(PLAYERS)]
    dealing: dict[str, Json] = {"commitment": "", "secret": "00" * 32, "nonces": []}
    return write(header_of(game, PLAYERS, options, names=names, margins={}, **dealing), lines).encode()


def views_of(log: bytes) -> list[object]:
    """What every seat saw, state by state, as JSON values."""
    header, game = read_header(log.decode()), load_game("five-or-less")
    replayed = states(game, header, list(read_lines(game, log.decode())))
    views = [[game.view(s, seat) for seat in range(PLAYERS)] for s in replayed]
    found: list[object] = msgspec.json.decode(msgspec.json.encode(views))
    return found


async def keep(data: Path, log: bytes) -> None:
    """The game among the finished ones of a server that has yet to start."""
    store = SqliteStore(data / FILE)
    entry = GameEntry(LONG, "long", "five-or-less", PLAYERS, ("",) * PLAYERS, (0,), 0.0, 0, True)
    await store.finish(entry, log)
    await store.close()


def test_nobody_waits_for_a_long_replay(tmp_path: Path) -> None:
    data = tmp_path / "data"
    log = long_game()
    asyncio.run(keep(data, log))
    with running(data) as server:
        reader, other = (http.client.HTTPConnection("127.0.0.1", server.port) for _ in range(2))
        other.connect()
        reader.request("GET", f"/api/replay/{LONG}?everything=true", headers={"accept-encoding": "gzip"})
        time.sleep(0.02)
        other.request("GET", "/healthz")
        assert other.getresponse().read() == b"ok\n"
        ready, _, _ = select.select([reader.sock], [], [], 0)
        assert not ready, "the long answer was made before the short one"
        answer = reader.getresponse()
        assert answer.status == 200 and answer.headers["content-encoding"] == "gzip"
        assert len(answer.read()) > 10_000
        again = server.request(f"/api/replay/{LONG}?everything=true")
        assert [frame["views"] for frame in again["frames"]] == views_of(log)


def test_a_long_replay_is_made_frame_by_frame() -> None:
    """A game may have 30,000 lines: its views are not all in memory at once."""
    log, asked = long_game(), Viewpoint(None, everything=True)
    entry = GameEntry(LONG, "long", "five-or-less", PLAYERS, ("",) * PLAYERS, (0,), 0.0, 0, True)
    tracemalloc.start()
    body = background_reader._replayed(entry, log, asked, ())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    found = msgspec.json.decode(gzip.decompress(body.data), type=wire.Replay)
    assert len(found.frames) == len(log.splitlines()) > 300
    assert peak < 4_000 * len(found.frames), f"{peak / len(found.frames):.0f} bytes a frame"


def test_cached_replays_are_bounded_by_their_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    log, entry = (
        long_game(),
        GameEntry(LONG, "long", "five-or-less", PLAYERS, ("",) * PLAYERS, (0,), 0.0, 0, True),
    )

    async def read() -> None:
        reader = background_reader.BackgroundReader()
        alone = await reader.replay(entry, log, Viewpoint(), ())
        monkeypatch.setattr(background_reader, "CACHED", int(2.5 * len(alone.data)))
        assert await reader.replay(entry, log, Viewpoint(), ()) is alone
        for name in "abcdef":
            await reader.replay(msgspec.structs.replace(entry, id=name), log, Viewpoint(), ())
        assert [key[0] for key in reader._replays] == ["e", "f"]
        whole = await reader.replay(entry, log, Viewpoint(0, everything=True), ())
        assert len(whole.data) > background_reader.CACHED and not reader._replays, "too long to be cached"
        reader.close()

    asyncio.run(read())
