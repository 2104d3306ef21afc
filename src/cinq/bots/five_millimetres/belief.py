"""Samples the lengths of all sticks from what a seat has seen.

Uses the looks, the exact steps of the seat's own hand, the four sticks of each length, and that no hand
has four alike while the game goes on. It gets no state and no true length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from cinq.bots.five_millimetres.bidding import Floats, Ints
from cinq.core.game import Value
from cinq.games.five_millimetres.components import LENGTHS, box
from cinq.games.five_millimetres.scoring import ALIKE

LOG_MM = np.log(np.array(box().sticks.lengths, dtype=np.float64))


class Known(Value, frozen=True):
    """What a seat knows of lengths."""

    own: tuple[int, ...]
    """Its own sticks."""
    steps: tuple[int, ...]
    """By how many steps each of them is above the shortest."""
    others: tuple[tuple[int, ...], ...]
    """The other hands."""
    stand: tuple[int, ...]
    looks: dict[int, float]
    """The apparent length of each stick looked at, in millimetres."""
    spread: float
    """Standard deviation of the logarithm of a look; 0 where looks are exact."""


def fits(known: Known, stick: int) -> Floats:
    """The likelihood of each length given the look at a stick; all equal without a look."""
    look = known.looks.get(stick)
    if look is None:
        return np.ones(LENGTHS)
    off = np.log(look) - LOG_MM
    if known.spread < 1e-4:
        sure: Floats = (np.abs(off) == np.abs(off).min()) + 1e-12
        return sure
    fit: Floats = np.exp(-((off / known.spread) ** 2) / 2) + 1e-12
    return fit


def own_odds(known: Known) -> Floats:
    """The probability of each length for the shortest of one's own sticks, from all looks at the hand."""
    room = LENGTHS - max(known.steps, default=0)
    odds = np.ones(room)
    for stick, step in zip(known.own, known.steps, strict=True):
        odds *= fits(known, stick)[step : step + room]
        odds /= odds.sum()
    return odds


def sample_lengths(known: Known, samples: int, gen: np.random.Generator) -> Ints:
    """Sampled lengths (0 the shortest) by sample and stick."""
    sticks = 1 + max((*known.own, *(s for hand in known.others for s in hand), *known.stand), default=-1)
    lengths = np.zeros((samples, sticks), dtype=np.int64)
    free = np.full((samples, LENGTHS), ALIKE)
    _own(known, lengths, free, gen)
    weight = _others(known, lengths, free, gen)
    weight[_ended(known.others, lengths)] = 0.0
    if not weight.sum() > 0:
        return lengths
    places = (np.arange(samples) + gen.random()) / samples * weight.sum()
    chosen: Ints = lengths[np.searchsorted(weight.cumsum(), places).clip(0, samples - 1)]
    return chosen


def _own(known: Known, lengths: Ints, free: Ints, gen: np.random.Generator) -> None:
    """Samples one's own sticks: the shortest, then the known steps above it."""
    odds = own_odds(known)
    begin = np.searchsorted(odds.cumsum(), gen.random(len(lengths)) * odds.sum()).clip(0, len(odds) - 1)
    at = np.arange(len(lengths))
    for stick, step in zip(known.own, known.steps, strict=True):
        lengths[:, stick] = begin + step
        free[at, begin + step] -= 1


def _others(known: Known, lengths: Ints, free: Ints, gen: np.random.Generator) -> Floats:
    """Samples the other sticks one by one from what is left; returns the weight of each sample."""
    at, weight = np.arange(len(lengths)), np.ones(len(lengths))
    for stick in (*(s for hand in known.others for s in hand), *known.stand):
        odds = fits(known, stick) * free
        up_to = odds.cumsum(1)
        total = up_to[:, -1]
        length = (up_to <= (gen.random(len(lengths)) * total)[:, None]).sum(1).clip(0, LENGTHS - 1)
        lengths[:, stick] = length
        free[at, length] -= 1
        weight *= total / max(total.mean(), 1e-300)
    return weight


def _ended(hands: Sequence[Sequence[int]], lengths: Ints) -> Ints:
    """The samples in which somebody would have won already with four alike (MM-17)."""
    bad = np.zeros(len(lengths), dtype=np.bool_)
    for hand in hands:
        if len(hand) >= ALIKE:
            bad |= (counts(hand, lengths) >= ALIKE).any(1)
    return np.flatnonzero(bad)


def counts(hand: Sequence[int], lengths: Ints) -> Ints:
    """How many of each length a hand holds, by sample."""
    held: Ints = (lengths[:, list(hand), None] == np.arange(LENGTHS)).sum(1)
    return held


def remembered(memory: Mapping[int, float], shown: Mapping[int, float]) -> dict[int, float]:
    """The remembered first looks, else what is shown now."""
    return {**shown, **memory}
