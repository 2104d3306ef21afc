"""The host: viewers and requests of other servers at the tables that this one owns.

Who a remote viewer is, is decided here as for any other (`Room.binding_of`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec

from cinq.server import wire
from cinq.server.cluster.links import Links
from cinq.server.cluster.messages import (
    Answer,
    AnyItem,
    Ask,
    Close,
    Deliver,
    Enter,
    Entered,
    Exit,
    Frame,
    Make,
    NotDone,
    Say,
)
from cinq.server.rooms.commands import refused
from cinq.server.rooms.place import LocalPlace, NoSuchChair
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.viewers import Viewer
from cinq.table.table import Refusal

logger = logging.getLogger("cinq.cluster")


class RemoteViewer(Viewer):
    """Watches a table through a socket of another server."""

    __slots__ = ("_edge", "_links", "_number", "place")

    def __init__(self, links: Links, edge: str, enter: Enter) -> None:
        super().__init__(enter.address)
        self.name, self.mixes = enter.name, enter.mixes
        self._links, self._edge, self._number = links, edge, enter.viewer
        self.place: LocalPlace | None = None

    def send(self, message: bytes) -> None:
        """Send a message to the edge, which closes the connection if too many are unread."""
        if self.closing is None:
            self._links.send(self._edge, Deliver(self._number, message))

    def send_frame(self, frame: bytes) -> None:
        """Send a physics frame to the edge, which skips it if the viewer is behind."""
        if self.closing is None:
            self._links.send(self._edge, Frame(self._number, frame))

    def close(self, code: int, why: str, again: float | None = None) -> None:
        """Have the edge close the connection."""
        if self.closing is None:
            self.closing = (code, why)
            self._links.send(self._edge, Close(self._number, code, why, again))


class Host:
    """The remote viewers of this server's tables."""

    def __init__(self, links: Links, registry: RoomRegistry) -> None:
        self._links = links
        self._registry = registry
        self._viewers: dict[tuple[str, int], RemoteViewer] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def edges(self) -> set[str]:
        """The servers that have viewers here."""
        return {edge for edge, _ in self._viewers}

    def received(self, edge: str, item: AnyItem) -> None:
        """Handle an item from an edge; one about a viewer that is not here is ignored."""
        match item:
            case Say(number, message):
                if viewer := self._viewers.get((edge, number)):
                    self._say(viewer, message)
            case Enter():
                self._start(self._enter(edge, item))
            case Exit(number):
                self._exit((edge, number))
            case Ask():
                self._start(self._answer(edge, item.call, lambda: self._ask(item)))
            case Make():
                self._start(self._answer(edge, item.call, lambda: self._make(item)))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ------------------------------------------------------------ viewers

    async def _enter(self, edge: str, enter: Enter) -> None:
        """Let a remote viewer in, unless it goes away meanwhile."""
        key, viewer = (edge, enter.viewer), RemoteViewer(self._links, edge, enter)
        self._viewers[key] = viewer

        def entered() -> None:
            viewer.place = place
            self._links.send(edge, Entered(enter.viewer))

        try:
            place = LocalPlace(await self._registry.room(enter.table))
            if self._viewers.get(key) is viewer:
                await place.admit(viewer, enter.token, enter.last, entered)
        except Exception as error:
            self._viewers.pop(key, None)
            self._links.send(edge, _not_done(enter.viewer, error))

    def _say(self, viewer: RemoteViewer, raw: bytes) -> None:
        message: wire.FromSeat | None = None
        try:
            message = wire.from_seat.decode(raw)
            if viewer.place is not None:
                viewer.place.handle(viewer, message)
        except Refusal as refusal:
            seq = viewer.place.seq if viewer.place is not None else 0
            viewer.send(wire.encode(refused(refusal, getattr(message, "ref", None), seq)))
        except Exception:
            viewer.close(1011, "a message failed", 1.0)
            raise

    def _exit(self, key: tuple[str, int]) -> None:
        viewer = self._viewers.pop(key, None)
        if viewer is not None and viewer.place is not None:
            viewer.place.exit(viewer)

    def dropped(self, edge: str) -> None:
        """The edge may have missed something, or we have: its viewers leave, and come back by themselves."""
        for key in [key for key in self._viewers if key[0] == edge]:
            self._viewers[key].close(1012, "the connection to the table was lost", 0.3)
            self._exit(key)

    # ------------------------------------------------------------ calls

    async def _answer(self, edge: str, call: int, run: Callable[[], Awaitable[object]]) -> None:
        try:
            self._links.send(edge, Answer(call, wire.encode(await run())))
        except Exception as error:
            self._links.send(edge, _not_done(call, error))

    async def _ask(self, ask: Ask) -> wire.ToSeat:
        place = LocalPlace(await self._registry.room(ask.table))
        return await place.ask(ask.token, wire.from_seat.decode(ask.message), ask.address)

    async def _make(self, make: Make) -> wire.MadeTable:
        return await self._registry.make_here(msgspec.json.decode(make.new, type=wire.NewTable))


def _not_done(call: int, error: Exception) -> NotDone:
    if isinstance(error, Refusal):
        return NotDone(call, error.code, error.message, error.rule, isinstance(error, NoSuchChair))
    logger.warning("not done for another server: %s: %s", type(error).__name__, error)
    return NotDone(call, "", type(error).__name__, None)
