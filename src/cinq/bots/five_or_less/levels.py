"""Levels of 5 ou Moins: how well a bot plays, as named numbers, and heuristics as levels."""

from __future__ import annotations

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value


class Level(Value, frozen=True):
    """How well a bot plays."""

    memory: float = 1.0
    """The chance to remember a card of its own from one turn to the next."""
    attention: float = 1.0
    """The same for a card of another player's."""
    confusion: float = 0.0
    """The chance, each turn, to mix up two of its own cards."""
    counting: bool = True
    """Whether it remembers all discards."""
    reaction: float = 0.7
    """Median seconds to a quick discard or a power."""
    spread: float = 0.25
    """Standard deviation of the logarithm of that time."""
    pace: float = 0.85
    """Median seconds for a choice in its turn."""
    min_chance_to_call: float = 0.8
    """The least chance of having 5 or less with which it calls."""
    max_total_after_call: int = 2
    """The highest total with which it calls after another player."""
    error: float = 0.0
    """Standard deviation of its error in the score of an action, in points."""
    takes_up_to: int = 3
    """The highest discard it takes."""
    powers: bool = True
    """Whether it uses powers."""
    quick_discards: bool = True
    """Whether it makes quick discards."""
    known_card_worth: float = 9.0
    """What it is worth to get to know one of its own cards, in points."""
    samples: int = 0
    """Sampled rounds for each action it evaluates; 0: the heuristic scores only."""
    network: bool = False
    """Whether a network evaluates its actions instead, where one has learned this kind of game."""


LEVELS = {
    BEGINNER: Level(
        memory=0.98,
        attention=0.75,
        confusion=0.006,
        counting=False,
        reaction=2.0,
        spread=0.3,
        pace=0.95,
        min_chance_to_call=0.65,
        max_total_after_call=4,
        error=0.8,
        takes_up_to=4,
        known_card_worth=7.0,
    ),
    REGULAR: Level(
        memory=0.997,
        attention=0.97,
        counting=False,
        reaction=1.2,
        spread=0.35,
        pace=0.88,
        error=0.3,
        known_card_worth=8.0,
    ),
    CHAMPION: Level(reaction=0.68, spread=0.25, samples=1000, network=True),
}
HEURISTICS = {
    "always-draw": Level(takes_up_to=-2, powers=False, known_card_worth=5.0),
    "low-discards": Level(known_card_worth=5.0),
    "no-powers": Level(powers=False, takes_up_to=14, known_card_worth=5.0),
    "slow-hands": Level(quick_discards=False, takes_up_to=14, known_card_worth=5.0),
}
