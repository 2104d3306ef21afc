"""Dix Mille, compiled: the row, the codes, and tables."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.fast.compiled import Ints
from cinq.games.dix_mille import rules

SEATS: Final = 8
DICE: Final = 5


# ---------------------------------------------------------------- the row: one word each

TARGET: Final = 2
MINIMUM: Final = 3
ENTRY: Final = 4
ZEROS_COUNT: Final = 5
TAKEOVER: Final = 6
TOPINAMBOUR_ALLOWED: Final = 7
ENTRY_OFFER: Final = 8
"""The options, in the order of `Options`."""
PHASE: Final = 9
SEAT: Final = 10
POINTS: Final = 11
LEFT: Final = 12
"""How many dice would be thrown next."""
THROWN: Final = 13
ANNOUNCED: Final = 14
OFFER_POINTS: Final = 15
"""0 without an offer: nobody banks nothing (DM-10)."""
OFFER_DICE: Final = 16
ENTERED: Final = 17
"""A set of seats."""
ZEROS: Final = 18
"""Two bits a seat (DM-15)."""
FIRST: Final = 19
"""-1 during the opening."""
CONTENDERS: Final = 20
"""A set of seats (DM-2)."""
LAST_DICE: Final = 21
"""How many dice the last throw had; 0 before the first."""
LAST_INDEX: Final = 22
"""How they fell, before any were turned over."""
LAST_TURNED: Final = 23
SCORES: Final = 24
WIDTH: Final = SCORES + SEATS
OPENING: Final = 0
TURN: Final = 1
ROLLING: Final = 2
OVER: Final = 3
THROW: Final = 0
THROW_TOPINAMBOUR: Final = 1
BANK: Final = 2
TAKE_OVER: Final = 3
ACTIONS: Final = 4
CODES: Final = ACTIONS
OUTCOME: Final = 1
RESULT: Final = 1 + SEATS


# ---------------------------------------------------------------- what dice are worth, as tables

WAYS: Final[Ints] = 6 ** np.arange(SEATS + 1)
"""How many ways so many dice can fall."""
FALLS: Final[Ints] = np.concatenate([[0, 0], np.cumsum(6 ** np.arange(1, DICE))])
"""Where the falls of so many dice begin in the two tables below."""
_FALLS: Final = [fall.values for dice in range(1, DICE + 1) for fall in rules.falls(dice)]
_WORTH: Final = [rules.worth(faces) for faces in _FALLS]


def _packed(faces: tuple[int, ...]) -> int:
    return sum(face << 3 * die for die, face in enumerate(faces))


WORTH: Final[Ints] = np.array([points * 8 + len(won) for points, won in _WORTH], np.int32)
"""Points and the number of winning dice of every fall (DM-7, DM-8, DM-9)."""
WINNERS: Final[Ints] = np.array([sum(1 << die for die in won) for _, won in _WORTH], np.int8)
"""The set of its winning dice."""
FACES: Final[Ints] = np.array([0, *map(_packed, _FALLS)], np.int16)
"""Its faces, three bits a die; the first entry is no fall at all."""
