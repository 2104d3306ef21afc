"""Au doigt & à l'œil at a live table. The wood itself is `cinq.physics`; `stand_in` does without it."""

from cinq.core.live import LiveFacts
from cinq.games.doigt_oeil.stand_in import stand_in

LIVE = LiveFacts(
    minutes=(20, 40),
    seats=3,
    option_choices={"hand": (8, 9, 10), "sets": (1, 2)},
    stand_in=stand_in,
)
