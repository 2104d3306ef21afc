"""Who each connection is, after any sequence of hello, sit, leave, kick, start, reconnect and rematch.

A hypothesis state machine drives real sockets, streams and HTTP requests against one real server. The
model is small: a chair knows its owner's token, a connection knows the table and token it said
hello with, and a connection is the seat whose present token it has, else a spectator.

A sequence that fails must fail again when hypothesis runs it once more, or it cannot be made shorter.
So no step begins while something from an earlier one still happens by itself: bots have played until
the game waits for a person (`_settle`), nobody is replaced for being away (the server's `grace` is an
hour), and the clients' event loop runs in a thread of its own, so that none misses a ping.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import threading
import time
import urllib.error
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from tests.server.client import PATIENCE, Client, Json, Server, running

T = TypeVar("T")
TABLES, CONNECTIONS, CHAIRS = 2, 3, 3
tables = st.integers(0, TABLES - 1)
connections = st.integers(0, CONNECTIONS - 1)
chairs = st.integers(0, CHAIRS - 1)
tokens = st.integers(0, 200)
"""Picks one of the tokens ever given out, of any table."""
LONG, ROUND = 120.0, 20
"""Seconds of the long test, and the sequences after which it looks at the clock."""


class Model:
    """Who sits where, and who has said hello with what."""

    def __init__(self) -> None:
        self.owners: dict[str, list[str | None]] = {}
        self.hellos: dict[int, tuple[str, str | None]] = {}
        self.streams: dict[int, tuple[str, str | None]] = {}
        self.given: list[str] = []

    def seat_of(self, table: str, token: str | None) -> int | None:
        return self.owners[table].index(token) if token and token in self.owners[table] else None

    def give(self, table: str, seat: int, token: str) -> None:
        self.owners[table][seat] = token
        self.given.append(token)


class StreamReader:
    """Reads a table's stream over HTTP and keeps whom its last whole state was for."""

    def __init__(self, server: Server, table: str, token: str | None) -> None:
        self.server, self.table, self.token = server, table, token
        self.you: int | None = None
        self.reading: asyncio.Task[None] | None = None

    async def open(self) -> bool:
        """Whether the server lets this token in; back when the table is known."""
        reader, self.writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        bearer = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        head = f"GET /api/tables/{self.table}/stream HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n"
        self.writer.write(head.encode())
        opened = (await reader.readline()).startswith(b"HTTP/1.1 200")
        known = asyncio.Event()
        self.reading = asyncio.create_task(self._read(reader, known))
        if opened:
            await known.wait()
        else:
            await self.close()
        return opened

    async def _read(self, reader: asyncio.StreamReader, known: asyncio.Event) -> None:
        while line := await reader.readline():
            if line.startswith(b"{") and (message := json.loads(line))["type"] == "sync":
                self.you = message.get("you")
                known.set()

    async def close(self) -> None:
        assert self.reading is not None
        self.reading.cancel()
        self.writer.close()


class Identity(RuleBasedStateMachine):
    """Several tables, connections and persons."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.model = Model()
        self.idents: list[str] = []
        self.clients: dict[int, Client] = {}
        self.streams: dict[int, StreamReader] = {}
        self.names = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, PATIENCE), self.loop).result()

    def post(self, path: str, body: Json, token: str | None = None) -> Json | None:
        """The answer, or None where the server refuses."""
        try:
            return dict(self.server.request(f"/api/tables/{path}", body, token))
        except urllib.error.HTTPError as error:
            assert error.code < 500, error.read()
            return None

    @initialize()
    def open_tables(self) -> None:
        for _ in range(TABLES):
            new = {"game": "dix-mille", "name": "Host", "chairs": CHAIRS, "options": {"target": 1000}}
            made = self.server.request("/api/tables", new)
            self.idents.append(made["table"])
            self.model.owners[made["table"]] = [None] * CHAIRS
            self.model.give(made["table"], 0, made["token"])

    # ------------------------------------------------------------ connections

    @rule(at=connections, table=tables, token=tokens, with_token=st.booleans())
    def say_hello(self, at: int, table: int, token: int, with_token: bool) -> None:
        self._hello(at, [(self.idents[table], self._pick(token) if with_token else None)])

    @rule(at=connections, first=tables, token=tokens, second=tables, back=st.booleans())
    def say_hello_twice_at_once(self, at: int, first: int, token: int, second: int, back: bool) -> None:
        """In one segment, with or without a third hello to the first table."""
        hellos: list[tuple[str, str | None]] = [
            (self.idents[first], self._pick(token)),
            (self.idents[second], None),
        ]
        self._hello(at, [*hellos, hellos[0]] if back else hellos)

    @rule(at=connections)
    def hang_up(self, at: int) -> None:
        if client := self.clients.pop(at, None):
            self.run(client.close())
            self.model.hellos.pop(at, None)

    @rule(at=connections, table=tables, token=tokens, with_token=st.booleans())
    def open_stream(self, at: int, table: int, token: int, with_token: bool) -> None:
        if stream := self.streams.pop(at, None):
            self.run(stream.close())
            del self.model.streams[at]
        ident, key = self.idents[table], self._pick(token) if with_token else None
        stream = StreamReader(self.server, ident, key)
        opened = self.run(stream.open())
        assert opened == (key is None or self.model.seat_of(ident, key) is not None)
        if opened:
            self.streams[at], self.model.streams[at] = stream, (ident, key)

    def _pick(self, number: int) -> str:
        return self.model.given[number % len(self.model.given)]

    def _hello(self, at: int, hellos: list[tuple[str, str | None]]) -> None:
        """In one segment. Whoever was only refused so far may have been hung up on: they call again."""
        messages = [{"type": "hello", "table": t, **({"token": k} if k else {})} for t, k in hellos]
        data = [Frame(Opcode.TEXT, json.dumps(m).encode()).serialize(mask=True) for m in messages]
        while True:
            client = self.clients.get(at) or self.run(self._connect())
            self.clients[at] = client
            assert client.socket is not None
            client.socket.transport.write(b"".join(data))
            try:
                self.run(self._answered(client))
                break
            except ConnectionClosed:
                assert at not in self.model.hellos, "a connection that is somebody was closed"
                del self.clients[at]
        for table, token in hellos:
            if token is None or self.model.seat_of(table, token) is not None:
                self.model.hellos[at] = (table, token)

    async def _connect(self) -> Client:
        from websockets.asyncio.client import connect

        client = Client(self.server, "")
        address = self.server.url.replace("http", "ws") + "/api/socket"
        # this loop runs only now and then: a ping of its own would time out
        client.socket = await connect(address, compression=None, max_queue=None, ping_interval=None)
        client.take = lambda message: None  # type: ignore[method-assign]  # numbers are checked elsewhere
        return client

    # ------------------------------------------------------------ chairs

    @rule(table=tables, chair=chairs)
    def sit_over_http(self, table: int, chair: int) -> None:
        self.names += 1
        ident = self.idents[table]
        if seated := self.post(f"{ident}/seats", {"name": f"P{self.names}", "seat": chair}):
            self.model.give(ident, seated["seat"], seated["token"])

    @rule(at=connections)
    def sit_on_a_socket(self, at: int) -> None:
        self.names += 1
        answer = self._ask(at, "sit", name=f"P{self.names}")
        if answer and answer["type"] == "seated":
            ident, token = answer["table"], answer["token"]
            assert self.model.seat_of(*self.model.hellos[at]) is None, "whoever sits does not sit down again"
            self.model.give(ident, answer["seat"], token)
            self.model.hellos[at] = (ident, token)

    @rule(at=connections, chair=chairs)
    def change_seats_on_a_socket(self, at: int, chair: int) -> None:
        """Whoever sits gets another chair and another token; who watches sits down."""
        self.names += 1
        answer = self._ask(at, "sit", name=f"P{self.names}", seat=chair)
        if answer and answer["type"] == "seated":
            ident, former = self.model.hellos[at]
            if (seat := self.model.seat_of(ident, former)) is not None:
                self.model.owners[ident][seat] = None
            self.model.give(ident, answer["seat"], answer["token"])
            self.model.hellos[at] = (ident, answer["token"])

    @rule(table=tables, token=tokens)
    def leave_over_http(self, table: int, token: int) -> None:
        ident, key = self.idents[table], self._pick(token)
        seat, phase = self.model.seat_of(ident, key), self._table(ident)["phase"]
        done = self.post(f"{ident}/messages", {"type": "leave", "ref": "l"}, key)
        assert (done is not None) == (seat is not None)
        self._left(ident, seat, phase)

    @rule(at=connections)
    def leave_on_a_socket(self, at: int) -> None:
        if at not in self.model.hellos:
            return
        ident, token = self.model.hellos[at]
        phase = self._table(ident)["phase"]
        answer = self._ask(at, "leave")
        if answer and answer["type"] != "refused":
            self._left(ident, self.model.seat_of(ident, token), phase)

    @rule(table=tables, chair=chairs)
    def host_frees_a_chair(self, table: int, chair: int) -> None:
        ident = self.idents[table]
        host = self._table(ident).get("host")
        key = self.model.owners[ident][host] if host is not None else None
        if key and self.post(f"{ident}/messages", {"type": "open_seat", "seat": chair, "ref": "o"}, key):
            self.model.owners[ident][chair] = None

    def _left(self, ident: str, seat: int | None, phase: str) -> None:
        """Between games a chair is open at once; in a game it stays its owner's, and a bot plays."""
        if seat is not None and phase != "playing":
            self.model.owners[ident][seat] = None
        self._settle(ident)

    def _table(self, ident: str) -> Json:
        return dict(self.server.request(f"/api/tables/{ident}")["table"])

    # ------------------------------------------------------------ games

    @rule(table=tables)
    def start_a_game(self, table: int) -> None:
        """Bots take the open chairs: whoever comes later may take one of theirs in mid-game."""
        ident = self.idents[table]
        host = self._table(ident).get("host")
        if host is not None and (key := self.model.owners[ident][host]):
            self.names += 1
            start = {"type": "start", "fill": "beginner", "ref": f"s{self.names}"}
            self.post(f"{ident}/messages", start, key)
            self._settle(ident)

    @rule(table=tables)
    def end_a_game_and_ask_for_another(self, table: int) -> None:
        """All leave in mid-game, bots end it, the host asks for a rematch: the others' chairs are open."""
        ident = self.idents[table]
        self.start_a_game(table)
        host = self._table(ident).get("host")
        if host is None or not (key := self.model.owners[ident][host]):
            return
        for owner in [*(one for one in self.model.owners[ident] if one and one != key), key]:
            phase = self._table(ident)["phase"]
            if owner != key or phase == "playing":
                self.post(f"{ident}/messages", {"type": "leave", "ref": "l"}, owner)
                self._left(ident, self.model.seat_of(ident, owner), phase)
        self.names += 1
        if self.post(f"{ident}/messages", {"type": "rematch", "ref": f"m{self.names}"}, key):
            self._settle(ident)  # against bots alone the next game has begun, and they play it
            kinds = [chair["kind"] for chair in self._table(ident)["chairs"]]
            self.model.owners[ident] = [
                owner if kind == "person" else None
                for owner, kind in zip(self.model.owners[ident], kinds, strict=True)
            ]
            assert self.model.seat_of(ident, key) == host

    def _settle(self, ident: str) -> None:
        """Wait until no bot has anything to do: there is no game, or it waits for a person."""
        self.run(self._until_still(ident))

    async def _until_still(self, ident: str) -> None:
        while True:
            sync = await asyncio.to_thread(self.server.request, f"/api/tables/{ident}")
            chairs = sync["table"]["chairs"]
            waited_for = [chairs[seat] for seat in sync.get("must_act", ())]
            persons = [chair for chair in waited_for if chair["kind"] == "person" and not chair.get("kept")]
            if sync["table"]["phase"] != "playing" or persons:
                return
            await asyncio.sleep(0.02)

    # ------------------------------------------------------------ what must hold

    def _ask(self, at: int, kind: str, **fields: Any) -> Json | None:
        if at not in self.clients or at not in self.model.hellos:
            return None
        return self.run(self.clients[at].ask(kind, **fields))

    @invariant()
    def everybody_is_who_they_are(self) -> None:
        for at, (ident, token) in self.model.hellos.items():
            expected = self.model.seat_of(ident, token)
            sync = self.run(self._sync(self.clients[at], ident))
            assert sync.get("you") == expected, (at, ident, expected, sync.get("you"))

    @invariant()
    def every_stream_is_for_whom_it_was_opened(self) -> None:
        """Once what has just changed has reached it."""
        for at, who in self.model.streams.items():
            expected, stream = self.model.seat_of(*who), self.streams[at]
            until = time.monotonic() + PATIENCE
            while stream.you != expected and time.monotonic() < until:
                time.sleep(0.002)
            assert stream.you == expected, (at, who[0], expected, stream.you)

    async def _sync(self, client: Client, ident: str) -> Json:
        """The table as this connection is shown it; older messages of other tables are passed over."""
        await self._answered(client)
        await client.send({"type": "ask_sync"})
        sync = await client.until(lambda m: m["type"] == "sync")
        assert sync["table"]["id"] == ident
        return sync

    async def _answered(self, client: Client) -> None:
        """Until everything that was sent before is answered."""
        client.refs += 1
        ref = f"r{client.refs}"
        await client.send({"type": "say", "phrase": "no such phrase", "ref": ref})
        await client.until(lambda m: m.get("ref") == ref)

    @invariant()
    @precondition(lambda self: bool(self.model.hellos))
    def only_an_owner_may_act(self) -> None:
        at, (ident, token) = next(iter(self.model.hellos.items()))
        answer = self._ask(at, "nonce", nonce="n")
        assert answer is not None
        sits = self.model.seat_of(ident, token) is not None
        refused = answer["type"] == "refused"
        assert refused != (sits and self._table(ident)["phase"] == "lobby"), answer
        if not sits:
            assert answer["code"] == "forbidden", answer

    def teardown(self) -> None:
        for client in self.clients.values():
            self.run(client.close())
        for stream in self.streams.values():
            self.run(stream.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@pytest.fixture(scope="module")
def identity_server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data", grace=3600.0) as server:
        yield server


def _drive(server: Server, examples: int, steps: int, seed: int | None = None, *more: Phase) -> None:
    """Random sequences; a failing one is made shorter only where asked, for that takes minutes."""
    machine = type("Machine", (Identity,), {"server": server, "_hypothesis_internal_use_seed": seed})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            phases=[Phase.reuse, Phase.generate, *more],
            database=None,
            print_blob=True,
        ),
    )


def test_everybody_is_who_they_are(identity_server: Server) -> None:
    _drive(identity_server, examples=12, steps=20)


@pytest.mark.slow
def test_everybody_is_who_they_are_for_long(identity_server: Server) -> None:
    """As many sequences as LONG seconds allow, at least one round; the seed of a round gives it again."""
    until, seed = time.monotonic() + LONG, 0
    while not seed or time.monotonic() < until:
        seed += 1
        print(f"round {seed} of {ROUND} sequences")
        _drive(identity_server, ROUND, 40, seed, Phase.shrink)
