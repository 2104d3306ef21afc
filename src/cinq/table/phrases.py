"""What may be said at a table: set phrases always, free text where the game allows it.

Owns the list of phrases (their texts are in the page's Fluent files, `phrase-<id>`) and
how often one may speak. `now` is an argument.
"""

from __future__ import annotations

from cinq.core.game import Value
from cinq.table.events import Phase

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "oops",
    "wow",
    "thinking",
    "hurry",
    "sorry",
    "again",
    "bye",
)
TEXT_LENGTH = 200
SILENT_GAMES = frozenset({"got-five"})
"""Games in which a free text could tell a number of another's rack (GF-16)."""
BURST = 5
EVERY = 2.0
"""Five in a row, then one every two seconds."""


def free_text(game: str, phase: Phase) -> bool:
    """Whether free text is allowed now (GF-16)."""
    return phase != "playing" or game not in SILENT_GAMES


class Talk(Value, frozen=True):
    """How much somebody may still say."""

    left: float = BURST
    at: float = 0.0


def spoken(t: Talk, now: float) -> Talk | None:
    """One more remark; None if it is one too many."""
    left = min(float(BURST), t.left + max(0.0, now - t.at) / EVERY)
    return Talk(left - 1, now) if left >= 1 else None
