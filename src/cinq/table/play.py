"""While a game is played: actions, races, lines of chance, pauses, lost connections.

`act` plays an action or holds it: a claim until its race is decided, the game's `hold` action
until the others could answer. `timers.py` plays what was held once it is due.
"""

from __future__ import annotations

from collections.abc import Mapping

from cinq.core.fairness import Draws
from cinq.core.game import DEALER, WORLD, Action, Actor, Illegal, Rule, Seat
from cinq.table import clocks, events
from cinq.table.claims import Claim, by_reaction, margins, race_end, reaction
from cinq.table.match import Match
from cinq.table.table import Refusal, Table

FIRST_LINE = 2
"""The number of a log's first line in `fairness.Draws`: line 1 is the header."""

NATURE = ((DEALER,), (WORLD,))
INSTANT = 0.001
"""Seconds below which a race is decided at once."""
LEFT = float("-inf")
"""The time of disconnection of a person who has left on purpose: their chair is not kept at a rematch."""


def playing(t: Table) -> Match:
    """The game being played. Refused if there is none, or it is paused."""
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
    """Play a seat's action and return None, or hold it and return for how many seconds. May be refused.

    `trips` are the round trips of the connected persons, for races.
    """
    match = playing(t)
    if isinstance(action, t.live.claims):
        return _claim(t, now, seat, action, ref, trips)
    if seq < match.line_seq:
        raise Refusal("stale", f"that was an answer to number {seq}; the game is at {match.line_seq}")
    if t.live.hold and (wait := _hold_back(t, now, seat, action, ref)):
        return wait
    play(t, now, seat, action, ref)
    return None


def play(
    t: Table, now: float, actor: Actor, action: Action, ref: str | None = None, margin: float | None = None
) -> None:
    """Play one line, and then every line that chance gives. Refused with the rule that forbids it."""
    try:
        t.happen(now, events.Played(actor, action, margin, ref))
    except Illegal as illegal:
        raise forbidden(illegal.rule) from None
    draw_chance_lines(t, now)


def check(t: Table, actor: Actor, action: Action) -> None:
    """Refuse an action with the rule that forbids it now, and play nothing."""
    assert t.match is not None
    if rule := t.game.refusal(t.match.state, actor, action):
        raise forbidden(rule)


def forbidden(rule: Rule) -> Refusal:
    """The refusal of an action by a rule."""
    return Refusal("illegal", f"{rule} forbids that now", rule)


def draw_chance_lines(t: Table, now: float) -> None:
    """Play every line the dealer owes (or the world, where it is chance), derived from the secret."""
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
    """Whether the game waits for a line of the WORLD that chance does not give."""
    if t.phase != "playing" or t.match is None or t.paused:
        return False
    return t.match.who == (WORLD,)


def take_let_go(t: Table) -> Seat | None:
    """The seat whose clock ran out with a piece in hand, once."""
    seat, t.let_go = t.let_go, None
    return seat


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
    until = race_end(match.shown, claim, rivals)
    if not t.claims and until <= now + INSTANT:
        play(t, now, seat, action, ref)
        return None
    t.claims.append((until, claim))
    return max(0.0, min(until for until, _ in t.claims) - now)


def judge_race(t: Table, now: float) -> None:
    """End a race: play every claim in the order of reactions; the rules judge each as it comes."""
    ordered = by_reaction(claim for _, claim in t.claims)
    t.claims.clear()
    for claim, margin in zip(ordered, margins(ordered), strict=True):
        play_or_answer(t, now, claim.seat, claim.action, claim.ref, margin)


def play_or_answer(
    t: Table, now: float, seat: Seat, action: Action, ref: str | None, margin: float | None = None
) -> None:
    """Play an action after its request was answered; a refusal goes to `answers`."""
    try:
        playing(t)
        play(t, now, seat, action, ref, margin)
    except (Refusal, Illegal) as error:
        if isinstance(error, Refusal):
            t.answers.append((seat, ref, error))


def _hold_back(t: Table, now: float, seat: Seat, action: Action, ref: str | None) -> float | None:
    """Hold the action if it comes too early (`live.hold`), and return for how many seconds."""
    match = playing(t)
    hold = t.live.hold
    pause = hold.seconds * t.pause_scale if hold and isinstance(action, hold.action) else 0.0
    if not pause or match.shown + pause <= now:
        return None
    check(t, seat, action)
    t.held = (match.shown + pause, seat, action, ref)
    return match.shown + pause - now


# ---------------------------------------------------------------- coming and going


def disconnected(t: Table, now: float, seat: Seat) -> None:
    """A person's last connection was lost."""
    t.away[seat] = min(now, t.away.get(seat, now))


def requested(t: Table, now: float, seat: Seat) -> None:
    """A person without a connection has asked for something over HTTP: they are here for a while.

    Whoever has left, or for whom a bot plays, stays so until they act.
    """
    if seat not in t.bot_substitutes and t.away.get(seat) != LEFT:
        t.away[seat] = now + t.request_grace
        t.kept_chairs.pop(seat, None)


def reconnected(t: Table, now: float, seat: Seat, connected: bool = True) -> bool:
    """A person is back and plays again, for a while if they have no connection. True if a bot had played."""
    t.away.pop(seat, None)
    t.kept_chairs.pop(seat, None)
    if not connected:
        t.away[seat] = now + t.request_grace
    if seat in t.bot_substitutes:
        t.bot_substitutes.discard(seat)
        return True
    return False


def pause(t: Table, now: float, seat: Seat, paused: bool, ref: str | None = None) -> None:
    """Pause the game, or let it go on: any seated person may."""
    if t.phase != "playing":
        raise Refusal("over", "no game is being played")
    if t.paused == paused:
        raise Refusal("forbidden", "it is already so")
    if t.claims:
        raise Refusal("forbidden", "a race is being judged")
    t.happen(now, events.Paused(seat, ref) if paused else events.Resumed(seat, ref))


def take_back(t: Table, now: float, seat: Seat, ref: str | None = None) -> None:
    """Undo the seat's own last action: only one of `live.take_backs`, and only if no line followed."""
    playing(t)
    if can_take_back(t) != seat:
        raise Refusal("forbidden", "that cannot be taken back")
    t.happen(now, events.TookBack(seat, ref))


def can_take_back(t: Table) -> Actor | None:
    """Whose last action `take_back` would undo now (a pause apart); None: nobody's."""
    last = t.last_line() if t.phase == "playing" and t.live.take_backs else None
    return last.actor if last is not None and isinstance(last.action, t.live.take_backs) else None


def restarted(t: Table, now: float) -> None:
    """After a restart of the server: running decisions begin now, and every person counts as away."""
    if t.match and t.match.clocks:
        t.match.clocks = clocks.restart(t.match.clocks, now)
    t.away = dict.fromkeys(t.people(), now)
