"""Two servers without Redis: one owns every table, half of the connections are on the other.

Packets between them arrive in order, at any later time; a few are lost, as when Redis is cut off.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from cinq.server import wire
from cinq.server.cluster.edge import Edge, RemotePlace
from cinq.server.cluster.host import Host
from cinq.server.cluster.links import Links
from cinq.server.cluster.messages import AnyItem, Deliver
from cinq.server.rooms.place import Place
from cinq.server.rooms.viewers import Viewer
from cinq.server.storage.interface import Unavailable
from cinq.server.websocket.connection import ConnectionLimits, ConnectionServer
from cinq.table.table import Refusal
from tests.server.interleavings.step_loop import StepLoop
from tests.server.interleavings.world import Journals, Link, Person, Recorder, Registry

EDGE, HOST = "edge", "host"
FOR_EVER = 1e9
"""Seconds of silence after which a server is taken for dead: what is lost is noticed by numbers here."""
Packets = deque[tuple[str, bytes]]
"""Packets on their way, and to which server."""


class CheckedLinks(Links):
    """Tells what is sent."""

    def __init__(self, worker: str, packets: Packets, servers: Servers) -> None:
        super().__init__(
            lambda to, data: packets.append((to, data)),
            partial(servers.handle, worker),
            partial(servers.dropped, worker),
            FOR_EVER,
        )
        self.worker = worker
        self._servers = servers

    def send(self, peer: str, item: AnyItem) -> None:
        if isinstance(item, Deliver):
            self._servers.check_delivery(item)
        super().send(peer, item)


class EdgeRegistry(Registry):
    """Owns no table: every one is on the other server."""

    edge: Edge

    async def find(self, ident: str) -> Place:
        return RemotePlace(self.edge, HOST, ident)


class EdgeRecorder(Recorder):
    """A connection of the server that owns no table: what it is sent was checked when it left the other."""

    __slots__ = ("servers",)

    def __init__(self, person: Person, store: Journals, servers: Servers) -> None:
        super().__init__(person, store)
        self.servers = servers

    def send(self, message: bytes) -> None:
        self.take_token(message)

    def check(self) -> None:
        if (viewer := self.servers.remote_viewer(self)) is not None:
            self.check_groups(viewer)


class EdgeLink(Link):
    """A connection to the server that owns no table."""

    @property
    def known_as(self) -> Viewer | None:
        assert isinstance(self.viewer, EdgeRecorder)
        return self.viewer.servers.remote_viewer(self.viewer)


class Servers:
    """The two servers, and the packets between them."""

    def __init__(self, registry: Registry, store: Journals, loop: StepLoop) -> None:
        self.packets: Packets = deque()
        self._store = store
        self._links = {worker: CheckedLinks(worker, self.packets, self) for worker in (EDGE, HOST)}
        self.edge, self.host = Edge(self._links[EDGE]), Host(self._links[HOST], registry)
        edge_registry = EdgeRegistry(Journals(loop), loop)
        edge_registry.edge = self.edge
        self.server = ConnectionServer(edge_registry, ConnectionLimits(edge_registry))
        self._owners: dict[int, EdgeRecorder] = {}
        """Whose number each number is, for ever."""

    def connect(self, person: Person) -> Link:
        return EdgeLink(self.server, EdgeRecorder(person, self._store, self))

    # ------------------------------------------------------------ packets

    def deliver(self, lost: bool = False) -> None:
        """Let the first packet arrive, unless it is lost."""
        if self.packets:
            to, data = self.packets.popleft()
            if not lost:
                self._links[to].receive(data)

    def beat(self) -> None:
        """Each server shows the other that it lives, as it does once a second."""
        self._links[EDGE].beat(self.edge.hosts())
        self._links[HOST].beat(self.host.edges())

    def handle(self, worker: str, peer: str, item: AnyItem) -> None:
        (self.edge if worker == EDGE else self.host).received(peer, item)

    def dropped(self, worker: str, peer: str) -> None:
        (self.edge if worker == EDGE else self.host).dropped(peer)

    # ------------------------------------------------------------ what must hold

    def _note_owners(self) -> None:
        waiting = {number: one.viewer for number, one in self.edge._entering.items()}
        entered = {number: viewer for number, (_, viewer) in self.edge._viewers.items()}
        for number, viewer in {**waiting, **entered}.items():
            assert isinstance(viewer, EdgeRecorder)
            if self._owners.setdefault(number, viewer) is not viewer:
                self._store.violations.append(f"the number {number} has changed hands")

    def remote_viewer(self, recorder: Recorder) -> Viewer | None:
        """The viewer that the owner of its table knows a connection by."""
        number = self.edge._of.get(recorder)
        return None if number is None else self.host._viewers.get((EDGE, number))

    def check_delivery(self, item: Deliver) -> None:
        """What leaves the owner of a table is for a person who may see it."""
        self._note_owners()
        if owner := self._owners.get(item.viewer):
            owner.check_message(item.message)

    def check_at_rest(self) -> None:
        """At rest both servers know the same viewers: one that only the owner knows sits there for ever."""
        here, there = set(self.edge._viewers), {number for _, number in self.host._viewers}
        if here != there or self.edge._entering:
            self._store.violations.append(f"viewers {here ^ there} are known to one server only")

    # ------------------------------------------------------------ requests over HTTP

    def ask(
        self, table: str, token: str | None, message: wire.FromSeat, then: Callable[[Any], None]
    ) -> Coroutine[Any, Any, None]:
        """Run a message at the other server; `then` gets the answer as JSON."""

        async def run() -> None:
            try:
                then(await RemotePlace(self.edge, HOST, table).ask(token, message, ""))
            except (Refusal, Unavailable, asyncio.CancelledError):
                return

        return run()
