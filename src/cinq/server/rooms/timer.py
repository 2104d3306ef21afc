"""What is due in a room (clocks, races, lost connections, waiting starts): one timer for whatever is next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cinq.table import timers

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room


class RoomTimer:
    """Runs what is due in the room's queue."""

    __slots__ = ("_at", "_handle", "_room")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._handle: asyncio.TimerHandle | None = None
        self._at: float | None = None

    def arm(self) -> None:
        """Set the timer to whatever is due next."""
        due = timers.due(self._room.table)
        if due == self._at:
            return
        self.cancel()
        self._at = due
        if due is not None:
            loop = asyncio.get_running_loop()
            self._handle = loop.call_later(max(0.0, due - self._room.registry.now()), self._fired)

    def cancel(self) -> None:
        """Run nothing more, until `arm`."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._at = None

    def _fired(self) -> None:
        self._handle = self._at = None
        self._room.submit(self._run_due)

    def _run_due(self, now: float) -> None:
        room = self._room
        if timers.wake(room.table, now):
            room.bots.update()
            room.announce_presence()
