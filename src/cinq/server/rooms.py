"""A room: one table, those who look at it, its queue, its journal, its timers.

One thing at a time: a request is decided on the table, its rows are written, and only
when they are on disk is it shown and the next request taken. Owns the order of things;
what may happen is `cinq.table`'s affair, what is shown is `shown.py`'s.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from cinq.core.game import Seat
from cinq.server import shown, wire
from cinq.server.viewers import Caller, Listener, Viewer
from cinq.server.worlds import Answer, Stage
from cinq.table import play
from cinq.table.claims import CLAIMS
from cinq.table.events import Level
from cinq.table.table import Refusal, Step, Table

if TYPE_CHECKING:
    from cinq.server.house import House

logger = logging.getLogger("cinq.rooms")

Job = Callable[[float], wire.ToSeat | None]
"""A request: decides as of the moment it arrived, raises Refusal, may return an answer of its own."""
PRESENCE = 0.05
"""Comings and goings are told together."""


class Room:
    """One table and everything of the moment around it."""

    __slots__ = (
        "_busy",
        "_jobs",
        "_tasks",
        "_telling",
        "_timer",
        "_timer_at",
        "_world",
        "bots",
        "broken",
        "empty_since",
        "heard",
        "house",
        "table",
        "viewers",
    )

    def __init__(self, table: Table, house: House) -> None:
        self.table = table
        self.house = house
        self.viewers: dict[Seat | None, set[Viewer]] = {}
        self.empty_since = self.heard = house.now()
        self.broken = False
        self._jobs: list[tuple[float, Job, Listener | None, str | None]] = []
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._world: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self.bots = house.crew(self)

    def idle(self, now: float) -> float:
        """Seconds since anybody looked, spoke or was heard of."""
        return 0.0 if self.viewers or self._busy else now - max(self.empty_since, self.heard)

    def awake(self, seconds: float) -> bool:
        """Whether somebody looks, or was heard of lately: bots do not play for nobody."""
        return self.idle(self.house.now()) < seconds

    @property
    def races(self) -> bool:
        """Whether this game has races, so that lines are measured."""
        return self.table.game.NAME in CLAIMS

    def seated(self) -> Iterator[Viewer]:
        """The lines of those who sit."""
        return (v for seat, group in self.viewers.items() if seat is not None for v in group)

    def keep(self, task: asyncio.Future[Any]) -> None:
        """Something that must be done, in its own time."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def kick(self) -> None:
        """Begin, or go on after a restart: timers, the world, bots."""
        self._arm()
        self._ask_world()
        self.bots.changed()

    # ------------------------------------------------------------ the queue

    def submit(self, job: Job, listener: Listener | None = None, ref: str | None = None) -> None:
        """Put a request in the queue; its answer goes to the listener.

        It is judged by when it arrived: races and clocks are not decided by how long the disk took.
        """
        now = self.house.now()
        if listener is not None:
            self.heard = now
        self._jobs.append((now, job, listener, ref))
        if not self._busy:
            self.house.decide_soon(self)

    def decide(self) -> None:
        """Decide waiting requests until one has something to write."""
        while self._jobs and not self._busy:
            self._busy = True
            self._decide(*self._jobs.pop(0))

    def _decide(self, arrived: float, job: Job, listener: Listener | None, ref: str | None) -> None:
        table, first = self.table, self.table.seq + 1
        answer: wire.ToSeat | None
        try:
            answer = job(arrived)
        except Refusal as refusal:
            answer = refused(refusal, ref, table.seq)
            self.house.metrics.refused.labels(refusal.code).inc()
        except Exception:
            logger.exception("a request failed", extra={"table": table.id})
            self._break("a request failed", listener, ref)
            return
        rows, steps = table.take_news()
        if rows:
            then = partial(self._written, steps, arrived, listener, ref, answer)
            self.house.store.write(table.id, first, rows, then)
            return
        if answer is not None and listener is not None:
            listener.send(wire.encode(answer))
        self._done()

    def _written(
        self,
        steps: list[Step],
        arrived: float,
        listener: Listener | None,
        ref: str | None,
        answer: wire.ToSeat | None,
        failed: Exception | None,
    ) -> None:
        if failed is not None:
            logger.error("a row could not be written: %s", failed, extra={"table": self.table.id})
            self._break("the journal could not be written", listener, ref)
            return
        now = self.house.now()
        self.house.metrics.seconds.observe(now - arrived)
        if answer is not None and listener is not None:
            listener.send(wire.encode(answer))
            ref = None  # answered
        self._show(steps, now, listener, ref)
        self.house.happened(self, steps)
        self._done()

    def _done(self) -> None:
        self._busy = False
        if self.table.answers:
            self._answer_waiting()
        self._arm()
        self._ask_world()
        if self._jobs:
            self.house.decide_soon(self)

    def _answer_waiting(self) -> None:
        """Refusals of claims and of actions that had waited."""
        answers, self.table.answers = self.table.answers, []
        for seat, ref, refusal in answers:
            message = wire.encode(refused(refusal, ref, self.table.seq))
            for viewer in self.viewers.get(seat, ()):
                viewer.send(message)

    def _break(self, why: str, listener: Listener | None, ref: str | None) -> None:
        """What is in memory may be ahead of the disk: everybody out, and back in from the journal."""
        self.broken = True
        self._let_down(listener, ref)
        self.close(why, again=0.5)
        self.house.forget(self)

    # ------------------------------------------------------------ showing

    def _show(self, steps: list[Step], now: float, listener: Listener | None, ref: str | None) -> None:
        """To everyone, each in their own way; lines of the game are alike for all who look from one seat."""
        spectators = self.spectators
        if shown.only_lines(steps):
            stands = shown.standing(self.table, steps, now)
            for seat, group in self.viewers.items():
                self._tell_all(group, shown.lines(self.table, steps, seat, stands))
            if not isinstance(listener, Caller):  # a socket's own line carries its reference
                return
        else:
            for seat, group in self.viewers.items():
                alike = [v for v in group if v is not listener and not v.muted]
                if alike:
                    self._tell_all(alike, shown.messages(self.table, steps, seat, now, spectators))
                for viewer in group.difference(alike, (listener,)):
                    self._tell(viewer, steps, now, spectators, None)
        if listener is not None:
            self._tell(listener, steps, now, spectators, ref)

    def _tell_all(self, viewers: Iterable[Viewer], messages: Iterable[wire.ToSeat]) -> None:
        for message in messages:
            data = wire.encode(message)
            for viewer in viewers:
                viewer.send(data)

    def _tell(self, to: Listener, steps: list[Step], now: float, spectators: int, ref: str | None) -> None:
        for message in shown.messages(self.table, steps, to.seat, now, spectators, ref, to.muted):
            to.send(wire.encode(message))

    @property
    def spectators(self) -> int:
        """How many watch without a seat."""
        return len(self.viewers.get(None, ()))

    def show_frame(self, frame: bytes) -> None:
        """A frame of the world, to everyone: the only binary messages."""
        for group in self.viewers.values():
            for viewer in group:
                viewer.send_frame(frame)

    # ------------------------------------------------------------ coming and going

    def enter(self, viewer: Viewer, seat: Seat | None, last: int | None) -> None:
        """Somebody looks: they get what they missed, or everything."""
        self.submit(partial(self._enter, viewer, seat, last), viewer)

    def _enter(self, viewer: Viewer, seat: Seat | None, last: int | None, now: float) -> None:
        viewer.seat = seat
        self.viewers.setdefault(seat, set()).add(viewer)
        if seat is not None:
            play.came(self.table, now, seat)
        self._catch_up(viewer, last, now)
        if self.races and seat is not None:
            self.house.ping(viewer, 0)
        self.bots.changed()
        if frame := self.house.world.look(self.table.id):
            viewer.send_frame(frame)
        self.tell_presence()

    def _catch_up(self, viewer: Viewer, last: int | None, now: float) -> None:
        table = self.table
        missed = [found for found in table.recent if last is not None and found.seq > last]
        if last is None or last > table.seq or len(missed) != table.seq - last:
            viewer.send(wire.encode(shown.sync(table, viewer.seat, now, self.spectators)))
        else:
            self._tell(viewer, missed, now, self.spectators, None)
            viewer.send(wire.encode(wire.Done(table.seq)))

    def exit(self, viewer: Viewer) -> None:
        """Somebody no longer looks."""
        if viewer in self.viewers.get(viewer.seat, ()):
            self._exit(viewer)
        elif self._jobs:  # perhaps they have not come in yet
            self.submit(partial(self._exit_late, viewer))

    def _exit_late(self, viewer: Viewer, now: float) -> None:
        if viewer in self.viewers.get(viewer.seat, ()):
            self._exit(viewer)

    def _exit(self, viewer: Viewer) -> None:
        group = self.viewers[viewer.seat]
        group.discard(viewer)
        if not group:
            del self.viewers[viewer.seat]
            if viewer.seat is not None:
                self.submit(partial(self._gone, viewer.seat))
        if not self.viewers:
            self.empty_since = self.house.now()
        self.tell_presence()

    def _gone(self, seat: Seat, now: float) -> None:
        if seat not in self.viewers and self.table.chairs[seat].kind == "person":
            play.gone(self.table, now, seat)

    def move(self, viewer: Viewer, seat: Seat | None) -> None:
        """A viewer sits down, or gets up, on the same line."""
        group = self.viewers.get(viewer.seat, set())
        group.discard(viewer)
        if not group:
            self.viewers.pop(viewer.seat, None)
        viewer.seat = seat
        self.viewers.setdefault(seat, set()).add(viewer)

    def tell_presence(self) -> None:
        """Tell everyone who is here, soon."""
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(PRESENCE, self._presence)

    def _presence(self) -> None:
        self._telling = None
        data = wire.encode(wire.Presence(shown.chairs_of(self.table), self.spectators))
        for group in self.viewers.values():
            for viewer in group:
                viewer.send(data)

    def trips(self) -> dict[Seat, float]:
        """The round trips of the persons who are here, for races."""
        if not self.races:
            return {}
        return {
            seat: min(viewer.trip.least for viewer in group)
            for seat, group in self.viewers.items()
            if seat is not None and group
        }

    # ------------------------------------------------------------ time, and the world

    def _arm(self) -> None:
        """One timer, for whatever is due next."""
        due = play.due(self.table, self.house.settings.grace)
        if due == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timer_at = due
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - self.house.now()), self._ring)

    def _ring(self) -> None:
        self._timer = self._timer_at = None
        self.submit(self._wake)

    def _wake(self, now: float) -> None:
        if play.wake(self.table, now, self.house.settings.grace):
            self.bots.changed()
            self.tell_presence()

    def _ask_world(self) -> None:
        if self._world is None and not self.broken and play.owes_world(self.table):
            self._world = asyncio.create_task(self._ask_world_now())

    async def _ask_world_now(self) -> None:
        table = self.table
        assert table.match is not None
        levels: dict[Seat, Level] = {s: table.chairs[s].level or "regular" for s in table.bots()}
        stage = Stage(table.id, table.game, table.match.state, levels)
        try:
            answer = await self.house.world.answer(stage, self.show_frame)
        except Exception:
            logger.exception("the world does not answer", extra={"table": table.id})
            await asyncio.sleep(1.0)
            self._world = None
            self._ask_world()
            return
        self._world = None
        self.submit(partial(self._world_answered, answer))

    def _world_answered(self, answer: Answer, now: float) -> None:
        step = play.playing(self.table).lines + 1
        play.play(self.table, now, "world", answer.action)
        if answer.fall:
            self.keep(self.house.store.keep_fall(self.table.game_id, step, answer.fall))

    def close(self, why: str, again: float | None = None) -> None:
        """Hang up on everyone; the journal keeps the table."""
        if self._timer is not None:
            self._timer.cancel()
        if self._telling is not None:
            self._telling.cancel()
        if self._world is not None:
            self._world.cancel()
        self.bots.dismiss()
        self.house.world.leave(self.table.id)
        for group in list(self.viewers.values()):
            for viewer in list(group):
                viewer.close(1012, why, again)
        for _, _, listener, ref in self._jobs:
            self._let_down(listener, ref)
        self._jobs.clear()

    def _let_down(self, listener: Listener | None, ref: str | None) -> None:
        """Nobody who asked is left without an answer."""
        if listener is not None:
            refusal = Refusal("unavailable", "not done: say it again in a moment")
            listener.send(wire.encode(refused(refusal, ref, self.table.seq)))

    async def ask(self, job: Job, seat: Seat | None, ref: str) -> bytes:
        """A request over HTTP: its answer, as one message."""
        caller = Caller(seat)
        self.submit(job, caller, ref)
        return await caller.answer


def refused(refusal: Refusal, ref: str | None, seq: int) -> wire.Refused:
    """A refusal as a message."""
    return wire.Refused(refusal.code, refusal.message, refusal.rule, ref, seq)
