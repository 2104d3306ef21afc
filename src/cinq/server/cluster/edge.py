"""The edge: viewers and requests whose table another server owns.

Knows, for each viewer, which server its table is on; who the viewer is is known there alone.
"""

from __future__ import annotations

import asyncio
import itertools
from typing import cast

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
from cinq.server.rooms.place import Leave, NoSuchChair, Unreachable
from cinq.server.rooms.viewers import Viewer
from cinq.table.table import Code, Refusal

PATIENCE = 5.0
"""Seconds that a host has to answer."""
AGAIN = 0.3
"""Seconds after which a viewer whose host was lost comes back."""


class Entering:
    """A viewer that waits to be let in."""

    __slots__ = ("done", "host", "leave", "viewer")

    def __init__(self, host: str, viewer: Viewer, leave: Leave) -> None:
        self.host, self.viewer, self.leave = host, viewer, leave
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


class Edge:
    """What this server shares with the owners of its viewers' tables."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self._ids = itertools.count(1)
        self._entering: dict[int, Entering] = {}
        self._viewers: dict[int, tuple[str, Viewer]] = {}
        self._of: dict[Viewer, int] = {}
        self._calls: dict[int, tuple[str, asyncio.Future[bytes]]] = {}

    def hosts(self) -> set[str]:
        """The servers with which something is shared."""
        found = {entering.host for entering in self._entering.values()}
        found |= {host for host, _ in self._viewers.values()}
        return found | {host for host, _ in self._calls.values()}

    # ------------------------------------------------------------ viewers

    async def enter(
        self, host: str, table: str, viewer: Viewer, token: str | None, last: int | None, leave: Leave
    ) -> None:
        """Have a viewer let in. Raises Refusal or Unreachable."""
        number = next(self._ids)
        entering = self._entering[number] = Entering(host, viewer, leave)
        said = Enter(number, table, token, last, viewer.name, viewer.mixes, viewer.address)
        self.links.send(host, said)
        try:
            await asyncio.wait_for(entering.done, PATIENCE)
        except TimeoutError:
            raise Unreachable(f"{host} does not answer") from None
        except asyncio.CancelledError:
            self.exit(viewer)  # it may have been let in just now
            raise
        finally:
            if self._entering.pop(number, None) is not None and number not in self._viewers:
                self.links.send(host, Exit(number))

    def handle(self, viewer: Viewer, message: wire.FromSeat) -> None:
        """Forward what a viewer says."""
        number = self._of.get(viewer)
        if number is None:
            raise Refusal("forbidden", "say hello first")
        self.links.send(self._viewers[number][0], Say(number, wire.encode(message)))

    def exit(self, viewer: Viewer) -> None:
        """Forget a viewer, and tell its host."""
        number = self._of.pop(viewer, None)
        if number is not None:
            host, _ = self._viewers.pop(number)
            self.links.send(host, Exit(number))

    # ------------------------------------------------------------ calls

    async def ask(
        self, host: str, table: str, token: str | None, message: wire.FromSeat, address: str
    ) -> msgspec.Raw:
        """Run a message at its table's owner; returns the answer as JSON. Raises Refusal or Unreachable."""
        item = Ask(next(self._ids), table, token, address, wire.encode(message))
        return msgspec.Raw(await self._call(host, item))

    async def make(self, host: str, new: wire.NewTable) -> wire.MadeTable:
        """Have another server make a table. Raises Refusal or Unreachable."""
        raw = await self._call(host, Make(next(self._ids), wire.encode(new)))
        return msgspec.json.decode(raw, type=wire.MadeTable)

    async def _call(self, host: str, item: Ask | Make) -> bytes:
        done: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._calls[item.call] = (host, done)
        self.links.send(host, item)
        try:
            return await asyncio.wait_for(done, PATIENCE)
        except TimeoutError:
            raise Unreachable(f"{host} does not answer") from None
        finally:
            self._calls.pop(item.call, None)

    # ------------------------------------------------------------ what hosts say

    def received(self, host: str, item: AnyItem) -> None:
        """Handle an item from a host; one about a viewer that has gone is ignored."""
        match item:
            case Deliver(number, message):
                if number in self._viewers:
                    self._viewers[number][1].send(message)
            case Frame(number, frame):
                if number in self._viewers:
                    self._viewers[number][1].send_frame(frame)
            case Entered(number):
                self._entered(number)
            case Close(number, code, why, again):
                self._close(number, code, why, again)
            case Answer(number, message):
                if (call := self._calls.get(number)) and not call[1].done():
                    call[1].set_result(message)
            case NotDone():
                self._fail(item.call, _error(item))

    def _entered(self, number: int) -> None:
        entering = self._entering.get(number)
        if entering is None or entering.done.done():
            return
        entering.leave()
        self._viewers[number] = (entering.host, entering.viewer)
        self._of[entering.viewer] = number
        entering.done.set_result(None)

    def _close(self, number: int, code: int, why: str, again: float | None) -> None:
        """Close a connection, and tell its host that the viewer has gone: nobody else does."""
        if number in self._viewers:
            _, viewer = self._viewers[number]
            self.exit(viewer)
            viewer.close(code, why, again)

    def _fail(self, number: int, error: Exception) -> None:
        """Fail a viewer that waits to be let in, or a call."""
        waiting = self._entering.get(number)
        done = waiting.done if waiting else self._calls[number][1] if number in self._calls else None
        if done is not None and not done.done():
            done.set_exception(error)

    def dropped(self, host: str) -> None:
        """The host may have missed something, or we have: viewers come back, calls fail."""
        for number, (where, _) in list(self._viewers.items()):
            if where == host:
                self._close(number, 1012, "the connection to the table was lost", AGAIN)
        waiting = [number for number, entering in self._entering.items() if entering.host == host]
        waiting += [number for number, (where, _) in self._calls.items() if where == host]
        for number in waiting:
            self._fail(number, Unreachable(f"{host} was lost"))


def _error(item: NotDone) -> Exception:
    if not item.code:
        return Unreachable(item.message)
    kind = NoSuchChair if item.no_such_chair else Refusal
    return kind(cast(Code, item.code), item.message, item.rule)


class RemotePlace:
    """A table of another server: satisfies `Place`."""

    __slots__ = ("_edge", "_host", "_table")

    def __init__(self, edge: Edge, host: str, table: str) -> None:
        self._edge, self._host, self._table = edge, host, table

    @property
    def seq(self) -> int:
        """Not known here."""
        return 0

    async def admit(self, viewer: Viewer, token: str | None, last: int | None, leave: Leave) -> None:
        """Have a viewer let in. Raises Refusal or Unreachable."""
        await self._edge.enter(self._host, self._table, viewer, token, last, leave)

    def handle(self, viewer: Viewer, message: wire.FromSeat) -> None:
        """Forward what a viewer says."""
        self._edge.handle(viewer, message)

    def exit(self, viewer: Viewer) -> None:
        """Forget a viewer, if it is there."""
        self._edge.exit(viewer)

    async def ask(self, token: str | None, message: wire.FromSeat, address: str) -> msgspec.Raw:
        """Run one message that came over HTTP. Raises Refusal or Unreachable."""
        return await self._edge.ask(self._host, self._table, token, message, address)
