"""Dix Mille at a live table."""

from cinq.core.live import LiveFacts
from cinq.games.dix_mille.rules import TakeOver

LIVE = LiveFacts(
    minutes=(6, 15),
    seats=3,
    option_choices={"target": (2_000, 5_000, 10_000), "minimum": (200, 300, 500)},
    take_backs=(TakeOver,),
)
