"""Before and between games: chairs, host, options, ready, start, rematch, talk.

Each function handles one request of one person: it raises `Refusal` and changes nothing, or
folds events into the table.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cinq.core.game import Seat, Value
from cinq.table import events
from cinq.table.events import ClockName, Level
from cinq.table.match import PendingStart, read_options
from cinq.table.names import NAME_LENGTH, looks, one_line, shown_name
from cinq.table.phrases import PHRASES, TEXT_LENGTH, Talk, is_rested, spoken
from cinq.table.play import LEFT, draw_chance_lines, owes_world
from cinq.table.table import Refusal, Table

NONCE_LENGTH = 64
RETURN = 10.0
"""Seconds for which a chair is kept at a rematch for somebody whose connection was lost."""
LISTENED = 1000
"""Speakers whose rate is remembered; beyond that number, those who have been silent are forgotten."""
NONCE_WAIT = 3.0
"""Seconds that a start waits for the nonces of connected clients that said they give one."""
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
    """Open a table. Refused if there is no such game, or not with these options and chairs."""
    from cinq.games import load_game

    try:
        taken = load_game(game)
        read = read_options(taken, options)
        taken.start(chairs, read)
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    t.happen(now, events.Opened(game, _as_json(read), chairs, secret.hex(), clock, public, coach))


def _as_json(options: Value) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options)
    return plain


def clean_name(name: str) -> str:
    """The name as it is shown. Refused if nothing is visible."""
    name = shown_name(name)
    if not name:
        raise Refusal("malformed", "a name has 1 to 32 characters")
    return name


def unique_name(t: Table, name: str) -> str:
    """The name, with a number after it if somebody at this table has it or one like it: "Ana", "Ana 2"."""
    used, number, found = {look for chair in t.chairs for look in looks(chair.name)}, 1, name
    while looks(found) & used:
        number += 1
        found = f"{name[: NAME_LENGTH - len(str(number)) - 1]} {number}"
    return found


def require_between_games(t: Table) -> None:
    """Refuse while a game is being played: chairs and options change only between games."""
    if t.phase == "playing":
        raise Refusal("forbidden", "not while a game is being played")


def require_host(t: Table, seat: Seat | None) -> None:
    """Refuse anybody but the host."""
    if seat is None or seat != t.host:
        raise Refusal("forbidden", "only the host may do that")


def _existing_chair(t: Table, seat: int) -> Seat:
    if not 0 <= seat < len(t.chairs):
        raise Refusal("unknown", f"there is no chair {seat}")
    return seat


def sit(t: Table, now: float, name: str, seat: int | None, token: str, ref: str | None = None) -> Seat:
    """Give a person an open chair (`seat`, or the first), and return it. `token` is already hashed.

    While a game is played, a person may take a bot's chair and plays on from where the bot was.
    """
    name = clean_name(name)
    if t.phase == "playing" and owes_world(t):
        raise Refusal("unavailable", "not while something is being placed")
    wanted = "bot" if t.phase == "playing" else "open"
    free = [s for s, chair in enumerate(t.chairs) if chair.kind == wanted]
    if seat is not None and _existing_chair(t, seat) not in free:
        raise Refusal("forbidden", f"chair {seat} is taken")
    if not free:
        raise Refusal("forbidden", "every chair is taken")
    taken = free[0] if seat is None else seat
    t.happen(now, events.Sat(taken, unique_name(t, name), token, ref))
    return taken


def change_seat(t: Table, now: float, seat: Seat, wanted: int, token: str, ref: str | None = None) -> Seat:
    """Move a person to an open chair between games; a host stays host. `token` is the new chair's, hashed."""
    require_between_games(t)
    if t.chairs[_existing_chair(t, wanted)].kind != "open":
        raise Refusal("forbidden", f"chair {wanted} is taken")
    name, hosting = t.chairs[seat].name, seat == t.host
    t.happen(now, events.Vacated(seat))
    t.happen(now, events.Sat(wanted, name, token, ref))
    t.away.pop(seat, None)
    t.kept_chairs.pop(seat, None)
    if hosting:
        t.happen(now, events.HandedOn(wanted))
    return wanted


def add_bot(t: Table, now: float, by: Seat | None, seat: int, level: Level, ref: str | None = None) -> None:
    """The host puts a bot on a chair that no person sits on; the game begins if that made all ready."""
    require_host(t, by)
    require_between_games(t)
    if t.chairs[_existing_chair(t, seat)].kind == "person":
        raise Refusal("forbidden", f"a person sits on chair {seat}")
    seat_bot(t, now, seat, level, ref)
    start_if_ready(t, now)


def seat_bot(t: Table, now: float, seat: Seat, level: Level, ref: str | None = None) -> None:
    """Put a bot on a chair, under a name that nobody at this table has."""
    free = (name for name in BOT_NAMES if unique_name(t, name) == name)
    name = next(free, None) or unique_name(t, f"Bot {seat}")
    t.happen(now, events.Staffed(seat, name, level, ref))


def open_seat(t: Table, now: float, by: Seat | None, seat: int, ref: str | None = None) -> None:
    """The host frees a chair."""
    require_host(t, by)
    require_between_games(t)
    if t.chairs[_existing_chair(t, seat)].kind == "open":
        raise Refusal("forbidden", f"chair {seat} is open")
    vacate(t, now, seat, ref)


def vacate(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """Free a chair; if it was the host's, another person becomes host."""
    t.happen(now, events.Vacated(seat, ref))
    t.away.pop(seat, None)
    t.kept_chairs.pop(seat, None)
    if seat == t.host:
        t.happen(now, events.HandedOn(next(iter(_present(t, now)), None)))


def _present(t: Table, now: float) -> list[Seat]:
    """The seats of persons, those who are here first."""
    return sorted(t.people(), key=lambda seat: (t.is_away(seat, now), seat))


def make_host(t: Table, now: float, by: Seat | None, seat: int, ref: str | None = None) -> None:
    """The host makes another person host."""
    require_host(t, by)
    if t.chairs[_existing_chair(t, seat)].kind != "person":
        raise Refusal("forbidden", "a host is a person")
    t.happen(now, events.HandedOn(seat, ref))


def configure(t: Table, now: float, by: Seat | None, change: events.Configured) -> None:
    """The host changes options, chairs or clock. Refused if the game cannot be played so."""
    require_host(t, by)
    require_between_games(t)
    chairs = len(t.chairs) if change.chairs is None else change.chairs
    if any(chair.kind != "open" for chair in t.chairs[max(chairs, 0) :]):
        raise Refusal("forbidden", "only open chairs can be taken away")
    try:
        options = t.options if change.options is None else read_options(t.game, change.options)
        t.game.start(chairs, options)
    except ValueError as error:
        raise Refusal("unknown", str(error)) from None
    full = None if change.options is None else _as_json(options)
    t.happen(now, msgspec.structs.replace(change, options=full))
    start_if_ready(t, now)


def add_nonce(
    t: Table, now: float, seat: Seat, nonce: str, answers: str | None = None, ref: str | None = None
) -> None:
    """Mix a seat's nonce into the next dealing; a game that waited for it begins.

    `answers` is the commitment that the seat has seen. Refused if that is no longer the table's.
    """
    if t.phase != "lobby":
        raise Refusal("forbidden", "a nonce is given before a game, for the commitment of that game")
    if answers is not None and answers != t.commitment:
        raise Refusal("stale", "the table has made another commitment since")
    if not 0 < len(nonce) <= NONCE_LENGTH or not nonce.isprintable():
        raise Refusal("malformed", f"a nonce is a printable text of 1 to {NONCE_LENGTH} characters")
    t.happen(now, events.Mixed(seat, nonce, ref))
    begin_if_mixed(t, now)


def ready(t: Table, now: float, seat: Seat, is_ready: bool, ref: str | None = None) -> None:
    """Mark a seat ready or not; the game begins when every chair is."""
    if t.phase != "lobby":
        raise Refusal("forbidden", "there is nothing to be ready for")
    t.happen(now, events.Readied(seat, is_ready, ref))
    start_if_ready(t, now)


def start_if_ready(t: Table, now: float) -> None:
    """Begin the game if every chair is taken and ready, and at least one by a person."""
    if t.phase == "lobby" and t.people() and everyone_ready(t):
        begin_when_mixed(t, now, forced=False)


def everyone_ready(t: Table) -> bool:
    """Whether every chair is taken and ready; bots always are."""
    return all(chair.ready for chair in t.chairs)


def start(t: Table, now: float, by: Seat | None, fill: Level | None, ref: str | None = None) -> None:
    """The host begins; bots of the level `fill` take the open chairs. Waits for nonces that are due."""
    require_host(t, by)
    if t.phase != "lobby":
        raise Refusal("forbidden", "a game is on the table: ask for a rematch when it is over")
    vacant = [seat for seat, chair in enumerate(t.chairs) if chair.kind == "open"]
    if vacant and fill is None:
        raise Refusal("forbidden", "there are open chairs: wait, or let bots take them")
    for seat in vacant:
        seat_bot(t, now, seat, fill or "regular")
    begin_when_mixed(t, now, forced=True, ref=ref)


def unmixed(t: Table) -> list[Seat]:
    """The seats whose nonces a start waits for: here, able to give one, and it has not come yet."""
    return [s for s in t.people() if s in t.mixing and s not in t.away and not t.nonces.get(s)]


def begin_when_mixed(t: Table, now: float, forced: bool, ref: str | None = None) -> None:
    """Begin once every nonce that is due has come, at the latest after NONCE_WAIT seconds."""
    if t.pending_start is None:
        t.pending_start = PendingStart(now + NONCE_WAIT, forced, ref)
    elif forced:
        t.pending_start = t.pending_start._replace(forced=True)
    begin_if_mixed(t, now)


def begin_if_mixed(t: Table, now: float) -> None:
    """Begin the pending game if no nonce is missing or time is up; drop it if it can no longer begin."""
    pending = t.pending_start
    if pending is None or (unmixed(t) and now < pending.until):
        return
    t.pending_start = None
    full = all(chair.kind != "open" for chair in t.chairs)
    if t.phase == "lobby" and t.people() and full and (pending.forced or everyone_ready(t)):
        begin(t, now, pending.ref)


def begin(t: Table, now: float, ref: str | None = None) -> None:
    """Begin a game, and play every line that chance gives before the first choice."""
    nonces = tuple(t.nonces.get(seat, "") for seat in range(len(t.chairs)))
    t.happen(now, events.Started(nonces, ref))
    draw_chance_lines(t, now)


def rematch(t: Table, now: float, seat: Seat, secret: bytes, ref: str | None = None) -> None:
    """Ready a seat for another game; the first who asks reopens the lobby with a new secret."""
    if t.phase == "playing":
        raise Refusal("forbidden", "the game is not over")
    if t.phase == "over":
        reopen(t, now, seat, secret, ref)
    t.happen(now, events.Readied(seat, True, ref))
    start_if_ready(t, now)


def reopen(t: Table, now: float, seat: Seat, secret: bytes, ref: str | None = None) -> None:
    """Return to the lobby with a new secret; the chairs of persons who do not come back are freed."""
    t.happen(now, events.Reopened(seat, secret.hex(), ref))
    t.kept_chairs = {s: t.away[s] + RETURN for s in t.people() if s in t.away and s != seat}
    free_kept_chairs(t, now)


def free_kept_chairs(t: Table, now: float) -> bool:
    """Free the chairs kept at a rematch for persons who have not come back. True if there is one."""
    late = [seat for seat, until in t.kept_chairs.items() if until <= now]
    for seat in late:
        del t.kept_chairs[seat]
        if seat in t.away and t.phase == "lobby":
            vacate(t, now, seat)
    return bool(late)


def leave(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """Leave the table: between games the chair is freed, in a game a bot plays on at once."""
    if t.phase == "playing":
        t.away[seat] = LEFT
        t.bot_substitutes.add(seat)
        if seat == t.host and (others := [s for s in t.people() if s != seat and not t.is_away(s, now)]):
            t.happen(now, events.HandedOn(others[0], ref))
    else:
        vacate(t, now, seat, ref)


def say(
    t: Table, now: float, seat: Seat | None, name: str, phrase: str, ref: str | None = None, speaker: str = ""
) -> None:
    """Say a set phrase. `speaker` tells spectators apart, whatever they call themselves."""
    if phrase not in PHRASES:
        raise Refusal("unknown", f"there is no phrase {phrase[:20]!r}")
    _speak(t, now, events.Spoke(name, seat, phrase=phrase, ref=ref), speaker)


def chat(
    t: Table, now: float, seat: Seat | None, name: str, text: str, ref: str | None = None, speaker: str = ""
) -> None:
    """Say a short free text. Refused where the game's rules forbid it now."""
    text = one_line(text)
    if not 0 < len(text) <= TEXT_LENGTH:
        raise Refusal("malformed", f"a remark has 1 to {TEXT_LENGTH} characters")
    if rule := t.free_text_refused_by():
        raise Refusal("forbidden", "only set phrases while a game is being played", rule)
    _speak(t, now, events.Spoke(name, seat, text=text, ref=ref), speaker)


def _speak(t: Table, now: float, event: events.Spoke, speaker: str) -> None:
    who = str(event.seat) if event.seat is not None else f"watching {speaker}"
    if len(t.talk) > LISTENED:
        t.talk = {one: talk for one, talk in t.talk.items() if not is_rested(talk, now)}
    after = spoken(t.talk.get(who, Talk()), now)
    if after is None:
        raise Refusal("limited", "not so fast")
    t.talk[who] = after
    t.happen(now, event)
