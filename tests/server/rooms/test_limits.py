"""Limits, each answered with a clear error; what is shown is on disk; slow sockets are dropped."""

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect

from cinq.server import wire
from cinq.server.rooms.rate_limits import Elsewhere, TokenBucket, TokenBuckets, TrustedProxies, network_of
from cinq.server.rooms.registry import LISTED, RoomRegistry
from cinq.server.rooms.room import PRESENCE_DELAY, Room
from cinq.server.rooms.tokens import new_token
from cinq.server.rooms.viewers import Binding, HttpCaller, StreamViewer
from cinq.server.settings import Settings
from cinq.server.storage.interface import Then, resolve
from cinq.server.storage.ownership import SoleOwner
from tests.server.client import PATIENCE, Client, Server, play_on, running, until


def test_ready_in_two_seconds(tmp_path: Path) -> None:
    """Counted in processor time, since the machine may be busy with other tests."""
    server = Server(tmp_path / "data")
    waited = server.start()
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    server.stop()
    assert min(waited, spent) < 2.0, (waited, spent)


def test_limits_are_answered_with_a_clear_error(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"sockets_per_address": 3, "tables_per_address": 2, "messages_per_second": 1.0}
    limits |= {"message_burst": 5, "message_bytes": 1_000}

    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        with pytest.raises(urllib.error.HTTPError) as error:
            server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        assert error.value.code == 429 and json.loads(error.value.read())["code"] == "limited"
        clients = [await Client(server, made["table"], made["token"]).open() for _ in range(3)]
        async with connect(server.url.replace("http", "ws") + "/api/socket") as one_too_many:
            assert json.loads(await one_too_many.recv())["type"] == "bye"
        await clients[0].send({"type": "chat", "text": "x" * 2_000})
        assert "bytes" in (await clients[0].until(lambda m: m["type"] == "refused"))["message"]
        for _ in range(8):
            await clients[1].send({"type": "ask_sync"})
        assert (await clients[1].until(lambda m: m["type"] == "refused"))["code"] == "limited"
        for client in clients:
            await client.close()
        with pytest.raises(urllib.error.HTTPError) as error:
            for _ in range(8):
                server.request("/api/games")
        assert error.value.code == 429 and "requests" in json.loads(error.value.read())["message"]
        assert urllib.request.urlopen(server.url + "/healthz").read() == b"ok\n", "the page is not the API"

    with running(tmp_path / "data", **limits) as server:
        asyncio.run(go(server))


def test_a_full_server_says_so(tmp_path: Path) -> None:
    """It is not the visitor who asks too often; whoever has a table plays on."""
    with running(tmp_path / "data", rooms=1) as server:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        with pytest.raises(urllib.error.HTTPError) as error:
            server.request("/api/tables", {"game": "dix-mille", "name": "Ben"})
        said = json.loads(error.value.read())
        assert error.value.code == 503 and said["code"] == "unavailable" and "full" in said["message"]
        assert server.request(f"/api/tables/{made['table']}", token=made["token"])["you"] == 0


def test_behind_a_proxy_everybody_has_limits_of_their_own(tmp_path: Path) -> None:
    def make(address: str) -> int:
        headers = {"content-type": "application/json", "x-forwarded-for": address}
        new = json.dumps({"game": "dix-mille", "name": "Ana"}).encode()
        asked = urllib.request.Request(server.url + "/api/tables", new, headers)
        try:
            with urllib.request.urlopen(asked) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    with running(tmp_path / "data", tables_per_address=1) as server:
        assert [make("192.0.2.1"), make("192.0.2.1"), make("192.0.2.2")] == [201, 429, 201]
        assert [make("2001:db8::1"), make("2001:db8::2")] == [201, 429], "a /64 network is one address"
        assert [make("2001:db8:0:1::1"), make("::ffff:192.0.2.1")] == [201, 429]


def test_an_address_is_forwarded_by_trusted_proxies_only(tmp_path: Path) -> None:
    with running(tmp_path / "data", tables_per_address=1, trusted_proxies=["192.0.2.0/24"]) as server:
        new = json.dumps({"game": "dix-mille", "name": "Ana"}).encode()
        codes = []
        for visitor in ("198.51.100.1", "198.51.100.2"):
            headers = {"content-type": "application/json", "x-forwarded-for": visitor}
            asked = urllib.request.Request(server.url + "/api/tables", new, headers)
            with contextlib.suppress(urllib.error.HTTPError):
                codes.append(urllib.request.urlopen(asked).status)
        assert codes == [201], "both came from one address that is no proxy"


def test_what_counts_as_one_address() -> None:
    assert network_of("192.0.2.1") == "192.0.2.1" and network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1") != network_of("2001:db8:0:1::1")
    assert network_of("192.0.2.1:4711") == "192.0.2.1", "some proxies add the port"
    assert network_of("[2001:db8::1]:4711") == network_of("[2001:db8::2]") == "2001:db8::/64"
    assert network_of("fe80::1%eth0") == network_of("fe80::2") and network_of("no address") == "no address"
    proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/8"])
    assert "127.0.0.1" in proxies and "10.2.3.4" in proxies and "11.0.0.1" not in proxies
    assert "somewhere" not in proxies


def test_a_bucket_fills_again() -> None:
    rate = TokenBucket(2.0, 3)
    assert [rate.allows(10.0) for _ in range(4)] == [True, True, True, False]
    assert rate.allows(10.6) and not rate.allows(10.6)


def test_a_socket_that_does_not_read_is_dropped_and_nobody_waits() -> None:
    async def go() -> None:
        viewer = StreamViewer(queue=3)
        for i in range(5):
            viewer.send(str(i).encode())
        assert viewer.closing == (1013, "too slow")
        last = await viewer.next()
        assert isinstance(last, bytes) and b"bye" in last
        assert await viewer.next() is None

    asyncio.run(go())


def test_tokens_have_128_bits() -> None:
    assert len(new_token()) >= 22 and len({new_token() for _ in range(1000)}) == 1000


class SlowStore(SoleOwner):
    """A store whose disk answers when told to."""

    def __init__(self) -> None:
        self.waiting: list[Then] = []

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        self.waiting.append(then)

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        done = asyncio.get_running_loop().create_future()
        self.write(table, first, rows, partial(resolve, done))
        return done

    def list_table(self, entry: object) -> None:
        """Not asked for here."""

    async def rows(self, table: str) -> list[bytes]:
        return []


async def table_on(store: SlowStore) -> Room:
    """A table, there once its first rows are on this disk and not before."""
    registry = RoomRegistry(store, Settings())  # type: ignore[arg-type]
    making = asyncio.ensure_future(registry.make(wire.NewTable("dix-mille", "Ana"), ""))
    await asyncio.sleep(0)
    assert not making.done()
    store.waiting[0](None)
    return await registry.room((await making).table)


def maker_of(room: Room) -> Binding:
    """Whoever made the table, on its first chair."""
    return room.binding_of(room.table.chairs[0].token)


def told(*viewers: StreamViewer) -> list[int]:
    """How many messages wait for each; who is here is told when it happens, and is not counted."""
    return [sum(b'"presence"' not in message for message in viewer._queue) for viewer in viewers]


def test_nothing_is_shown_or_acknowledged_before_it_is_on_disk() -> None:
    async def go() -> None:
        store = SlowStore()
        room = await table_on(store)
        mover, other = StreamViewer(), StreamViewer()
        room.enter(mover, maker_of(room), None)
        room.enter(other, room.binding_of(None), None)
        await asyncio.sleep(0.01)
        before = told(mover, other)
        room.handle(mover, wire.Say("hello", "r"))
        await asyncio.sleep(0.01)
        assert told(mover, other) == before
        store.waiting[1](None)
        await asyncio.sleep(0.01)
        assert all(after > earlier for after, earlier in zip(told(mover, other), before, strict=True))
        store.waiting.clear()
        room.handle(mover, wire.Say("wow", "s"))
        await asyncio.sleep(0.01)
        store.waiting[0](OSError("disk full"))
        await asyncio.sleep(0.01)
        assert room.broken and mover.closing is not None and room.table.id not in room.registry.rooms

    asyncio.run(go())


def test_a_request_that_waited_is_refused_once_its_chair_has_changed_hands() -> None:
    """A caller over HTTP proves who it is when it asks; what counts is who it is when its turn comes."""

    async def go() -> None:
        store = SlowStore()
        room = await table_on(store)
        leaving, late = HttpCaller(maker_of(room)), HttpCaller(maker_of(room))
        room.handle(leaving, wire.Leave("l"))
        room.handle(late, wire.Ready(True, "r"))
        await asyncio.sleep(0.01)
        store.waiting[1](None)
        answer = await asyncio.wait_for(late.answered(), PATIENCE)
        assert isinstance(answer, wire.Refused) and answer.code == "forbidden"
        assert not room.table.chairs[0].ready

    asyncio.run(go())


def test_who_leaves_before_having_come_in_is_not_kept() -> None:
    async def go() -> None:
        store = SlowStore()
        room = await table_on(store)
        mover, late = StreamViewer(), StreamViewer()
        room.enter(mover, maker_of(room), None)
        room.handle(mover, wire.Say("hello", "r"))
        room.enter(late, room.binding_of(None), None)
        room.exit(late)
        await asyncio.sleep(0.01)
        store.waiting[1](None)
        await asyncio.sleep(0.01)
        assert room.viewers == {0: {mover}}

    asyncio.run(go())


def test_everybody_learns_who_is_gone_however_slow_the_disk_is() -> None:
    """A departure waits its turn behind what is being written, longer than presence is collected."""

    async def go() -> None:
        store = SlowStore()
        room = await table_on(store)
        leaving, other = StreamViewer(), StreamViewer()
        room.enter(leaving, maker_of(room), None)
        room.enter(other, room.binding_of(None), None)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        room.handle(leaving, wire.Say("hello", "r"))
        await asyncio.sleep(0.01)
        room.exit(leaving)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        store.waiting[1](None)
        await asyncio.sleep(2 * PRESENCE_DELAY)
        last = [json.loads(message) for message in other._queue if b'"presence"' in message][-1]
        assert not last["chairs"][0].get("here"), last

    asyncio.run(go())


def test_a_request_came_when_it_arrived_not_when_the_disk_was_ready() -> None:
    """Or a slow disk would decide races and clocks."""

    async def go() -> None:
        store = SlowStore()
        room = await table_on(store)
        viewer = StreamViewer()
        room.enter(viewer, maker_of(room), None)
        room.handle(viewer, wire.Say("hello", "r"))
        came: list[float] = []
        room.submit(came.append)
        arrived = room.registry.now()
        await asyncio.sleep(0.02)
        assert not came, "the table is busy"
        store.waiting[1](None)
        await asyncio.sleep(0.01)
        assert len(came) == 1 and came[0] <= arrived

    asyncio.run(go())


def test_a_bots_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        new = {"game": "dix-mille", "name": "Ana", "bots": ["regular"], "start": True}
        made = server.request("/api/tables", {**new, "options": {"target": 3000}})
        client = await Client(server, made["table"], made["token"]).open()
        part = asyncio.create_task(play_on(client, 0, random.Random(1)))
        await until(lambda: _workers(server))
        for pid in (killed := _workers(server)):
            os.kill(pid, signal.SIGKILL)
        assert not part.done()
        await asyncio.wait_for(part, PATIENCE)
        assert set(_workers(server)) - set(killed), "another one has taken its place"

    with running(tmp_path / "data") as server:
        asyncio.run(go(server))


def _workers(server: Server) -> list[int]:
    assert server.process is not None
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, check=False)
    return [int(pid) for pid in found.stdout.split()]


def test_a_list_of_many_public_tables_is_not_made_for_each_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred are listed, lobbies first and then the newest; one that was just made is among them."""

    async def go() -> None:
        room = await table_on(SlowStore())
        registry, table = room.registry, room.table
        monkeypatch.setattr(registry, "now", lambda: 1e9)
        table.public = True
        for number in range(3 * LISTED):
            other = SimpleNamespace(**{name: getattr(table, name) for name in ("game", "chairs")})
            other.id, other.public, other.touched = f"t{number}", True, float(number)
            other.phase = "lobby" if number % 4 == 0 else "playing"
            registry._add(SimpleNamespace(table=other, spectators=0))  # type: ignore[arg-type]
        lines = registry.public_tables()
        assert len(lines) == LISTED and lines[0].id == table.id
        phases = [line.phase for line in lines]
        assert phases == ["lobby"] * 76 + ["playing"] * 24
        assert [line.since for line in lines[1:76]] == [float(n) for n in range(3 * LISTED - 4, -1, -4)]
        assert registry.public_tables() is lines
        del registry.rooms[table.id]
        registry._add(room)
        assert registry.public_tables() is not lines

    asyncio.run(go())


def test_idle_tables_are_put_away_and_come_back(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", "public": True})
        await until(lambda: not server.request("/api/tables"))
        client = await Client(server, made["table"], made["token"]).open()
        assert client.sync["you"] == 0
        await client.close()

    with running(tmp_path / "data", idle=0.4) as server:
        asyncio.run(go(server))


def test_an_address_that_was_quiet_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinq.server.rooms.rate_limits.MANY", 3)
    rates = TokenBuckets(1.0, 2)
    assert [rates.allows("a", 0.0) for _ in range(3)] == [True, True, False]
    assert all(rates.allows(quiet, 0.0) for quiet in "bc")
    assert rates.allows("d", 1.5), "b and c are full again and make room"
    assert [rates.allows("a", 1.5) for _ in range(2)] == [True, False], "a is not full, so it is remembered"


def test_what_is_used_elsewhere_is_missing_here() -> None:
    here, there = TokenBuckets(1.0, 8), TokenBuckets(1.0, 8)
    assert [here.allows("a", 0.0) for _ in range(6)] == [True] * 6
    assert here.much_used(0.0) == {"a": 6.0} and there.much_used(0.0) == {}
    there.elsewhere = {"a": Elsewhere(6.0, 1)}
    assert [there.allows("a", 0.0) for _ in range(3)] == [True, True, False]
    assert there.allows("b", 0.0), "another address has its own"
    assert not there.allows("a", 1.5), "both refill together, so half as fast"
    assert there.allows("a", 2.5)
    there.elsewhere = {}
    assert there.allows("a", 2.5), "what is not heard of does not count"


def test_addresses_that_were_quiet_take_no_memory() -> None:
    rates = TokenBuckets(1.0, 2)
    for number in range(20_000):
        assert rates.allows(f"visitor {number}", 10.0 * number)
    assert len(rates._buckets) <= 1_000


def test_many_busy_addresses_are_not_gone_through_for_each_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    is_full = TokenBucket.is_full

    def counted(rate: TokenBucket, now: float) -> bool:
        nonlocal looked_at
        looked_at += 1
        return is_full(rate, now)

    monkeypatch.setattr(TokenBucket, "is_full", counted)
    rates = TokenBuckets(1.0, 2)
    assert all(rates.allows(f"visitor {number}", 0.0) for number in range(20_000))
    assert len(rates._buckets) == 20_000 and looked_at < 2 * 20_000
