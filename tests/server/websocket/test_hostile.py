"""Hostile frames: no crash, no leak, no stuck table."""

import asyncio
import json
import random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.client import Client, Server, my_turn, table

VALID: list[dict[str, Any]] = [
    {"type": "act", "seq": 5, "action": {"type": "throw", "topinambour": False}, "ref": "x"},
    {"type": "act", "seq": 10**18, "action": {"type": "dice", "values": [1, 1, 1, 1, 1]}},
    {"type": "act", "seq": -1, "action": {"type": "bank"}},
    {"type": "hello", "table": "nowhere", "token": "none"},
    {"type": "sit", "name": "Eve", "seat": 0},
    {"type": "configure", "options": {"target": 1}, "chairs": 10**9},
    {"type": "seat_bot", "seat": -1, "level": "champion"},
    {"type": "start", "fill": "regular"},
    {"type": "chat", "text": "x" * 500},
    {"type": "say", "phrase": "hello"},
    {"type": "pause", "paused": True},
    {"type": "take_back"},
    {"type": "rematch"},
    {"type": "mute", "seat": 3},
    {"type": "ask_menu"},
    {"type": "ask_hint"},
    {"type": "pong", "id": 3},
    {"type": "hand", "at": [0, 0, 1e308], "turn": [1, 0, 0, 0], "release": True},
    {"type": "nonce", "nonce": "n"},
    {"type": "hand_on", "seat": 99},
    {"type": "open_seat", "seat": 1},
]
ODD: list[Any] = [
    None,
    True,
    -1,
    1e400,
    2**70,
    "",
    "\x00",
    "é" * 40,
    [],
    {},
    [[[]]],
    {"type": "act"},
    "dealer",
    float("nan"),
]


def frame(rng: random.Random) -> str | bytes:
    """One frame: noise, broken JSON, or a message with something wrong in it."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(200))
    message = json.loads(json.dumps(rng.choice(VALID)))
    if kind < 0.2:
        text = json.dumps(message)
        return text[: rng.randrange(len(text))]
    if kind < 0.25:
        return "[" * rng.randrange(2_000) + "]" * rng.randrange(2_000)
    if kind < 0.8:
        spoil(message, rng)
    return json.dumps(message)


def spoil(message: dict[str, Any], rng: random.Random) -> None:
    """Put something odd somewhere."""
    key = rng.choice([*message, "extra"])
    inner = message.get(key)
    if isinstance(inner, dict) and inner and rng.random() < 0.7:
        spoil(inner, rng)
    elif rng.random() < 0.2:
        message.pop(key, None)
    else:
        message[key] = rng.choice(ODD)


async def attack(server: Server, people: list[Client], frames: int, seed: int, seated: bool) -> int:
    """Many frames on one connection after another; how many were sent. Pauses and the like are let be."""
    rng, sent = random.Random(seed), 0
    url = server.url.replace("http", "ws") + "/api/socket"
    while sent < frames:
        hello = {"type": "hello", "table": people[0].table}
        if seated:
            hello["token"] = str(people[0].token)
        try:
            async with connect(url, compression=None, max_queue=None) as socket:
                await socket.send(json.dumps(hello))
                reader = asyncio.create_task(_drain(socket, [str(c.token) for c in people]))
                for _ in range(500):
                    await socket.send(frame(rng))
                    sent += 1
                await asyncio.sleep(0.05)
                reader.cancel()
        except ConnectionClosed:
            continue
    return sent


async def _drain(socket: Any, tokens: list[str]) -> None:
    async for message in socket:
        assert not any(token in message for token in tokens), "a token was told"


async def siege(server: Server, frames: int) -> None:
    async with table(server, "dix-mille", 2, options={"target": 20_000}) as people:
        seated = attack(server, people, frames // 2, 1, True)
        watching = attack(server, people, frames // 2, 2, False)
        sent = sum(await asyncio.gather(seated, watching))
        assert sent >= frames
        back = [await Client(server, c.table, c.token).open() for c in people]
        if back[0].sync["table"].get("paused"):
            await back[0].ask("pause", paused=False)
        for client in back:
            await client.send({"type": "ask_sync"})
            await client.until(lambda m: m["type"] == "sync")
        seat = next(s for s in (0, 1) if my_turn(back[s], s))
        assert (await back[seat].act({"type": "throw"}))["type"] == "update"
    assert server.process is not None and server.process.poll() is None
    assert "Traceback" not in server.log.read_text() and '"trace"' not in server.log.read_text()


def test_hostile_frames(server: Server) -> None:
    asyncio.run(siege(server, 4_000))


@pytest.mark.slow
def test_a_hundred_thousand_hostile_frames(server: Server) -> None:
    asyncio.run(siege(server, 100_000))
