"""A room: one table, its viewers, its queue of requests, its timers.

One request at a time: it is decided on the table, its rows are written, and only when they are
on disk are they published and the next request taken. Owns that order, and who is bound to
which seat; what may happen is decided in `cinq.table`, what a viewer sees in `projection.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from cinq.core.game import Seat
from cinq.server import wire
from cinq.server.physics.interface import Answer, Stage
from cinq.server.rooms import commands, projection
from cinq.server.rooms.commands import refused
from cinq.server.rooms.rate_limits import Rates
from cinq.server.rooms.viewers import REPLACED, Binding, HttpCaller, Requester, Viewer
from cinq.table import lobby, play
from cinq.table.events import Level
from cinq.table.table import Refusal, Step, Table

if TYPE_CHECKING:
    from cinq.server.bots.room_coach import RoomCoach
    from cinq.server.rooms.registry import RoomRegistry

logger = logging.getLogger("cinq.rooms")

Job = Callable[[float], wire.ToSeat | None]
"""Changes the table as of the time it is given. Raises Refusal; may return an answer of its own."""
Cut = frozenset[Viewer]
"""Viewers whose chair has changed hands: spectators from now on."""
PRESENCE_DELAY = 0.05
"""Seconds in which arrivals and departures are collected into one message."""


class Request(NamedTuple):
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
        "_timer_at",
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
        self.registry = registry
        self.viewers: dict[Seat | None, set[Viewer]] = {}
        self.empty_since = self._last_request = registry.now()
        self.broken = self.closed = False
        self._queue: list[Request] = []
        self._busy = False
        """Whether a request is being decided or written."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at: float | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._physics: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Future[Any]] = set()
        self._seat_rates = Rates(registry.settings.messages_per_second, registry.settings.message_burst)
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
        self._arm_timer()
        self._ask_physics()
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
        """Take a message from somebody bound to this room. Questions are answered beside the queue."""
        binding, ref = requester.binding, getattr(message, "ref", None)
        assert binding is not None
        match message:
            case wire.Pong(number) if isinstance(requester, Viewer):
                requester.pong(number, self.registry.now())
            case wire.Hand() | wire.Lay():
                commands.move_wood(binding, message)
            case wire.AskSpots():
                self.keep_task(asyncio.ensure_future(commands.answer_spots(binding, requester)))
            case wire.AskHint():
                self.keep_task(asyncio.ensure_future(commands.answer_hint(binding, requester, ref)))
            case _:
                self._check_seat_rate(binding.seat)
                self.submit(partial(commands.execute, self, requester, binding, message), requester, ref)

    def _check_seat_rate(self, seat: Seat | None) -> None:
        """Count a message of a seat, on whichever of its connections it came. Refused above the rate."""
        if seat is not None and not self._seat_rates.allows(str(seat), self.registry.now()):
            raise Refusal("limited", "too many messages from this seat: wait a little")

    def submit(self, job: Job, requester: Requester | None = None, ref: str | None = None) -> None:
        """Queue a job; its answer goes to the requester.

        The job is given the time of its arrival: races and clocks are not decided by how long
        the disk took.
        """
        if self.closed:
            self._refuse_unavailable(requester, ref)
            return
        now = self.registry.now()
        if requester is not None:
            self._last_request = now
        self._queue.append(Request(now, job, requester, ref))
        if not self._busy:
            self._run_queue_soon()

    def _run_queue_soon(self) -> None:
        """Run the queue once this loop iteration has read from every connection: quicker than in turn."""
        asyncio.get_running_loop().call_soon(self._run_queue)

    def _run_queue(self) -> None:
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
            cut = None if projection.only_lines(steps) else self._cut_stale()
            self.registry.store.write(
                table.id, first, rows, partial(self._committed, request, steps, cut, answer)
            )
            return
        if answer is not None:
            self._reply(request.requester, answer)
        self._next_request()

    def _committed(
        self,
        request: Request,
        steps: list[Step],
        cut: Cut | None,
        answer: wire.ToSeat | None,
        failed: Exception | None,
    ) -> None:
        """The rows of a request are on disk, or could not be written."""
        if failed is not None:
            logger.error("rows could not be written: %s", failed, extra={"table": self.table.id})
            self._fail("the journal could not be written", request)
            return
        now = self.registry.now()
        self.registry.metrics.seconds.observe(now - request.arrived)
        requester, ref = request.requester, request.ref
        if answer is not None and requester is not None:
            self._reply(requester, answer)
            ref = None  # answered
        self.publish(steps, cut, now, requester, ref)
        self.registry.update_lists(self, steps)
        self.bots.follow(steps)
        if self.coach is not None:
            self.coach.follow(steps)
        self._next_request()

    def _next_request(self) -> None:
        self._busy = False
        if self.table.answers:
            self._send_late_refusals()
        self._arm_timer()
        self._ask_physics()
        if self._queue:
            self._run_queue_soon()

    def _reply(self, requester: Requester | None, answer: wire.ToSeat) -> None:
        """Answer whoever asked, unless they have gone to another table since."""
        if requester is not None and (requester.binding is None or requester.binding.room is self):
            requester.answer(answer)

    def _send_late_refusals(self) -> None:
        """Refuse the claims that lost a race and the actions that had waited for one."""
        answers, self.table.answers = self.table.answers, []
        for seat, ref, refusal in answers:
            message = wire.encode(refused(refusal, ref, self.table.seq))
            for viewer in self.viewers.get(seat, ()):
                viewer.send(message)

    def _fail(self, why: str, request: Request) -> None:
        """Close a room whose table may be ahead of the disk; it is read again from its journal."""
        self.broken = True
        self._queue.insert(0, request)
        self.close(why, again=0.5)
        self.registry.forget(self)

    # ------------------------------------------------------------ publishing

    def publish(
        self, steps: list[Step], cut: Cut | None, now: float, requester: Requester | None, ref: str | None
    ) -> None:
        """Send steps to every viewer as its seat may see them, and answer the requester.

        `cut` is None where the steps are lines of the game and nothing else: those are projected
        and encoded once a seat, not once a viewer.
        """
        spectators = self.spectators
        if requester is not None and (requester.binding is None or requester.binding.room is not self):
            requester = None  # they have gone to another table since
        if cut is None:
            position = projection.position_after(self.table, steps, now)
            for seat, group in self.viewers.items():
                self._send_all(group, projection.lines(self.table, steps, seat, position))
            if not isinstance(requester, HttpCaller):  # a viewer's own line carries its reference
                return
        else:
            for seat, group in self.viewers.items():
                others = group.difference(cut, (requester,))
                alike = [v for v in others if not v.muted]
                if alike:
                    self._send_all(alike, projection.messages(self.table, steps, seat, now, spectators))
                for viewer in others.difference(alike):
                    self._send_steps(viewer, steps, now, spectators, None)
            self._sync_cut(cut, now)
        if cut and requester in cut:
            self._reply(requester, wire.Done(self.table.seq, ref))
        elif requester is not None:
            self._send_steps(requester, steps, now, spectators, ref)

    def _sync_cut(self, cut: Cut, now: float) -> None:
        """Send everything anew to those who have become spectators."""
        for viewer in cut:
            if self.holds(viewer.binding):
                viewer.send(wire.encode(projection.sync(self.table, None, now, self.spectators)))

    def _send_all(self, viewers: Iterable[Viewer], messages: Iterable[wire.ToSeat]) -> None:
        for message in messages:
            data = wire.encode(message)
            for viewer in viewers:
                viewer.send(data)

    def _send_steps(
        self, to: Requester, steps: list[Step], now: float, spectators: int, ref: str | None
    ) -> None:
        seat = to.binding.seat if to.binding is not None and self.holds(to.binding) else None
        for message in projection.messages(self.table, steps, seat, now, spectators, ref, to.muted):
            to.answer(message)

    @property
    def spectators(self) -> int:
        """The number of viewers without a seat."""
        return len(self.viewers.get(None, ()))

    def broadcast_frame(self, frame: bytes) -> None:
        """Send a physics frame to every viewer."""
        for group in self.viewers.values():
            for viewer in group:
                viewer.send_frame(frame)

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
        self._catch_up(viewer, last, now)
        if self.has_races and seat is not None:
            viewer.ping(0, now)
        self.bots.update()
        if frame := self.registry.physics.keyframe(self.table.id):
            viewer.send_frame(frame)
        self.announce_presence()

    def _catch_up(self, viewer: Viewer, last: int | None, now: float) -> None:
        """Send the steps after number `last`, or everything if they are not all in memory."""
        table = self.table
        missed = [found for found in table.recent if last is not None and found.seq > last]
        if last is None or last > table.seq or len(missed) != table.seq - last:
            assert viewer.binding is not None
            viewer.send(wire.encode(projection.sync(table, viewer.binding.seat, now, self.spectators)))
        else:
            self._send_steps(viewer, missed, now, self.spectators, None)
            viewer.send(wire.encode(wire.Done(table.seq)))

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
        data = wire.encode(
            wire.Presence(projection.chairs_of(self.table, self.registry.now()), self.spectators)
        )
        for group in self.viewers.values():
            for viewer in group:
                viewer.send(data)

    def round_trips(self) -> dict[Seat, float]:
        """The least round trip of each person who is here, where the game has races."""
        if not self.has_races:
            return {}
        return {
            seat: min(viewer.trip.least for viewer in group)
            for seat, group in self.viewers.items()
            if seat is not None and group
        }

    # ------------------------------------------------------------ timers and physics

    def _arm_timer(self) -> None:
        """Set the one timer to whatever is due next."""
        due = play.due(self.table)
        if due == self._timer_at:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._timer_at = due
        if due is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, due - self.registry.now()), self._timer_fired)

    def _timer_fired(self) -> None:
        self._timer = self._timer_at = None
        self.submit(self._run_due)

    def _run_due(self, now: float) -> None:
        freed = lobby.free_kept_chairs(self.table, now)
        lobby.begin_if_mixed(self.table, now)
        if play.wake(self.table, now) or freed:
            self.bots.update()
            self.announce_presence()

    def _ask_physics(self) -> None:
        """Ask physics for the line that it owes; tell it whose clock ran out and who has left meanwhile."""
        if self.broken or not play.owes_world(self.table):
            return
        if self._physics is None:
            self._physics = asyncio.create_task(self._physics_answer())
        else:
            self.registry.physics.substitute(self.table.id, self._bot_levels())
        if (seat := play.take_let_go(self.table)) is not None:
            self.registry.physics.let_go(self.table.id, seat)

    def _bot_levels(self) -> dict[Seat, Level]:
        chairs = self.table.chairs
        return {seat: chairs[seat].level or "regular" for seat in self.table.bots()}

    async def _physics_answer(self) -> None:
        table = self.table
        assert table.match is not None
        stage = Stage(table.id, table.game, table.match.state, self._bot_levels())
        try:
            answer = await self.registry.physics.answer(stage, self.broadcast_frame)
        except Exception:
            logger.exception("physics failed; asking again", extra={"table": table.id})
            await asyncio.sleep(1.0)
            self._physics = None
            self._ask_physics()
            return
        self._physics = None
        self.submit(partial(self._play_physics, answer))

    def _play_physics(self, answer: Answer, now: float) -> None:
        step = play.playing(self.table).lines + 1
        play.play(self.table, now, "world", answer.action)
        if answer.fall:
            self.keep_task(self.registry.store.save_fall(self.table.game_id, step, answer.fall))

    # ------------------------------------------------------------ closing

    def close(self, why: str, again: float | None = None) -> None:
        """Disconnect every viewer and refuse what waits; the journal keeps the table."""
        self.closed = True
        for pending in (self._timer, self._presence_timer, self._physics):
            if pending is not None:
                pending.cancel()
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
        self._reply(requester, refused(refusal, ref, self.table.seq))
