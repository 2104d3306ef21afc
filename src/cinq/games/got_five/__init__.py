"""Got Five!: everyone reads your five numbers but you."""

from cinq.core.game import Result
from cinq.games.got_five.rules import (
    DEALER_ACTIONS,
    NAME,
    PLAYERS,
    SEAT_ACTIONS,
    TITLE,
    WORLD_ACTIONS,
    Move,
    Options,
    State,
    actors,
    apply,
    chance,
    legal,
    open_choices,
    open_lines,
    refusal,
    result,
    safest,
    start,
)
from cinq.games.got_five.story import story
from cinq.games.got_five.view import View, seen, view, worlds

__all__ = [
    "DEALER_ACTIONS",
    "NAME",
    "PLAYERS",
    "SEAT_ACTIONS",
    "TITLE",
    "WORLD_ACTIONS",
    "Move",
    "Options",
    "Result",
    "State",
    "View",
    "actors",
    "apply",
    "chance",
    "legal",
    "open_choices",
    "open_lines",
    "refusal",
    "result",
    "safest",
    "seen",
    "start",
    "story",
    "view",
    "worlds",
]
