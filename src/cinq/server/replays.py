"""Finished games: step by step from any seat's view, and checked. Only ever of games that are over."""

from __future__ import annotations

import msgspec

from cinq.core.fairness import commitment
from cinq.core.game import AnyGame, Seat
from cinq.core.log import Header, Line, read_header, read_lines, states
from cinq.core.verify import verify
from cinq.games import take_down
from cinq.server import wire
from cinq.server.shown import sight_of
from cinq.server.store import GameEntry
from cinq.table.events import Level
from cinq.table.table import Refusal


class Notes(msgspec.Struct, frozen=True):
    """What the header of a live table's log adds (`archive.py` writes it)."""

    names: tuple[str, ...] = ()
    levels: tuple[Level | None, ...] = ()
    nonces: tuple[str, ...] = ()
    secret: str = ""
    margins: dict[str, float] = {}
    """Of races, by line number."""


def notes_of(header: Header) -> Notes:
    """The notes of a header; what is not there is empty."""
    return msgspec.json.decode(msgspec.json.encode(header.notes), type=Notes)


def replay(
    entry: GameEntry, log: bytes, viewer: Seat | None, everything: bool, falls: tuple[int, ...] = ()
) -> wire.Replay:
    """Every moment of a finished game as one viewer saw it, or as everyone did."""
    text = log.decode()
    header = read_header(text)
    game = take_down(header.game)
    if viewer is not None and not 0 <= viewer < header.players:
        raise Refusal("unknown", f"there is no seat {viewer}")
    lines = list(read_lines(game, text))
    frames = _frames(game, header, lines, viewer, everything)
    *_, last = states(game, header, lines)
    notes = notes_of(header)
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
        reveal=wire.Reveal(entry.id, notes.secret, promised, notes.nonces, sight_of(game, last)),
    )


def _frames(
    game: AnyGame, header: Header, lines: list[Line], viewer: Seat | None, everything: bool
) -> list[wire.Frame]:
    seats = range(header.players if everything else 0)
    margins = notes_of(header).margins
    replayed = states(game, header, lines)
    s = next(replayed)
    before = game.view(s, viewer)
    frames = [wire.Frame(before, tuple(game.view(s, seat) for seat in seats))]
    for number, (line, after_state) in enumerate(zip(lines, replayed, strict=True), start=2):
        shown = game.seen(s, viewer, line.actor, line.action)
        after = game.view(after_state, viewer)
        story = tuple(game.story(before, after))
        views = tuple(game.view(after_state, seat) for seat in seats)
        frames.append(wire.Frame(after, views, line.at, line.actor, shown, story, margins.get(str(number))))
        s, before = after_state, after
    return frames


def verdict(log: bytes) -> wire.Verdict:
    """Whether the game was dealt as promised."""
    checked = verify(log.decode(), take_down)
    return wire.Verdict(not checked.problems, checked.lines, checked.dealt, checked.problems)
