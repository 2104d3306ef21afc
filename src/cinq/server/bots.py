"""Bots at tables: who sits where, what they are shown, and when they act.

Minds live in worker processes (`bot_pool.py`). A `Crew` is a room's bots: it feeds each
mind the lines as its seat reads them, asks those who may act, and plays their choice after
the time a person would take, unless the game has moved on; then it asks again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cinq.core.game import Action, AnyGame, Seat
from cinq.minds.mind import Choice, Hint
from cinq.server.archive import Record, watched
from cinq.server.bot_pool import BotDied, BotPool, Worker
from cinq.table import events, play
from cinq.table.table import Step

if TYPE_CHECKING:
    from cinq.server.rooms import Room

logger = logging.getLogger("cinq.bots")
AWAKE = 120.0
"""Bots play on for so long after the last person was heard of."""


class Crew:
    """The bots of one room."""

    __slots__ = (
        "_coached",
        "_fed",
        "_life",
        "_plans",
        "_pool",
        "_room",
        "_sitting",
        "_tasks",
        "_thinking",
        "_worker",
    )

    def __init__(self, room: Room, pool: BotPool) -> None:
        self._room = room
        self._pool = pool
        self._worker: Worker | None = None
        self._life = 0
        self._fed: dict[Seat, int] = {}
        """For each seated mind, the number up to which it has been told."""
        self._sitting: asyncio.Task[None] | None = None
        self._plans: dict[Seat, tuple[int, asyncio.TimerHandle]] = {}
        self._thinking: dict[Seat, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._coached: set[Seat] = set()

    # ------------------------------------------------------------ sitting down and watching

    def wanted(self) -> set[Seat]:
        """The seats that need a mind now."""
        table = self._room.table
        return {*table.bots(), *self._coached} if table.phase == "playing" else set()

    def follow(self, steps: Sequence[Step]) -> None:
        """Things happened: minds are told, then asked."""
        for step in steps:
            kind = type(step.event)
            if kind is events.Started or kind is events.TookBack:
                self._stand()
            elif kind is events.Resumed:
                self._thinking.clear()  # what was planned before the pause was let go
        self.changed()

    def changed(self) -> None:
        """Somebody came, went, or did something: everyone wanted sits, is told, and is asked."""
        wanted = self.wanted()
        for seat in self._fed.keys() - wanted:
            self._rise(seat)
        if not wanted:
            return
        if wanted - self._fed.keys() or self._lost():
            if self._sitting is None:
                self._sitting = asyncio.create_task(self._sit_down())
            return
        self._feed()
        self._ask_all()

    def _lost(self) -> bool:
        """Whether the minds seated so far are gone with their process."""
        return self._worker is not None and (self._worker.life != self._life or not self._worker.alive)

    async def _sit_down(self) -> None:
        """Seat the minds that are missing, each with all that its seat has seen so far."""
        try:
            if self._worker is None:
                self._worker = self._pool.worker()
                self._worker.rooms += 1
            await self._worker.start()
            if self._lost():
                self._fed.clear()
                self._thinking.clear()
                self._life = self._worker.life
            table, record = await self._history()
            for seat in self.wanted() - self._fed.keys():
                if record is not None:
                    self._seat(seat, table_seq=table, record=record)
        except Exception:
            logger.exception("bots cannot sit down", extra={"table": self._room.table.id})
            await asyncio.sleep(1.0)
        finally:
            self._sitting = None
        if not self._room.broken:
            self.changed()

    async def _history(self) -> tuple[int, Record | None]:
        house, ident = self._room.house, self._room.table.id
        table, record = await house.reading.record(ident, await house.store.rows(ident))
        return table.seq, record

    def _seat(self, seat: Seat, table_seq: int, record: Record) -> None:
        assert self._worker is not None
        t = self._room.table
        level = t.chairs[seat].level or ("champion" if seat in self._coached else "regular")
        seed = secrets.randbits(64)
        past = watched(record, seat)
        self._worker.tell("sit", (t.id, seat), past, t.game.NAME, record.players, t.options, level, seed)
        self._fed[seat] = table_seq

    def _feed(self) -> None:
        """Tell every mind the lines it has not seen."""
        assert self._worker is not None
        table = self._room.table
        for seat, fed in self._fed.items():
            if fed == table.seq:
                continue
            new = [s for s in table.recent if s.seq > fed and isinstance(s.event, events.Played)]
            if new:
                self._worker.tell("watch", (table.id, seat), watched(_Few(table.game, new), seat))
            self._fed[seat] = table.seq

    def _rise(self, seat: Seat) -> None:
        self._fed.pop(seat, None)
        self._thinking.pop(seat, None)
        if plan := self._plans.pop(seat, None):
            plan[1].cancel()
        if self._worker is not None:
            self._worker.tell("stand", (self._room.table.id, seat))

    def _stand(self) -> None:
        for seat in list(self._fed):
            self._rise(seat)

    def dismiss(self) -> None:
        """The room closes."""
        self._stand()
        for task in (*self._tasks, *([self._sitting] if self._sitting else [])):
            task.cancel()
        if self._worker is not None:
            self._worker.rooms -= 1
            self._worker = None

    # ------------------------------------------------------------ choosing and acting

    def _ask_all(self) -> None:
        t = self._room.table
        if t.match is None or t.phase != "playing" or t.paused or not self._room.awake(AWAKE):
            return
        may = t.match.who
        for seat in t.bots():
            if seat in may and self._thinking.get(seat) != t.match.line_seq:
                self._thinking[seat] = t.match.line_seq
                task = asyncio.create_task(self._ask(seat, t.match.line_seq))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _question(self, seat: Seat) -> tuple[object, ...]:
        t = self._room.table
        assert t.match is not None
        s = t.match.state
        return t.game.view(s, seat), tuple(t.game.legal(s, seat)), tuple(t.game.open_choices(s, seat))

    async def _ask(self, seat: Seat, line_seq: int) -> None:
        assert self._worker is not None
        house, t = self._room.house, self._room.table
        shown = house.now()
        try:
            choice: Choice | None = await self._worker.ask("choose", (t.id, seat), *self._question(seat))
        except BotDied:
            logger.error("a bot's worker died", extra={"table": t.id})
            self._thinking.pop(seat, None)
            await asyncio.sleep(0.2)
            self.changed()
            return
        if t.match is None or t.match.line_seq != line_seq or seat not in self._fed:
            return
        if choice is None and (choice := self._reluctant(seat)) is None:
            return
        wait = max(0.0, choice.after * house.settings.bot_pace - (house.now() - shown))
        if old := self._plans.pop(seat, None):
            old[1].cancel()
        handle = asyncio.get_running_loop().call_later(wait, self._do, seat, line_seq, choice.action)
        self._plans[seat] = (line_seq, handle)

    def _reluctant(self, seat: Seat) -> Choice | None:
        """A mind that has nothing to say when the game waits for it plays safe."""
        t = self._room.table
        assert t.match is not None
        safe = t.game.safest(t.match.state, seat) if seat in t.must_act() else None
        return None if safe is None else Choice(safe, 1.0)

    def _do(self, seat: Seat, line_seq: int, action: Action) -> None:
        self._plans.pop(seat, None)
        self._room.submit(partial(self._act, seat, line_seq, action))

    def _act(self, seat: Seat, line_seq: int, action: Action, now: float) -> None:
        t = self._room.table
        if t.match is None or t.match.line_seq != line_seq or seat not in t.bots() or t.paused:
            return
        rule = t.game.refusal(t.match.state, seat, action)
        if rule is not None:
            logger.error("a bot may not do that: %s", rule, extra={"table": t.id})
            safe = self._reluctant(seat)
            if safe is None:
                return
            action = safe.action
        play.act(t, now, seat, line_seq, action, None, self._room.trips())

    # ------------------------------------------------------------ the coach

    async def hint(self, seat: Seat) -> Hint | None:
        """What a champion at this seat would do; it has seen what the seat has."""
        t = self._room.table
        if seat not in self._coached:
            self._coached.add(seat)
            self.changed()
        for _ in range(100):
            if seat in self._fed and not self._sitting:
                break
            await asyncio.sleep(0.05)
        if seat not in self._fed or self._worker is None or t.match is None:
            return None
        self._feed()
        if seat not in t.match.who:
            return None
        try:
            hint: Hint | None = await self._worker.ask("hint", (t.id, seat), *self._question(seat))
        except BotDied:
            return None
        return hint


class _Few:
    """A few steps, as `watched` wants them."""

    __slots__ = ("game", "steps")

    def __init__(self, game: AnyGame, steps: list[Step]) -> None:
        self.game = game
        self.steps = steps
