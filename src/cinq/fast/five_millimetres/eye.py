"""5 Millimètres, compiled: the dealer's sticks and the world's eye (MM-3, MM-4, MM-6)."""

from __future__ import annotations

from math import exp, floor

from cinq.fast.chance import below, normal, product
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_millimetres.row import (
    ALL_BITS,
    BITS_OF_A_LENGTH,
    BOX,
    DEAL,
    DRAWN,
    EXACT,
    FIRST_MANITOU,
    LENGTHS,
    LOOKED,
    MM,
    MOST_LOOK,
    ONE_OF_EACH,
    PHASE,
    SIGHT,
    SIGHT_OPTION,
    SPREADS,
    STICK,
    STICKS,
)
from cinq.fast.five_millimetres.rules import length_of
from cinq.fast.kernel import PLAYERS

# ---------------------------------------------------------------- the dealer and the world's eye


@inlined
def draw(s: Ints, outcome: Ints) -> None:
    """Sticks out of the box, all alike (MM-3, MM-6), and everyone's looks at them (MM-4)."""
    phase = s[PHASE]
    if phase == SIGHT:
        draw_looks(s, outcome)
    elif phase == STICK:
        outcome[0] = any_stick(s, s[BOX], STICKS - s[DRAWN])
    else:
        draw_deal(s, outcome)


@jit
def draw_deal(s: Ints, outcome: Ints) -> None:
    """A stick each, and the Manitou by lot or as the host named them (MM-3, MM-5)."""
    players, box = s[PLAYERS], s[BOX]
    for seat in range(players):
        outcome[seat] = any_stick(s, box, STICKS - seat)
        box -= 1 << BITS_OF_A_LENGTH * (outcome[seat] - 1)
    outcome[players] = s[FIRST_MANITOU] if s[FIRST_MANITOU] >= 0 else below(s, players)


@inlined
def any_stick(s: Ints, box: int, left: int) -> int:
    """The length of any of the sticks in a box, without a branch.

    Times ONE_OF_EACH the box holds at each length how many are up to it; the lengths whose sum does not reach
    the lot that was drawn are counted.
    """
    lot = below(s, left) + 1
    guard = ONE_OF_EACH << BITS_OF_A_LENGTH - 1
    up_to = product(box, ONE_OF_EACH) & ALL_BITS | guard
    reached = (up_to - lot * ONE_OF_EACH & guard) >> BITS_OF_A_LENGTH - 1
    count = product(reached, ONE_OF_EACH) >> BITS_OF_A_LENGTH * (LENGTHS - 1) & 127
    return LENGTHS + 1 - count


@jit
def draw_looks(s: Ints, outcome: Ints) -> None:
    """Everyone looks once at each new stick: its length times a log-normal factor (MM-4)."""
    players, spread, at = s[PLAYERS], SPREADS[s[SIGHT_OPTION]], 0
    for stick in range(s[LOOKED], s[DRAWN]):
        length = 1000 * MM[length_of(s, stick)]
        for _ in range(players):
            outcome[at] = floor(length * exp(spread * normal(s)) + 0.5) if spread else length
            at += 1


@jit
def possible(s: Ints, outcome: Ints) -> bool:
    """A deal, a stick that is left in the box, or looks that one may have (MM-3, MM-4, MM-5, MM-6)."""
    phase = s[PHASE]
    if phase == SIGHT:
        return possible_looks(s, outcome)
    if phase == DEAL:
        return possible_deal(s, outcome)
    return _left(s[BOX], outcome[0]) > 0


@jit
def possible_deal(s: Ints, outcome: Ints) -> bool:
    """One stick each out of the box (MM-3); the Manitou that the host named, if any (MM-5)."""
    players, box = s[PLAYERS], s[BOX]
    for seat in range(players):
        if _left(box, outcome[seat]) == 0:
            return False
        box -= 1 << BITS_OF_A_LENGTH * (outcome[seat] - 1)
    manitou, named = outcome[players], s[FIRST_MANITOU]
    return manitou == named if named >= 0 else 0 <= manitou < players


@inlined
def _left(box: int, length: int) -> int:
    return box >> BITS_OF_A_LENGTH * (length - 1) & 127 if 1 <= length <= LENGTHS else 0


@jit
def possible_looks(s: Ints, outcome: Ints) -> bool:
    """A positive number for each new stick and seat; with exact sight the true lengths (MM-4)."""
    at = 0
    for stick in range(s[LOOKED], s[DRAWN]):
        for _ in range(s[PLAYERS]):
            if not 0 < outcome[at] <= MOST_LOOK:
                return False
            if s[SIGHT_OPTION] == EXACT and outcome[at] != 1000 * MM[length_of(s, stick)]:
                return False
            at += 1
    return True
