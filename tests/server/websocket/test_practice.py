"""The lesson's websocket, attacked: whatever a learner sends, others learn on and no table is touched."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cinq.server.physics.interface import Answer, PhysicsRequest, StandInPhysics
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.viewers import Viewer
from cinq.server.settings import Settings
from cinq.server.websocket.connection import ConnectionLimits
from cinq.server.websocket.practice import (
    EXERCISE_EVERY,
    LEARNERS,
    LEARNERS_PER_ADDRESS,
    OPENING,
    PATH,
    PATIENCE,
    LearnerConnection,
    Learners,
)
from tests.chaos.scenarios import descendants
from tests.server.client import PATIENCE as WAIT
from tests.server.client import Client, Json, Server, command_of, running
from tests.server.interleavings.step_loop import StepLoop
from tests.server.interleavings.world import Journals
from tests.server.websocket.test_protocol import frame, handshake, say

HAND = {"type": "hand", "at": [0, 0, 0.09], "turn": [1, 0, 0, 0]}


@pytest.fixture(scope="module")
def wood(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that simulates wood, at the usual limits."""
    usual = {"messages_per_second": 80.0, "message_burst": 120, "sockets_per_address": 64}
    with running(tmp_path_factory.mktemp("wood") / "data", physics=True, **usual) as server:
        yield server
        assert '"trace"' not in server.log.read_text()


@asynccontextmanager
async def learner(server: Server, address: str = "192.0.2.1") -> AsyncIterator[ClientConnection]:
    """A learner behind the proxy that the server trusts, from this address."""
    forwarded = {"X-Forwarded-For": address}
    url = server.url.replace("http", "ws") + PATH
    async with connect(url, compression=None, close_timeout=0.2, additional_headers=forwarded) as line:
        yield line


async def in_hand(line: ClientConnection) -> None:
    """Until a frame shows a hand."""
    async with asyncio.timeout(WAIT):
        async for data in line:
            if isinstance(data, bytes) and data[0] == 0 and data[5] & 1:
                return
    raise AssertionError("closed")


async def practise(line: ClientConnection, exercise: str = "hand") -> None:
    await line.send(json.dumps({"type": "practise", "exercise": exercise}))
    await in_hand(line)


async def texts(line: ClientConnection) -> list[Json]:
    """Every message but frames, until the server hangs up."""
    heard: list[Json] = []
    try:
        async with asyncio.timeout(WAIT):
            while True:
                data = await line.recv()
                heard += [json.loads(data)] if isinstance(data, str) else []
    except ConnectionClosed:
        return heard


async def admitted(line: ClientConnection) -> bool:
    """Whether the learner's wood is there: spots are told, if only that there are none."""
    try:
        await line.send('{"type": "ask_spots"}')
        return bool(json.loads(await asyncio.wait_for(line.recv(), WAIT))["type"] == "spots")
    except ConnectionClosed:
        return False


# ------------------------------------------------------------ how many


async def crowd(server: Server, addresses: list[str]) -> list[bool]:
    """Who of these is admitted while all of them stay."""
    lines = [learner(server, address) for address in addresses]
    opened = [await line.__aenter__() for line in lines]
    try:
        return [await admitted(line) for line in opened]
    finally:
        for line in lines:
            await line.__aexit__(None, None, None)


def test_learners_are_counted_by_network(wood: Server) -> None:
    """A /64 is one address, and an IPv4 address is the same however it is written."""
    six = [f"2001:db8:1:1:{number:x}::{number:x}" for number in range(1, LEARNERS_PER_ADDRESS + 2)]
    seen = asyncio.run(crowd(wood, [*six, "2001:db8:1:2::1"]))
    assert seen == [*[True] * LEARNERS_PER_ADDRESS, False, True]
    four = ["::ffff:192.0.2.7"] * (LEARNERS_PER_ADDRESS - 1)
    assert asyncio.run(crowd(wood, [*four, "192.0.2.7", "192.0.2.7"])) == [*[True] * len(four), True, False]


def test_all_learners_together_are_counted_and_their_places_are_freed(wood: Server) -> None:
    addresses = [f"192.0.2.{number // LEARNERS_PER_ADDRESS}" for number in range(LEARNERS)]
    before = descriptors(wood)
    assert asyncio.run(crowd(wood, [*addresses, "198.51.100.1"])) == [*[True] * LEARNERS, False]
    until(lambda: descriptors(wood) <= before)
    assert asyncio.run(crowd(wood, ["198.51.100.1"])) == [True]


def descriptors(server: Server) -> int:
    assert server.process is not None
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def until(holds: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


# ------------------------------------------------------------ what is sent

HOSTILE: dict[str, bytes] = {
    "too many": say(HAND) * 200,
    "too many exercises": say({"type": "practise", "exercise": "hand"}) * 200,
    "too long": frame(b'{"type": "lay", "spot": 0, "x": "' + b"x" * 20_000 + b'"}'),
    "nested": frame(b"[" * 5_000),
    "noise": frame(bytes(range(256)), 2),
    "no such exercise": say({"type": "practise", "exercise": "win"}),
    "not a number": frame(b'{"type": "hand", "at": [NaN, 0, 0]}'),
    "a move": say({"type": "act", "seq": 1, "action": {"type": "throw"}}),
    "a chair": say({"type": "sit", "name": "Eve"}),
    "a remark": say({"type": "chat", "text": "hello"}),
    "pings": frame(b"", 9) * 2_000,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_whoever_sends_what_no_learner_says_is_disconnected(wood: Server, kind: str) -> None:
    """Others practise meanwhile."""

    async def siege() -> None:
        async with learner(wood, "198.51.100.2") as other:
            await practise(other)
            async with learner(wood) as line:
                line.transport.write(HOSTILE[kind])
                assert {message["type"] for message in await texts(line)} <= {"bye"}
            assert await admitted_still(other)

    asyncio.run(siege())


async def admitted_still(line: ClientConnection) -> bool:
    """Whether the learner's hand moves."""
    await line.send(json.dumps(HAND))
    await in_hand(line)
    return True


def test_extreme_hands_are_held_within_the_room(wood: Server) -> None:
    async def wave() -> None:
        async with learner(wood) as line:
            await practise(line)
            for value in (1e308, -1e308, 1e-320, 0):
                await line.send(json.dumps({**HAND, "at": [value] * 3, "turn": [value] * 4}))
            await line.send(json.dumps({**HAND, "release": True}))
            async with asyncio.timeout(WAIT):
                async for data in line:
                    if isinstance(data, str):
                        assert json.loads(data)["type"] == "practised"
                        return
            raise AssertionError("closed")

    asyncio.run(wave())


def test_what_comes_before_its_time_is_ignored(wood: Server) -> None:
    async def disorder() -> None:
        async with learner(wood) as line:
            for message in (HAND, {"type": "lay", "spot": 0}, {"type": "lay", "spot": -1}):
                await line.send(json.dumps(message))
            assert await admitted(line)
            await practise(line, "fall")
            await practise(line, "list")  # the first is dropped
            await line.send(json.dumps({"type": "lay", "spot": 99}))
            assert await admitted_still(line)

    asyncio.run(disorder())


# ------------------------------------------------------------ tables


def test_a_learner_has_no_seat_and_sees_no_table(wood: Server) -> None:
    """Not even with the token of a chair; what the lesson cannot say ends the connection."""
    made = wood.request("/api/tables", {"game": "doigt-oeil", "name": "Ana", "chairs": 2})
    hello = {"type": "hello", "table": made["table"], "token": made["token"]}

    async def trespass() -> list[Json]:
        async with learner(wood) as line:
            await practise(line)
            await line.send(json.dumps(hello))
            return await texts(line)

    assert [message["type"] for message in asyncio.run(trespass())] == ["bye"]
    table = wood.request(f"/api/tables/{made['table']}")["table"]
    assert [chair.get("here", False) for chair in table["chairs"]] == [False, False]
    assert table.get("spectators", 0) == 0


def test_a_table_s_wood_is_not_a_learner_s(wood: Server) -> None:
    """A seat cannot practise on its own socket, and a learner's hand moves no table's piece."""
    made = wood.request("/api/tables", {"game": "doigt-oeil", "name": "Ana", "chairs": 2})

    async def confused() -> Json:
        ana = await Client(wood, made["table"], made["token"]).open()
        await ana.send({"type": "practise", "exercise": "hand"})
        answer = await ana.until(lambda m: m["type"] == "refused")
        await ana.close()
        return answer

    assert asyncio.run(confused())["code"] == "malformed"


# ------------------------------------------------------------ who reads nothing, who says nothing, who dies


def test_a_learner_who_reads_nothing_takes_no_memory(wood: Server) -> None:
    """Frames are skipped for whoever is behind; others get theirs."""
    assert wood.process is not None
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", wood.port))
        slow.sendall(handshake(wood, PATH) + say({"type": "practise", "exercise": "hand"}))

        async def beside() -> None:
            async with learner(wood, "198.51.100.3") as other:
                await practise(other)
                before = resident(wood)
                for step in range(120):
                    slow.sendall(say({**HAND, "at": [0.01 * (step % 3), 0, 0.09]}))
                    await other.send(json.dumps(HAND))
                    await in_hand(other)
                    await asyncio.sleep(0.01)
                assert resident(wood) < before + 5.0

        asyncio.run(beside())


def resident(server: Server) -> float:
    """Megabytes of the server."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_learners_who_hang_up_at_once_leave_nothing_behind(wood: Server) -> None:
    before = descriptors(wood)
    for number in range(24):
        with socket.create_connection(("127.0.0.1", wood.port), WAIT) as raw:
            raw.sendall(handshake(wood, PATH, f"X-Forwarded-For: 203.0.113.{number}\r\n"))
            raw.recv(4096)
            raw.sendall(say({"type": "practise", "exercise": "hand"}) * (1 + number % 3))
    until(lambda: descriptors(wood) <= before)
    assert asyncio.run(crowd(wood, [f"203.0.113.{n}" for n in range(LEARNERS)])) == [True] * LEARNERS


def test_a_piece_stays_in_hand_when_its_worker_dies(wood: Server) -> None:
    async def lesson() -> Json:
        async with learner(wood) as line:
            await practise(line)
            assert wood.process is not None
            for child in descendants(wood.process.pid):
                if b"forkserver" in command_of(child):
                    for worker in descendants(child):
                        with suppress(ProcessLookupError):
                            os.kill(worker, signal.SIGKILL)
            async with asyncio.timeout(WAIT):
                while True:  # hands that move while the worker starts again are lost
                    await line.send(json.dumps({**HAND, "release": True}))
                    try:
                        data = await asyncio.wait_for(line.recv(), 0.2)
                    except TimeoutError:
                        continue
                    if isinstance(data, str):
                        return dict(json.loads(data))

    assert asyncio.run(lesson())["type"] == "practised"


class Silent(Viewer):
    """A learner who says nothing."""

    def send(self, message: bytes) -> None: ...

    def send_frame(self, frame: bytes) -> None: ...

    def close(self, code: int, why: str, again: float | None = None) -> None:
        self.closing = self.closing or (code, why)


def test_a_learner_who_says_nothing_gives_the_place_up() -> None:
    """Within ten seconds of the opening, and ten minutes after the last exercise."""
    with StepLoop() as loop:
        store: Any = Journals(loop)
        registry = RoomRegistry(store, Settings(physics=True))
        learners = Learners(registry, ConnectionLimits(registry))
        idle, busy = (LearnerConnection(learners, Silent()) for _ in range(2))  # type: ignore[arg-type]
        idle.opened()
        busy.opened()
        busy.received('{"type": "practise", "exercise": "hand"}')
        loop.step()
        loop.advance(OPENING + 0.1)
        loop.step()
        assert idle._viewer.closing and not busy._viewer.closing
        loop.advance(PATIENCE - OPENING - 1)
        loop.step()
        assert not busy._viewer.closing
        loop.advance(1.1)
        loop.step()
        assert busy._viewer.closing


class Endless(StandInPhysics):
    """Counts the exercises that begin; none ends by itself."""

    begun = 0

    async def answer(self, request: PhysicsRequest, show: Callable[[bytes], None]) -> Answer:
        self.begun += 1
        await asyncio.get_running_loop().create_future()
        raise AssertionError


def test_exercises_of_a_learner_begin_one_a_second_however_often_they_are_asked_for() -> None:
    """At 80 a second, four learners of one address took all the time of two physics workers."""
    with StepLoop() as loop:
        store: Any = Journals(loop)
        registry = RoomRegistry(store, Settings(physics=True), physics := Endless())
        connection = LearnerConnection(Learners(registry, ConnectionLimits(registry)), Silent())  # type: ignore[arg-type]
        connection.opened()
        for second in range(1, 5):
            for _ in range(20):
                connection.received('{"type": "practise", "exercise": "hand"}')
                for _ in range(6):
                    loop.step()
            assert physics.begun == second
            loop.advance(EXERCISE_EVERY + 0.01)
            for _ in range(6):
                loop.step()
            assert physics.begun == second + 1
            loop.advance(EXERCISE_EVERY + 0.01)
            physics.begun = second
        connection.disconnected()
