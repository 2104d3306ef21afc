"""5 ou Moins: five hidden cards, a good memory and quick hands."""

from cinq.core.game import no_open_choices as open_choices
from cinq.games.five_or_less.cards import Options, State
from cinq.games.five_or_less.rules import (
    DEALER_ACTIONS,
    NAME,
    PLAYERS,
    SEAT_ACTIONS,
    TITLE,
    WORLD_ACTIONS,
    Move,
    actors,
    apply,
    chance,
    legal,
    open_lines,
    refusal,
    safest,
    start,
)
from cinq.games.five_or_less.scoring import Result, result
from cinq.games.five_or_less.story import story
from cinq.games.five_or_less.view import View, seen, view, worlds

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
