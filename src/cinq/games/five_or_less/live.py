"""5 ou Moins at a live table: quick discards and powers race for the card just discarded."""

from cinq.core.live import Hold, LiveFacts, Pace
from cinq.games.five_or_less.powers import StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn
from cinq.games.five_or_less.view import open_view

LIVE = LiveFacts(
    minutes=(11, 25),
    seats=3,
    option_choices={"end": ({"points": 50}, {"points": 100}, {"rounds": 3}, {"rounds": 5})},
    claims=(QuickDiscard, StartPower),
    watched_field="discard",
    open_view=open_view,
    pace=Pace(decision=3.0),
    hold=Hold(EndTurn, 1.5),  # OM-18: the others can still answer the turn's last discard
)
