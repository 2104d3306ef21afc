"""The set phrases of every table, and how often one may speak. Free text is the game's affair (`live.py`).

The texts of the phrases are `phrase-<id>` in the page's Fluent files. `now` is an argument.
"""

from __future__ import annotations

from cinq.core.game import Value

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
BURST = 5
EVERY = 2.0
"""Rate limit of one speaker: `BURST` remarks in a row, then one every `EVERY` seconds."""


class Talk(Value, frozen=True):
    """The rate limit of one speaker: remarks left, as of `at`."""

    left: float = BURST
    at: float = 0.0


def spoken(t: Talk, now: float) -> Talk | None:
    """The rate limit after one more remark; None if it is one too many."""
    left = min(float(BURST), t.left + max(0.0, now - t.at) / EVERY)
    return Talk(left - 1, now) if left >= 1 else None


def is_rested(t: Talk, now: float) -> bool:
    """Whether a speaker has been silent for so long that nothing need be remembered."""
    return now - t.at >= BURST * EVERY
