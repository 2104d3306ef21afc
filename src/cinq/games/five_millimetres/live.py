"""5 Millimètres at a live table: what each seat saw is shown beside the truth when the game is over."""

from __future__ import annotations

from cinq.core.game import Action, Value
from cinq.core.live import LiveFacts, Pace
from cinq.core.log import Json
from cinq.games.five_millimetres.components import box
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_millimetres.rules import State, Stick, result
from cinq.games.five_millimetres.view import view


def sight(s: Value) -> Json:
    """How long every stick looked to each seat, beside its true length in mm; None before the end."""
    assert isinstance(s, State)
    if result(s) is None:
        return None
    views = [view(s, seat) for seat in range(len(s.money))]
    truth: list[Json] = [box().sticks.lengths[length - 1] for length in views[0].lengths or ()]
    seen = [{held.stick: held.apparent for hand in v.hands for held in hand} for v in views]
    return {"truth": truth, "seen": [[saw.get(stick) for stick in range(len(truth))] for saw in seen]}


def shown(action: Action, view: Value) -> float:
    """A new stick rises; anything else is a short pause."""
    return 1.5 if isinstance(action, Stick) else 0.35


LIVE = LiveFacts(
    minutes=(2, 11),
    seats=4,
    option_choices={"sight": tuple(SPREAD)},
    revealed=sight,
    pace=Pace(decision=10.0, shown=shown),
)
