"""The coach's advice as plain JSON, with its reason as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from cinq.bots.coach import advise
from cinq.core.game import AnyGame, Seat, Value
from cinq.core.log import Line
from cinq.core.texts import Language, tell


def hint_for(
    game: AnyGame,
    package: str,
    players: int,
    options: Value,
    lines: Sequence[Line],
    seat: Seat,
    language: Language,
) -> dict[str, object] | None:
    """The advice to this seat after these lines; None where it has nothing to decide."""
    hint = advise(game, package, players, options, lines, seat)
    if hint is None:
        return None
    plain: dict[str, object] = msgspec.to_builtins(hint)
    plain["why"] = tell(package, language, hint.why, lambda other: f"Seat {other}", seat)
    return plain
