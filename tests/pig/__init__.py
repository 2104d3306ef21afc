"""Pig: one die, and the art of stopping. A sixth game that only the tests register."""

from cinq.core.game import no_open_choices as open_choices
from cinq.core.game import one_world as worlds
from cinq.core.game import seen_by_all as seen
from tests.pig.rules import (
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
from tests.pig.story import story
from tests.pig.view import View, view

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
    "refusal",
    "result",
    "safest",
    "seen",
    "start",
    "story",
    "view",
    "worlds",
]
