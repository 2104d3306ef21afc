"""The bots of one room: which seats they play, and when they act.

`RoomBots` asks the bots that may act, and plays their choice after the time a person would take.
If the game has moved on by then, the choice is dropped and the bot asked again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cinq.bots.bot import Choice, Plan, planned
from cinq.core.game import Action, Seat
from cinq.server.bots.pool import BotDied, BotPool
from cinq.server.bots.seated import SeatedBots
from cinq.table import events, play
from cinq.table.events import Level
from cinq.table.match import Step

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

logger = logging.getLogger("cinq.bots")
IDLE = 120.0
"""Seconds after the last viewer and the last request during which bots still play."""


class RoomBots(SeatedBots):
    """The bots of one room."""

    __slots__ = ("_plans", "_tasks", "_thinking", "_timers")

    def __init__(self, room: Room, pool: BotPool) -> None:
        super().__init__(room, pool)
        self._plans: dict[Seat, Plan] = {}
        self._timers: dict[Seat, asyncio.TimerHandle] = {}
        self._thinking: dict[Seat, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def are_needed(self) -> bool:
        """Whether a bot is seated, or a seat wants one: else lines need not be followed."""
        table = self._room.table
        return bool(self._fed or table.bot_substitutes) or "bot" in [chair.kind for chair in table.chairs]

    def wanted(self) -> set[Seat]:
        """The seats of bots and of substitutes."""
        table = self._room.table
        return set(table.bots()) if table.phase == "playing" else set()

    def level(self, seat: Seat) -> Level:
        """The bot's own level; that of a substitute is regular."""
        return self._room.table.chairs[seat].level or "regular"

    def forget(self) -> None:
        """Ask again whatever was asked."""
        self._thinking.clear()

    def follow(self, steps: Sequence[Step]) -> None:
        """Feed the bots what was committed, and ask those that may act."""
        if any(isinstance(step.event, events.Resumed) for step in steps):
            self._thinking.clear()  # the pause cancelled what was planned
            self._plans.clear()
        super().follow(steps)

    def _unseat(self, seat: Seat) -> None:
        self._thinking.pop(seat, None)
        self._plans.pop(seat, None)
        if timer := self._timers.pop(seat, None):
            timer.cancel()
        super()._unseat(seat)

    def dismiss(self) -> None:
        """Unseat all bots and cancel what is planned: the room closes."""
        super().dismiss()
        for task in self._tasks:
            task.cancel()

    # ------------------------------------------------------------ choosing and acting

    def fed(self) -> None:
        """Ask the bots that may act."""
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
        paced = replace(choice, after=choice.after * registry.settings.bot_pace)
        plan = self._plans[seat] = planned(paced, shown, self._plans.get(seat), t.live.claims)
        if timer := self._timers.pop(seat, None):
            timer.cancel()
        wait = max(0.0, plan.at - registry.now())
        loop = asyncio.get_running_loop()
        self._timers[seat] = loop.call_later(wait, self._submit, seat, line_seq, plan.action)

    def _safe_choice(self, seat: Seat) -> Choice | None:
        """The safest action, for a bot that has no choice when the game waits for it."""
        t = self._room.table
        assert t.match is not None
        safe = t.game.safest(t.match.state, seat) if seat in t.must_act() else None
        return None if safe is None else Choice(safe, 1.0)

    def _submit(self, seat: Seat, line_seq: int, action: Action) -> None:
        self._timers.pop(seat, None)
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
        self._plans.pop(seat, None)
        play.act(t, now, seat, line_seq, action, None, self._room.round_trips())
