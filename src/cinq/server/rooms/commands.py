"""Commands: which function of `cinq.table` decides a message, and as which seat.

`execute` runs in a room's queue and may change the table. Hands, spots and hints do not wait in
the queue: they change nothing in the journal, and physics and bots answer in their own time.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

import msgspec

from cinq.core.game import Seat
from cinq.core.log import decode_seat_action
from cinq.server import wire
from cinq.server.rooms import projection
from cinq.server.rooms.tokens import hashed, new_token
from cinq.server.rooms.viewers import Binding, Requester, Viewer
from cinq.table import events, lobby, play
from cinq.table.space import require_space
from cinq.table.table import Refusal, Table

if TYPE_CHECKING:
    from cinq.server.rooms.room import Room

BESIDE_THE_QUEUE = frozenset({wire.Pong, wire.Hand, wire.Lay, wire.AskSpots, wire.AskHint})
"""Messages that change nothing in the journal: they are answered at once, or in their own time."""

WRITES_LITTLE = (wire.AskMenu, wire.AskSync, wire.Mute, wire.Leave)
"""Messages that a table takes however long its journal is."""


def execute(
    room: Room, who: Requester, asked_as: Binding, message: wire.FromSeat, now: float
) -> wire.ToSeat | None:
    """Run a message on the table, as whoever its sender is now; the answer, if it has one of its own.

    A message whose reference was seen before is not run again. Raises Refusal.
    """
    table, ref = room.table, getattr(message, "ref", None)
    seat = _seat_now(room, who, asked_as)
    if seat is not None and seat not in room.viewers:
        play.requested(table, now, seat)
    if (done := table.done_before(seat, ref)) is not None:
        return wire.Done(done, ref)
    if not isinstance(message, WRITES_LITTLE):
        require_space(table, moves=isinstance(message, wire.Act))
    before = table.seq
    answer = _apply(room, who, seat, message, now)
    if answer is None and table.seq == before:
        return wire.Done(table.seq, ref)
    return answer


def _seat_now(room: Room, who: Requester, asked_as: Binding) -> Seat | None:
    """The seat whose owner says this: who they are here now, or were when they went to another table."""
    here = who.binding is not None and who.binding.room is room
    binding = who.binding if here else asked_as
    if binding is None or not room.holds(binding):
        raise Refusal("forbidden", "this chair is no longer yours")
    return binding.seat


def _seated(seat: Seat | None) -> Seat:
    if seat is None:
        raise Refusal("forbidden", "only those who sit at the table may do that")
    return seat


def _apply(
    room: Room, who: Requester, seat: Seat | None, message: wire.FromSeat, now: float
) -> wire.ToSeat | None:
    """Change the table, or return an answer. Raises Refusal."""
    t = room.table
    match message:
        case wire.Act():
            return _act(room, _seated(seat), message, now)
        case wire.AskMenu(ref):
            return wire.Menu(t.seq, projection.menu_of(t, _seated(seat)), ref)
        case wire.AskSync():
            return projection.sync(t, seat, now, room.spectators)
        case wire.Say(phrase, ref):
            lobby.say(t, now, seat, _name(t, who, seat), phrase, ref, who.address)
        case wire.Chat(text, ref):
            lobby.chat(t, now, seat, _name(t, who, seat), text, ref, who.address)
        case wire.Mute(other, muted):
            _mute(t, who, other, muted)
        case wire.Sit():
            return _sit(room, who, seat, message, now)
        case wire.Leave(ref):
            lobby.leave(t, now, _seated(seat), ref)
            room.bots.update()
            room.announce_presence()
        case wire.Pause(paused, ref):
            play.pause(t, now, _seated(seat), paused, ref)
        case wire.TakeBack(ref):
            play.take_back(t, now, _seated(seat), ref)
        case _:
            _in_lobby(t, seat, message, now)
    return None


def _mute(t: Table, who: Requester, other: int | None, muted: bool) -> None:
    """Let somebody hear no more of a chair or of spectators. Refused if there is no such chair."""
    if other is not None and not 0 <= other < len(t.chairs):
        raise Refusal("unknown", f"there is no chair {other}")
    who.muted = who.muted | {other} if muted else who.muted - {other}


def _in_lobby(t: Table, seat: Seat | None, message: wire.FromSeat, now: float) -> None:
    match message:
        case wire.Ready(ready, ref):
            lobby.ready(t, now, _seated(seat), ready, ref)
        case wire.Nonce(nonce, commitment, ref):
            lobby.add_nonce(t, now, _seated(seat), nonce, commitment, ref)
        case wire.Configure(options, chairs, clock, public, coach, ref):
            change = events.Configured(options, chairs, clock, public, coach, ref)
            lobby.configure(t, now, seat, change)
        case wire.SeatBot(chair, level, ref):
            lobby.add_bot(t, now, seat, chair, level, ref)
        case wire.OpenSeat(chair, ref):
            lobby.open_seat(t, now, seat, chair, ref)
        case wire.HandOn(chair, ref):
            lobby.make_host(t, now, seat, chair, ref)
        case wire.Start(fill, nonce, commitment, ref):
            if nonce is not None:
                lobby.add_nonce(t, now, _seated(seat), nonce, commitment)
            lobby.start(t, now, seat, fill, ref)
        case wire.Rematch(ref):
            lobby.rematch(t, now, _seated(seat), secrets.token_bytes(32), ref)
        case _:
            raise Refusal("malformed", "that cannot be said here")


def _name(t: Table, who: Requester, seat: Seat | None) -> str:
    """The name under which somebody speaks; a spectator has none where a name could carry a message."""
    if seat is not None:
        return t.chairs[seat].name
    nameless = not who.name or t.free_text_refused_by() is not None
    return "…" if nameless else lobby.unique_name(t, who.name)


def _act(room: Room, seat: Seat, message: wire.Act, now: float) -> wire.Held | None:
    try:
        action = decode_seat_action(room.table.game, message.action)
    except msgspec.DecodeError as error:
        raise Refusal("malformed", str(error)) from None
    if play.reconnected(room.table, now, seat, connected=seat in room.viewers):
        room.announce_presence()  # who acts is back: the bot gives the chair back
    waits = play.act(room.table, now, seat, message.seq, action, message.ref, room.round_trips())
    return None if waits is None else wire.Held(round(waits, 3), message.ref)


def _sit(room: Room, who: Requester, seat: Seat | None, message: wire.Sit, now: float) -> wire.Seated:
    if seat is not None and message.seat is None:
        raise Refusal("forbidden", "you sit already")
    if who.binding is None or who.binding.room is not room:
        raise Refusal("forbidden", "you have left this table")
    token = new_token()
    if seat is not None and message.seat is not None:
        taken = lobby.change_seat(room.table, now, seat, message.seat, hashed(token))
    else:
        taken = lobby.sit(room.table, now, message.name, message.seat, hashed(token))
    if isinstance(who, Viewer):
        room.rebind(who, room.binding_of(hashed(token)))
        room.bots.update()
        room.announce_presence()
    else:
        room.table.away[taken] = now
    return wire.Seated(room.table.id, taken, token, message.ref)


# ------------------------------------------------------------ beside the queue


def answer_beside(
    room: Room, requester: Requester, binding: Binding, message: wire.FromSeat, ref: str | None
) -> None:
    """Answer a message of `BESIDE_THE_QUEUE`, now or in its own time."""
    match message:
        case wire.Pong(number) if isinstance(requester, Viewer):
            requester.pong(number, room.registry.now())
        case wire.Hand() | wire.Lay():
            move_wood(binding, message)
        case wire.AskSpots():
            room.keep_task(asyncio.ensure_future(answer_spots(binding, requester)))
        case wire.AskHint():
            room.keep_task(asyncio.ensure_future(answer_hint(binding, requester, ref)))


def move_wood(binding: Binding, message: wire.Hand | wire.Lay) -> None:
    """Move the seat's hand, or lay its piece; ignored from a spectator."""
    room, seat = binding.room, binding.seat
    if seat is None or not room.holds(binding):
        return
    if isinstance(message, wire.Hand):
        room.registry.physics.hand(room.table.id, seat, message)
    else:
        room.registry.physics.lay(room.table.id, seat, message)


async def answer_spots(binding: Binding, who: Requester) -> None:
    """Answer where the seat's own piece could be laid; nowhere for a spectator."""
    room, seat = binding.room, binding.seat
    known = seat is not None and room.holds(binding)
    found = await room.registry.physics.spots(room.table.id, seat) if known and seat is not None else ()
    if who.binding is binding:
        who.answer(wire.Spots(found))


async def answer_hint(binding: Binding, who: Requester, ref: str | None) -> None:
    """Answer the coach's hint: only where the table has a coach and all others are bots."""
    room, seat = binding.room, binding.seat
    table = room.table
    alone = seat is not None and room.holds(binding) and table.people() == [seat]
    if seat is None or not alone or not table.coach or table.phase != "playing":
        who.answer(refused(Refusal("forbidden", "there is no coach here"), ref, table.seq))
        return
    seq, registry = table.seq, room.registry
    coach = room.coach = room.coach or registry.coach_for(room)
    try:
        with registry.hints.admit(
            {f"{table.id} {seat}": 1, who.address: registry.settings.questions_per_address}
        ):
            hint = await coach.hint(seat)
    except Refusal as refusal:
        who.answer(refused(refusal, ref, seq))
        return
    if who.binding is binding:
        who.answer(wire.Hint(seq, hint, ref))


def refused(refusal: Refusal, ref: str | None, seq: int) -> wire.Refused:
    """A refusal as a message."""
    return wire.Refused(refusal.code, refusal.message, refusal.rule, ref, seq)
