"""Dix Mille: five dice, and the art of stopping."""

from cinq.core.game import no_open_choices as open_choices
from cinq.core.game import one_world as worlds
from cinq.core.game import seen_by_all as seen
from cinq.games.dix_mille.rules import (
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
    open_lines,
    refusal,
    result,
    safest,
    start,
)
from cinq.games.dix_mille.story import story
from cinq.games.dix_mille.view import View, view

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
