"""Au doigt & à l'œil at a live table. The wood itself is `cinq.physics`; `stand_in` does without it."""

from typing import cast

from cinq.core.game import Action, Seat, Value
from cinq.core.live import LiveFacts, Pace
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import Pick, Placement, State


def holder(s: Value) -> Seat | None:
    """The seat that has a piece in hand."""
    held = cast(State, s).held
    return None if held is None else held.seat


def shown(action: Action, view: Value) -> float:
    """A verdict can be read, longer where wood fell (`web/src/games/doigt_oeil/pace.ts`)."""
    match action:
        case Pick():
            return 0.0
        case Placement(fallen=fallen):
            return 3.3 if fallen else 0.6
        case _:
            return 0.8


LIVE = LiveFacts(
    minutes=(5, 25),
    seats=3,
    proposed_options={"hand": 10},
    option_choices={"hand": (8, 9, 10), "sets": (1, 2)},
    stand_in=stand_in,
    holder=holder,
    pace=Pace(
        decision=12.0,
        decisions={Pick: 4.0},
        person_hand=30.0,
        bot_hand=1.6,  # the median of real wood (`cinq.lab.wood.pace`)
        shown=shown,
    ),
)
