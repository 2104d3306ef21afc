"""Levels of 5 Millimètres: how well a bot plays, as named numbers, and heuristics as levels."""

from __future__ import annotations

from cinq.bots.bot import BEGINNER, CHAMPION, REGULAR
from cinq.core.game import Value
from cinq.games.five_millimetres.rules import TOP_BID


class Level(Value, frozen=True):
    """How well a bot plays."""

    eye_error: float = 0.0
    """The error of its eye, added to that of the table's option, as a standard deviation of the logarithm."""
    horizon: int = 7
    """How many more sticks it expects when it values one."""
    worth_share: float = 1.0
    """The share of a stick's worth that it is ready to pay."""
    samples: int = 200
    """How many sampled states it averages over."""
    rollouts: bool = False
    """Whether it plays games out to evaluate bids."""
    network: bool = False
    """Whether it bids by a network instead, in games for which one has learned."""
    trust: float = 0.0
    """The weight of a network's judgement of these games, where one has learned for as many players."""
    considers_hands: bool = True
    """Whether it considers the other hands: to deny a fourth stick, and not to end a lost game."""
    value_spread: float = 0.0
    """Standard deviation of the logarithm of its error in valuations."""
    max_raise: int = TOP_BID
    """The most by which it raises the last bid in one go."""
    ceiling: int = TOP_BID
    """The most it ever bids."""
    pace: float = 1.8
    """Median seconds for a choice."""


LEVELS: dict[str, Level] = {
    BEGINNER: Level(
        eye_error=0.06,
        horizon=0,
        worth_share=0.7,
        samples=40,
        considers_hands=False,
        value_spread=0.7,
        max_raise=3,
        pace=2.4,
    ),
    REGULAR: Level(
        eye_error=0.025, horizon=1, worth_share=0.9, samples=100, value_spread=0.3, max_raise=5, pace=2.1
    ),
    CHAMPION: Level(samples=500, rollouts=True, network=True, pace=1.8),
}
HEURISTICS: dict[str, Level] = {
    "never-above-four": Level(horizon=3, samples=100, ceiling=4),
    "only-what-fits": Level(horizon=0, samples=100),
    "for-a-coin": Level(samples=100, ceiling=1),
}
COACH = LEVELS[CHAMPION]
