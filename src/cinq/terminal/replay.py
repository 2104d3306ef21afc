"""`cinq replay`: a log step by step, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cinq.core.game import Seat
from cinq.core.log import BadLog, read_header, read_lines, start_of, transitions
from cinq.core.observe import observe
from cinq.core.texts import Language, tell
from cinq.games import load_game, package


def replay_rows(text: str, viewer: Seat | None, language: Language) -> Iterator[str]:
    """For each line of the log a row (number, time, actor, action as the viewer saw it), then its story."""
    header = read_header(text)
    try:
        game, texts = load_game(header.game), package(header.game)
    except ValueError as error:
        raise BadLog(1, str(error)) from None
    if viewer is not None and not 0 <= viewer < header.players:
        raise BadLog(1, f"there is no seat {viewer} among {header.players}")
    lines = list(read_lines(game, text))
    yield f"{game.TITLE}, {header.players} players"
    s = start_of(game, header)
    observed = observe(game, viewer, transitions(game, header, lines))
    for number, (line, seen) in enumerate(zip(lines, observed, strict=True), start=1):
        shown = msgspec.json.encode(seen.shown).decode()
        yield f"{number:5} {line.at:9.3f}s  {line.actor!s:>6}  {shown}"
        for sentence in seen.story:
            yield " " * 25 + tell(texts, language, sentence, lambda seat: f"Seat {seat}", viewer)
        s = seen.line.after
    if (result := game.result(s)) is not None:
        yield msgspec.json.encode(result).decode()
