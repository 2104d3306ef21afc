"""Au doigt & à l'œil, compiled: the row, the codes, and the box as tables.

A card is `64 * set + bit`: the first set's cards are bits of one word, the second set's of another. Bits 0 to
51 are the wood, four bits a number, a suit each; the advantages follow. A set of cards is two words.
A piece is `64 * length + number - 1`; a set of pieces is three words, one a length. The draw pile, the
discards and the hands have no order that matters, so they are sets.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from cinq.fast.compiled import Floats, Ints
from cinq.games.doigt_oeil.components import (
    ALL_SUITS,
    LENGTHS,
    NUMBERS,
    POWERS,
    SUITS,
    WOOD,
    CardId,
    PieceId,
    box,
    deck,
    pieces,
    power,
)
from cinq.games.doigt_oeil.odds import HARDNESS as _HARDNESS
from cinq.games.doigt_oeil.odds import PIVOTED as _PIVOTED
from cinq.games.doigt_oeil.placing import NEAREST as _NEAREST

SEATS: Final = 10
SETS: Final = 2
KINDS: Final = 3
"""Lengths of pieces."""
SLOTS: Final = 4
"""Cards of a challenge: three, and one that is added (DO-7, DO-9)."""
BASES: Final = 6
"""Columns that a piece can stand on."""

# ---------------------------------------------------------------- the row: one word each

VARIANT: Final = 2
HAND_SIZE: Final = 3
SETS_USED: Final = 4
NAMED_FIRST: Final = 5
"""-1 where the first player is drawn by lot (DO-5). These are the options, in the order of `Options`."""
PHASE: Final = 6
TURN: Final = 7
"""Who opens, or composes the next challenge; -1 for nobody."""
CHOSEN: Final = 8
"""The halves of an action that were chosen; nothing has happened at the table yet."""
DRAW: Final = 9
"""A set of cards, as in the next one."""
DISCARDS: Final = 11
SENDER: Final = 13
"""-1 without a challenge, as are the receiver and a helper."""
TO: Final = 14
SIZE: Final = 15
"""How many cards the challenge has; they are in CARDS, a byte each, one more than the card."""
CARDS: Final = 16
PLACED: Final = 17
"""A set of the challenge's slots, as in the next one."""
KEPT: Final = 18
OPENING_TASK: Final = 19
ADDED: Final = 20
AGAIN: Final = 21
"""One more than the slot whose piece must be placed again (DO-29), as in the next one; 0 for none."""
PIVOTED: Final = 22
HELPER: Final = 23
LAST_PLACE: Final = 24
CLOSERS: Final = 25
"""Seats plus one in the order in which they closed, four bits each (DO-19)."""
FELL: Final = 26
"""A set of seats (DO-16)."""
HELD_SEAT: Final = 27
"""-1 while nothing is in hand."""
HELD_SLOT: Final = 28
HELD_PIECE: Final = 29
DEBT: Final = 30
"""The seat plus one (four bits), then how many cards; 0 for none."""
LATER_DEBT: Final = 31
PLAYED: Final = 32
"""A set of seats (DO-10)."""
TIED: Final = 33
VOTES: Final = 34
"""Four bits a voter: the seat plus one."""
WINNERS: Final = 35
STANDING: Final = 36
"""A set of pieces, as in the next one: all that stand, and the bases among them."""
COLUMNS: Final = 39
HANDS: Final = 42
"""A set of cards a seat."""
PILE_SIZES: Final = HANDS + SETS * SEATS
PILE_VALUES: Final = PILE_SIZES + SEATS
"""The cards before each player in the advanced game: how many, and their value (DO-29)."""
STOOD: Final = PILE_VALUES + SEATS
HEIGHT: Final = STOOD + SEATS
"""How many pieces stand."""
STRUCTURE: Final = HEIGHT + 1
"""A word a piece in the order they were placed: the piece plus one, then the bases plus one, a byte each."""
PIECES: Final = sum(len(pieces(length, SETS)) for length in LENGTHS)
WIDTH: Final = STRUCTURE + PIECES

BASIC: Final = 0
ADVANCED: Final = 1
SIMPLIFIED: Final = 2

DEALING: Final = 0
OPENING: Final = 1
CHALLENGE: Final = 2
ANSWER: Final = 3
PLACE: Final = 4
VOTE: Final = 5
OVER: Final = 6

# ---------------------------------------------------------------- codes and outcomes

CARD: Final = 0
"""By card. In an answer: add wood, or play an advantage, or choose one that needs an aim. In a challenge:
choose wood for it, card after card in the order of the menu."""
PICK: Final = CARD + 64 * SETS
"""By slot of the challenge."""
WHICH: Final = PICK + SLOTS
"""By slot: what the chosen Pivot or Place this for me acts on."""
TARGET: Final = WHICH + SLOTS
"""By seat: whom the chosen cards challenge, whom the chosen advantage hits, or a vote."""
ACTIONS: Final = TARGET + SEATS
WHOLE: Final = ACTIONS
"""A challenge at once: one to three cards plus one, a byte each, then the target."""
AIMED: Final = WHOLE + (16 << 24)
"""An advantage at once: card (a byte), target plus one (four bits), slot plus one."""
CODES: Final = AIMED + (8 << 12)

OUTCOME: Final = 1 + SETS * SEATS
"""Who starts and the hands; or the cards drawn; or a placement."""
FALLEN: Final = 0
DOWN: Final = 3
ON: Final = 6
"""A placement: the pieces that fell, the columns that fell, the bases plus one that the piece stands on."""
RESULT: Final = 1 + SEATS

# ---------------------------------------------------------------- cards

WOOD_BITS: Final = (1 << 4 * len(NUMBERS)) - 1
PIVOT: Final = 1
RETURN: Final = 2
DEFLECT: Final = 3
SPOILSPORT: Final = 4
PLACE_FOR_ME: Final = 5
"""An advantage's power; 0 for wood."""


def _numbered() -> dict[CardId, int]:
    """The number of every card of both sets."""
    first = list(deck(1, True)[len(SUITS) * len(NUMBERS) :])
    second = [name for name in deck(2, True) if name not in WOOD and name not in first]
    if len(first) > 63 - 4 * len(NUMBERS):
        raise ValueError(f"box.toml: {len(first)} advantage cards; the compiled game has room for eleven")
    found = {
        f"{suit}{n}": 64 * (at // 4) + 4 * (n - 1) + at % 4
        for at, suit in enumerate(ALL_SUITS)
        for n in NUMBERS
    }
    for which, names in enumerate((first, second)):
        found |= {name: 64 * which + 4 * len(NUMBERS) + at for at, name in enumerate(names)}
    return found


NUMBER_OF: Final = _numbered()
NAME_OF: Final = {number: name for name, number in NUMBER_OF.items()}


def set_of(names: tuple[CardId, ...]) -> list[int]:
    """Cards as two words."""
    words = [0] * SETS
    for name in names:
        words[NUMBER_OF[name] >> 6] |= 1 << (NUMBER_OF[name] & 63)
    return words


def _of_cards(value: dict[CardId, int]) -> Ints:
    return np.array([value.get(NAME_OF.get(card, ""), 0) for card in range(64 * SETS)], np.int64)


LENGTH: Final[Ints] = _of_cards({name: LENGTHS.index(card.length) for name, card in WOOD.items()})
BOARD: Final[Ints] = _of_cards({name: int(card.board) for name, card in WOOD.items()})
WORTH: Final[Ints] = _of_cards({name: card.value for name, card in WOOD.items()})
POWER: Final[Ints] = _of_cards({name: 1 + POWERS.index(kind) for name in NUMBER_OF if (kind := power(name))})
HARDNESS: Final[Floats] = np.array([_HARDNESS.get(NAME_OF.get(card, ""), 0.0) for card in range(64 * SETS)])
EASIEST: Final[Floats] = np.array([_PIVOTED.get(NAME_OF.get(card, ""), 0.0) for card in range(64 * SETS)])
"""How hard a card is to lay, and the same when it may be laid in any position (DO-23)."""
OF_LENGTH: Final[Ints] = np.array(
    [set_of(tuple(name for name, card in WOOD.items() if card.length == length))[0] for length in LENGTHS]
)
"""The wood of a length, as bits of a set's word."""


def _with_power() -> Ints:
    kinds = [tuple(name for name in NUMBER_OF if power(name) == kind) for kind in POWERS]
    return np.array([0, 0, *(word for names in kinds for word in set_of(names))], np.int64)


WITH_POWER: Final[Ints] = _with_power()
"""The advantages of a power, two words each."""
DECKS: Final[Ints] = np.array(
    [word for sets in (1, 2) for wanted in (True, False) for word in set_of(deck(sets, wanted))]
)
"""The whole deck by sets and whether it has advantages."""

# ---------------------------------------------------------------- challenges of one number (DO-7)

SAME: Final[Ints] = np.array([n + comb(n, 2) + comb(n, 3) for n in range(4 * SETS + 1)], np.int64)
"""How many sets of one, two or three there are among so many cards."""
MOST_SAME: Final = int(SAME[-1])


def _of_one_number() -> Ints:
    """Those sets as places plus one, four bits each, by how many cards there are and which set is meant."""
    table = np.zeros((4 * SETS + 1, MOST_SAME), np.int64)
    for n in range(4 * SETS + 1):
        sets = [c for count in (1, 2, 3) for c in combinations(range(n), count)]
        table[n, : len(sets)] = [sum(place + 1 << 4 * at for at, place in enumerate(c)) for c in sets]
    return table.reshape(-1)


OF_ONE_NUMBER: Final[Ints] = _of_one_number()

# ---------------------------------------------------------------- pieces

NEAREST: Final[Ints] = np.array([LENGTHS.index(near) for length in LENGTHS for near in _NEAREST[length]])
"""Which lengths are taken in turn (DO-18)."""
ALL_PIECES: Final[Ints] = np.array(
    [(1 << len(pieces(length, sets))) - 1 for sets in (0, 1, 2) for length in LENGTHS]
)
"""The pieces of a length, by sets."""
if max(box().pieces.values()) * SETS > 62:
    raise ValueError("box.toml: the compiled game has room for 31 pieces of a length")
THE_STARTER: Final = 64 * LENGTHS.index("long")
STARTER_ENTRY: Final = (THE_STARTER + 1) * 257
"""The starter, on itself."""


def piece_number(name: PieceId) -> int:
    """The number of a piece."""
    return 64 * [length[0] for length in LENGTHS].index(name[0]) + int(name[1:]) - 1


def piece_name(piece: int) -> PieceId:
    """The piece of that number."""
    return f"{LENGTHS[piece >> 6][0]}{(piece & 63) + 1}"
