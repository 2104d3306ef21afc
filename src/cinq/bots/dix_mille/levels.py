"""Levels of Dix Mille: how well a bot plays, as named numbers, and the heuristics it is compared with."""

from __future__ import annotations

from collections.abc import Mapping

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value
from cinq.solvers.dix_mille.heuristics import HEURISTICS as SOLVER_HEURISTICS


class Level(Value, frozen=True):
    """How well a bot plays."""

    points_error: float
    """Standard deviation of the logarithm by which it misjudges points."""
    bank_chance: float
    """The chance to bank just because it may."""
    no_take_over_chance: float
    """The chance not to consider taking over."""
    topinambour_chance: float
    """The chance to announce Topinambour, which does not change the odds."""
    pace: float
    """Median seconds for a choice."""
    heuristic: str = ""
    """The name of a heuristic to play instead."""


LEVELS: Mapping[str, Level] = {
    BEGINNER: Level(
        points_error=0.6, bank_chance=0.4, no_take_over_chance=0.6, topinambour_chance=0.0, pace=1.05
    ),
    REGULAR: Level(
        points_error=0.4, bank_chance=0.2, no_take_over_chance=0.3, topinambour_chance=0.06, pace=1.0
    ),
    CHAMPION: Level(
        points_error=0.0, bank_chance=0.0, no_take_over_chance=0.0, topinambour_chance=0.03, pace=0.95
    ),
}
HEURISTICS: Mapping[str, Level] = {
    name: Level(
        points_error=0.0,
        bank_chance=0.0,
        no_take_over_chance=0.0,
        topinambour_chance=0.0,
        pace=1.0,
        heuristic=name,
    )
    for name in SOLVER_HEURISTICS
}
