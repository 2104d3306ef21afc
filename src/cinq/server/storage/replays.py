"""Finished games step by step, from any seat's view, and their verification."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from cinq.core.fairness import commitment
from cinq.core.game import AnyGame, Seat, Value
from cinq.core.log import Header, read_header, read_lines, start_of, transitions
from cinq.core.observe import Observed, observe
from cinq.core.verify import verify
from cinq.games import live_facts, load_game
from cinq.server import wire
from cinq.server.storage.interface import GameEntry
from cinq.table.events import Level
from cinq.table.table import Refusal


class Notes(msgspec.Struct, frozen=True):
    """What the header of a live table's log adds; `archive.py` writes it."""

    names: tuple[str, ...] = ()
    levels: tuple[Level | None, ...] = ()
    nonces: tuple[str, ...] = ()
    secret: str = ""
    margins: dict[str, float] = {}
    """Of races, by line number."""


def notes_of(header: Header) -> Notes:
    """The notes of a header; missing ones are empty."""
    return msgspec.json.decode(msgspec.json.encode(header.notes), type=Notes)


class Viewpoint(msgspec.Struct, frozen=True):
    """Which replay: whose view, whether every seat's beside it, whether face up (where the game can)."""

    viewer: Seat | None = None
    everything: bool = False
    open: bool = False


def replay(entry: GameEntry, log: bytes, asked: Viewpoint, falls: tuple[int, ...] = ()) -> Iterator[bytes]:
    """A finished game as the JSON of a `wire.Replay`, a frame at a time.

    The views of all frames take 42 kB a line in 5 ou Moins with six seats: they are not kept.
    """
    text = log.decode()
    header = read_header(text)
    if asked.viewer is not None and not 0 <= asked.viewer < header.players:
        raise Refusal("unknown", f"there is no seat {asked.viewer}")
    before, last = b'{"frames":[', start_of(load_game(header.game), header)
    for frame, state in _frames(header, text, asked):
        yield before + wire.encode(frame)
        before, last = b",", state
    yield b"]," + wire.encode(_facts(entry, header, asked, falls, last))[1:]


def _frames(header: Header, text: str, asked: Viewpoint) -> Iterator[tuple[wire.Frame, Value]]:
    """Each moment, with the state it shows."""
    game, viewer, margins = load_game(header.game), asked.viewer, notes_of(header).margins
    lines, begun = list(read_lines(game, text)), start_of(game, header)
    view, seats = game.view(begun, viewer), range(header.players if asked.everything else 0)
    show = live_facts(header.game).open_view if asked.open else None
    first = view if show is None else show(begun, viewer)
    yield wire.Frame(first, tuple(game.view(begun, seat) for seat in seats)), begun
    observed = observe(game, viewer, transitions(game, header, lines), view)
    for number, (line, moment) in enumerate(zip(lines, observed, strict=True), start=2):
        after = moment.line.after
        frame = _frame(game, line.at, moment, seats, margins.get(str(number)))
        yield frame if show is None else replace(frame, view=show(after, viewer)), after


def _facts(
    entry: GameEntry, header: Header, asked: Viewpoint, falls: tuple[int, ...], last: Value
) -> wire.ReplayFacts:
    """What is said of the whole game; `last` is its last state."""
    live, notes = live_facts(header.game), notes_of(header)
    sight = live.revealed(last) if live.revealed else None
    promised = commitment(bytes.fromhex(notes.secret))
    return wire.ReplayFacts(
        id=entry.id,
        game=header.game,
        players=header.players,
        names=notes.names,
        levels=notes.levels,
        options={name: msgspec.json.decode(raw) for name, raw in header.options.items()},
        viewer=asked.viewer,
        result=load_game(header.game).result(last),
        falls=falls,
        open=asked.open and live.open_view is not None,
        reveal=wire.Reveal(entry.id, notes.secret, promised, notes.nonces, sight),
    )


def _frame(game: AnyGame, at: float, seen: Observed, seats: range, margin: float | None) -> wire.Frame:
    """The moment after a line, with the views of all `seats` beside the viewer's."""
    views = tuple(game.view(seen.line.after, seat) for seat in seats)
    return wire.Frame(seen.view, views, at, seen.line.actor, seen.shown, seen.story, margin)


def verdict(log: bytes) -> wire.Verdict:
    """Whether the game was dealt as committed to."""
    checked = verify(log.decode(), load_game)
    return wire.Verdict(not checked.problems, checked.lines, checked.dealt, checked.problems, checked.mixed)
