"""Pig at a live table: a real die (PG-7) is drawn, since no physics throws it."""

from cinq.core.chance import Random
from cinq.core.game import Actor, AnyGame, Value
from cinq.core.live import LiveFacts, Pace
from tests.pig.rules import Die


def thrown(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Die:
    """How the die fell."""
    return Die(int(rng.random() * 6) + 1)


LIVE = LiveFacts(minutes=(5, 15), stand_in=thrown, pace=Pace(decision=2.0))
