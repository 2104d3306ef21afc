"""A table as connections and requests see it: the room itself, or the way to the server that owns it.

Connections and the HTTP API go through `RoomRegistry.find`, which answers with a `Place`; they do
not know which of the two it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from cinq.server import wire
from cinq.server.rooms.room import Room
from cinq.server.rooms.viewers import Binding, HttpCaller, Viewer
from cinq.server.storage.interface import Unavailable
from cinq.table.table import Refusal


class NoSuchChair(Refusal):
    """A token that is no chair's at this table."""


class Unreachable(Unavailable):
    """The server that owns a table cannot be reached now; another try in a moment may succeed."""


Leave = Callable[[], None]
"""Makes a viewer leave the table where it was."""


class Place(Protocol):
    """A table that viewers can enter."""

    @property
    def seq(self) -> int:
        """The number of the table's last event, or 0 where it is not known here."""

    async def admit(self, viewer: Viewer, token: str | None, last: int | None, leave: Leave) -> None:
        """Let a viewer in, as the owner of a chair by its token's hash, or as a spectator.

        It gets what it missed since number `last`. `leave` is called once nothing can be refused any
        more. Raises Refusal or Unreachable.
        """

    def handle(self, viewer: Viewer, message: wire.FromSeat) -> None:
        """Take a message from a viewer that was let in. Raises Refusal."""

    def exit(self, viewer: Viewer) -> None:
        """Forget a viewer, if it is here."""

    async def ask(self, token: str | None, message: wire.FromSeat, address: str) -> wire.ToSeat | msgspec.Raw:
        """Run one message that came over HTTP; returns the answer, as JSON if it comes from elsewhere.

        Raises Refusal or Unreachable.
        """


class Peers(Protocol):
    """The other servers of the same store."""

    come_back: float
    """Seconds after which clients of a server that stops come back."""

    def place(self, table: str, owner: str) -> Place:
        """The way to a table that another server owns."""

    async def public_tables(self) -> Sequence[wire.ListedTable]:
        """The public tables in memory of all other servers."""

    async def admits_table(self, address: str) -> bool:
        """Whether this address may make one more table, counted over all servers."""

    async def make(self, new: wire.NewTable, address: str) -> wire.MadeTable | None:
        """Have another server make a table that this one may not own; None if this one may."""


class NoPeers:
    """The peers of a server that runs alone: none."""

    come_back = 2.0

    def place(self, table: str, owner: str) -> Place:
        """There is no other server."""
        raise Unreachable(f"{owner}, which owns table {table}, is not known here")

    async def public_tables(self) -> Sequence[wire.ListedTable]:
        """None."""
        return ()

    async def admits_table(self, address: str) -> bool:
        """The server's own limit is enough."""
        return True

    async def make(self, new: wire.NewTable, address: str) -> wire.MadeTable | None:
        """This server makes all tables."""
        return None


class LocalPlace:
    """A room of this server."""

    __slots__ = ("room",)

    def __init__(self, room: Room) -> None:
        self.room = room

    @property
    def seq(self) -> int:
        """The number of the table's last event."""
        return self.room.table.seq

    async def admit(self, viewer: Viewer, token: str | None, last: int | None, leave: Leave) -> None:
        """Bind a viewer to the room. Refused if there are too many, or the token is no chair's."""
        if self.room.closed:  # while the viewer waited for it
            raise Unreachable("this table is read again")
        binding, room = self._binding(token), self.room
        room.make_room(binding)
        leave()
        room.enter(viewer, binding, last)

    def _binding(self, token: str | None) -> Binding:
        try:
            return self.room.binding_of(token)
        except Refusal as refusal:
            raise NoSuchChair(refusal.code, refusal.message) from None

    def handle(self, viewer: Viewer, message: wire.FromSeat) -> None:
        """Hand a message to the room."""
        if viewer.binding is None:
            raise Refusal("forbidden", "say hello first")
        viewer.binding.room.handle(viewer, message)

    def exit(self, viewer: Viewer) -> None:
        """Unbind a viewer, if it is bound."""
        if viewer.binding is not None:
            viewer.binding.room.exit(viewer)

    async def ask(self, token: str | None, message: wire.FromSeat, address: str) -> wire.ToSeat:
        """Run one message as the owner of a chair, or as a spectator."""
        binding = self._binding(token)
        self.room.touch()
        if binding.seat is not None:
            self.room.bots.update()
        if isinstance(message, wire.AskSpots | wire.Lay):
            return await self._place_wood(binding, message)
        caller = HttpCaller(binding, address)
        self.room.handle(caller, message)
        answer = await caller.answered()
        if isinstance(answer, wire.Refused):
            raise Refusal(answer.code, answer.message, answer.rule)
        return answer

    async def _place_wood(
        self, binding: Binding, message: wire.AskSpots | wire.Lay
    ) -> wire.Spots | wire.Done:
        """List the spots of the piece in hand, or lay it on one: physics without a moving hand."""
        if binding.seat is None:
            raise Refusal("forbidden", "only those who sit at the table may do that")
        if isinstance(message, wire.AskSpots):
            return wire.Spots(await self.room.registry.physics.spots(self.room.table.id, binding.seat))
        self.room.handle(HttpCaller(binding), message)
        return wire.Done(self.room.table.seq)
