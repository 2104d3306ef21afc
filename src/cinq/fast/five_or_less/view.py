"""5 ou Moins, compiled: what a seat sees."""

from __future__ import annotations

from typing import Final

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.row import (
    BEGAN,
    BOTTOM,
    CALLERS,
    DEAL,
    DISCARDS,
    DRAWN_CARD,
    FIRST_CALLER,
    KNOWN,
    LOOK,
    MEMORY_AID,
    NONE,
    OVER,
    OWN,
    PENDING,
    PHASE,
    PILE_SIZE,
    ROUND,
    ROUNDS_WON,
    SCORES,
    SHOWN,
    SLOTS,
    STARTED,
    TIED,
    TOP,
    TURN_OF,
    UNDER_SIZE,
    VALUE,
    WAITING,
)
from cinq.fast.kernel import PLAYERS

# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 16
"""Numbers in an observation before those of each seat."""
OF_A_SEAT: Final = 3 + SLOTS
HIDDEN: Final = 1
"""A card that lies face down; 0 is no card, a card that can be seen is its value + 3."""
NUMBERS: Final = 0x7FFF
"""The number of a discard starts again at 0 after this."""


def observation_size(players: int) -> int:
    """The table; then score, rounds won, call and cards of each seat, the viewer's own first."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows, and the card that this seat has chosen for its power."""
    players, phase, turn, shown = s[PLAYERS], s[PHASE], s[TURN_OF], s[SHOWN]
    out[0] = phase
    out[1] = -1 if phase in (DEAL, OVER) else (turn - seat) % players
    out[2] = s[PILE_SIZE] + s[UNDER_SIZE]
    out[3] = s[TOP]
    out[4] = (s[BEGAN] + s[DISCARDS] - 1) & NUMBERS if s[TOP] else 0
    out[5] = s[TIED]
    out[6] = s[DRAWN_CARD] & VALUE if seat == turn else 0
    out[7] = -1 if s[FIRST_CALLER] < 0 else (s[FIRST_CALLER] - seat) % players
    out[8] = s[ROUND]
    out[9] = s[PENDING]
    out[10] = s[STARTED]
    out[11] = s[OWN] if seat == turn else 0
    out[12] = -1 if shown == 0 else ((shown >> 6 & 7) - seat) % players
    out[13] = shown >> 9
    out[14] = shown & VALUE
    out[15] = shown >> 5 & 1
    owner = seat
    for other in range(players):
        at = SEEN + OF_A_SEAT * other
        out[at] = s[SCORES + owner]
        out[at + 1] = s[ROUNDS_WON + owner]
        out[at + 2] = s[CALLERS] >> owner & 1
        _observe_hand(s, owner, seat, out, at + 3)
        owner = owner + 1 if owner + 1 < players else 0


@inlined
def _observe_hand(s: Ints, owner: int, seat: int, out: Ints, at: int) -> None:
    """Face up at the end of a round, while one looks (OM-3), or with the memory aid."""
    phase, hand, seen = s[PHASE], s[place(owner, 0) : place(owner, SLOTS)], out[at : at + SLOTS]
    for slot in range(SLOTS):
        seen[slot] = hand[slot] != NONE
    ended, looks = phase in (DEAL, OVER), phase == LOOK and owner == seat and s[WAITING] >> seat & 1
    if ended or looks or s[MEMORY_AID]:
        _turn_up(hand, seen, SLOTS if ended else BOTTOM if looks else 0, s[MEMORY_AID] << KNOWN + seat)


@jit
def _turn_up(hand: Ints, seen: Ints, slots: int, known: int) -> None:
    """The cards at the first places, and those that have one of the bits `known`."""
    for slot in range(SLOTS):
        card = hand[slot]
        if card & known or (card != NONE and slot < slots):
            seen[slot] = (card & VALUE) + 1
