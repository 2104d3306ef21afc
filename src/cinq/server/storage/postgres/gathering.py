"""How long a group of jobs waits for more before it is committed.

A commit costs about as much CPU as the rows of a few moves, however many rows it has. A group
therefore waits until it should have ENOUGH jobs at the rate at which they come, but not longer
than LONGEST, which no player notices. Where jobs come so seldom that nobody would join, or each
only after the previous one is committed, a group does not wait.
"""

from __future__ import annotations

ENOUGH = 4
"""Jobs for which a group waits."""
LONGEST = 0.024
"""Seconds that a group waits at most."""
WEIGHT = 0.1
"""Weight of the last gap between two jobs in the average."""
LONGEST_GAP = 1.0
"""Seconds; a longer gap counts as this one, so that a pause is soon forgotten."""
VAIN, SKIPPED = 2, 8
"""After so many groups in a row that waited in vain, so many do not wait."""


class Gathering:
    """Learns from when jobs come."""

    def __init__(self) -> None:
        self._gap = LONGEST_GAP
        """The average time between two jobs."""
        self._last = 0.0
        self._vain = self._skip = 0

    def arrived(self, now: float) -> None:
        """A job has come."""
        self._gap += WEIGHT * (min(now - self._last, LONGEST_GAP) - self._gap)
        self._last = now

    def seconds(self, waiting: int) -> float:
        """How long a group that has `waiting` jobs should wait; 0: not at all."""
        if waiting >= ENOUGH or self._gap > LONGEST:
            return 0.0
        if self._skip:
            self._skip -= 1
            return 0.0
        return min(LONGEST, (ENOUGH - waiting) * self._gap)

    def waited(self, joined: int) -> None:
        """So many jobs have come while a group waited."""
        self._vain = 0 if joined else self._vain + 1
        if self._vain >= VAIN:
            self._skip = SKIPPED
