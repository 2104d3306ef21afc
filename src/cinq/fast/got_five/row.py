"""Got Five!, compiled: the row, the codes, and tables."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from cinq.core.play import OPEN_CHOICE_SHARE
from cinq.fast.compiled import Ints, inlined
from cinq.games.got_five import rules
from cinq.games.got_five.components import BOX, COLOURS, PER_COLOUR, TILES

SEATS: Final = 4
SLOTS: Final = rules.SLOTS
NOTCHES: Final = rules.NOTCHES
HUES: Final = len(COLOURS)
OPEN_MOST: Final = 10
"""More open tiles than there can be: five, one revealed, and one for each seat that lost in its turn."""
NUMBER: Final = 63
"""The bits of one number in a word of numbers."""


# ---------------------------------------------------------------- the row: one word each

NAMED_FIRST: Final = 2
"""-1 where a lot says who starts (GF-4)."""
ASSISTED: Final = 3
PHASE: Final = 4
TURN: Final = 5
WANTED: Final = 6
"""One more than the place of the colour that the dealer owes; 0 if it owes none."""
OPEN: Final = 7
"""Six bits a tile, in the order laid."""
OPEN_SIZE: Final = 8
RESERVE: Final = 9
ALIVE: Final = 10
"""A set of seats."""
PASSED: Final = 11
"""A set of seats (GF-14)."""
RACKS: Final = 12
SAID: Final = RACKS + SEATS
"""Five numbers a seat; 0 before its announcement. Right is who said them and is alive (GF-11, GF-12)."""
CLUES: Final = SAID + SEATS
"""How many tiles lie at each place around a rack: five bits a place, notches first."""
LAID: Final = CLUES + SEATS
"""A word a number, from 1 on: 0, or the place around a rack (`lay`)."""
WIDTH: Final = LAID + TILES + 1
DEAL: Final = 0
REVEAL: Final = 1
ASK: Final = 2
OVER: Final = 3
PASS: Final = HUES
"""Codes 0 to 4 reveal a colour (GF-6)."""
QUESTION: Final = PASS + 1
"""Six a number: rank it (GF-8), or compare it with one of five slots (GF-9)."""
QUESTIONS: Final = 1 + SLOTS
ACTIONS: Final = QUESTION + QUESTIONS * TILES
ANNOUNCE: Final = ACTIONS
ANNOUNCEMENTS: Final = comb(TILES, SLOTS)
CODES: Final = ANNOUNCE + ANNOUNCEMENTS
OUTCOME: Final = 2 + SEATS
"""A tile, or who starts (-1: as named), the racks and the open tiles in the order dealt."""
RESULT: Final = 1 + SEATS


# ---------------------------------------------------------------- what is printed on the tiles, as tables

RANKED: Final = [n for colour in COLOURS for n in BOX.of[colour]]
NUMBER_AT: Final[Ints] = np.array(RANKED, np.int64)
"""The numbers by colour, ascending in each: the bits of the reserve."""
BIT_OF: Final[Ints] = np.array([0, *(RANKED.index(n) for n in range(1, TILES + 1))], np.int64)
HUE: Final[Ints] = np.array([0, *(1 + COLOURS.index(BOX.colour[n]) for n in range(1, TILES + 1))], np.int64)
"""One more than the place of a number's colour."""
DOTS: Final[Ints] = np.array([0, *(BOX.dots[n] for n in range(1, TILES + 1))], np.int64)
CHOICES: Final[Ints] = np.array([[comb(n, k) for k in range(SLOTS + 1)] for n in range(TILES + 1)]).ravel()
"""How many ways there are to choose k of n: row n, column k."""
COUNT: Final[Ints] = np.array([bits.bit_count() for bits in range(1 << PER_COLOUR)], np.int8)
"""How many tiles of a colour a set of twelve bits has."""
HALF: Final = PER_COLOUR // 2
NTH: Final[Ints] = np.array(
    [([at for at in range(HALF) if bits >> at & 1] + [0] * HALF)[:HALF] for bits in range(1 << HALF)],
    np.int8,
).ravel()
"""Where the n-th bit of six is."""
ALL_TILES: Final = (1 << TILES) - 1
TWELVE: Final = (1 << PER_COLOUR) - 1
SIX: Final = (1 << HALF) - 1
ONE_IN: Final = round(1 / OPEN_CHOICE_SHARE)


@inlined
def nth_tile(tiles: int, n: int) -> int:
    """The place of the n-th bit, from 0, of a colour's twelve."""
    low = tiles & SIX
    if n < COUNT[low]:
        return NTH[HALF * low + n]
    return HALF + NTH[HALF * (tiles >> HALF) + n - COUNT[low]]


@inlined
def pile_of(s: Ints, colour: int) -> int:
    """The tiles of a colour that are face down."""
    return s[RESERVE] >> PER_COLOUR * colour & TWELVE


@inlined
def numbers_of(rank: int) -> int:
    """The five numbers of a rank among all choices, the last one first to be found."""
    word, n = 0, TILES
    for k in range(SLOTS, 0, -1):
        n -= 1
        while CHOICES[(SLOTS + 1) * n + k] > rank:
            n -= 1
        rank -= CHOICES[(SLOTS + 1) * n + k]
        word = word << 6 | n + 1
    return word
