"""While a game is played: actions, races, what the dealer owes, clocks, pauses, coming and going.

`act` plays an action, or lets it wait: a claim for its rivals, an end of turn for the
others' answers (OM-18). `due` says when something is to be done next and `wake` does it.
"""

from __future__ import annotations

from collections.abc import Mapping

from cinq.core.fairness import Draws
from cinq.core.game import DEALER, WORLD, Action, Actor, Illegal, Rule, Seat
from cinq.table import clocks, events
from cinq.table.claims import (
    Claim,
    can_take_back,
    closes,
    held_for,
    in_order,
    is_claim,
    margins,
    reaction,
)
from cinq.table.table import Match, Refusal, Table

GRACE = 60.0
"""Seconds after which a bot plays for a person who has lost the connection."""
FIRST_LINE = 2
"""In a log line 1 is the header: the number a dealer's draws are made from counts it."""

NATURE = ((DEALER,), (WORLD,))
INSTANT = 0.001
"""A race shorter than this is none."""


def playing(t: Table) -> Match:
    """The game being played; refused if there is none, or it is paused."""
    if t.phase != "playing" or t.match is None:
        raise Refusal("over", "no game is being played")
    if t.paused:
        raise Refusal("paused", "the game is paused")
    return t.match


def act(
    t: Table,
    now: float,
    seat: Seat,
    seq: int,
    action: Action,
    ref: str | None = None,
    trips: Mapping[Seat, float] = {},
) -> float | None:
    """A seat's action: played (None), or waiting for so many seconds. Refused if it may not be.

    `trips` are the round trips of the persons who are here, for races.
    """
    match = playing(t)
    if is_claim(t.game.NAME, action):
        return _claim(t, now, seat, action, ref, trips)
    if seq < match.line_seq:
        raise Refusal("stale", f"that was an answer to number {seq}; the game is at {match.line_seq}")
    if wait := _hold(t, now, seat, action, ref):
        return wait
    play(t, now, seat, action, ref)
    return None


def play(
    t: Table, now: float, actor: Actor, action: Action, ref: str | None = None, margin: float | None = None
) -> None:
    """One line, checked, and all that follows from it without anyone's choice."""
    try:
        t.happen(now, events.Played(actor, action, margin, ref))
    except Illegal as illegal:
        raise forbidden(illegal.rule) from None
    settle(t, now)


def check(t: Table, actor: Actor, action: Action) -> None:
    """Refused with the rule that forbids it."""
    assert t.match is not None
    if rule := t.game.refusal(t.match.state, actor, action):
        raise forbidden(rule)


def forbidden(rule: Rule) -> Refusal:
    """What a seat is told that may not do that now."""
    return Refusal("illegal", f"{rule} forbids that now", rule)


def settle(t: Table, now: float) -> None:
    """Every line the dealer owes, or the world where it is chance: drawn from what was promised."""
    match = t.match
    assert match is not None
    secret = bytes.fromhex(t.secret)
    while match.who in NATURE:
        chance = t.game.chance(match.state)
        if chance is None:
            return
        action = chance.sample(Draws(secret, match.nonces, match.lines + FIRST_LINE))
        t.happen(now, events.Played(match.who[0], action))


def owes_world(t: Table) -> bool:
    """Whether the game waits for something physical."""
    if t.phase != "playing" or t.match is None or t.paused:
        return False
    return t.match.who == (WORLD,)


# ---------------------------------------------------------------- races and waiting


def _claim(
    t: Table, now: float, seat: Seat, action: Action, ref: str | None, trips: Mapping[Seat, float]
) -> float | None:
    match = playing(t)
    check(t, seat, action)
    claim = Claim(seat, action, ref, reaction(now, match.shown, trips.get(seat, 0.0)))
    if any(waiting.seat == seat for _, waiting in t.claims):
        raise Refusal("limited", "a claim of yours is being judged")
    rivals = [trip for rival, trip in trips.items() if rival != seat and rival in match.who]
    until = closes(match.shown, claim, rivals)
    if not t.claims and until <= now + INSTANT:
        play(t, now, seat, action, ref)
        return None
    t.claims.append((until, claim))
    return max(0.0, min(until for until, _ in t.claims) - now)


def _judge(t: Table, now: float) -> None:
    """The race is over: every claim in the order of reactions, each judged as the rules find it."""
    ordered = in_order(claim for _, claim in t.claims)
    t.claims.clear()
    for claim, margin in zip(ordered, margins(ordered), strict=True):
        _try(t, now, claim.seat, claim.action, claim.ref, margin)


def _try(
    t: Table, now: float, seat: Seat, action: Action, ref: str | None, margin: float | None = None
) -> None:
    """Play what has waited; a refusal becomes an answer."""
    try:
        playing(t)
        play(t, now, seat, action, ref, margin)
    except (Refusal, Illegal) as error:
        if isinstance(error, Refusal):
            t.answers.append((seat, ref, error))


def _hold(t: Table, now: float, seat: Seat, action: Action, ref: str | None) -> float | None:
    """How long this action must still wait, if at all; it then waits (OM-18)."""
    match = playing(t)
    pause = held_for(t.game.NAME, action) * t.unhurried
    if not pause or match.shown + pause <= now:
        return None
    check(t, seat, action)
    t.held = (match.shown + pause, seat, action, ref)
    return match.shown + pause - now


# ---------------------------------------------------------------- time


def due(t: Table, grace: float = GRACE) -> float | None:
    """When something is to be done next, if nothing else happens."""
    if not (t.claims or t.held or t.away or (t.match and t.match.clocks)):
        return None
    times = [until for until, _ in t.claims]
    if t.held:
        times.append(t.held[0])
    if t.phase == "playing":
        if t.match and (ends := clocks.next_deadline(t.match.clocks)) is not None:
            times.append(ends)
        times += [since + grace for seat, since in t.away.items() if seat not in t.kept]
    return min(times, default=None)


def wake(t: Table, now: float, grace: float = GRACE) -> bool:
    """Do what is due; whether a bot now keeps another chair."""
    if t.claims and min(until for until, _ in t.claims) <= now:
        _judge(t, now)
    if t.held and t.held[0] <= now:
        _, seat, action, ref = t.held
        t.held = None
        _try(t, now, seat, action, ref)
    _run_out(t, now)
    return _keep(t, now, grace)


def _run_out(t: Table, now: float) -> None:
    """A clock that ran out plays the game's safest action."""
    if t.phase != "playing" or t.match is None or t.match.clocks is None:
        return
    for seat in clocks.run_out(t.match.clocks, now):
        action = t.game.safest(t.match.state, seat) if t.match else None
        if action is not None and t.phase == "playing":
            _try(t, now, seat, action, None)


def _keep(t: Table, now: float, grace: float) -> bool:
    if t.phase != "playing":
        return False
    people = set(t.people())
    late = {seat for seat, since in t.away.items() if since + grace <= now and seat in people}
    fresh = late - t.kept
    t.kept |= late
    return bool(fresh)


# ---------------------------------------------------------------- coming and going


def gone(t: Table, now: float, seat: Seat) -> None:
    """A person's last connection was lost."""
    t.away.setdefault(seat, now)


def came(t: Table, now: float, seat: Seat) -> bool:
    """A person is back: the bot gives the chair back. Whether it had it."""
    t.away.pop(seat, None)
    if seat in t.kept:
        t.kept.discard(seat)
        return True
    return False


def pause(t: Table, now: float, seat: Seat, paused: bool, ref: str | None = None) -> None:
    """Any person at the table may stop the game, and any may let it go on."""
    if t.phase != "playing":
        raise Refusal("over", "no game is being played")
    if t.paused == paused:
        raise Refusal("forbidden", "it is already so")
    if t.claims:
        raise Refusal("forbidden", "a race is being judged")
    t.happen(now, events.Paused(seat, ref) if paused else events.Resumed(seat, ref))


def take_back(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """Undo one's own last action: never across another's, nor across a revelation."""
    playing(t)
    last = t.last_line()
    mine = last is not None and isinstance(last.event, events.Played) and last.event.actor == seat
    if last is None or not mine or last.action is None or not can_take_back(t.game.NAME, last.action):
        raise Refusal("forbidden", "that cannot be taken back")
    t.happen(now, events.TookBack(seat, ref))


def restarted(t: Table, now: float) -> None:
    """The server was away: running decisions begin anew, and everybody has yet to come back."""
    if t.match and t.match.clocks:
        t.match.clocks = clocks.restart(t.match.clocks, now)
    t.away = dict.fromkeys(t.people(), now)
