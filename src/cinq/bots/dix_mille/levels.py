"""Levels of Dix Mille: how well a bot plays, as named numbers, and the heuristics it is compared with."""

from __future__ import annotations

from collections.abc import Mapping

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value
from cinq.solvers.dix_mille.heuristics import HEURISTICS as SOLVER_HEURISTICS


class Level(Value, frozen=True):
    """How well a bot plays."""

    blur: float
    """Standard deviation of the logarithm by which it misjudges points."""
    thrift: float
    """How often it banks just because it may."""
    shyness: float
    """How often it does not consider taking over."""
    whim: float
    """How often it announces Topinambour, which changes no chance."""
    pace: float
    """Median seconds for a choice."""
    heuristic: str = ""
    """The name of a heuristic to play instead."""


LEVELS: Mapping[str, Level] = {
    BEGINNER: Level(blur=0.6, thrift=0.4, shyness=0.6, whim=0.0, pace=2.0),
    REGULAR: Level(blur=0.4, thrift=0.2, shyness=0.3, whim=0.06, pace=1.6),
    CHAMPION: Level(blur=0.0, thrift=0.0, shyness=0.0, whim=0.03, pace=1.3),
}
HEURISTICS: Mapping[str, Level] = {
    name: Level(blur=0.0, thrift=0.0, shyness=0.0, whim=0.0, pace=1.0, heuristic=name)
    for name in SOLVER_HEURISTICS
}
