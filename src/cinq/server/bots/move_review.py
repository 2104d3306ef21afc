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
"""Seconds after which whoever waits for a review is told to ask again; it goes on meanwhile."""
STUCK = 900.0
"""Seconds after which the process is ended: it ends by itself much sooner if it is given processor time."""
CACHED = 100
"""Reviews that are cached."""
QUEUE = 8
"""Reviews that may be under way or wait; more are refused."""


class MoveReviews:
    """Reviews finished games, and caches the results."""

    def __init__(self) -> None:
        self._worker = Worker(LOW_PRIORITY)
        self._turn = asyncio.Lock()
        self._running: dict[tuple[str, Seat], asyncio.Task[wire.MoveReview | None]] = {}
        self._reviews: OrderedDict[tuple[str, Seat], wire.MoveReview] = OrderedDict()

    async def of(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.MoveReview:
        """The costly moves of one seat. Refused if there is no such seat, too many wait or it takes long."""
        if not 0 <= seat < entry.players:
            raise Refusal("unknown", f"there is no seat {seat}")
        if review := self._reviews.get((entry.id, seat)):
            return review
        try:
            found = await asyncio.wait_for(asyncio.shield(self._start(entry, log, seat)), LIMIT)
        except TimeoutError:
            raise Refusal("limited", "the coach still looks at this game; ask again in a minute") from None
        if found is None:
            raise Refusal("unavailable", "the coach has nothing to say about this game")
        return found

    def _start(self, entry: GameEntry, log: bytes, seat: Seat) -> asyncio.Task[wire.MoveReview | None]:
        """The review that is under way, or a new one. Refused if too many are."""
        key = (entry.id, seat)
        if key not in self._running:
            if len(self._running) >= QUEUE:
                raise Refusal("limited", "the coach is busy; ask again in a minute")
            task = self._running[key] = asyncio.create_task(self._review(entry, log, seat))
            task.add_done_callback(lambda _: self._running.pop(key))
        return self._running[key]

    async def _review(self, entry: GameEntry, log: bytes, seat: Seat) -> wire.MoveReview | None:
        """Review a game in its turn, and cache the result; None if the process has ended."""
        async with self._turn:
            await self._worker.start()
            try:
                asked = self._worker.ask("review", (entry.id, seat), log.decode(), seat)
                found: tuple[list[Cost], bool] | None = await asyncio.wait_for(asked, STUCK)
            except (TimeoutError, BotDied):
                await self._worker.stop()
                return None
        if found is None:
            return None
        review = self._reviews[entry.id, seat] = wire.MoveReview(
            entry.id, seat, tuple(map(_move, found[0])), found[1]
        )
        if len(self._reviews) > CACHED:
            self._reviews.popitem(last=False)
        return review

    async def close(self) -> None:
        """End the process; reviews under way are given up."""
        for task in self._running.values():
            task.cancel()
        await self._worker.stop()


def _move(cost: Cost) -> wire.CostlyMove:
    played, best = msgspec.to_builtins(cost.played), msgspec.to_builtins(cost.hint.best)
    return wire.CostlyMove(cost.line, played, best, cost.hint.why, cost.lost)
