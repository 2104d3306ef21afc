"""5 ou Moins, compiled: the powers of 8, 10, 12 and 14 (OM-8 to OM-12, OM-17)."""

from __future__ import annotations

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import added, lay_in, leave, need, place, power_over
from cinq.fast.five_or_less.row import (
    ADDS,
    CALLERS,
    CONTENT,
    FOR_ADD,
    FOR_RENEW,
    GIVES,
    HOLDERS,
    PENDING,
    PHASE,
    POWER,
    POWERS,
    RENEWS,
    SWAPS,
    TURN_OF,
    ZERO,
)
from cinq.fast.kernel import PLAYERS


@inlined
def needs_own(power: int) -> bool:
    return power in (SWAPS, GIVES)


@inlined
def needs_theirs(power: int) -> bool:
    return power in (RENEWS, SWAPS)


@inlined
def targets_of(s: Ints, power: int) -> int:
    """Other players (OM-9 to OM-12) who are not protected (OM-19) and have a card to lose (OM-30)."""
    seats = s[HOLDERS] if needs_theirs(power) else (1 << s[PLAYERS]) - 1
    return seats & ~s[CALLERS] & ~(1 << s[TURN_OF])


# ---------------------------------------------------------------- powers


@inlined
def awake(s: Ints, card: int) -> None:
    """A card has left a player's cards by a swap: does it leave a power to use? (OM-8, OM-28, OM-30)"""
    power = card - ZERO
    if power in (RENEWS, SWAPS, ADDS, GIVES) and s[POWERS] != 0 and targets_of(s, power) != 0:
        s[PHASE] = POWER
        s[PENDING] = power


@jit
def play_power(s: Ints, slot: int, target: int, target_slot: int) -> None:
    """One of the four, by the card that was swapped out."""
    power, turn = s[PENDING], s[TURN_OF]
    if power == RENEWS:
        need(s, FOR_RENEW | target << 3 | target_slot << 6)  # OM-9
    elif power == ADDS:
        need(s, FOR_ADD | target << 3)  # OM-11
    elif power == SWAPS:
        mine = s[place(turn, slot)]
        lay_in(s, place(turn, slot), s[place(target, target_slot)])  # OM-10
        lay_in(s, place(target, target_slot), mine)
        power_over(s)
    else:
        mine = s[place(turn, slot)] & CONTENT
        leave(s, turn, slot)  # OM-12
        power_over(s)
        added(s, target, mine)
