"""The lesson's wood over a real socket: a piece laid by hand, one by the list, and one let fall."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cinq.games.doigt_oeil.components import card
from cinq.physics import planner
from cinq.physics.hands import grip, tremor
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, starter
from cinq.physics.scene import Scene
from cinq.server.physics import live
from cinq.server.physics.interface import Answer, PhysicsRequest, StandInPhysics
from cinq.server.physics.practice import BASE, LEARNER, TRIES, Practice
from cinq.server.websocket.practice import LEARNERS_PER_ADDRESS, NOT_HERE
from tests.server.client import PATIENCE, Json, Server, running


@asynccontextmanager
async def learner(server: Server) -> AsyncIterator[ClientConnection]:
    async with connect(server.url.replace("http", "ws") + "/api/practice", compression=None) as made:
        yield made


async def heard(line: ClientConnection, kind: str) -> Json:
    """The next message of this kind; frames are passed over."""
    async with asyncio.timeout(PATIENCE):
        async for data in line:
            if isinstance(data, str) and (message := json.loads(data))["type"] == kind:
                return dict(message)
    raise AssertionError("closed")


async def say(line: ClientConnection, message: Json) -> None:
    await line.send(json.dumps(message))


async def in_hand(line: ClientConnection) -> None:
    """Until a frame shows a hand."""
    async with asyncio.timeout(PATIENCE):
        async for data in line:
            if isinstance(data, bytes) and data[0] == 0 and data[5] & 1:
                return


async def lower(line: ClientConnection, z: float) -> None:
    """Above the middle of the starter, then slowly down and let go."""
    for step in range(40):
        high = 0.09 + (z - 0.09) * step / 39
        await say(line, {"type": "hand", "at": [0, 0, high], "turn": [1, 0, 0, 0], "release": step == 39})
        await asyncio.sleep(0.05)


async def whole_lesson(server: Server) -> None:
    async with learner(server) as line:
        await say(line, {"type": "practise", "exercise": "hand"})
        await in_hand(line)
        await lower(line, 0.0148)
        first = await heard(line, "practised")
        assert (first["card"], first["fallen"], set(first["pose"])) == ("A4", [], {"l1", "m1"})
        await say(line, {"type": "practise", "exercise": "list"})
        await in_hand(line)
        await say(line, {"type": "ask_spots"})
        assert (await heard(line, "spots"))["spots"]
        await say(line, {"type": "lay", "spot": 0})
        second = await heard(line, "practised")
        assert set(second["pose"]) == {"l1", "m1", "m2"}
        assert second["pose"]["m1"] == pytest.approx(first["pose"]["m1"], abs=1e-4)
        await say(line, {"type": "practise", "exercise": "fall"})
        await in_hand(line)
        await say(line, {"type": "hand", "at": [0, 0, 0.15], "release": True})
        third = await heard(line, "practised")
        assert "l2" in third["fallen"]
        assert [one["id"] for one in first["story"]] == ["stood"]
        said = {one["id"]: one["args"] for one in third["story"]}
        assert said["must-draw"]["count"] == third["draws"] >= 3


async def crowd(server: Server) -> None:
    """One more than allowed is sent away; a place that is left is free again."""
    lines: list[Any] = [
        await connect(server.url.replace("http", "ws") + "/api/practice") for _ in range(LEARNERS_PER_ADDRESS)
    ]
    for line in lines:
        await say(line, {"type": "practise", "exercise": "hand"})
        await in_hand(line)
    async with learner(server) as late:
        assert "again" in await heard(late, "bye")
    for line in lines:
        await line.close()
    async with learner(server) as line:
        await say(line, {"type": "practise", "exercise": "fall"})
        await in_hand(line)
        await say(line, {"type": "practise", "exercise": "hand"})  # the first is dropped
        await in_hand(line)
        await say(line, {"type": "act"})
        with pytest.raises(ConnectionClosed):
            while True:
                await line.recv()


def test_a_learner_lays_two_pieces_and_lets_one_fall(tmp_path: Path) -> None:
    with running(tmp_path / "data", physics=True) as server:
        asyncio.run(whole_lesson(server))
        asyncio.run(crowd(server))


def test_a_server_without_wood_says_so(tmp_path: Path) -> None:
    async def turned_away(server: Server) -> int | None:
        async with learner(server) as line:
            await heard(line, "bye")
            await line.wait_closed()
            return line.close_code

    with running(tmp_path / "data") as server:
        assert asyncio.run(turned_away(server)) == NOT_HERE


MIDDLE = (0.0004, 0.001)
"""Metres aside and in depth by which a marker that is stopped near its middle is missed."""


def stands(poses: dict[str, Pose], aim: Wanted, spot: planner.Spot, seed: int) -> bool:
    """Whether nothing falls when a person's hand lays a piece on this spot of the list."""
    hands, scene = card(aim.card).hands, Scene.from_poses(poses, (BASE,))
    start = scene.take(aim.piece, grip=grip(hands), tremor=tremor(hands), seed=seed)
    for target in planner.hand_path(start, aim.piece, spot):
        scene.move_hand(target)
        scene.tick()
    scene.release(aim)
    return not scene.settle().fallen


@pytest.mark.parametrize("seed", [34, 46, 112, 192])
def test_a_steady_hand_succeeds_on_every_spot_that_a_lesson_lists(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With these seeds the search also finds spots from which a piece tips if missed by a millimetre."""
    monkeypatch.setattr(live, "randbits", lambda bits: seed)
    tried = TRIES["list"]
    aim = Wanted(tried.card, tried.piece, card(tried.card).position, card(tried.card).board)
    poses = {**starter(), **tried.stands}

    async def listed() -> list[planner.Spot]:
        return live._spots(live.Holding(LEARNER, aim, poses, firm_spots=True))

    spots = asyncio.run(listed())
    assert spots
    for spot in spots:
        for side in (-1, 1):
            missed = replace(spot, x=spot.x + MIDDLE[0], y=spot.y + side * MIDDLE[1])
            assert stands(poses, aim, missed, seed), spot


def test_a_lesson_asks_for_firm_spots() -> None:
    asked: list[PhysicsRequest] = []

    class Recording(StandInPhysics):
        async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
            asked.append(request)
            return await super().answer(request, show)

    asyncio.run(Practice(Recording(), lambda data: None).practise("list"))
    assert [request.firm_spots for request in asked] == [True]
