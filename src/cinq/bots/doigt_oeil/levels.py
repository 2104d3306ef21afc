"""Levels of Au doigt & à l'œil: how well a bot plays, as named numbers, and heuristics as levels."""

from __future__ import annotations

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value


class Level(Value, frozen=True):
    """How well a bot plays."""

    plans: bool = True
    """Whether it splits its hand into sets ahead of time, or only counts cards."""
    error: float = 0.0
    """Standard deviation of its error in the chance to win of an action."""
    whim: float = 0.0
    """How often it chooses at random."""
    samples: int = 1_000
    """How many of its possible challenges it considers."""
    adds: float = 1.0
    """How often it considers adding a card."""
    patience: bool = True
    """Whether it adds wood only before the last piece, when it is known what fell."""
    pace: float = 2.2
    """Median seconds for a choice."""
    spread: float = 0.35
    """Standard deviation of the logarithm of that time."""
    heuristic: str = ""
    """A heuristic to play instead: `most`, `hardest` or `one`."""


LEVELS = {
    BEGINNER: Level(
        plans=False, error=0.2, whim=0.15, samples=4, adds=0.4, patience=False, pace=4.0, spread=0.5
    ),
    REGULAR: Level(
        plans=False, error=0.06, whim=0.03, samples=15, adds=0.75, patience=False, pace=3.0, spread=0.4
    ),
    CHAMPION: Level(),
}
HEURISTICS = {
    "most-cards": Level(heuristic="most"),
    "hardest-cards": Level(heuristic="hardest"),
    "one-card": Level(heuristic="one"),
}
