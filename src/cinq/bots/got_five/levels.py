"""Levels of Got Five!: how well a bot plays, as named numbers, and heuristics as levels."""

from __future__ import annotations

from typing import Final

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value


class Level(Value, frozen=True):
    """How well a bot plays."""

    overlooks: float = 0.0
    """The chance not to notice a tile that becomes visible."""
    rechecks: float = 0.5
    """The chance, each own turn, to notice it later."""
    error: float = 0.0
    """Standard deviation of its error in the value of a question, in bits."""
    compares: bool = True
    """Whether it considers comparisons."""
    races: bool = False
    """Whether it weighs its chances against its rivals', or only counts its own possible hands."""
    sure: float = 1.0
    """The least chance to be right with which it announces, where it does not weigh the race."""
    pace: float = 2.0
    """Median seconds to choose a question."""
    announces_after: float = 1.8
    """Median seconds to announce."""
    spread: float = 0.45
    """Standard deviation of the logarithm of these times."""


LEVELS: Final = {
    BEGINNER: Level(overlooks=0.2, rechecks=0.15, error=1.5, sure=0.5, pace=2.4, announces_after=6.0),
    REGULAR: Level(overlooks=0.06, rechecks=0.4, error=0.5, sure=0.6, pace=2.2, announces_after=3.5),
    CHAMPION: Level(races=True, pace=2.0, announces_after=1.8),
}
HEURISTICS: Final = {
    "halving": Level(),
    "ranking": Level(compares=False),
    "gambling": Level(sure=0.3),
    "whatever": Level(error=50.0),
}
