"""What a table must do at a certain time: `due` says when, `wake` does it.

Races and held actions end, clocks run out, starts stop waiting, kept chairs are freed, absent
hosts and players are replaced. Whatever `due` counts, `wake` does: after `wake(t, now)` nothing
is due at `now` or before, or a room's timer would fire for ever.
"""

from __future__ import annotations

from cinq.core.game import Seat
from cinq.table import clocks, events
from cinq.table.lobby import begin_if_mixed, free_kept_chairs
from cinq.table.play import judge_race, play_or_answer
from cinq.table.table import Table


def due(t: Table) -> float | None:
    """When `wake` has something to do next; None: never, if nothing else happens."""
    if not (t.claims or t.held or t.away or t.pending_start or (t.match and t.match.clocks)):
        return None
    times = [until for until, _ in t.claims]
    if t.pending_start:
        times.append(t.pending_start.until)
    if t.held:
        times.append(t.held[0])
    if t.phase == "playing":
        if t.match and (ends := clocks.next_deadline(t.match.clocks)) is not None:
            times.append(ends)
        times += [since + t.grace for seat, since in t.away.items() if seat not in t.bot_substitutes]
    elif t.phase == "lobby":
        times += t.kept_chairs.values()
    if _next_host(t) is not None and t.host is not None:
        times.append(t.away[t.host] + t.grace)
    return min(times, default=None)


def wake(t: Table, now: float) -> bool:
    """Do what is due. True if a chair was freed, or a bot has begun to play for an absent person."""
    freed = free_kept_chairs(t, now)
    begin_if_mixed(t, now)
    if t.claims and min(until for until, _ in t.claims) <= now:
        judge_race(t, now)
    if t.held and t.held[0] <= now:
        _, seat, action, ref = t.held
        t.held = None
        play_or_answer(t, now, seat, action, ref)
    _play_for_expired_clocks(t, now)
    _replace_absent_host(t, now)
    return _substitute_absent(t, now) or freed


def _play_for_expired_clocks(t: Table, now: float) -> None:
    """Play the game's safest action for every seat whose clock has run out; a piece in hand is let go."""
    if t.phase != "playing" or t.match is None or t.match.clocks is None:
        return
    for seat in clocks.expired(t.match.clocks, now):
        if t.match and t.match.clocks and seat == t.match.clocks.holder:
            t.match.clocks, t.let_go = clocks.without(t.match.clocks, seat), seat
            continue
        action = t.game.safest(t.match.state, seat) if t.match else None
        if action is not None and t.phase == "playing":
            play_or_answer(t, now, seat, action, None)


def _next_host(t: Table) -> Seat | None:
    """The person who becomes host if the present one stays away; None while that one is here."""
    if t.host is None or t.host not in t.away:
        return None
    return next((seat for seat in t.people() if seat not in t.away), None)


def _replace_absent_host(t: Table, now: float) -> None:
    """Hand hosting on to a person who is here, once the host has been away for longer than `t.grace`."""
    successor = _next_host(t)
    if successor is not None and t.host is not None and t.away[t.host] + t.grace <= now:
        t.happen(now, events.HandedOn(successor))


def _substitute_absent(t: Table, now: float) -> bool:
    """Let bots play for persons away for longer than `t.grace`. True if there is one more."""
    if t.phase != "playing":
        return False
    people = set(t.people())
    late = {seat for seat, since in t.away.items() if since + t.grace <= now and seat in people}
    more = late - t.bot_substitutes
    t.bot_substitutes |= late
    return bool(more)
