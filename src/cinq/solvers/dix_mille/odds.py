"""The odds of one throw in Dix Mille, counted over all 6^k ways the dice can fall.

Owns the chances that follow from DM-4 to DM-9; knows no totals and no seats.
Points are counted in *units* of 50, the value of a 5. Topinambour (DM-21) turns
fair dice into fair dice, so it changes none of these numbers.
"""

from collections import Counter
from functools import cache
from itertools import product

UNIT = 50
DICE = 5
MINIMUM = 6
"""DM-10 in units: no hand below 300 is banked."""
MAX_GAIN = 200
"""DM-8 in units: five 1s are worth 10,000."""

Outcome = tuple[int, int, float]
"""Units won, dice to throw next (five again when all have won, DM-6), chance."""


def winnings(faces: tuple[int, ...]) -> tuple[int, int]:
    """Units won and winning dice of one throw (DM-4, DM-7, DM-8, DM-9).

    >>> winnings((3, 5, 4, 3, 3)), winnings((2, 6, 5, 3, 4)), winnings((5, 5, 5, 2)), winnings((3, 2))
    ((7, 4), (10, 5), (3, 3), (0, 0))
    """
    count = Counter(faces)
    if len(faces) == DICE:
        if len(count) == DICE and not (count[1] and count[6]):
            return (6 if count[1] else 10), DICE
        face, alike = count.most_common(1)[0]
        if alike == DICE:
            return 20 * face * (10 if face == 1 else 1), DICE
        if alike >= 3:
            units, winners = loose(count - Counter({face: 3}))
            return units + 2 * face * (10 if face == 1 else 1), winners + 3
    return loose(count)


def loose(count: Counter[int]) -> tuple[int, int]:
    """What single 1s and 5s are worth (DM-7)."""
    return 2 * count[1] + count[5], count[1] + count[5]


@cache
def outcomes(dice: int) -> tuple[Outcome, ...]:
    """Every winning outcome of a throw of this number of dice, the likeliest first."""
    ways = Counter(winnings(faces) for faces in product(range(1, 7), repeat=dice))
    return tuple(
        (units, dice - winners or DICE, n / 6**dice) for (units, winners), n in ways.most_common() if winners
    )


@cache
def failure(dice: int) -> float:
    """The chance that a throw of this number of dice wins nothing (DM-5)."""
    return sum(not winnings(f)[1] for f in product(range(1, 7), repeat=dice)) / 6.0**dice


@cache
def reach(units: int, dice: int) -> float:
    """The chance to win at least this number of units more by throwing on without a stop."""
    if units <= 0:
        return 1.0
    return sum((chance * reach(units - won, left) for won, left, chance in outcomes(dice)), 0.0)


_OUTDO: list[tuple[float, ...]] = []
"""Rows of `outdo` by units, computed on demand."""


def outdo(units: int, dice: int) -> float:
    """The chance to win more than this number of units in a last turn; equal counts half (DM-20)."""
    units = max(0, units)
    while len(_OUTDO) <= units:
        _OUTDO.append(tuple(_outdo(len(_OUTDO), d) for d in range(1, DICE + 1)))
    return _OUTDO[units][dice - 1]


def _outdo(units: int, dice: int) -> float:
    return sum((chance * _outdone(units - won, left) for won, left, chance in outcomes(dice)), 0.0)


def _outdone(units: int, dice: int) -> float:
    if units < 0:
        return 1.0
    return max(0.5, _OUTDO[0][dice - 1]) if units == 0 else _OUTDO[units][dice - 1]


def outdo_afresh(units: int) -> float:
    """The same for a fresh hand, which cannot be banked below 300 (DM-10)."""
    return outdo(units, DICE) if units >= MINIMUM else reach(MINIMUM, DICE)
