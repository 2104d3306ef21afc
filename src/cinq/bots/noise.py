"""Random numbers that bots share: normal errors of judgement, and the times that people take."""

from __future__ import annotations

from math import cos, exp, log, pi, sqrt

from cinq.core.chance import Random


def normal(rng: Random) -> float:
    """A standard normal number (Box and Muller), from two uniform ones."""
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())


def human_seconds(median: float, spread: float, fastest: float, rng: Random) -> float:
    """A log-normal time in seconds, as people's times are, and at least `fastest`.

    `spread` is the standard deviation of its logarithm.
    """
    return max(fastest, median * exp(spread * normal(rng)))
