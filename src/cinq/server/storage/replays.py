"""Finished games step by step, from any seat's view, and their verification. Never of running games."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from cinq.core.fairness import commitment
from cinq.core.game import AnyGame, Seat
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


def replay(entry: GameEntry, log: bytes, asked: Viewpoint, falls: tuple[int, ...] = ()) -> wire.Replay:
    """Every state of a finished game."""
    text = log.decode()
    header = read_header(text)
    game, live, viewer = load_game(header.game), live_facts(header.game), asked.viewer
    if viewer is not None and not 0 <= viewer < header.players:
        raise Refusal("unknown", f"there is no seat {viewer}")
    lines, begun, notes = list(read_lines(game, text)), start_of(game, header), notes_of(header)
    view, seats = game.view(begun, viewer), range(header.players if asked.everything else 0)
    show = live.open_view if asked.open else None
    seen = list(observe(game, viewer, transitions(game, header, lines), view))
    last = seen[-1].line.after if seen else begun
    first = view if show is None else show(begun, viewer)
    frames = [wire.Frame(first, tuple(game.view(begun, seat) for seat in seats))]
    for number, (line, moment) in enumerate(zip(lines, seen, strict=True), start=2):
        margin = notes.margins.get(str(number))
        frame = _frame(game, line.at, moment, seats, margin)
        frames.append(frame if show is None else replace(frame, view=show(moment.line.after, viewer)))
    sight = live.revealed(last) if live.revealed else None
    promised = commitment(bytes.fromhex(notes.secret))
    return wire.Replay(
        id=entry.id,
        game=header.game,
        players=header.players,
        names=notes.names,
        levels=notes.levels,
        options={name: msgspec.json.decode(raw) for name, raw in header.options.items()},
        viewer=viewer,
        frames=tuple(frames),
        result=game.result(last),
        falls=falls,
        open=show is not None,
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
