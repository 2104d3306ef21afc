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
    random_chance: float = 0.0
    """The chance to choose at random."""
    samples: int = 1_000
    """How many of its possible challenges it considers."""
    most_cards: int = 3
    """How many cards it gives in a challenge at most."""
    add_chance: float = 1.0
    """The chance to consider adding a card."""
    waits_to_add: bool = True
    """Whether it adds wood only before the last piece, when it is known what fell."""
    in_turn_chance: float = 0.0
    """The chance to challenge in turn: back, or whoever has waited for a whole round of challenges."""
    pace: float = 0.4
    """Median seconds for a challenge; a piece is taken up in `PICK_SHARE` of it."""
    spread: float = 0.35
    """Standard deviation of the logarithm of that time."""
    heuristic: str = ""
    """A heuristic to play instead: `most`, `hardest` or `one`."""


LEVELS = {
    BEGINNER: Level(
        plans=False,
        error=0.2,
        random_chance=0.15,
        samples=4,
        most_cards=1,
        add_chance=0.25,
        waits_to_add=False,
        in_turn_chance=1.0,
        pace=0.5,
        spread=0.4,
    ),
    REGULAR: Level(
        plans=False,
        error=0.06,
        random_chance=0.03,
        samples=15,
        most_cards=2,
        add_chance=0.75,
        waits_to_add=False,
        in_turn_chance=1.0,
        pace=0.45,
        spread=0.4,
    ),
    CHAMPION: Level(),
}
HEURISTICS = {
    "most-cards": Level(heuristic="most"),
    "hardest-cards": Level(heuristic="hardest"),
    "one-card": Level(heuristic="one"),
}
