"""What each viewer is shown: the one place where a table becomes messages.

Nothing of a game leaves the server but through `game.view`, `game.seen`, `game.story` of
two views, and a seat's own menu, all called here (and in `replays.py` for finished games).
Whoever audits the server for leaks reads this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple

from cinq.core.game import Action, Actor, AnyGame, Seat, Value, menu, nothing_hidden
from cinq.server import wire
from cinq.table import clocks, events
from cinq.table.phrases import free_text
from cinq.table.table import RECENT, Chair, Step, Table

PUSHED = 300
"""The longest menu that is pushed; a longer one is asked for."""
DEAL = "deal"
"""The wire name that a dealer's new round has in every game that has rounds."""
ANEW = (events.Started, events.TookBack, events.Reopened, events.Opened)
"""After these a viewer gets everything anew."""


def chair_of(t: Table, seat: Seat, chair: Chair) -> wire.Chair:
    """A chair, without its token."""
    kept = seat in t.kept
    here = chair.kind == "bot" or (chair.kind == "person" and seat not in t.away)
    level = chair.level or ("regular" if kept else None)
    return wire.Chair(chair.kind, chair.name, level, chair.ready, here, kept)


def chairs_of(t: Table) -> tuple[wire.Chair, ...]:
    """All chairs."""
    return tuple(chair_of(t, seat, chair) for seat, chair in enumerate(t.chairs))


def table_of(t: Table, spectators: int) -> wire.Table:
    """What everyone knows of a table. The secret stays; its commitment is shown."""
    return wire.Table(
        id=t.id,
        game=t.game.NAME,
        title=t.game.TITLE,
        options=msgspec.to_builtins(t.options),
        phase=t.phase,
        chairs=chairs_of(t),
        clock=t.clock,
        commitment=t.commitment,
        host=t.host,
        public=t.public,
        coach=t.coach,
        paused=t.paused,
        round=t.round,
        spectators=spectators,
        free_text=free_text(t.game.NAME, t.phase),
    )


def menu_of(t: Table, seat: Seat | None) -> tuple[Value | Action, ...]:
    """All that this seat may do now; nothing for a spectator."""
    if seat is None or t.match is None or t.phase != "playing" or seat not in t.match.who:
        return ()
    return tuple(menu(t.game, t.match.state, seat))


def pushed_menu(t: Table, seat: Seat | None) -> tuple[tuple[Value | Action, ...], bool]:
    """The menu if it is short enough to push, and whether there is more to ask for."""
    full = menu_of(t, seat)
    return (full, False) if len(full) <= PUSHED else ((), True)


def clocks_of(t: Table, now: float) -> tuple[wire.Clock, ...]:
    """The clocks that run."""
    if t.match is None or t.match.clocks is None or t.phase != "playing":
        return ()
    running = t.match.clocks
    return tuple(_clock(running, seat, now) for seat in sorted(running.since))


def _clock(running: clocks.Clocks, seat: Seat, now: float) -> wire.Clock:
    left, bank = clocks.left(running, seat, now)
    return wire.Clock(seat, round(left, 1), round(bank, 1))


def reveal_of(t: Table) -> wire.Reveal | None:
    """Once the game is over: the secret, and all that follows from it can be checked."""
    if t.phase != "over" or t.match is None:
        return None
    return wire.Reveal(t.game_id, t.secret, t.commitment, t.match.nonces, sight_of(t.game, t.match.state))


def sight_of(game: AnyGame, s: Value) -> wire.Json:
    """5 Millimètres, when over: how long every stick looked to each seat, beside the truth (in mm)."""
    if game.NAME != "five-millimetres" or game.result(s) is None:
        return None
    from cinq.games.five_millimetres import view
    from cinq.games.five_millimetres.components import box
    from cinq.games.five_millimetres.rules import State

    assert isinstance(s, State)
    views = [view(s, seat) for seat in range(len(s.money))]
    truth = [box().sticks.lengths[length - 1] for length in views[0].lengths or ()]
    seen = [{held.stick: held.apparent for hand in v.hands for held in hand} for v in views]
    return {"truth": truth, "seen": [[saw.get(stick) for stick in range(len(truth))] for saw in seen]}


def told(game: AnyGame, found: Step, viewer: Seat | None, before: Value, after: Value) -> wire.Told:
    """One line as this viewer may read it; `before` and `after` are this viewer's views."""
    event, action = found.event, found.action
    assert isinstance(event, events.Played) and action is not None and found.before is not None
    shown = game.seen(found.before, viewer, event.actor, action)
    return wire.Told(found.seq, event.actor, shown, tuple(game.story(before, after)), event.margin)


def history_of(t: Table, viewer: Seat | None) -> tuple[wire.Told, ...]:
    """The last lines of the present game, for one who has just come."""
    lines: list[wire.Told] = []
    for found in t.recent:
        if isinstance(found.event, events.Started):
            lines.clear()
        elif isinstance(found.event, events.TookBack):
            lines[-1:] = []
        elif isinstance(found.event, events.Played):
            assert found.before is not None and found.after is not None
            before, after = t.game.view(found.before, viewer), t.game.view(found.after, viewer)
            lines.append(told(t.game, found, viewer, before, after))
    return tuple(lines)


def sync(t: Table, viewer: Seat | None, now: float, spectators: int) -> wire.Sync:
    """Everything a viewer may know now."""
    table = table_of(t, spectators)
    if t.match is None:
        return wire.Sync(t.seq, table, viewer)
    s = t.match.state
    listed, more = pushed_menu(t, viewer)
    return wire.Sync(
        seq=t.seq,
        table=table,
        you=viewer,
        view=t.game.view(s, viewer),
        menu=listed,
        more=more,
        to_act=t.match.who,
        must_act=t.must_act(),
        result=t.game.result(s),
        clocks=clocks_of(t, now),
        history=history_of(t, viewer),
        reveal=reveal_of(t),
    )


def changes(before: Value, after: Value) -> dict[str, object]:
    """The fields of a view that are new."""
    fields = zip(after.__struct_fields__, astuple(before), astuple(after), strict=True)
    return {name: new for name, old, new in fields if new != old}


def own_refs(steps: Sequence[Step], viewer: Seat | None) -> list[str]:
    """The references of this viewer's own actions among these lines; some may have waited (races)."""
    return [
        line.ref
        for found in steps
        if isinstance(line := found.event, events.Played) and line.actor == viewer and line.ref is not None
    ]


Looked = tuple[tuple[wire.Told, ...], dict[str, object]]
"""Lines as one viewer may read them, and what they changed in that viewer's view."""


class Standing(NamedTuple):
    """How the game stands after some lines, alike for every viewer."""

    to_act: tuple[Actor, ...] = ()
    must_act: tuple[Seat, ...] = ()
    result: Value | None = None
    clocks: tuple[wire.Clock, ...] = ()
    reveal: wire.Reveal | None = None
    current: bool = False
    """Whether nothing has happened to the game since."""
    looked: Looked | None = None
    """What everyone sees, where nothing is hidden."""


def standing(t: Table, steps: Sequence[Step], now: float) -> Standing:
    """How the game stands after these lines; the rest only if it is the present state."""
    s, game = steps[-1].after, t.game
    if s is None:
        return Standing()
    looked = look(game, steps, None) if nothing_hidden(game) else None
    if s is not t.state:
        return Standing(game.actors(s), result=game.result(s), looked=looked)
    clocks, reveal = clocks_of(t, now), reveal_of(t)
    return Standing(game.actors(s), t.must_act(), game.result(s), clocks, reveal, True, looked)


def look(game: AnyGame, steps: Sequence[Step], viewer: Seat | None) -> Looked:
    """Some lines in a row through one viewer's eyes."""
    assert steps[0].before is not None
    began = before = game.view(steps[0].before, viewer)
    lines: list[wire.Told] = []
    for found in steps:
        assert found.after is not None
        after = game.view(found.after, viewer)
        lines.append(told(game, found, viewer, before, after))
        before = after
    return tuple(lines), changes(began, before)


def update(
    t: Table, steps: Sequence[Step], viewer: Seat | None, stands: Standing, ref: str | None
) -> wire.Update:
    """Some lines in a row, for one viewer; the last step is where the viewer then stands."""
    lines, changed = stands.looked or look(t.game, steps, viewer)
    listed, more = pushed_menu(t, viewer) if stands.current else ((), False)
    return wire.Update(
        after=steps[0].seq - 1,
        seq=steps[-1].seq,
        lines=lines,
        changes=changed,
        menu=listed,
        more=more,
        to_act=stands.to_act,
        must_act=stands.must_act,
        result=stands.result,
        clocks=stands.clocks,
        reveal=stands.reveal,
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
    """What these steps are for one viewer: lines together, everything anew where a game begins."""
    if len(steps) >= RECENT or any(isinstance(found.event, ANEW) for found in steps):
        yield sync(t, viewer, now, spectators)
        if ref is not None:
            yield wire.Done(t.seq, ref)
        return
    for is_line, group in groupby(steps, lambda found: isinstance(found.event, events.Played)):
        if is_line:
            some = list(group)
            yield from lines(t, some, viewer, standing(t, some, now))
            continue
        for found in group:
            yield _other(t, found, viewer, spectators, ref, muted)


def lines(t: Table, steps: Sequence[Step], viewer: Seat | None, stands: Standing) -> list[wire.ToSeat]:
    """Lines in a row, and an answer for each of the viewer's own among them; a new deal begins a message.

    `stands` is worked out once for all viewers.
    """
    *others, last = own_refs(steps, viewer) or (None,)
    *rounds, present = _by_deal(t.game, steps)
    told: list[wire.ToSeat] = [_ended(t, ended, viewer) for ended in rounds]
    told.append(update(t, present, viewer, stands if not rounds else stands._replace(looked=None), last))
    told += [wire.Done(t.seq, done) for done in others]
    return told


def _ended(t: Table, steps: Sequence[Step], viewer: Seat | None) -> wire.Update:
    """The lines of a round before the one that is being played."""
    s = steps[-1].after
    assert s is not None
    return update(t, steps, viewer, Standing(t.game.actors(s)), None)


def _by_deal(game: AnyGame, steps: Sequence[Step]) -> list[Sequence[Step]]:
    """The lines up to each later deal: hands shown at the end of a round are shown before they are gone."""
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


def only_lines(steps: Sequence[Step]) -> bool:
    """Whether nothing but the game went on, and not too much of it for one message."""
    return len(steps) < RECENT and [type(found.event) for found in steps].count(events.Played) == len(steps)


def _other(
    t: Table,
    found: Step,
    viewer: Seat | None,
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
    return wire.Changed(after, found.seq, what, table_of(t, spectators), getattr(event, "seat", None), ref)
