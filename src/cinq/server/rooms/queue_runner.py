"""Runs the queues of rooms: one callback of the event loop for all rooms of an iteration."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

logger = logging.getLogger("cinq.rooms")


class QueueRunner:
    """Runs queues once the present loop iteration has read from every connection: quicker than in turn."""

    def __init__(self) -> None:
        self._rooms: list[Room] = []

    def run_soon(self, room: Room) -> None:
        """Run the queue of this room after the present iteration."""
        if not self._rooms:
            asyncio.get_running_loop().call_soon(self._run)
        self._rooms.append(room)

    def _run(self) -> None:
        rooms, self._rooms = self._rooms, []
        for room in rooms:
            try:
                room.run_queue()
            except Exception:  # the other rooms go on
                logger.exception("a queue failed", extra={"table": room.table.id})
