"""5 Millimètres, compiled: the row, the codes, and tables."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.fast.compiled import Floats, Ints
from cinq.fast.kernel import Words
from cinq.games.five_millimetres import rules
from cinq.games.five_millimetres.components import LENGTHS as _LENGTHS
from cinq.games.five_millimetres.components import STEP
from cinq.games.five_millimetres.eye import SPREAD, Sharpness
from cinq.games.five_millimetres.scoring import MOST_POINTS as _MOST_POINTS
from cinq.games.five_millimetres.scoring import longest_run

SEATS: Final = 5
LENGTHS: Final = _LENGTHS
ALIKE: Final = 4
STICKS: Final = ALIKE * LENGTHS
EIGHT: Final = 8
TOP_BID: Final = 10
MOST_POINTS: Final = _MOST_POINTS


# ---------------------------------------------------------------- the row: one word each

SIGHT_OPTION: Final = 2
LONE_STICK: Final = 3
FIRST_MANITOU: Final = 4
"""-1 where it is drawn by lot (MM-5)."""
PHASE: Final = 5
MANITOU: Final = 6
"""-1 before the deal."""
DRAWN: Final = 7
"""How many sticks have been drawn."""
LOOKED: Final = 8
"""How many of them have been looked at."""
BOX: Final = 9
"""How many of each length are in the box: seven bits a length."""
STAND: Final = 10
"""The stick in the stand, or -1."""
HIGH: Final = 11
LEADER: Final = 12
"""-1 before a bid."""
PASSED: Final = 13
"""A set of seats."""
TO_SPEAK: Final = 14
MONEY: Final = 15
"""A word a seat, as in the next three."""
HELD: Final = 20
"""How many sticks in hand."""
HAND: Final = 25
"""Their numbers in order of arrival: six bits a stick."""
ALIKES: Final = 30
"""How many of each length in hand: three bits a length."""
LENGTH: Final = 35
"""The length of every stick drawn: eight a word, four bits each."""
LOOKS: Final = 40
"""How long every stick looks, seat by seat: two sticks a word."""
LOOKS_OF_A_SEAT: Final = STICKS // 2
WIDTH: Final = LOOKS + SEATS * LOOKS_OF_A_SEAT
DEAL: Final = 0
STICK: Final = 1
SIGHT: Final = 2
AUCTION: Final = 3
OVER: Final = 4
SHARPNESS: Final[tuple[Sharpness, ...]] = ("keen", "normal", "tired", "exact", "none")
EXACT: Final = 3
NONE: Final = 4
PASS: Final = 0
"""A bid's code is its amount."""
ACTIONS: Final = 1 + TOP_BID
CODES: Final = ACTIONS
OUTCOME: Final = SEATS * SEATS
"""A deal is its sticks by seat and the Manitou, a stick its length, looks a row of numbers a stick."""
RESULT: Final = 2 + SEATS
REASONS: Final = ("four_alike", "eight", "broke")


# ---------------------------------------------------------------- tables

SPREADS: Final[Floats] = np.array([SPREAD.get(sharpness, 0.0) for sharpness in SHARPNESS])
MM: Final[Ints] = np.array(rules.MM, np.int64)
STOPS: Final[Ints] = np.array(rules.STOPS, np.int64)
"""Where a marker that stops on a space ends up (MM-14)."""
RUN: Final[Ints] = np.array(
    [longest_run([n for n in range(LENGTHS) if have >> n & 1]) for have in range(1 << LENGTHS)], np.int64
)
"""The longest run of a set of lengths (MM-18)."""
BITS_OF_A_LENGTH: Final = 7
ONE_OF_EACH: Final = sum(1 << BITS_OF_A_LENGTH * n for n in range(LENGTHS))
ALL_BITS: Final = (1 << BITS_OF_A_LENGTH * LENGTHS) - 1
FOUR_OF_ANY: Final = sum(ALIKE << 3 * n for n in range(LENGTHS))
"""The third bit of a length's count: there are never more than four of it."""
START: Final = rules.START
MOST_LOOK: Final = 2**31 - 1 - 1000 * STEP * LENGTHS
LAST_OBSERVED: Final = 2**15 - 1


def _next_seats() -> Words:
    """The next seat that has not passed, by players, set of those who have, and seat (MM-7)."""
    table = np.zeros((SEATS + 1, 1 << SEATS, SEATS), np.int64)
    for players in range(2, SEATS + 1):
        for passed in range(1 << players):
            for seat in range(players):
                around = [(seat + n) % players for n in range(1, players + 1)]
                table[players, passed, seat] = next((n for n in around if not passed >> n & 1), seat)
    return table.reshape(-1)


FOLLOWING: Final[Ints] = _next_seats()
