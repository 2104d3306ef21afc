"""Dix Mille at a live table."""

from cinq.core.game import Action, Value
from cinq.core.live import LiveFacts, Pace
from cinq.games.dix_mille.rules import Dice, TakeOver
from cinq.games.dix_mille.view import View


def shown(action: Action, view: Value) -> float:
    """The dice roll and can be read; longer where they won nothing (`web/src/games/dix_mille/pace.ts`)."""
    if not isinstance(action, Dice):
        return 0.42
    fall = view.last_throw if isinstance(view, View) else None
    return 1.25 if fall is None or fall.winners else 1.85


LIVE = LiveFacts(
    minutes=(6, 15),
    seats=3,
    option_choices={"target": (2_000, 5_000, 10_000), "minimum": (200, 300, 500)},
    take_backs=(TakeOver,),
    pace=Pace(decision=2.0, shown=shown),
)
