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
    most: int = 3
    """How many cards it gives in a challenge at most."""
    adds: float = 1.0
    """How often it considers adding a card."""
    patience: bool = True
    """Whether it adds wood only before the last piece, when it is known what fell."""
    courtesy: float = 0.0
    """How often it challenges in turn: back, or whoever has waited for a whole round of challenges."""
    pace: float = 1.3
    """Median seconds for a challenge; a piece is taken up in `PICK_SHARE` of it."""
    spread: float = 0.35
    """Standard deviation of the logarithm of that time."""
    heuristic: str = ""
    """A heuristic to play instead: `most`, `hardest` or `one`."""


LEVELS = {
    BEGINNER: Level(
        plans=False,
        error=0.2,
        whim=0.15,
        samples=4,
        most=2,
        adds=0.4,
        patience=False,
        courtesy=1.0,
        pace=1.5,
        spread=0.4,
    ),
    REGULAR: Level(
        plans=False,
        error=0.06,
        whim=0.03,
        samples=15,
        adds=0.75,
        patience=False,
        courtesy=0.9,
        pace=1.4,
        spread=0.4,
    ),
    CHAMPION: Level(),
}
HEURISTICS = {
    "most-cards": Level(heuristic="most"),
    "hardest-cards": Level(heuristic="hardest"),
    "one-card": Level(heuristic="one"),
}
