"""Got Five! at a live table: announcements race, and free text could tell a number (GF-16)."""

from cinq.core.live import LiveFacts, Pace
from cinq.games.got_five.rules import Announce

LIVE = LiveFacts(
    minutes=(3, 7),
    seats=3,
    claims=(Announce,),
    no_free_text="GF-16",
    pace=Pace(decision=20.0, shown=lambda action, view: 0.5),
)
