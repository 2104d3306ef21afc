"""A room: one table, its viewers, its queue of requests, its timers.

One request at a time: it is decided on the table, its rows are written, and only when they are
on disk are they published and the next request taken. Owns that order, and who is bound to
which seat; what may happen is decided in `cinq.table`, what a viewer sees in `projection.py`, and
who is sent it in `publishing.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.rooms import commands, publishing
from cinq.server.rooms.commands import refused
from cinq.server.rooms.physics import RoomPhysics
from cinq.server.rooms.publishing import Cut
from cinq.server.rooms.rate_limits import TokenBuckets
from cinq.server.rooms.timer import RoomTimer
from cinq.server.rooms.viewers import REPLACED, Binding, Requester, Viewer
from cinq.table import play
from cinq.table.match import Step, count_lines
from cinq.table.table import RECENT, Refusal, Table

if TYPE_CHECKING:
    from cinq.server.bots.room_coach import RoomCoach
    from cinq.server.rooms.registry import RoomRegistry

logger = logging.getLogger("cinq.rooms")

Job = Callable[[float], wire.ToSeat | None]
"""Changes the table as of the time it is given. Raises Refusal; may return an answer of its own."""
PRESENCE_DELAY = 0.05
"""Seconds in which arrivals and departures are collected into one message."""


class Request(msgspec.Struct, frozen=True):
    """A job in a room's queue."""

    arrived: float
    job: Job
    requester: Requester | None
    ref: str | None


class Room:
    """One table in memory."""

    __slots__ = (
        "_busy",
        "_last_request",
        "_physics",
        "_presence_timer",
        "_queue",
        "_seat_rates",
        "_tasks",
        "_timer",
        "bots",
        "broken",
        "closed",
        "coach",
        "empty_since",
        "registry",
        "table",
        "viewers",
    )

    def __init__(self, table: Table, registry: RoomRegistry) -> None:
        self.table = table
        self.table.grace = registry.settings.grace
        self.table.request_grace = registry.settings.request_grace
        self.registry = registry
        self.viewers: dict[Seat | None, set[Viewer]] = {}
        self.empty_since = self._last_request = registry.now()
        self.broken = self.closed = False
        self._queue: list[Request] = []
        self._busy = False
        """Whether a request is being decided or written."""
        self._timer = RoomTimer(self)
        self._presence_timer: asyncio.TimerHandle | None = None
        self._physics = RoomPhysics(self)
        self._tasks: set[asyncio.Future[Any]] = set()
        self._seat_rates = TokenBuckets(
            registry.settings.messages_per_second, registry.settings.message_burst
        )
        self.bots = registry.bots_for(self)
        self.coach: RoomCoach | None = None
        """There once somebody has asked for a hint."""

    def idle_seconds(self, now: float) -> float:
        """Seconds since the last viewer left and the last request came."""
        return 0.0 if self.viewers or self._busy else now - max(self.empty_since, self._last_request)

    def touch(self) -> None:
        """Note that somebody is interested in this room, though no viewer of it."""
        self._last_request = self.registry.now()

    @property
    def has_races(self) -> bool:
        """Whether this game has races, so that round trips are measured."""
        return bool(self.table.live.claims)

    def seated_viewers(self) -> Iterator[Viewer]:
        """The viewers that are bound to a seat."""
        return (v for seat, group in self.viewers.items() if seat is not None for v in group)

    def keep_task(self, task: asyncio.Future[Any]) -> None:
        """Keep a strong reference to a background task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def resume(self) -> None:
        """Set the timers, physics and bots of a table that was just made or read from disk."""
        self._timer.arm()
        self._physics.ask()
        self.bots.update()

    # ------------------------------------------------------------ who somebody is

    def binding_of(self, token: str | None) -> Binding:
        """Bind the owner of a chair by its token's hash, or a spectator. Refused if it is no chair's."""
        if token is None:
            return Binding(self, None)
        seat = self.table.seat_of(token)
        if seat is None:
            raise Refusal("forbidden", "this token is no chair's at this table")
        return Binding(self, seat, self.table.generation_of(seat))

    def holds(self, binding: Binding | None) -> bool:
        """Whether a binding is in force: made here, and its chair has not changed hands since."""
        if binding is None or binding.room is not self or self.closed:
            return False
        return binding.seat is None or binding.generation == self.table.generation_of(binding.seat)

    def _cut_stale(self) -> Cut:
        """Make spectators of everyone whose chair has changed hands."""
        stale = [viewer for viewer in self.seated_viewers() if not self.holds(viewer.binding)]
        for viewer in stale:
            self.rebind(viewer, Binding(self, None))
        return frozenset(stale)

    # ------------------------------------------------------------ the path of a request

    def handle(self, requester: Requester, message: wire.FromSeat) -> None:
        """Take a message from somebody bound to this room. Questions are answered beside the queue.

        The messages of a seat are counted, on whichever of its connections they come. Raises Refusal.
        """
        binding, ref = requester.binding, getattr(message, "ref", None)
        assert binding is not None
        if type(message) in commands.BESIDE_THE_QUEUE:
            commands.answer_beside(self, requester, binding, message, ref)
            return
        seat, now = binding.seat, self.registry.now()
        if seat is not None and not self._seat_rates.allows(seat, now):
            raise Refusal("limited", "too many messages from this seat: wait a little")
        self.submit(partial(commands.execute, self, requester, binding, message), requester, ref, now)

    def submit(
        self,
        job: Job,
        requester: Requester | None = None,
        ref: str | None = None,
        arrived: float | None = None,
    ) -> None:
        """Queue a job that has arrived now; its answer goes to the requester.

        The job is given the time of its arrival: races and clocks are not decided by how long
        the disk took.
        """
        if self.closed:
            self._refuse_unavailable(requester, ref)
            return
        if arrived is None:
            arrived = self.registry.now()
        if requester is not None:
            self._last_request = arrived
        self._queue.append(Request(arrived, job, requester, ref))
        if not self._busy:
            self.registry.queues.run_soon(self)

    def run_queue(self) -> None:
        """Run requests until one has rows to write."""
        while self._queue and not self._busy:
            self._busy = True
            self._run(self._queue.pop(0))

    def _run(self, request: Request) -> None:
        """Run one request on the table, and write its rows or answer it at once."""
        table, first = self.table, self.table.seq + 1
        answer: wire.ToSeat | None
        try:
            answer = request.job(request.arrived)
        except Refusal as refusal:
            answer = refused(refusal, request.ref, table.seq)
            self.registry.metrics.refused.labels(refusal.code).inc()
        except Exception:
            logger.exception("a request failed", extra={"table": table.id})
            self._fail("a request failed", request)
            return
        rows, steps = table.take_news()
        if rows:
            lines = count_lines(steps)
            cut = None if lines == len(steps) < RECENT else self._cut_stale()
            self.registry.store.write(
                table.id, first, rows, partial(self._committed, request, steps, lines, cut, answer)
            )
            return
        if answer is not None:
            self.reply(request.requester, answer)
        self._next_request()

    def _committed(
        self,
        request: Request,
        steps: list[Step],
        lines: int,
        cut: Cut | None,
        answer: wire.ToSeat | None,
        failed: Exception | None,
    ) -> None:
        """The rows of a request are on disk, or could not be written; `lines` of its steps are lines."""
        if failed is not None:
            logger.error("rows could not be written: %s", failed, extra={"table": self.table.id})
            self._fail("the journal could not be written", request)
            return
        now = self.registry.now()
        self.registry.metrics.seconds.observe(now - request.arrived)
        requester, ref = request.requester, request.ref
        if answer is not None and requester is not None:
            self.reply(requester, answer)
            ref = None  # answered
        publishing.publish(self, steps, cut, now, requester, ref)
        self.registry.update_lists(self, len(steps), lines)
        if cut is not None or self.bots.are_needed:
            self.bots.follow(steps)
        if self.coach is not None:
            self.coach.follow(steps)
        self._next_request()

    def _next_request(self) -> None:
        self._busy = False
        if self.table.answers:
            publishing.send_late_refusals(self)
        self._timer.arm()
        if self.table.game.WORLD_ACTIONS:
            self._physics.ask()
        if self._queue:
            self.registry.queues.run_soon(self)

    def reply(self, requester: Requester | None, answer: wire.ToSeat) -> None:
        """Answer whoever asked, unless they have gone to another table since."""
        if requester is not None and (requester.binding is None or requester.binding.room is self):
            requester.answer(answer)

    def _fail(self, why: str, request: Request) -> None:
        """Close a room whose table may be ahead of the disk; it is read again from its journal."""
        self.broken = True
        self._queue.insert(0, request)
        self.close(why, again=0.5)
        self.registry.forget(self)

    @property
    def spectators(self) -> int:
        """The number of viewers without a seat."""
        return len(self.viewers.get(None, ()))

    # ------------------------------------------------------------ viewers that come and go

    def make_room(self, binding: Binding) -> None:
        """Refuse a spectator too many; a seat's connection too many takes the place of its oldest."""
        settings, group = self.registry.settings, self.viewers.get(binding.seat, set())
        if binding.seat is None and len(group) >= settings.viewers_per_table:
            raise Refusal("limited", "too many people look at this table")
        here = sorted((v for v in group if v.closing is None), key=lambda viewer: viewer.entered)
        if binding.seat is not None and len(here) >= settings.sockets_per_seat:
            here[0].close(REPLACED, "this chair is open in too many windows")

    def enter(self, viewer: Viewer, binding: Binding, last: int | None) -> None:
        """Bind a viewer at once; in its turn it gets what it missed since number `last`."""
        assert self.holds(binding)
        viewer.binding = binding
        self.submit(partial(self._enter, viewer, binding, last), viewer)

    def _enter(self, viewer: Viewer, binding: Binding, last: int | None, now: float) -> None:
        if viewer.binding is not binding:
            return  # they have said hello elsewhere since, or gone
        if not self.holds(binding):
            viewer.binding = None
            raise Refusal("forbidden", "this chair has changed hands")
        seat, viewer.entered = binding.seat, now
        self.viewers.setdefault(seat, set()).add(viewer)
        self._note_mixing()
        if seat is not None:
            play.reconnected(self.table, now, seat)
        publishing.catch_up(self, viewer, last, now)
        if self.has_races and seat is not None:
            viewer.ping(0, now)
        self.bots.update()
        if frame := self.registry.physics.keyframe(self.table.id):
            viewer.send_frame(frame)
        self.announce_presence()

    def exit(self, viewer: Viewer) -> None:
        """Unbind a viewer; one whose `enter` still waits in the queue never comes in."""
        binding, viewer.binding = viewer.binding, None
        assert binding is not None and binding.room is self
        group = self.viewers.get(binding.seat, set())
        if viewer not in group:
            return
        group.discard(viewer)
        self._note_mixing()
        if not group:
            del self.viewers[binding.seat]
            if binding.seat is not None:
                self.submit(partial(self._disconnected, binding.seat))
        if not self.viewers:
            self.empty_since = self.registry.now()
        self.announce_presence()

    def _disconnected(self, seat: Seat, now: float) -> None:
        if seat not in self.viewers and seat in self.table.people():
            play.disconnected(self.table, now, seat)
            self.announce_presence()  # what `exit` announced may have been sent before this turn came

    def rebind(self, viewer: Viewer, binding: Binding) -> None:
        """Give a viewer of this room another seat, or none."""
        assert viewer.binding is not None and viewer.binding.room is self and self.holds(binding)
        before = viewer.binding.seat
        group = self.viewers.get(before, set())
        group.discard(viewer)
        if not group:
            self.viewers.pop(before, None)
        viewer.binding = binding
        self.viewers.setdefault(binding.seat, set()).add(viewer)
        self._note_mixing()

    def _note_mixing(self) -> None:
        """Tell the table whose nonces a start has to wait for."""
        self.table.mixing = frozenset(
            seat for seat, group in self.viewers.items() if seat is not None and any(v.mixes for v in group)
        )

    def announce_presence(self) -> None:
        """Tell every viewer who is here, after PRESENCE_DELAY."""
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(PRESENCE_DELAY, self._send_presence)

    def _send_presence(self) -> None:
        self._presence_timer = None
        publishing.send_presence(self)

    def round_trips(self) -> dict[Seat, float]:
        """The least round trip of each person who is here, where the game has races."""
        if not self.table.live.claims:
            return {}
        return {
            seat: min(viewer.trip.least for viewer in group)
            for seat, group in self.viewers.items()
            if seat is not None and group
        }

    # ------------------------------------------------------------ closing

    def close(self, why: str, again: float | None = None) -> None:
        """Disconnect every viewer and refuse what waits; the journal keeps the table."""
        self.closed = True
        self._timer.cancel()
        self._physics.cancel()
        if self._presence_timer is not None:
            self._presence_timer.cancel()
        self.bots.dismiss()
        if self.coach is not None:
            self.coach.dismiss()
        self.registry.physics.leave(self.table.id)
        waiting, self._queue = self._queue, []
        for request in waiting:
            self._refuse_unavailable(request.requester, request.ref)
        for viewer in self._bound_viewers(waiting):
            viewer.close(1012, why, again)

    def _bound_viewers(self, waiting: list[Request]) -> set[Viewer]:
        """The viewers of this room, with those whose `enter` still waits in the queue."""
        found = {viewer for group in self.viewers.values() for viewer in group}
        asked = {request.requester for request in waiting if isinstance(request.requester, Viewer)}
        return found | {v for v in asked if v.binding is not None and v.binding.room is self}

    def _refuse_unavailable(self, requester: Requester | None, ref: str | None) -> None:
        """Answer a request that this room will not run."""
        refusal = Refusal("unavailable", "not done: say it again in a moment")
        self.reply(requester, refused(refusal, ref, self.table.seq))
