"""Finished games: step by step from any seat's view, and checked. Only ever of games that are over."""

from __future__ import annotations

import msgspec

from cinq.core.fairness import commitment
from cinq.core.game import AnyGame, Seat
from cinq.core.log import Header, Json, Line, read_header, read_lines, states
from cinq.core.verify import verify
from cinq.games import take_down
from cinq.server import wire
from cinq.server.shown import sight_of
from cinq.server.store import GameEntry
from cinq.table.table import Refusal


def note(header: Header, name: str, default: Json = None) -> Json:
    """A note of the header."""
    raw = header.notes.get(name)
    return default if raw is None else msgspec.json.decode(raw)


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
    names, nonces, secret = note(header, "names", []), note(header, "nonces", []), note(header, "secret", "")
    assert isinstance(names, list) and isinstance(nonces, list) and isinstance(secret, str)
    promised = commitment(bytes.fromhex(secret))
    return wire.Replay(
        id=entry.id,
        game=header.game,
        players=header.players,
        names=tuple(map(str, names)),
        options={name: msgspec.json.decode(raw) for name, raw in header.options.items()},
        viewer=viewer,
        frames=tuple(frames),
        result=game.result(last),
        falls=falls,
        reveal=wire.Reveal(entry.id, secret, promised, tuple(map(str, nonces)), sight_of(game, last)),
    )


def _frames(
    game: AnyGame, header: Header, lines: list[Line], viewer: Seat | None, everything: bool
) -> list[wire.Frame]:
    seats = range(header.players if everything else 0)
    margins = note(header, "margins", {})
    assert isinstance(margins, dict)
    replayed = states(game, header, lines)
    s = next(replayed)
    before = game.view(s, viewer)
    frames = [wire.Frame(before, tuple(game.view(s, seat) for seat in seats))]
    for number, (line, after_state) in enumerate(zip(lines, replayed, strict=True), start=2):
        shown = game.seen(s, viewer, line.actor, line.action)
        after = game.view(after_state, viewer)
        margin = margins.get(str(number))
        story = tuple(game.story(before, after))
        wide = float(margin) if isinstance(margin, int | float) else None
        views = tuple(game.view(after_state, seat) for seat in seats)
        frames.append(wire.Frame(after, views, line.at, line.actor, shown, story, wide))
        s, before = after_state, after
    return frames


def verdict(log: bytes) -> wire.Verdict:
    """Whether the game was dealt as promised."""
    checked = verify(log.decode(), take_down)
    return wire.Verdict(not checked.problems, checked.lines, checked.dealt, checked.problems)
