"""Levels of 5 ou Moins: how well somebody plays, as named numbers."""

from __future__ import annotations

from cinq.core.game import Value
from cinq.minds.mind import BEGINNER, CHAMPION, REGULAR


class Level(Value, frozen=True):
    """How well somebody plays, in numbers."""

    memory: float = 1.0
    """Chance to remember a card of one's own one turn later."""
    attention: float = 1.0
    """The same for a card of another player's."""
    confusion: float = 0.0
    """Chance, each turn, to mix up two of one's own cards."""
    counting: bool = True
    """Whether it knows which cards have gone."""
    reaction: float = 0.7
    """Seconds to a quick discard or a power, the median."""
    spread: float = 0.25
    """Of the logarithm of that time."""
    pace: float = 1.4
    """Seconds to think in one's turn, the median."""
    nerve: float = 0.8
    """The least chance of having 5 or less at which it says so."""
    boldness: int = 2
    """The highest total with which it says so after another did."""
    error: float = 0.0
    """How far its judgement of an action is off, in points."""
    takes_up_to: int = 3
    """The highest discard it takes."""
    powers: bool = True
    """Whether it uses powers."""
    snaps: bool = True
    """Whether it makes quick discards."""
    curiosity: float = 9.0
    """What getting to know a card of one's own is worth, in points."""
    worlds: int = 0
    """Sampled rounds for each action it weighs; none: rules of thumb only."""


LEVELS = {
    BEGINNER: Level(
        memory=0.98,
        attention=0.75,
        confusion=0.006,
        counting=False,
        reaction=1.2,
        spread=0.4,
        pace=2.4,
        nerve=0.65,
        boldness=4,
        error=0.8,
        takes_up_to=4,
        curiosity=7.0,
    ),
    REGULAR: Level(
        memory=0.997,
        attention=0.97,
        counting=False,
        reaction=0.95,
        spread=0.35,
        pace=1.9,
        error=0.3,
        curiosity=8.0,
    ),
    CHAMPION: Level(reaction=0.68, spread=0.25, worlds=1200),
}
THUMBS = {
    "always-draw": Level(takes_up_to=-2, powers=False, curiosity=5.0),
    "low-discards": Level(curiosity=5.0),
    "no-powers": Level(powers=False, takes_up_to=14, curiosity=5.0),
    "slow-hands": Level(snaps=False, takes_up_to=14, curiosity=5.0),
}
