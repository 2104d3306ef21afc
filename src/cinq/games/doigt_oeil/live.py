"""Au doigt & à l'œil at a live table. The wood itself is `cinq.physics`; `stand_in` does without it."""

from typing import cast

from cinq.core.game import Seat, Value
from cinq.core.live import LiveFacts
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import State


def holder(s: Value) -> Seat | None:
    """The seat that has a piece in hand."""
    held = cast(State, s).held
    return None if held is None else held.seat


LIVE = LiveFacts(
    minutes=(5, 25),
    seats=3,
    quick_options={"hand": 10},
    option_choices={"hand": (8, 9, 10), "sets": (1, 2)},
    stand_in=stand_in,
    holder=holder,
)
