"""Before and between games: chairs, host, options, ready, start, rematch, talk.

Each function is one request of one person: it refuses (`Refusal`) or lets things happen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cinq.core.game import Seat, Value
from cinq.table import events
from cinq.table.events import ClockName, Level
from cinq.table.phrases import PHRASES, TEXT_LENGTH, Talk, free_text, spoken
from cinq.table.play import settle
from cinq.table.table import Refusal, Table, read_options

NAME_LENGTH = 32
NONCE_LENGTH = 64
BOT_NAMES = ("Aline", "Basile", "Colette", "Désiré", "Édith", "Fernand", "Gisèle", "Honoré", "Irma", "Jules")


def open_table(
    t: Table,
    now: float,
    game: str,
    options: dict[str, Any],
    chairs: int,
    secret: bytes,
    clock: ClockName = "none",
    public: bool = False,
    coach: bool = False,
) -> None:
    """Make the table, if the game can be played so."""
    from cinq.games import take_down

    try:
        taken = take_down(game)
        read = read_options(taken, options)
        taken.start(chairs, read)
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    t.happen(now, events.Opened(game, _plain(read), chairs, secret.hex(), clock, public, coach))


def _plain(options: Value) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def clean_name(name: str) -> str:
    """A name as it is shown: one line, not empty, not long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())[:NAME_LENGTH]
    if not name:
        raise Refusal("malformed", "a name has 1 to 32 characters")
    return name


def in_lobby(t: Table) -> None:
    """Chairs and options change only between games."""
    if t.phase == "playing":
        raise Refusal("forbidden", "not while a game is being played")


def of_host(t: Table, seat: Seat | None) -> None:
    """Only the host may."""
    if seat is None or seat != t.host:
        raise Refusal("forbidden", "only the host may do that")


def _chair(t: Table, seat: int) -> Seat:
    if not 0 <= seat < len(t.chairs):
        raise Refusal("unknown", f"there is no chair {seat}")
    return seat


def sit(t: Table, now: float, name: str, seat: int | None, token: str, ref: str | None = None) -> Seat:
    """A person takes an open chair; `token` is already hashed."""
    name = clean_name(name)
    in_lobby(t)
    free = [s for s, chair in enumerate(t.chairs) if chair.kind == "open"]
    if seat is not None and _chair(t, seat) not in free:
        raise Refusal("forbidden", f"chair {seat} is taken")
    if not free:
        raise Refusal("forbidden", "every chair is taken")
    taken = free[0] if seat is None else seat
    t.happen(now, events.Sat(taken, name, token, ref))
    return taken


def staff(t: Table, now: float, by: Seat | None, seat: int, level: Level, ref: str | None = None) -> None:
    """The host puts a bot on a chair that no person sits on."""
    of_host(t, by)
    in_lobby(t)
    if t.chairs[_chair(t, seat)].kind == "person":
        raise Refusal("forbidden", f"a person sits on chair {seat}")
    seat_bot(t, now, seat, level, ref)
    start_if_ready(t, now)


def seat_bot(t: Table, now: float, seat: Seat, level: Level, ref: str | None = None) -> None:
    """A bot sits down, under a name nobody has here yet."""
    used = {chair.name for chair in t.chairs}
    name = next((name for name in BOT_NAMES if name not in used), f"Bot {seat}")
    t.happen(now, events.Staffed(seat, name, level, ref))


def open_seat(t: Table, now: float, by: Seat | None, seat: int, ref: str | None = None) -> None:
    """The host frees a chair."""
    of_host(t, by)
    in_lobby(t)
    if t.chairs[_chair(t, seat)].kind == "open":
        raise Refusal("forbidden", f"chair {seat} is open")
    vacate(t, now, seat, ref)


def vacate(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """A chair is open again; the host's place is handed on."""
    t.happen(now, events.Vacated(seat, ref))
    t.away.pop(seat, None)
    if seat == t.host:
        t.happen(now, events.HandedOn(next(iter(_present(t)), None)))


def _present(t: Table) -> list[Seat]:
    """Persons, those who are here first."""
    return sorted(t.people(), key=lambda seat: (seat in t.away, seat))


def hand_on(t: Table, now: float, by: Seat | None, seat: int, ref: str | None = None) -> None:
    """The host makes another person host."""
    of_host(t, by)
    if t.chairs[_chair(t, seat)].kind != "person":
        raise Refusal("forbidden", "a host is a person")
    t.happen(now, events.HandedOn(seat, ref))


def configure(t: Table, now: float, by: Seat | None, change: events.Configured) -> None:
    """The host changes options, chairs, clock; all of it must fit together."""
    of_host(t, by)
    in_lobby(t)
    chairs = len(t.chairs) if change.chairs is None else change.chairs
    if any(chair.kind != "open" for chair in t.chairs[max(chairs, 0) :]):
        raise Refusal("forbidden", "only open chairs can be taken away")
    try:
        options = t.options if change.options is None else read_options(t.game, change.options)
        t.game.start(chairs, options)
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    full = None if change.options is None else _plain(options)
    t.happen(now, msgspec.structs.replace(change, options=full))
    start_if_ready(t, now)


def mix(t: Table, now: float, seat: Seat, nonce: str, ref: str | None = None) -> None:
    """A seat adds its share to the shuffle, before the game (and after the promise)."""
    in_lobby(t)
    if len(nonce) > NONCE_LENGTH or not nonce.isprintable():
        raise Refusal("malformed", f"a nonce is a printable text of at most {NONCE_LENGTH} characters")
    t.happen(now, events.Mixed(seat, nonce, ref))


def ready(t: Table, now: float, seat: Seat, is_ready: bool, ref: str | None = None) -> None:
    """Ready, or not yet; when all are, the game begins."""
    if t.phase != "lobby":
        raise Refusal("forbidden", "there is nothing to be ready for")
    t.happen(now, events.Readied(seat, is_ready, ref))
    start_if_ready(t, now)


def start_if_ready(t: Table, now: float) -> None:
    """Every chair taken, everyone ready, at least one person: the game begins."""
    if t.phase == "lobby" and t.people() and all(chair.ready for chair in t.chairs):
        begin(t, now)


def start(t: Table, now: float, by: Seat | None, fill: Level | None, ref: str | None = None) -> None:
    """The host begins, bots on the open chairs if asked."""
    of_host(t, by)
    if t.phase != "lobby":
        raise Refusal("forbidden", "a game is on the table: ask for a rematch when it is over")
    vacant = [seat for seat, chair in enumerate(t.chairs) if chair.kind == "open"]
    if vacant and fill is None:
        raise Refusal("forbidden", "there are open chairs: wait, or let bots take them")
    for seat in vacant:
        seat_bot(t, now, seat, fill or "regular")
    begin(t, now, ref)


def begin(t: Table, now: float, ref: str | None = None) -> None:
    """The first line of a game, and all that the dealer owes at once."""
    nonces = tuple(t.nonces.get(seat, "") for seat in range(len(t.chairs)))
    t.happen(now, events.Started(nonces, ref))
    settle(t, now)


def rematch(t: Table, now: float, seat: Seat, secret: bytes, ref: str | None = None) -> None:
    """The same chairs again, from a new secret; whoever asks is ready."""
    if t.phase == "playing":
        raise Refusal("forbidden", "the game is not over")
    if t.phase == "over":
        reopen(t, now, seat, secret, ref)
    t.happen(now, events.Readied(seat, True, ref))
    start_if_ready(t, now)


def reopen(t: Table, now: float, seat: Seat, secret: bytes, ref: str | None = None) -> None:
    """Between games again; the chairs of those who went stay theirs no longer."""
    t.happen(now, events.Reopened(seat, secret.hex(), ref))
    for gone in [s for s in t.people() if s in t.away and s != seat]:
        vacate(t, now, gone)


def leave(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """Get up: the chair is open, or in a game a bot plays on at once."""
    if t.phase == "playing":
        t.away[seat] = now
        t.kept.add(seat)
        if seat == t.host and (others := [s for s in _present(t) if s != seat and s not in t.away]):
            t.happen(now, events.HandedOn(others[0], ref))
    else:
        vacate(t, now, seat, ref)


def say(t: Table, now: float, seat: Seat | None, name: str, phrase: str, ref: str | None = None) -> None:
    """A set phrase."""
    if phrase not in PHRASES:
        raise Refusal("unknown", f"there is no phrase {phrase[:20]!r}")
    _speak(t, now, events.Spoke(name, seat, phrase=phrase, ref=ref))


def chat(t: Table, now: float, seat: Seat | None, name: str, text: str, ref: str | None = None) -> None:
    """A short free text, where the game allows it (GF-16)."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not 0 < len(text) <= TEXT_LENGTH:
        raise Refusal("malformed", f"a remark has 1 to {TEXT_LENGTH} characters")
    if not free_text(t.game.NAME, t.phase):
        raise Refusal("forbidden", "only set phrases while a game is being played", "GF-16")
    _speak(t, now, events.Spoke(name, seat, text=text, ref=ref))


def _speak(t: Table, now: float, event: events.Spoke) -> None:
    who = str(event.seat) if event.seat is not None else f"watching {event.name}"
    after = spoken(t.talk.get(who, Talk()), now)
    if after is None:
        raise Refusal("limited", "not so fast")
    t.talk[who] = after
    t.happen(now, event)


def names(t: Table) -> Sequence[str]:
    """The names on the chairs."""
    return [chair.name for chair in t.chairs]
