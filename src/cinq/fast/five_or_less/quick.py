"""5 ou Moins, compiled: the quick discard (OM-13 to OM-17)."""

from __future__ import annotations

from cinq.fast.compiled import Ints, jit
from cinq.fast.five_or_less.cards import bury, everyone, lay_in, lay_on_top, leave, need, place
from cinq.fast.five_or_less.row import (
    END,
    FOR_PENALTY,
    OWN,
    PENDING,
    PHASE,
    RECENT,
    SHOWN,
    STARTED,
    TIED,
    TURN_OF,
    VALUE,
)

# ---------------------------------------------------------------- the quick discard


@jit
def quick_discard(s: Ints, seat: int, slot: int, ago: int) -> None:
    """First, too late, or wrong: judged against the card it answers (OM-13, OM-15, OM-16)."""
    at = place(seat, slot)
    card = s[at] & VALUE
    wrong = (s[RECENT] >> 4 * ago & 15) + 1 != card
    if wrong or s[TIED] != 0 or ago != 0:
        lay_in(s, at, card | everyone(s))  # it comes back, seen by all (OM-15, OM-16)
        s[SHOWN] = (slot << 3 | seat) << 6 | wrong << 5 | card
        if wrong:
            need(s, FOR_PENALTY | seat << 3)
    else:
        cover(s, seat, slot, card)


@jit
def cover(s: Ints, seat: int, slot: int, card: int) -> None:
    """The card is tied to the one below (OM-14) and takes its power away unless it was started (OM-17)."""
    leave(s, seat, slot)
    bury(s)
    lay_on_top(s, card)
    s[TIED] = 1
    s[SHOWN] = 0
    if s[PENDING] != 0 and s[STARTED] == 0:
        s[PENDING] = 0
        s[PHASE] = END
    if seat == s[TURN_OF] and slot < s[OWN]:
        s[OWN] = 0 if slot == s[OWN] - 1 else s[OWN] - 1
