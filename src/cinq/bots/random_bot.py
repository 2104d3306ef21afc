"""The bot of a game that has none of its own: plays any legal action, at every level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cinq.bots.bot import LADDER, Bot, Choice, Hint
from cinq.core.chance import Random
from cinq.core.game import Action, Actor, OpenChoice, Seat, Value


class Level(Value, frozen=True):
    """No numbers: every level plays alike."""


LEVELS: Mapping[str, Value] = dict.fromkeys(LADDER, Level())
HEURISTICS: Mapping[str, Value] = {}


class RandomBot:
    """Chooses among the listed actions; fills in a template only where nothing is listed."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def watch(self, actor: Actor, shown: Value | Action, view: Value) -> None:
        """It remembers nothing."""

    def choose(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """Any allowed action; None where there is none."""
        if listed:
            return Choice(listed[int(self._rng.random() * len(listed))])
        return Choice(templates[0].sample(self._rng)) if templates else None

    def hint(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """It gives no advice."""
        return None


def make_bot(seat: Seat, players: int, options: Value, level: Value, rng: Random) -> Bot[Value]:
    """A bot for this seat."""
    return RandomBot(rng)
