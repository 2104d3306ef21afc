"""From a message to a request on a table: who may say what, and which function decides it."""

from __future__ import annotations

import secrets
from functools import partial

import msgspec

from cinq.core.game import Seat
from cinq.core.log import decode_seat_action
from cinq.server import shown, wire
from cinq.server.house import hashed, new_token
from cinq.server.rooms import Job, Room
from cinq.server.viewers import Listener, Viewer
from cinq.table import events, lobby, play
from cinq.table.table import Refusal, Table


def job_of(room: Room, who: Listener, message: wire.FromSeat) -> Job:
    """The request that a message is, to be decided in its turn."""
    return partial(_decide, room, who, message)


def _decide(room: Room, who: Listener, message: wire.FromSeat, now: float) -> wire.ToSeat | None:
    table, ref = room.table, getattr(message, "ref", None)
    if (done := table.done_before(who.seat, ref)) is not None:
        return wire.Done(done, ref)
    before = table.seq
    answer = _answer(room, who, message, now)
    if answer is None and table.seq == before:
        return wire.Done(table.seq, ref)
    return answer


def _seat(who: Listener) -> Seat:
    if who.seat is None:
        raise Refusal("forbidden", "only those who sit at the table may do that")
    return who.seat


def _answer(room: Room, who: Listener, message: wire.FromSeat, now: float) -> wire.ToSeat | None:
    """Let it happen, or answer. Raises Refusal."""
    t = room.table
    match message:
        case wire.Act():
            return _act(room, _seat(who), message, now)
        case wire.AskMenu(ref):
            return wire.Menu(t.seq, shown.menu_of(t, _seat(who)), ref)
        case wire.AskSync():
            return shown.sync(t, who.seat, now, room.spectators)
        case wire.Say(phrase, ref):
            lobby.say(t, now, who.seat, _name(t, who), phrase, ref)
        case wire.Chat(text, ref):
            lobby.chat(t, now, who.seat, _name(t, who), text, ref)
        case wire.Mute(seat, muted):
            who.muted = who.muted | {seat} if muted else who.muted - {seat}
        case wire.Sit(name, seat, ref):
            return _sit(room, who, name, seat, ref, now)
        case wire.Leave(ref):
            lobby.leave(t, now, _seat(who), ref)
            room.bots.changed()
            room.tell_presence()
            if t.phase != "playing" and isinstance(who, Viewer):
                room.move(who, None)
        case wire.Pause(paused, ref):
            play.pause(t, now, _seat(who), paused, ref)
        case wire.TakeBack(ref):
            play.take_back(t, now, _seat(who), ref)
        case _:
            _in_lobby(room, who, message, now)
    return None


def _in_lobby(room: Room, who: Listener, message: wire.FromSeat, now: float) -> None:
    t = room.table
    match message:
        case wire.Ready(ready, ref):
            lobby.ready(t, now, _seat(who), ready, ref)
        case wire.Nonce(nonce, ref):
            lobby.mix(t, now, _seat(who), nonce, ref)
        case wire.Configure(options, chairs, clock, public, coach, ref):
            change = events.Configured(options, chairs, clock, public, coach, ref)
            lobby.configure(t, now, who.seat, change)
        case wire.SeatBot(seat, level, ref):
            lobby.staff(t, now, who.seat, seat, level, ref)
        case wire.OpenSeat(seat, ref):
            lobby.open_seat(t, now, who.seat, seat, ref)
            for viewer in list(room.viewers.get(seat, ())):
                room.move(viewer, None)
        case wire.HandOn(seat, ref):
            lobby.hand_on(t, now, who.seat, seat, ref)
        case wire.Start(fill, ref):
            lobby.start(t, now, who.seat, fill, ref)
        case wire.Rematch(ref):
            lobby.rematch(t, now, _seat(who), secrets.token_bytes(32), ref)
        case _:
            raise Refusal("malformed", "that cannot be said here")


def _name(t: Table, who: Listener) -> str:
    return t.chairs[who.seat].name if who.seat is not None else (who.name or "…")


def _act(room: Room, seat: Seat, message: wire.Act, now: float) -> wire.Held | None:
    try:
        action = decode_seat_action(room.table.game, message.action)
    except msgspec.DecodeError as error:
        raise Refusal("malformed", str(error)) from None
    if play.came(room.table, now, seat):  # who acts is back: the bot gives the chair back
        room.tell_presence()
    waits = play.act(room.table, now, seat, message.seq, action, message.ref, room.trips())
    return None if waits is None else wire.Held(round(waits, 3), message.ref)


def _sit(room: Room, who: Listener, name: str, seat: int | None, ref: str | None, now: float) -> wire.Seated:
    if who.seat is not None:
        raise Refusal("forbidden", "you sit already")
    token = new_token()
    taken = lobby.sit(room.table, now, name, seat, hashed(token))
    if isinstance(who, Viewer):
        room.move(who, taken)
        room.tell_presence()
    else:
        room.table.away[taken] = now
    return wire.Seated(room.table.id, taken, token, ref)
