"""After a game: the moves that cost most, worked out in a process of its own, one game at a time.

The workers of the bots are left alone, so that no table waits for a look back.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from cinq.core.game import Seat
from cinq.minds.coach import Cost
from cinq.server import wire
from cinq.server.bot_pool import BotDied, Worker
from cinq.server.store import GameEntry
from cinq.table.table import Refusal

LIMIT = 60.0
"""Seconds after which a look back is given up."""
KEPT = 500
"""Answers that are remembered."""
QUEUE = 8
"""Games that may wait."""


class LookBacks:
    """Looks back at finished games, and remembers what it said."""

    def __init__(self) -> None:
        self._worker = Worker()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._said: OrderedDict[tuple[str, Seat], wire.LookBack] = OrderedDict()

    async def of(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.LookBack:
        """The costly moves of one seat. Refused if there is no such seat, or too much to do."""
        if not 0 <= seat < entry.players:
            raise Refusal("unknown", f"there is no seat {seat}")
        if said := self._said.get((entry.id, seat)):
            return said
        if self._waiting >= QUEUE:
            raise Refusal("limited", "the coach is busy; ask again in a minute")
        self._waiting += 1
        try:
            async with self._turn:
                return self._said.get((entry.id, seat)) or await self._work_out(entry, log, seat)
        finally:
            self._waiting -= 1

    async def _work_out(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.LookBack:
        await self._worker.start()
        try:
            asked = self._worker.ask("look back", (entry.id, seat), log.decode(), seat)
            found: tuple[list[Cost], bool] | None = await asyncio.wait_for(asked, LIMIT)
        except (TimeoutError, BotDied):
            found = None
            await self._worker.stop()
        if found is None:
            raise Refusal("unavailable", "the coach has nothing to say about this game")
        said = wire.LookBack(entry.id, seat, tuple(map(_move, found[0])), found[1])
        self._said[entry.id, seat] = said
        if len(self._said) > KEPT:
            self._said.popitem(last=False)
        return said

    async def close(self) -> None:
        """End the process."""
        await self._worker.stop()


def _move(cost: Cost) -> wire.CostlyMove:
    played, best = msgspec.to_builtins(cost.played), msgspec.to_builtins(cost.hint.best)
    return wire.CostlyMove(cost.line, played, best, cost.hint.why, cost.lost)
