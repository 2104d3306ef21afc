"""What all comparisons share: how they fail, and when a game is left."""

LONGEST = 20_000
"""Lines after which a game is left and another one begins."""


class Difference(AssertionError):
    """Kernel and rules differ: where, and the log that leads there."""
