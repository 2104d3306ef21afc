"""Projection: what each viewer sees of a table, as messages.

What a viewer gets of a running game goes through `core/observe.py` (`game.seen`, `game.view`,
`game.story` of two views), `game.view` and a seat's own menu, called here and for bots in
`bots/seated.py`; `storage/replays.py` does it for finished games. To audit the server for leaks,
read this file. `tests/test_boundaries.py` fails when another file of the server calls them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import compress, groupby, pairwise
from operator import ne
from typing import Any

import msgspec
from msgspec.structs import astuple

from cinq.core.fairness import shown_chain
from cinq.core.game import Action, Actor, AnyGame, Seat, Value, menu, nothing_hidden
from cinq.core.observe import Observed, observe
from cinq.server import wire
from cinq.table import clocks, events, play
from cinq.table.chairs import Chair
from cinq.table.match import Step, line_steps
from cinq.table.table import RECENT, Table

PUSHED = 300
"""The longest menu that is sent unasked."""
DEAL = "deal"
"""The wire name of the dealer's action that begins a round."""
ANEW = (events.Started, events.TookBack, events.Reopened, events.Opened)
"""Events after which a viewer is sent a `sync`."""


def chair_of(t: Table, seat: Seat, chair: Chair, now: float) -> wire.Chair:
    """A chair as everyone may see it: without its token."""
    substituted = seat in t.bot_substitutes
    here = chair.kind == "bot" or (chair.kind == "person" and not t.is_away(seat, now))
    level = chair.level or ("regular" if substituted else None)
    mixed = bool(t.nonces.get(seat))
    bot_in = None
    if t.phase == "playing" and chair.kind == "person" and not here and not substituted:
        bot_in = round(max(0.0, t.away[seat] + t.grace - now))
    return wire.Chair(chair.kind, chair.name, level, chair.ready, here, substituted, mixed, bot_in)


def chairs_of(t: Table, now: float) -> tuple[wire.Chair, ...]:
    """All chairs."""
    return tuple(chair_of(t, seat, chair, now) for seat, chair in enumerate(t.chairs))


def table_of(t: Table, spectators: int, now: float) -> wire.Table:
    """What everyone may know of a table: the commitment, not the secret."""
    return wire.Table(
        id=t.id,
        game=t.game.NAME,
        title=t.game.TITLE,
        options=msgspec.to_builtins(t.options),
        phase=t.phase,
        chairs=chairs_of(t, now),
        clock=t.clock,
        commitment=t.commitment,
        host=t.host,
        public=t.public,
        coach=t.coach,
        paused=t.paused,
        paused_by=t.paused_by,
        round=t.round,
        spectators=spectators,
        free_text=t.free_text_refused_by() is None,
    )


def seat_in_game(t: Table, viewer: Seat | None) -> Seat | None:
    """The viewer's seat in the present or last game; a chair added after that game was only watching."""
    return viewer if viewer is not None and t.match is not None and viewer < t.match.players else None


def menu_of(t: Table, seat: Seat | None) -> tuple[Value | Action, ...]:
    """Every action this seat may take now; none for a spectator."""
    if seat is None or t.match is None or t.phase != "playing" or seat not in t.match.who:
        return ()
    return tuple(menu(t.game, t.match.state, seat))


def pushed_menu(t: Table, seat: Seat | None) -> tuple[tuple[Value | Action, ...], bool]:
    """The menu if it is short enough to be sent unasked, and whether it must be asked for."""
    full = menu_of(t, seat)
    return (full, False) if len(full) <= PUSHED else ((), True)


def clocks_of(t: Table, now: float) -> tuple[wire.Clock, ...]:
    """The clocks that are running."""
    if t.match is None or t.match.clocks is None or t.phase != "playing":
        return ()
    running = t.match.clocks
    return tuple(_clock(running, seat, now) for seat in sorted(running.since))


def _clock(running: clocks.Clocks, seat: Seat, now: float) -> wire.Clock:
    left, bank = clocks.left(running, seat, now)
    return wire.Clock(seat, round(left, 1), round(bank, 1))


def reveal_of(t: Table) -> wire.Reveal | None:
    """The secret and the nonces, once the game is over: the dealing can be verified with them."""
    if t.phase != "over" or t.match is None:
        return None
    sight = t.live.revealed(t.match.state) if t.live.revealed else None
    return wire.Reveal(t.game_id, t.secret, t.commitment, t.match.nonces, sight)


def redacted_line(found: Step, seen: Observed) -> wire.RedactedLine:
    """A line as its viewer may read it. Only of `Played` events."""
    event: Any = found.event  # `typing.cast` costs a call on the path of a move
    return wire.RedactedLine(found.seq, event.actor, seen.shown, seen.story, event.margin)


def history_of(t: Table, viewer: Seat | None) -> tuple[wire.RedactedLine, ...]:
    """The last lines of the present game, for a `sync`."""
    steps: list[Step] = []
    for found in t.recent:
        if isinstance(found.event, events.Started):
            steps.clear()
        elif isinstance(found.event, events.TookBack):
            steps[-1:] = []
        elif isinstance(found.event, events.Played):
            steps.append(found)
    seen = observe(t.game, seat_in_game(t, viewer), line_steps(steps))
    return tuple(map(redacted_line, steps, seen))


def sync(t: Table, viewer: Seat | None, now: float, spectators: int) -> wire.Sync:
    """Everything a viewer may know now."""
    table = table_of(t, spectators, now)
    if t.match is None:
        return wire.Sync(t.seq, table, viewer)
    s = t.match.state
    listed, more = pushed_menu(t, viewer)
    return wire.Sync(
        seq=t.seq,
        table=table,
        you=viewer,
        view=t.game.view(s, seat_in_game(t, viewer)),
        menu=listed,
        more=more,
        take_back=viewer is not None and viewer == play.can_take_back(t),
        to_act=t.match.who,
        must_act=t.must_act(),
        result=t.game.result(s),
        clocks=clocks_of(t, now),
        history=history_of(t, viewer),
        reveal=reveal_of(t),
        chain=shown_chain(t.match.chain.value),
    )


def changes(before: Value, after: Value) -> dict[str, object]:
    """The fields of a view that have changed, with their new values."""
    values = astuple(after)
    return dict(compress(zip(after.__struct_fields__, values, strict=True), map(ne, astuple(before), values)))


ViewerUpdate = tuple[tuple[wire.RedactedLine, ...], dict[str, object]]
"""Lines as one viewer may read them, and the changes of that viewer's view."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """What is alike for every viewer after some lines."""

    to_act: tuple[Actor, ...] = ()
    must_act: tuple[Seat, ...] = ()
    result: Value | None = None
    clocks: tuple[wire.Clock, ...] = ()
    reveal: wire.Reveal | None = None
    current: bool = False
    """Whether this is the present state of the game."""
    take_back: Actor | None = None
    """Whose last action can be taken back, if it is the present state."""
    observed: ViewerUpdate | None = None
    """What every viewer sees, in a game that hides nothing."""


class LineBatch(msgspec.Struct, frozen=True, gc=False):
    """Consecutive lines, cut into rounds, with what is alike for every viewer of them."""

    ended: Sequence[Sequence[Step]]
    """The lines of the rounds that have ended."""
    present: Sequence[Step]
    """The lines of the present round."""
    position: Position
    refs: dict[Actor, list[str]]
    """The references of each actor's actions (several after a race)."""


def after_lines(t: Table, steps: Sequence[Step], now: float) -> LineBatch:
    """These lines, for `lines`; computed once for all viewers."""
    *ended, present = _by_deal(t.game, steps)
    refs: dict[Actor, list[str]] = {}
    for found in steps:
        line = found.event
        if isinstance(line, events.Played) and line.ref is not None:
            refs.setdefault(line.actor, []).append(line.ref)
    return LineBatch(ended, present, _position_after(t, present, now), refs)


def _position_after(t: Table, steps: Sequence[Step], now: float) -> Position:
    """The position after these lines; clocks and the like only if it is the present one."""
    s, game = steps[-1].after, t.game
    if s is None:
        return Position()
    observed = observe_steps(game, steps, None) if nothing_hidden(game) else None
    if t.match is None or s is not t.match.state:
        return Position(game.actors(s), result=game.result(s), observed=observed)
    who, mine = t.match.who, play.can_take_back(t)
    result = None if who else game.result(s)
    return Position(who, t.must_act(), result, clocks_of(t, now), reveal_of(t), True, mine, observed)


def observe_steps(game: AnyGame, steps: Sequence[Step], viewer: Seat | None) -> ViewerUpdate:
    """Consecutive lines as one viewer may read them, and the changes of its view."""
    assert steps[0].before is not None
    began = game.view(steps[0].before, viewer)
    seen = [*observe(game, viewer, line_steps(steps), began)]
    return tuple(map(redacted_line, steps, seen)), changes(began, seen[-1].view)


def update(
    t: Table, steps: Sequence[Step], viewer: Seat | None, position: Position, ref: str | None
) -> wire.Update:
    """The message that takes one viewer over consecutive lines."""
    lines, changed = position.observed or observe_steps(t.game, steps, seat_in_game(t, viewer))
    listed, more = pushed_menu(t, viewer) if position.current and viewer in position.to_act else ((), False)
    return wire.Update(
        after=steps[0].seq - 1,
        seq=steps[-1].seq,
        lines=lines,
        chain=shown_chain(steps[-1].chain),
        changes=changed,
        menu=listed,
        more=more,
        take_back=viewer is not None and viewer == position.take_back,
        to_act=position.to_act,
        must_act=position.must_act,
        result=position.result,
        clocks=position.clocks,
        reveal=position.reveal,
        ref=ref,
    )


def messages(
    t: Table,
    steps: Sequence[Step],
    viewer: Seat | None,
    now: float,
    spectators: int,
    ref: str | None = None,
    muted: frozenset[Seat | None] = frozenset(),
) -> Iterator[wire.ToSeat]:
    """The messages that take one viewer over these steps: a `sync` where a game begins."""
    if len(steps) >= RECENT or any(isinstance(found.event, ANEW) for found in steps):
        yield sync(t, viewer, now, spectators)
        if ref is not None:
            yield wire.Done(t.seq, ref)
        return
    for is_line, group in groupby(steps, lambda found: isinstance(found.event, events.Played)):
        if is_line:
            yield from lines(t, after_lines(t, list(group), now), viewer)
            continue
        for found in group:
            yield _other(t, found, viewer, now, spectators, ref, muted)


def lines(t: Table, batch: LineBatch, viewer: Seat | None) -> list[wire.ToSeat]:
    """The messages for consecutive lines: one a round, and a `done` for each further action of the viewer."""
    refs = batch.refs.get(viewer) if viewer is not None else None
    present = update(t, batch.present, viewer, batch.position, refs[-1] if refs else None)
    if not batch.ended and (not refs or len(refs) == 1):
        return [present]
    rounds = [_ended(t, ended, viewer) for ended in batch.ended]
    return [*rounds, present, *[wire.Done(t.seq, done) for done in (refs or ())[:-1]]]


def _ended(t: Table, steps: Sequence[Step], viewer: Seat | None) -> wire.Update:
    """The update for the lines of a round that has ended."""
    s = steps[-1].after
    assert s is not None
    return update(t, steps, viewer, Position(t.game.actors(s)), None)


def _by_deal(game: AnyGame, steps: Sequence[Step]) -> list[Sequence[Step]]:
    """Cut lines before each later deal: hands revealed at the end of a round are sent before the next."""
    deal = deal_of(game.DEALER_ACTIONS)
    if deal is None:
        return [steps]
    deals = [at for at, found in enumerate(steps) if at and isinstance(found.action, deal)]
    edges = [0, *deals, len(steps)]
    return [steps[low:high] for low, high in pairwise(edges)]


@cache
def deal_of(dealers: tuple[type[Action], ...]) -> type[Action] | None:
    """The dealer's action that begins a round, in a game of rounds."""
    return next((kind for kind in dealers if kind.__struct_config__.tag == DEAL), None)


def _other(
    t: Table,
    found: Step,
    viewer: Seat | None,
    now: float,
    spectators: int,
    ref: str | None,
    muted: frozenset[Seat | None],
) -> wire.Said | wire.Skip | wire.Changed:
    after, event = found.seq - 1, found.event
    if isinstance(event, events.Spoke):
        if event.seat in muted and event.seat != viewer:
            return wire.Skip(after, found.seq)
        return wire.Said(after, found.seq, event.name, event.seat, event.phrase, event.text, ref)
    what = str(event.__struct_config__.tag)
    return wire.Changed(
        after, found.seq, what, table_of(t, spectators, now), getattr(event, "seat", None), ref
    )
