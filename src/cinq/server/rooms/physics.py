"""What a room asks of physics: the lines that the WORLD owes its game."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from cinq.core.game import Seat
from cinq.server.physics.interface import Answer, PhysicsRequest
from cinq.server.rooms.publishing import broadcast_frame
from cinq.table import play
from cinq.table.events import Level

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

logger = logging.getLogger("cinq.rooms")
AGAIN, SELDOM = 1.0, 60.0
"""Seconds until physics that has failed is asked again: twice as many each time, up to a minute."""


class RoomPhysics:
    """Asks for one line at a time, and plays it."""

    __slots__ = ("_asked", "_failures", "_room")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._asked: asyncio.Task[None] | None = None
        self._failures = 0
        """Failures since the last answer."""

    @property
    def is_asked(self) -> bool:
        """Whether an answer is awaited, or waits to be played."""
        return self._asked is not None

    def ask(self) -> None:
        """Ask physics for the line that it owes; tell it whose clock ran out and who has left meanwhile."""
        room = self._room
        if room.broken or not play.owes_world(room.table):
            return
        if self._asked is None:
            self._asked = asyncio.create_task(self._answer())
        else:
            room.registry.physics.substitute(room.table.id, self._bot_levels())
        if (seat := play.take_let_go(room.table)) is not None:
            room.registry.physics.let_go(room.table.id, seat)

    def cancel(self) -> None:
        """Wait for no answer: the room closes."""
        if self._asked is not None:
            self._asked.cancel()

    def _bot_levels(self) -> dict[Seat, Level]:
        table = self._room.table
        return {seat: table.chairs[seat].level or "regular" for seat in table.bots()}

    async def _answer(self) -> None:
        room, table = self._room, self._room.table
        assert table.match is not None
        request = PhysicsRequest(table.id, table.game, table.match.state, self._bot_levels())
        try:
            answer = await room.registry.physics.answer(request, partial(broadcast_frame, room))
        except Exception as error:
            await self._wait_after(error)
            self._asked = None
            self.ask()
            return
        self._failures = 0
        room.submit(partial(self._play, answer))

    async def _wait_after(self, error: Exception) -> None:
        """Log the cause of the first failure, then a line for each, ever more seldom."""
        seconds = min(SELDOM, AGAIN * 2**self._failures)
        trace = error if self._failures == 0 else None
        said = "physics failed (%s); asking again in %.0f s"
        logger.error(
            said, type(error).__name__, seconds, exc_info=trace, extra={"table": self._room.table.id}
        )
        self._failures += 1
        await asyncio.sleep(seconds)

    def _play(self, answer: Answer, now: float) -> None:
        """Play the answer; only now may physics be asked again, since it was owed until now."""
        self._asked = None
        room = self._room
        step = play.playing(room.table).lines + 1
        play.play(room.table, now, "world", answer.action)
        if answer.fall:
            room.keep_task(room.registry.store.save_fall(room.table.game_id, step, answer.fall))
