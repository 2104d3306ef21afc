"""Bots in a worker process for one room: each is seated with all that its seat has seen, and kept up to date.

Owns seating and feeding; `room_bots.py` lets them play, `room_coach.py` asks them for hints.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cinq.bots.bot import decision_of
from cinq.core.game import AnyGame, Seat
from cinq.server.bots.pool import BotPool, Worker
from cinq.server.storage.archive import Record, watched
from cinq.table import events
from cinq.table.events import Level
from cinq.table.match import Step

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

logger = logging.getLogger("cinq.bots")


class SeatedBots(ABC):
    """Some seats' bots in one worker of a pool."""

    __slots__ = ("_fed", "_life", "_pool", "_room", "_seating", "_worker")

    def __init__(self, room: Room, pool: BotPool) -> None:
        self._room = room
        self._pool = pool
        self._worker: Worker | None = None
        self._life = 0
        self._fed: dict[Seat, int] = {}
        """For each seated bot, the number of the last step it was sent."""
        self._seating: asyncio.Task[None] | None = None

    @abstractmethod
    def wanted(self) -> set[Seat]:
        """The seats that need a bot now."""

    @abstractmethod
    def level(self, seat: Seat) -> Level:
        """The level of a seat's bot."""

    def fed(self) -> None:  # noqa: B027  (a coach does nothing here)
        """Called when every wanted bot is seated and has seen every line."""

    def forget(self) -> None:  # noqa: B027
        """Called when the worker process of the bots has ended: nothing asked of them will be answered."""

    def follow(self, steps: Sequence[Step]) -> None:
        """Feed the bots what was committed. A new game, or a line that is taken back, needs new bots."""
        if any(isinstance(step.event, events.Started | events.TookBack) for step in steps):
            self._unseat_all()
        self.update()

    def update(self) -> None:
        """Seat the bots that are wanted, feed them, and ask them; cheap if nothing has changed."""
        wanted = self.wanted()
        if not wanted and not self._fed:
            return
        for seat in self._fed.keys() - wanted:
            self._unseat(seat)
        if not wanted:
            return
        if wanted - self._fed.keys() or self._worker_restarted():
            if self._seating is None:
                self._seating = asyncio.create_task(self._seat_missing())
            return
        self._feed()
        self.fed()

    def _worker_restarted(self) -> bool:
        """Whether the worker process has ended, and the bots seated in it with it."""
        return self._worker is not None and (self._worker.life != self._life or not self._worker.alive)

    async def _seat_missing(self) -> None:
        """Seat the bots that are missing, each with everything that its seat has seen so far."""
        try:
            if self._worker is None:
                self._worker = self._pool.worker()
                self._worker.rooms += 1
            await self._worker.start()
            if self._worker_restarted():
                self._fed.clear()
                self.forget()
                self._life = self._worker.life
            table, record = await self._history()
            for seat in self.wanted() - self._fed.keys():
                if record is not None:
                    self._seat(seat, table_seq=table, record=record)
        except Exception:
            logger.exception("bots could not be seated", extra={"table": self._room.table.id})
            await asyncio.sleep(1.0)
        finally:
            self._seating = None
        if not self._room.broken:
            self.update()

    async def _history(self) -> tuple[int, Record | None]:
        registry, ident = self._room.registry, self._room.table.id
        table, record = await registry.reader.record(ident, await registry.store.rows(ident))
        return table.seq, record

    def _seat(self, seat: Seat, table_seq: int, record: Record) -> None:
        assert self._worker is not None
        t = self._room.table
        past, seed = watched(record, seat), secrets.randbits(64)
        who = (t.game.NAME, record.players, t.options, self.level(seat), seed)
        self._worker.send("sit", (t.id, seat), past, *who)
        self._fed[seat] = table_seq

    def _feed(self) -> None:
        """Send every bot the lines it has not seen."""
        assert self._worker is not None
        table = self._room.table
        for seat, fed in self._fed.items():
            if fed == table.seq:
                continue
            new = [s for s in table.recent if s.seq > fed and isinstance(s.event, events.Played)]
            if new:
                self._worker.send("watch", (table.id, seat), watched(_Steps(table.game, new), seat))
            self._fed[seat] = table.seq

    def _unseat(self, seat: Seat) -> None:
        self._fed.pop(seat, None)
        if self._worker is not None:
            self._worker.send("stand", (self._room.table.id, seat))

    def _unseat_all(self) -> None:
        for seat in list(self._fed):
            self._unseat(seat)

    def dismiss(self) -> None:
        """Unseat all bots: the room closes."""
        self._unseat_all()
        if self._seating is not None:
            self._seating.cancel()
        if self._worker is not None:
            self._worker.rooms -= 1
            self._worker = None

    def _question(self, seat: Seat) -> tuple[object, ...]:
        t = self._room.table
        assert t.match is not None
        view, listed, templates = decision_of(t.game, t.match.state, seat)
        return view, tuple(listed), tuple(templates)


class _Steps:
    """Some steps of a game, in the form that `watched` takes."""

    __slots__ = ("game", "steps")

    def __init__(self, game: AnyGame, steps: list[Step]) -> None:
        self.game = game
        self.steps = steps
