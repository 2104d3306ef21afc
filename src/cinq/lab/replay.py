"""A log told step by step, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from cinq.core.game import Seat
from cinq.core.log import BadLog, read_header, read_lines, states
from cinq.core.texts import Language, tell
from cinq.games import package, take_down


def told(text: str, viewer: Seat | None, language: Language) -> Iterator[str]:
    """One row a line: number, time, actor, the action as shown to the viewer, and its story."""
    header = read_header(text)
    try:
        game, texts = take_down(header.game), package(header.game)
    except ValueError as error:
        raise BadLog(1, str(error)) from None
    if viewer is not None and not 0 <= viewer < header.players:
        raise BadLog(1, f"there is no seat {viewer} among {header.players}")
    lines = list(read_lines(game, text))
    yield f"{game.TITLE}, {header.players} players"
    reached = states(game, header, lines)
    s = next(reached)
    for number, (line, after) in enumerate(zip(lines, reached, strict=True), start=1):
        shown = msgspec.json.encode(game.seen(s, viewer, line.actor, line.action)).decode()
        yield f"{number:5} {line.at:9.3f}s  {line.actor!s:>6}  {shown}"
        for sentence in game.story(game.view(s, viewer), game.view(after, viewer)):
            yield " " * 25 + tell(texts, language, sentence, lambda seat: f"Seat {seat}", viewer)
        s = after
    if (result := game.result(s)) is not None:
        yield msgspec.json.encode(result).decode()
