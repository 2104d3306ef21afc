"""The coach's word as plain JSON, its reason as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cinq.core.game import AnyGame, Seat, Value
from cinq.core.log import Line
from cinq.core.texts import Language, tell
from cinq.minds.coach import advise


def hint_for(
    game: AnyGame,
    package: str,
    players: int,
    options: Value,
    lines: Sequence[Line],
    seat: Seat,
    language: Language,
) -> dict[str, object] | None:
    """What the coach says to this seat now; None where it has nothing to decide."""
    hint = advise(game, package, players, options, lines, seat)
    if hint is None:
        return None
    said: dict[str, object] = msgspec.to_builtins(hint)
    said["why"] = tell(package, language, hint.why, lambda other: f"Seat {other}", seat)
    return said
