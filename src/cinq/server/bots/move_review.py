"""Reviews of finished games: the moves of a seat that cost most, one game at a time.

Runs in a worker process of its own, so that no bot waits for a review.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from cinq.bots.coach import Cost
from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.bots.pool import BotDied, Worker
from cinq.server.storage.interface import GameEntry
from cinq.table.table import Refusal

LOW_PRIORITY = 10
"""The niceness of whatever helps people, beside that of the bots which games wait for."""
LIMIT = 60.0
"""Seconds after which a review is given up."""
CACHED = 500
"""Reviews that are cached."""
QUEUE = 8
"""Reviews that may wait; more are refused."""


class MoveReviews:
    """Reviews finished games, and caches the results."""

    def __init__(self) -> None:
        self._worker = Worker(LOW_PRIORITY)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._reviews: OrderedDict[tuple[str, Seat], wire.MoveReview] = OrderedDict()

    async def of(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.MoveReview:
        """The costly moves of one seat. Refused if there is no such seat, or too many wait."""
        if not 0 <= seat < entry.players:
            raise Refusal("unknown", f"there is no seat {seat}")
        if review := self._reviews.get((entry.id, seat)):
            return review
        if self._waiting >= QUEUE:
            raise Refusal("limited", "the coach is busy; ask again in a minute")
        self._waiting += 1
        try:
            async with self._turn:
                return self._reviews.get((entry.id, seat)) or await self._review(entry, log, seat)
        finally:
            self._waiting -= 1

    async def _review(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.MoveReview:
        await self._worker.start()
        try:
            asked = self._worker.ask("review", (entry.id, seat), log.decode(), seat)
            found: tuple[list[Cost], bool] | None = await asyncio.wait_for(asked, LIMIT)
        except (TimeoutError, BotDied):
            found = None
            await self._worker.stop()
        if found is None:
            raise Refusal("unavailable", "the coach has nothing to say about this game")
        review = wire.MoveReview(entry.id, seat, tuple(map(_move, found[0])), found[1])
        self._reviews[entry.id, seat] = review
        if len(self._reviews) > CACHED:
            self._reviews.popitem(last=False)
        return review

    async def close(self) -> None:
        """End the process."""
        await self._worker.stop()


def _move(cost: Cost) -> wire.CostlyMove:
    played, best = msgspec.to_builtins(cost.played), msgspec.to_builtins(cost.hint.best)
    return wire.CostlyMove(cost.line, played, best, cost.hint.why, cost.lost)
