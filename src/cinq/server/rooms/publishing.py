"""Publishing: what a room sends to its viewers once it is on disk.

What each of them may see is decided in `projection.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cinq.server import wire
from cinq.server.rooms import projection
from cinq.server.rooms.commands import refused
from cinq.server.rooms.viewers import HttpCaller, Requester, Viewer
from cinq.table.match import Step

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

Cut = frozenset[Viewer]
"""Viewers whose chair has changed hands: spectators from now on."""


def publish(
    room: Room,
    steps: list[Step],
    cut: Cut | None,
    now: float,
    requester: Requester | None,
    ref: str | None,
) -> None:
    """Send steps to every viewer as its seat may see them, and answer the requester.

    `cut` is None where the steps are lines of the game and nothing else: those are projected
    and encoded once a seat, not once a viewer.
    """
    if cut is None:
        shown = projection.after_lines(room.table, steps, now)
        for seat, group in room.viewers.items():
            _send_all(group, projection.lines(room.table, shown, seat))
        if not isinstance(requester, HttpCaller):  # a viewer's own line carries its reference
            return
    spectators = room.spectators
    if requester is not None and (requester.binding is None or requester.binding.room is not room):
        requester = None  # they have gone to another table since
    if cut is not None:
        for seat, group in room.viewers.items():
            others = group.difference(cut, (requester,))
            alike = [v for v in others if not v.muted]
            if alike:
                _send_all(alike, projection.messages(room.table, steps, seat, now, spectators))
            for viewer in others.difference(alike):
                _send_steps(room, viewer, steps, now, spectators, None)
        _sync_cut(room, cut, now)
    if cut and requester in cut:
        room.reply(requester, wire.Done(room.table.seq, ref))
    elif requester is not None:
        _send_steps(room, requester, steps, now, spectators, ref)


def _sync_cut(room: Room, cut: Cut, now: float) -> None:
    """Send everything anew to those who have become spectators."""
    for viewer in cut:
        if room.holds(viewer.binding):
            viewer.send(wire.encode(projection.sync(room.table, None, now, room.spectators)))


def _send_all(viewers: Iterable[Viewer], messages: Iterable[wire.ToSeat]) -> None:
    for message in messages:
        data = wire.encode(message)
        for viewer in viewers:
            viewer.send(data)


def _send_steps(
    room: Room, to: Requester, steps: list[Step], now: float, spectators: int, ref: str | None
) -> None:
    seat = to.binding.seat if to.binding is not None and room.holds(to.binding) else None
    for message in projection.messages(room.table, steps, seat, now, spectators, ref, to.muted):
        to.answer(message)


def catch_up(room: Room, viewer: Viewer, last: int | None, now: float) -> None:
    """Send the steps after number `last`, or everything if they are not all in memory."""
    table = room.table
    missed = [found for found in table.recent if last is not None and found.seq > last]
    if last is None or last > table.seq or len(missed) != table.seq - last:
        assert viewer.binding is not None
        viewer.send(wire.encode(projection.sync(table, viewer.binding.seat, now, room.spectators)))
    else:
        _send_steps(room, viewer, missed, now, room.spectators, None)
        viewer.send(wire.encode(wire.Done(table.seq)))


def send_late_refusals(room: Room) -> None:
    """Refuse the claims that lost a race and the actions that had waited for one."""
    answers, room.table.answers = room.table.answers, []
    for seat, ref, refusal in answers:
        message = wire.encode(refused(refusal, ref, room.table.seq))
        for viewer in room.viewers.get(seat, ()):
            viewer.send(message)


def send_presence(room: Room) -> None:
    """Tell every viewer who is here."""
    data = wire.encode(wire.Presence(projection.chairs_of(room.table, room.registry.now()), room.spectators))
    for group in room.viewers.values():
        for viewer in group:
            viewer.send(data)


def broadcast_frame(room: Room, frame: bytes) -> None:
    """Send a physics frame to every viewer."""
    for group in room.viewers.values():
        for viewer in group:
            viewer.send_frame(frame)
