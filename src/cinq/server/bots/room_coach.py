"""The coach of one room: hints for its persons, from champions that have seen what their seat has.

The champions sit in a worker process of the coach's own, of lower priority: no bot waits for a hint.
"""

from __future__ import annotations

import asyncio

from cinq.bots.bot import Hint
from cinq.core.game import Seat
from cinq.server.bots.pool import BotDied
from cinq.server.bots.seated import SeatedBots
from cinq.table.events import Level

PATIENCE = 30.0
"""Seconds after which a hint is given up: the coach has many to help, or its process is busy."""


class RoomCoach(SeatedBots):
    """Champions for the seats that have asked for a hint."""

    _coached: frozenset[Seat] = frozenset()
    _hints: tuple[int, dict[Seat, Hint | None]] = (0, {})
    """The hints that were given, and the number of the line they follow: asked again, they are the same."""

    def wanted(self) -> set[Seat]:
        """The seats that have asked for a hint in this game."""
        return set(self._coached) if self._room.table.phase == "playing" else set()

    def level(self, seat: Seat) -> Level:
        """The best there is."""
        return "champion"

    async def hint(self, seat: Seat) -> Hint | None:
        """What a champion would do that has seen what this seat has; None if there is no hint."""
        match = self._room.table.match
        if match is None or seat not in match.who:
            return None
        if self._hints[0] != match.line_seq:
            self._hints = (match.line_seq, {})
        number, given = self._hints
        if seat not in given:
            try:
                given[seat] = await asyncio.wait_for(self._ask(seat, number), PATIENCE)
            except (BotDied, TimeoutError):
                return None
        return given[seat]

    async def _ask(self, seat: Seat, line_seq: int) -> Hint | None:
        t = self._room.table
        self._coached |= {seat}
        self.update()
        while seat not in self._fed or self._seating:
            if t.phase != "playing" or self._room.closed:
                return None
            await asyncio.sleep(0.05)
        self._feed()
        if t.match is None or t.match.line_seq != line_seq or self._worker is None:
            return None
        hint: Hint | None = await self._worker.ask("hint", (t.id, seat), *self._question(seat))
        return hint
