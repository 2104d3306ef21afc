"""Who each connection is, after any sequence of hello, sit, leave, kick, start, reconnect and rematch.

A hypothesis state machine drives real sockets and HTTP requests against one real server. The
model is small: a chair knows its owner's token, a connection knows the table and token it said
hello with, and a connection is the seat whose present token it has, else a spectator.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import urllib.error
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
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


class Model:
    """Who sits where, and who has said hello with what."""

    def __init__(self) -> None:
        self.owners: dict[str, list[str | None]] = {}
        self.hellos: dict[int, tuple[str, str | None]] = {}
        self.given: list[str] = []

    def seat_of(self, table: str, token: str | None) -> int | None:
        return self.owners[table].index(token) if token and token in self.owners[table] else None

    def give(self, table: str, seat: int, token: str) -> None:
        self.owners[table][seat] = token
        self.given.append(token)


class Identity(RuleBasedStateMachine):
    """Several tables, connections and persons."""

    server: Server

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.model = Model()
        self.idents: list[str] = []
        self.clients: dict[int, Client] = {}
        self.names = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, PATIENCE))

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

    @rule(table=tables, token=tokens)
    def leave_over_http(self, table: int, token: int) -> None:
        ident, key = self.idents[table], self._pick(token)
        seat = self.model.seat_of(ident, key)
        done = self.post(f"{ident}/messages", {"type": "leave", "ref": "l"}, key)
        assert (done is not None) == (seat is not None)
        self._vacated(ident, seat)

    @rule(at=connections)
    def leave_on_a_socket(self, at: int) -> None:
        answer = self._ask(at, "leave")
        if answer and answer["type"] != "refused":
            ident, token = self.model.hellos[at]
            self._vacated(ident, self.model.seat_of(ident, token))

    @rule(table=tables, chair=chairs)
    def host_frees_a_chair(self, table: int, chair: int) -> None:
        ident = self.idents[table]
        host = self._table(ident).get("host")
        key = self.model.owners[ident][host] if host is not None else None
        if key and self.post(f"{ident}/messages", {"type": "open_seat", "seat": chair, "ref": "o"}, key):
            self.model.owners[ident][chair] = None

    def _vacated(self, ident: str, seat: int | None) -> None:
        """Between games a chair is open at once; in a game it stays its owner's, and a bot plays."""
        if seat is not None and self._table(ident)["phase"] != "playing":
            self.model.owners[ident][seat] = None

    def _table(self, ident: str) -> Json:
        return dict(self.server.request(f"/api/tables/{ident}")["table"])

    # ------------------------------------------------------------ games

    @rule(table=tables)
    def play_a_game_and_ask_for_another(self, table: int) -> None:
        """All leave in mid-game, bots end it, one asks for a rematch: the others' chairs are open."""
        ident = self.idents[table]
        owners = self.model.owners[ident]
        host = self._table(ident).get("host")
        if host is None or not (key := owners[host]):
            return
        start = {"type": "start", "fill": "beginner", "ref": f"s{self.names}"}
        if self.post(f"{ident}/messages", start, key) is None:
            return
        for seat, owner in enumerate(owners):
            if owner and seat != host:
                self.post(f"{ident}/messages", {"type": "leave", "ref": "l"}, owner)
        self.post(f"{ident}/messages", {"type": "leave", "ref": "l"}, key)
        self.run(self._until_over(ident))
        if self.post(f"{ident}/messages", {"type": "rematch", "ref": f"m{self.names}"}, key):
            kinds = [chair["kind"] for chair in self._table(ident)["chairs"]]
            self.model.owners[ident] = [
                owner if kind == "person" else None for owner, kind in zip(owners, kinds, strict=True)
            ]
            assert self.model.owners[ident][host] == key

    async def _until_over(self, ident: str) -> None:
        while self._table(ident)["phase"] == "playing":
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
        self.loop.close()


@pytest.fixture(scope="module")
def identity_server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data", grace=0.0) as server:
        yield server


def _drive(server: Server, examples: int, steps: int, *more: Phase) -> None:
    """Random sequences; a failing one is made shorter only where asked, for that takes minutes."""
    from hypothesis.stateful import run_state_machine_as_test

    machine = type("Machine", (Identity,), {"server": server})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, phases=[Phase.reuse, Phase.generate, *more]
        ),
    )


def test_everybody_is_who_they_are(identity_server: Server) -> None:
    _drive(identity_server, examples=12, steps=20)


@pytest.mark.slow
def test_everybody_is_who_they_are_for_long(identity_server: Server) -> None:
    _drive(identity_server, 400, 40, Phase.shrink)
