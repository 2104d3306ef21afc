"""Real connections and a real registry without sockets, on a store whose commits wait to be let through.

`Journals` keeps, beside the rows, the model that identities are checked against: which token each
chair was given to last.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec

from cinq.server import wire
from cinq.server.bots.room_bots import RoomBots
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.room import Room
from cinq.server.rooms.tokens import hashed
from cinq.server.rooms.viewers import Viewer
from cinq.server.settings import Settings
from cinq.server.storage.background_reader import BackgroundReader
from cinq.server.storage.interface import GameEntry, TableEntry, Then, resolve
from cinq.server.storage.ownership import SoleOwner
from cinq.server.websocket.connection import Connection, ConnectionLimits, ConnectionServer
from cinq.table import events
from cinq.table.events import decode_row
from tests.server.interleavings.step_loop import StepLoop

T = TypeVar("T")
PLENTY = Settings(
    physics=False,
    idle=60.0,
    pause_scale=0.0,
    tables_per_address=10**9,
    sockets_per_address=10**9,
    messages_per_second=1e9,
    message_burst=10**9,
)
SYNC = re.compile(rb'"table":\{"id":"([^"]+)".*?"you":(\d+)')
OWN = re.compile(r"(ready|nonce|leave) (\d+) ")
"""A reference of a request that only a chair's owner may make: what, and which person."""
ACTS = (events.Readied, events.Mixed, events.Vacated)


class Person:
    """Somebody with some tokens, and a connection or two."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.tokens: dict[str, str] = {}
        """The table of each token."""
        self.hashes: set[str] = set()

    def given(self, table: str, token: str) -> None:
        self.tokens[token] = table
        self.hashes.add(hashed(token))


class Pending:
    """A write that waits."""

    __slots__ = ("first", "rows", "table", "then")

    def __init__(self, table: str, first: int, rows: list[bytes], then: Then) -> None:
        self.table, self.first, self.rows, self.then = table, first, rows, then


class Journals(SoleOwner):
    """Satisfies the part of `Store` that tables use: nothing is on disk before `let_through`."""

    def __init__(self, loop: StepLoop) -> None:
        self._loop = loop
        self.disk: dict[str, list[bytes]] = {}
        self.owners: dict[str, dict[int, str]] = {}
        """The model: the hashed token of each chair's owner, by table and seat."""
        self.pending: list[Pending] = []
        self.people: list[Person] = []
        self.failed: set[str] = set()
        """Tables with a write that failed: what was refused meanwhile may be right on disk."""
        self.recorders = 0
        self.reads = 0
        self.sitting: dict[str, Person] = {}
        """Who asked for a chair, by the name they gave."""
        self.violations: list[str] = []
        """Collected, not raised: a room catches what a request raises."""

    def write(self, table: str, first: int, rows: Sequence[bytes], then: Then) -> None:
        owners = self.owners.setdefault(table, {})
        for row in rows:
            self._take(table, owners, row)
        self.pending.append(Pending(table, first, list(rows), then))

    def _take(self, table: str, owners: dict[int, str], row: bytes) -> None:
        """Fold a row into the model; what a person did for a chair must have been their own chair."""
        event = decode_row(row).event
        if isinstance(event, ACTS) and event.ref and (own := OWN.match(event.ref)):
            self._check_act(table, int(own[2]), own[1], event.seat)
        match event:
            case events.Sat(seat, name, token):
                owners[seat] = token
                if name in self.sitting:  # the answer with the token comes when this row is on disk
                    self.sitting[name].hashes.add(token)
            case events.Vacated(seat) | events.Staffed(seat):
                owners.pop(seat, None)
            case _:
                pass

    def _check_act(self, table: str, person: int, what: str, seat: int) -> None:
        if self.owners[table].get(seat) not in self.people[person].hashes:
            self.violations.append(f"person {person} has said {what} for chair {seat} of {table}")

    def let_through(self, at: int, failed: Exception | None = None) -> None:
        """Commit the write number `at` of those that wait, or let it fail."""
        self._loop.call_soon(self._settle, self.pending.pop(at), failed)

    def _settle(self, write: Pending, failed: Exception | None) -> None:
        """Tell the room; after a failure it closes, and the model is again what is on disk."""
        kept = self.disk.setdefault(write.table, [])
        if failed is None:
            assert len(kept) + 1 == write.first
            kept.extend(write.rows)
        write.then(failed)
        if failed is not None:
            self.failed.add(write.table)
            self.owners[write.table] = {}
            for row in kept:
                self._take(write.table, self.owners[write.table], row)

    def append(self, table: str, first: int, rows: Sequence[bytes]) -> asyncio.Future[None]:
        done: asyncio.Future[None] = self._loop.create_future()
        self.write(table, first, rows, partial(resolve, done))
        return done

    async def rows(self, table: str) -> list[bytes]:
        self.reads += 1
        await asyncio.sleep(0)
        return list(self.disk.get(table, []))

    async def entry(self, game_id: str) -> GameEntry | None:
        return None

    async def log(self, game_id: str) -> tuple[GameEntry, bytes] | None:
        return None

    def finish(self, entry: GameEntry, log: bytes) -> asyncio.Future[None]:
        done: asyncio.Future[None] = self._loop.create_future()
        done.set_result(None)
        return done

    def list_table(self, entry: TableEntry) -> None:
        """There is no list."""


class InlineReader(BackgroundReader):
    """Reads at once, an iteration later."""

    async def _run(self, job: Callable[[], T]) -> T:
        await asyncio.sleep(0)
        return job()


class NoBots(RoomBots):
    """Bots that sit and do nothing."""

    def follow(self, steps: Any) -> None: ...

    def update(self) -> None: ...

    def dismiss(self) -> None: ...


class Registry(RoomRegistry):
    """The real registry, on the loop's time."""

    def __init__(self, store: Journals, loop: StepLoop) -> None:
        self._loop = loop
        super().__init__(store, PLENTY)  # type: ignore[arg-type]
        self.reader = InlineReader()

    def now(self) -> float:
        return self._loop.time()

    def bots_for(self, room: Room) -> RoomBots:
        return NoBots(room, self.pool)


class Socket:
    """Delivers messages in order, but none while the connection has paused it, as `GameSocket` does."""

    def __init__(self) -> None:
        self.handler: Connection | None = None
        self._held: list[bytes] = []
        self._paused = False

    def deliver(self, *messages: bytes) -> None:
        self._held += messages
        while self._held and not self._paused and self.handler is not None:
            self.handler.received(self._held.pop(0))

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        self.deliver()


class Recorder(Viewer):
    """Checks every message that is sent to a person's connection."""

    __slots__ = ("_number", "_store", "link", "person")

    def __init__(self, person: Person, store: Journals) -> None:
        super().__init__("")
        store.recorders += 1
        self._number = store.recorders
        self.person = person
        self._store = store
        self.link: Link | None = None

    def __hash__(self) -> int:
        """The same in every run, so that sets of viewers are in the same order."""
        return self._number

    def __eq__(self, other: object) -> bool:
        return self is other

    def entitled(self, table: str, seat: int) -> bool:
        """Whether the person has the token of this chair's present owner."""
        return self._store.owners[table].get(seat) in self.person.hashes

    def send(self, message: bytes) -> None:
        self.take_token(message)
        self.check()
        self.check_message(message)

    def check(self) -> None:
        """The room sends to groups of viewers by seat: this one is in none that is not its own."""
        self.check_groups(self)

    def check_groups(self, viewer: Viewer) -> None:
        """Likewise for `viewer`, which the room knows this person by."""
        if viewer.binding is None or viewer.binding.room.closed:
            return  # nothing is sent from a closed room but a goodbye
        room = viewer.binding.room
        for seat, group in room.viewers.items():
            if seat is not None and viewer in group and not self.entitled(room.table.id, seat):
                said = f"person {self.person.number} looks from chair {seat} of {room.table.id}"
                self._store.violations.append(said)

    def check_message(self, message: bytes) -> None:
        """A table is shown from a chair to its owner only."""
        if (found := SYNC.search(message)) and not self.entitled(found[1].decode(), int(found[2])):
            self._store.violations.append(f"person {self.person.number} was shown {message[:200]!r}")

    def take_token(self, message: bytes) -> None:
        """A chair's token is told once, to its new owner."""
        if message.startswith(b'{"type":"seated"'):
            seated = msgspec.json.decode(message, type=wire.Seated)
            assert self.link is not None
            self.person.given(seated.table, seated.token)
            self.link.sitting = False

    def send_frame(self, frame: bytes) -> None:
        """No physics here."""

    def close(self, code: int, why: str, again: float | None = None) -> None:
        self.closing = (code, why)
        assert self.link is not None
        asyncio.get_running_loop().call_soon(self.link.hang_up)


class Link:
    """One connection of a person."""

    def __init__(self, server: ConnectionServer, viewer: Recorder) -> None:
        self.person = viewer.person
        self.socket = Socket()
        self.viewer = viewer
        self.viewer.link = self
        self.connection = Connection(server, self.viewer, self.socket)  # type: ignore[arg-type]
        self.socket.handler = self.connection
        self.last: tuple[str, str | None] | None = None
        """Whom it claims to be: table and token of its last hello or sit; None where that is open."""
        self.sitting = False
        """Whether a `sit` may be under way: which of it and a hello comes last is open then."""
        self.lost = False
        self.connection.opened()

    @property
    def known_as(self) -> Viewer | None:
        """The viewer that the table's room knows this connection by."""
        return self.viewer

    def say(self, *messages: dict[str, Any]) -> None:
        """Send messages in one segment."""
        for message in messages:
            if message["type"] == "hello":
                self.last = None if self.sitting else (message["table"], message.get("token"))
            elif message["type"] == "sit":
                self.sitting, self.last = True, None
        self.socket.deliver(*map(msgspec.json.encode, messages))

    def hang_up(self) -> None:
        if not self.lost:
            self.lost = True
            self.socket.handler = None
            self.connection.disconnected()


def new_server(loop: StepLoop) -> tuple[ConnectionServer, Journals]:
    """A server without sockets."""
    store = Journals(loop)
    registry = Registry(store, loop)
    return ConnectionServer(registry, ConnectionLimits(registry)), store
