"""Sight in 5 Millimètres: how long a stick looks, and how one's own sticks compare (MM-4).

An apparent length is the true one times a factor, log-normal with median 1. It is
rounded to a thousandth of a millimetre, so that its last digits tell nothing of how it
was made. Owns the eye's numbers; brings no randomness of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, isfinite
from statistics import NormalDist
from typing import Literal, TypeAlias

from cinq.core.chance import Random
from cinq.games.five_millimetres.components import STEP

Sharpness: TypeAlias = Literal["keen", "normal", "tired", "exact", "none"]
"""`exact` shows true lengths by design; `none` is a real table: people look for themselves."""
SPREAD: dict[Sharpness, float] = {"keen": 0.02, "normal": 0.035, "tired": 0.05, "exact": 0.0}
"""The standard deviation of the factor's logarithm."""
Rows: TypeAlias = tuple[tuple[float, ...], ...]
"""Apparent lengths in millimetres: a row a stick, a number an observing seat."""

_SMALLEST = 2.0**-54
_QUANTILE = NormalDist().inv_cdf


def glance(length: int, spread: float, rng: Random) -> float:
    """One look at a stick of that many millimetres."""
    if not spread:
        return float(length)
    return round(length * exp(spread * _QUANTILE(rng.random() or _SMALLEST)), 3)


def look(lengths: Sequence[int], observers: int, spread: float, rng: Random) -> Rows:
    """Everyone looks once at each of these sticks (millimetres)."""
    return tuple([tuple([glance(mm, spread, rng) for _ in range(observers)]) for mm in lengths])


def beside(first: float, steps: int) -> float:
    """How long a stick looks beside one's first stick, so many 5 mm steps away from it.

    Made from what the owner knows already, so it tells nothing but the steps.

    >>> beside(61.3, 3)
    76.3
    """
    return round(first + STEP * steps, 9)


def plausible(rows: Rows, sticks: int, observers: int) -> bool:
    """One positive number for each stick and each observer."""
    return len(rows) == sticks and all(
        len(row) == observers and all(isfinite(mm) and mm > 0 for mm in row) for row in rows
    )
