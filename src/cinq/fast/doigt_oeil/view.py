"""Au doigt & à l'œil, compiled: what a seat sees.

Of the wood it shows how many pieces and columns stand and what is left in the stock: the stand-in asks for
no more.
"""

from __future__ import annotations

from typing import Final

from cinq.fast.bits import count
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.ending import score
from cinq.fast.doigt_oeil.row import (
    ADVANCED,
    ALL_PIECES,
    ANSWER,
    CARDS,
    COLUMNS,
    DEALING,
    DEBT,
    DRAW,
    HANDS,
    HEIGHT,
    HELD_PIECE,
    HELD_SEAT,
    HELD_SLOT,
    KINDS,
    OPENING,
    OVER,
    PHASE,
    PILE_SIZES,
    PIVOTED,
    PLACED,
    PLAYED,
    SENDER,
    SETS,
    SETS_USED,
    SLOTS,
    STANDING,
    TIED,
    TO,
    TURN,
    VARIANT,
    WINNERS,
)
from cinq.fast.doigt_oeil.table import hand_at_work, size_of
from cinq.fast.doigt_oeil.turns import owed
from cinq.fast.kernel import PLAYERS
from cinq.fast.seats import places_after

OF_SLOTS: Final = 16
OF_HAND: Final = OF_SLOTS + 3 * SLOTS
SEEN: Final = OF_HAND + 64 * SETS
"""Numbers before those of each seat: the turn and the wood, the challenge, one's own cards."""
OF_A_SEAT: Final = 6


def observation_size(players: int) -> int:
    """The viewer comes first; -1 for nobody."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """Public: the challenge, the wood, the markers, how many cards; private: one's own cards."""
    players, phase = s[PLAYERS], s[PHASE]
    out[0] = OPENING if phase == DEALING else phase
    out[1] = places_after(seat, _at_it(s), players)
    out[2] = places_after(seat, s[SENDER], players)
    out[3] = places_after(seat, s[TO], players)
    out[4] = places_after(seat, s[HELD_SEAT], players)
    out[5] = s[HELD_SLOT] + 1 if s[HELD_SEAT] >= 0 else 0
    out[6] = (s[HELD_PIECE] >> 6) + 1 if s[HELD_SEAT] >= 0 else 0
    _observe_wood(s, out)
    out[12] = size_of(s[DRAW], s[DRAW + 1])
    out[13] = owed(s)
    out[14] = places_after(seat, s[TURN] if phase == OPENING else (s[DEBT] & 15) - 1, players)
    out[15] = s[VARIANT] == ADVANCED
    _observe_cards(s, seat, out)
    other = seat
    for place in range(players):
        _observe_seat(s, other, out, SEEN + OF_A_SEAT * place)
        other = other + 1 if other + 1 < players else 0


@inlined
def _at_it(s: Ints) -> int:
    """The one with a piece in hand, the receiver or their helper, or the challenger."""
    if s[HELD_SEAT] >= 0:
        return s[HELD_SEAT]
    return hand_at_work(s) if s[PHASE] == ANSWER else s[TURN]


@inlined
def _observe_wood(s: Ints, out: Ints) -> None:
    """Stock by length, pieces and columns that stand."""
    columns = 0
    for length in range(KINDS):
        in_hand = s[HELD_SEAT] >= 0 and s[HELD_PIECE] >> 6 == length
        free = ALL_PIECES[KINDS * s[SETS_USED] + length] & ~s[STANDING + length]
        out[7 + length] = count(free) - in_hand
        columns += count(s[COLUMNS + length])
    out[10] = s[HEIGHT]
    out[11] = columns


@inlined
def _observe_cards(s: Ints, seat: int, out: Ints) -> None:
    """The challenge's cards plus one, placed or not, pivoted or not; then a 1 for each card in hand."""
    for slot in range(SLOTS):
        at = OF_SLOTS + 3 * slot
        out[at] = s[CARDS] >> 8 * slot & 255
        out[at + 1] = s[PLACED] >> slot & 1
        out[at + 2] = s[PIVOTED] == slot + 1
    first, second = s[HANDS + SETS * seat], s[HANDS + SETS * seat + 1]
    one, two = out[OF_HAND : OF_HAND + 64], out[OF_HAND + 64 : SEEN]
    for bit in range(64):
        one[bit] = first >> bit & 1
        two[bit] = second >> bit & 1


@inlined
def _observe_seat(s: Ints, other: int, out: Ints, at: int) -> None:
    """Cards in hand, marker, cards won, tied, winner, and the score once the game is over."""
    out[at] = size_of(s[HANDS + SETS * other], s[HANDS + SETS * other + 1])
    out[at + 1] = s[PLAYED] >> other & 1
    out[at + 2] = s[PILE_SIZES + other]
    out[at + 3] = s[TIED] >> other & 1
    out[at + 4] = s[WINNERS] >> other & 1
    out[at + 5] = score(s, other) if s[PHASE] == OVER else 0
