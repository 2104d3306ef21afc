"""Au doigt & à l'œil: wood to be laid with one eye or two, one hand or two."""

from cinq.core.game import no_open_choices as open_choices
from cinq.games.doigt_oeil.components import card
from cinq.games.doigt_oeil.lines import open_lines
from cinq.games.doigt_oeil.rules import (
    DEALER_ACTIONS,
    NAME,
    PLAYERS,
    SEAT_ACTIONS,
    TITLE,
    WORLD_ACTIONS,
    Move,
    Options,
    Result,
    State,
    actors,
    apply,
    chance,
    legal,
    refusal,
    result,
    safest,
    start,
)
from cinq.games.doigt_oeil.story import story
from cinq.games.doigt_oeil.view import View, seen, view, worlds

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
    "card",
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
