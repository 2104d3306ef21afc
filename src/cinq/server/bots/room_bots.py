"""The bots of one room: which seats they play, what they are shown, and when they act.

Bots run in worker processes (`pool.py`). `RoomBots` sends each bot the lines as its seat may
read them, asks those that may act, and plays their choice after the time a person would take.
If the game has moved on by then, the choice is dropped and the bot asked again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cinq.bots.bot import Choice, Hint
from cinq.core.game import Action, AnyGame, Seat
from cinq.server.bots.pool import BotDied, BotPool, Worker
from cinq.server.storage.archive import Record, watched
from cinq.table import events, play
from cinq.table.table import Step

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

logger = logging.getLogger("cinq.bots")
IDLE = 120.0
"""Seconds after the last viewer and the last request during which bots still play."""


class RoomBots:
    """The bots of one room."""

    __slots__ = (
        "_coached",
        "_fed",
        "_life",
        "_plans",
        "_pool",
        "_room",
        "_seating",
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
        """For each seated bot, the number of the last step it was sent."""
        self._seating: asyncio.Task[None] | None = None
        self._plans: dict[Seat, tuple[int, asyncio.TimerHandle]] = {}
        self._thinking: dict[Seat, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._coached: set[Seat] = set()

    # ------------------------------------------------------------ seating and feeding

    def wanted(self) -> set[Seat]:
        """The seats that need a bot now: bots, substitutes, and those a coach is asked for."""
        table = self._room.table
        return {*table.bots(), *self._coached} if table.phase == "playing" else set()

    def follow(self, steps: Sequence[Step]) -> None:
        """Feed the bots what was committed, and ask those that may act. A new game needs new bots."""
        for step in steps:
            kind = type(step.event)
            if kind is events.Started or kind is events.TookBack:
                self._unseat_all()
            elif kind is events.Resumed:
                self._thinking.clear()  # the pause cancelled what was planned
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
        self._ask_all()

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
                self._thinking.clear()
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
        level = t.chairs[seat].level or ("champion" if seat in self._coached else "regular")
        seed = secrets.randbits(64)
        past = watched(record, seat)
        self._worker.send("sit", (t.id, seat), past, t.game.NAME, record.players, t.options, level, seed)
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
        self._thinking.pop(seat, None)
        if plan := self._plans.pop(seat, None):
            plan[1].cancel()
        if self._worker is not None:
            self._worker.send("stand", (self._room.table.id, seat))

    def _unseat_all(self) -> None:
        for seat in list(self._fed):
            self._unseat(seat)

    def dismiss(self) -> None:
        """Unseat all bots and cancel what is planned: the room closes."""
        self._unseat_all()
        for task in (*self._tasks, *([self._seating] if self._seating else [])):
            task.cancel()
        if self._worker is not None:
            self._worker.rooms -= 1
            self._worker = None

    # ------------------------------------------------------------ choosing and acting

    def _ask_all(self) -> None:
        t = self._room.table
        if t.match is None or t.phase != "playing" or t.paused or self._is_idle():
            return
        may = t.match.who
        for seat in t.bots():
            if seat in may and self._thinking.get(seat) != t.match.line_seq:
                self._thinking[seat] = t.match.line_seq
                task = asyncio.create_task(self._ask(seat, t.match.line_seq))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _is_idle(self) -> bool:
        """Whether nobody has watched or asked for long: bots do not play for nobody."""
        return self._room.idle_seconds(self._room.registry.now()) >= IDLE

    def _question(self, seat: Seat) -> tuple[object, ...]:
        t = self._room.table
        assert t.match is not None
        s = t.match.state
        return t.game.view(s, seat), tuple(t.game.legal(s, seat)), tuple(t.game.open_choices(s, seat))

    async def _ask(self, seat: Seat, line_seq: int) -> None:
        assert self._worker is not None
        registry, t = self._room.registry, self._room.table
        shown = registry.now()
        try:
            choice: Choice | None = await self._worker.ask("choose", (t.id, seat), *self._question(seat))
        except BotDied:
            logger.error("a bot worker died", extra={"table": t.id})
            self._thinking.pop(seat, None)
            await asyncio.sleep(0.2)
            self.update()
            return
        if t.match is None or t.match.line_seq != line_seq or seat not in self._fed:
            return
        if choice is None and (choice := self._safe_choice(seat)) is None:
            return
        wait = max(0.0, choice.after * registry.settings.bot_pace - (registry.now() - shown))
        if old := self._plans.pop(seat, None):
            old[1].cancel()
        handle = asyncio.get_running_loop().call_later(wait, self._submit, seat, line_seq, choice.action)
        self._plans[seat] = (line_seq, handle)

    def _safe_choice(self, seat: Seat) -> Choice | None:
        """The safest action, for a bot that has no choice when the game waits for it."""
        t = self._room.table
        assert t.match is not None
        safe = t.game.safest(t.match.state, seat) if seat in t.must_act() else None
        return None if safe is None else Choice(safe, 1.0)

    def _submit(self, seat: Seat, line_seq: int, action: Action) -> None:
        self._plans.pop(seat, None)
        self._room.submit(partial(self._act, seat, line_seq, action))

    def _act(self, seat: Seat, line_seq: int, action: Action, now: float) -> None:
        t = self._room.table
        if t.match is None or t.match.line_seq != line_seq or seat not in t.bots() or t.paused:
            return
        rule = t.game.refusal(t.match.state, seat, action)
        if rule is not None:
            logger.error("a bot chose an illegal action: %s", rule, extra={"table": t.id})
            safe = self._safe_choice(seat)
            if safe is None:
                return
            action = safe.action
        play.act(t, now, seat, line_seq, action, None, self._room.round_trips())

    # ------------------------------------------------------------ the coach

    async def hint(self, seat: Seat) -> Hint | None:
        """What a champion would do that has seen what this seat has; None if there is no hint."""
        t = self._room.table
        if seat not in self._coached:
            self._coached.add(seat)
            self.update()
        for _ in range(100):
            if seat in self._fed and not self._seating:
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


class _Steps:
    """Some steps of a game, in the form that `watched` takes."""

    __slots__ = ("game", "steps")

    def __init__(self, game: AnyGame, steps: list[Step]) -> None:
        self.game = game
        self.steps = steps
