"""After a game over HTTP: the moves that cost most, worked out beside the tables."""

import asyncio
import json
import multiprocessing
import signal
import time
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from cinq.server import wire
from cinq.server.bots import move_review, worker
from cinq.server.storage.interface import GameEntry
from cinq.table.table import Refusal
from tests.server.client import PATIENCE, Server


def play_badly(server: Server) -> str:
    """A short game of Dix Mille against a bot by somebody who always throws: its id."""
    options = {"target": 2_000}
    new = {"game": "dix-mille", "name": "Ana", "bots": ["champion"], "start": True, "options": options}
    made = server.request("/api/tables", {**new, "public": True})
    path, token, ref = f"/api/tables/{made['table']}", made["token"], 0
    while (look := server.request(path, token=token)).get("result") is None:
        if 0 not in look.get("must_act", ()):
            time.sleep(0.01)
            continue
        ref += 1
        server.request(
            path + "/actions", {"seq": look["seq"], "action": {"type": "throw"}, "ref": str(ref)}, token
        )
    return _finished(server, look)


def _finished(server: Server, look: Any) -> str:
    for _ in range(200):
        for game in server.request("/api/games/finished?game=dix-mille"):
            if game["id"].startswith(look["table"]["id"]):
                return str(game["id"])
        time.sleep(0.05)
    raise AssertionError("the game is over, yet not listed")


def status(server: Server, path: str) -> tuple[int, str]:
    with pytest.raises(urllib.error.HTTPError) as error:
        server.request(path)
    return error.value.code, json.loads(error.value.read())["code"]


def test_the_three_moves_that_cost_most(server: Server) -> None:
    game, began = play_badly(server), time.perf_counter()
    said = server.request(f"/api/lookback/{game}?seat=0")
    worked_out = time.perf_counter() - began
    assert said["id"] == game and said["seat"] == 0 and 1 <= len(said["moves"]) <= 3
    costs = [move["lost"] for move in said["moves"]]
    assert costs == sorted(costs, reverse=True) and costs[-1] >= 0.01
    replay = server.request(f"/api/replay/{game}?seat=0")
    assert replay["levels"] == [None, "champion"]
    frames = replay["frames"]
    for move in said["moves"]:
        assert move["played"]["type"] == frames[move["step"] + 1]["action"]["type"] == "throw"
        assert frames[move["step"] + 1]["actor"] == 0
        assert move["best"]["type"] in ("bank", "take_over") and move["why"]["id"].startswith("hint-")
    began = time.perf_counter()
    assert server.request(f"/api/lookback/{game}?seat=0") == said
    assert time.perf_counter() - began < worked_out, "it is remembered"
    of_the_champion = server.request(f"/api/lookback/{game}?seat=1")["moves"]
    assert all(move["lost"] < 0.02 for move in of_the_champion), "the coach's own rounding at most"


def test_only_finished_games_and_their_seats(server: Server) -> None:
    new = {"game": "dix-mille", "name": "Ana", "bots": ["regular"], "start": True}
    made = server.request("/api/tables", new)
    assert status(server, f"/api/lookback/{made['table']}-1?seat=0") == (404, "unknown")
    assert status(server, "/api/lookback/nothing?seat=0") == (404, "unknown")
    game = play_badly(server)
    assert status(server, f"/api/lookback/{game}?seat=2") == (404, "unknown")
    assert status(server, f"/api/lookback/{game}")[0] == 400


ENTRY = GameEntry("t-1", "t", "dix-mille", 2, ("", ""), (0,), 0.0, 0, True)
LOG = (Path(__file__).parents[2] / "logs/dix-mille-plain.log").read_bytes()


def test_a_busy_machine_ends_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has waited long is told to ask again; the process goes on, and the answer is there then."""

    monkeypatch.setattr(move_review, "LIMIT", 0.01)

    async def ask() -> None:
        reviews, end, told = move_review.MoveReviews(), time.monotonic() + PATIENCE, 0
        while (found := await asked_once(reviews)) is None:
            told += 1
            assert time.monotonic() < end
            await asyncio.sleep(0.05)
        assert told and found.seat == 0
        assert reviews._worker.life == 1 and reviews._worker.alive
        await reviews.close()

    async def asked_once(reviews: move_review.MoveReviews) -> wire.MoveReview | None:
        try:
            return await reviews.of(ENTRY, LOG, 0)
        except Refusal as refusal:
            assert "ask again in a minute" in str(refusal.message)
            return None

    asyncio.run(ask())


def test_a_review_without_end_ends_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its processor time, in a fork of this process: the coach never comes back."""

    def for_ever(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(worker, "PATIENCE", 0.1)
    monkeypatch.setattr(worker, "review_moves", for_ever)
    process = multiprocessing.get_context("fork").Process(target=worker.review, args=(LOG.decode(), 0))
    process.start()
    process.join(30)
    assert process.exitcode == -signal.SIGPROF
