"""Got Five!, compiled: what a seat sees."""

from __future__ import annotations

from typing import Final

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.got_five.row import (
    ALIVE,
    COUNT,
    DEAL,
    HUE,
    HUES,
    LAID,
    NUMBER,
    OPEN,
    OPEN_MOST,
    OVER,
    PHASE,
    RACKS,
    SAID,
    SLOTS,
    TURN,
    WANTED,
    pile_of,
)
from cinq.fast.got_five.rules import IS_LAID
from cinq.fast.kernel import PLAYERS
from cinq.games.got_five.components import TILES

# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 3 + OPEN_MOST + HUES
"""Phase, turn, colour that is drawn, open tiles, tiles of each colour face down."""
OF_A_SEAT: Final = 2 + 3 * SLOTS
"""Alive, announced (0, 1 wrong, 2 right), numbers said, colours, numbers where they may be read."""


def observation_size(players: int) -> int:
    """The table; each seat, the viewer's own first; then where each of the 60 numbers lies.

    A number's place is 0, or 1 + 16 times whose rack, as seats sit after the viewer, + the kind of place: 0
    to 5 the notches, 6 to 10 before a slot with other dots, 11 to 15 before a slot with as many dots.
    """
    return SEEN + OF_A_SEAT * players + TILES


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows: all racks but one's own, until the game is over (GF-2)."""
    players, phase, owner = s[PLAYERS], s[PHASE], seat
    out[0] = phase
    out[1] = -1 if phase in (DEAL, OVER) else (s[TURN] - seat) % players
    out[2] = s[WANTED]
    for place in range(OPEN_MOST):
        out[3 + place] = s[OPEN] >> 6 * place & NUMBER
    for colour in range(HUES):
        out[3 + OPEN_MOST + colour] = COUNT[pile_of(s, colour)]
    for other in range(players):
        at = SEEN + OF_A_SEAT * other
        _observe_rack(s, owner, phase == OVER or owner != seat, out[at : at + OF_A_SEAT])
        owner = owner + 1 if owner + 1 < players else 0
    at = SEEN + OF_A_SEAT * players
    _observe_clues(s[LAID + 1 : LAID + 1 + TILES], seat, players, out[at : at + TILES])


@inlined
def _observe_rack(s: Ints, owner: int, read: bool, out: Ints) -> None:
    alive, said, rack = s[ALIVE] >> owner & 1, s[SAID + owner], s[RACKS + owner]
    out[0] = alive
    out[1] = 0 if said == 0 else 1 + alive
    for slot in range(SLOTS):
        number = rack >> 6 * slot & NUMBER
        out[2 + slot] = said >> 6 * slot & NUMBER
        out[2 + SLOTS + slot] = HUE[number]
        out[2 + 2 * SLOTS + slot] = number if read else 0


@inlined
def _observe_clues(laid: Ints, seat: int, players: int, out: Ints) -> None:
    for tile in range(TILES):
        word = laid[tile]
        owner = (word >> 4 & 3) - seat
        owner += players if owner < 0 else 0
        out[tile] = 1 + 16 * owner + (word & 15) if word & IS_LAID else 0
