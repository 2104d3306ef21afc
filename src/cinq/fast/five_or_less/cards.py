"""5 ou Moins, compiled: hands, the draw pile and the discards (OM-29, OM-31)."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.row import (
    CONTENT,
    COUNTS,
    DISCARDS,
    DRAWN,
    DRAWN_CARD,
    END,
    FOR_ADD,
    FOR_DRAW,
    FOR_PENALTY,
    FOR_RENEW,
    HANDS,
    HEAP,
    HEAP_SIZE,
    HOLDERS,
    KNOWN,
    LENGTHS,
    MOST,
    NONE,
    OWED,
    OWN,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    RECENT,
    SHOWN,
    SLOT,
    SLOTS,
    STARTED,
    TIED,
    TOP,
    TURN,
    UNDER,
    UNDER_SIZE,
    VALUE,
)
from cinq.fast.kernel import PLAYERS

# ---------------------------------------------------------------- counts by value, one byte each

_ONES: Final = np.uint64(0x0101010101010101)
_7: Final = np.uint64(7)
_8: Final = np.uint64(8)
_16: Final = np.uint64(16)
_32: Final = np.uint64(32)
_56: Final = np.uint64(56)


@inlined
def nth_card(low: int, high: int, n: int) -> int:
    """The n-th card, from 0, of all that two words count, by value: sums of bytes, no loop."""
    sums = np.uint64(low)
    sums += sums << _8
    sums += sums << _16
    sums += sums << _32
    first: int = np.int64(sums >> _56)  # type: ignore[assignment]
    card = 1
    if n >= first:
        n -= first
        card = 9
        sums = np.uint64(high)
        sums += sums << _8
        sums += sums << _16
        sums += sums << _32
    beyond = ((sums + np.uint64(MOST - n) * _ONES) >> _7) & _ONES  # bytes whose sum is above n
    return card + 8 - np.int64((beyond * _ONES) >> _56)  # type: ignore[return-value]


@inlined
def one_of(card: int) -> int:
    """One card, to be added to or taken from its word of counts."""
    return 1 << 8 * ((card - 1) & 7)


@inlined
def count_of(s: Ints, counts: int, card: int) -> int:
    return s[counts + ((card - 1) >> 3)] >> 8 * ((card - 1) & 7) & 255


# ---------------------------------------------------------------- hands


@inlined
def place(seat: int, slot: int) -> int:
    """The word of a card of a hand, by its place among them."""
    return HANDS + SLOTS * seat + slot


@inlined
def in_use(s: Ints, seat: int, slot: int) -> bool:
    """Whether this hand has so many cards."""
    return 0 <= slot < s[COUNTS + seat]


@inlined
def lay_in(s: Ints, at: int, card: int) -> None:
    """Another card in the same slot."""
    s[at] = s[at] & ~CONTENT | card & CONTENT


@jit
def leave(s: Ints, seat: int, slot: int) -> None:
    """A card leaves a hand, and its slot stays empty (OM-31)."""
    left = s[COUNTS + seat] - 1
    for at in range(place(seat, slot), place(seat, left)):
        s[at] = s[at + 1]
    s[place(seat, left)] = NONE
    s[COUNTS + seat] = left
    if left == 0:
        s[HOLDERS] &= ~(1 << seat)


@inlined
def added(s: Ints, seat: int, card: int) -> None:
    """One more card, in a new slot after the last (OM-31)."""
    s[place(seat, s[COUNTS + seat])] = card | s[LENGTHS + seat] << SLOT
    s[LENGTHS + seat] += 1
    s[COUNTS + seat] += 1
    s[HOLDERS] |= 1 << seat


@inlined
def everyone(s: Ints) -> int:
    """The bits of all seats, where a card has them."""
    return ((1 << s[PLAYERS]) - 1) << KNOWN


@inlined
def discarded(s: Ints, card: int, keeps_top: bool) -> None:
    """A card put on the discard pile, or in place of its top: nothing is tied any more (OM-14)."""
    if keeps_top and s[TOP] != NONE:
        bury(s)
    lay_on_top(s, card)
    s[PHASE] = END
    s[TIED] = 0
    s[DRAWN_CARD] = NONE


@inlined
def bury(s: Ints) -> None:
    """The top discard has another one over it."""
    top = s[TOP]
    s[HEAP + ((top - 1) >> 3)] += one_of(top)
    s[HEAP_SIZE] += 1


@inlined
def lay_on_top(s: Ints, card: int) -> None:
    s[TOP] = card
    s[RECENT] = s[RECENT] << 4 | card - 1
    s[DISCARDS] += 1


@inlined
def power_over(s: Ints) -> None:
    """A power has been played, skipped or lost: the turn can end."""
    s[PHASE] = END
    s[PENDING] = 0
    s[STARTED] = 0
    s[OWN] = 0


# ---------------------------------------------------------------- the draw pile


@inlined
def need(s: Ints, owed: int) -> None:
    """A card must leave the draw pile: the dealer owes it, unless it is known or there is none (OM-29)."""
    if s[PILE_SIZE] == 0 and (s[UNDER_SIZE] != 0 or loose(s) <= 0):
        _need_known(s, owed)
    else:
        s[OWED] = owed


@inlined
def loose(s: Ints) -> int:
    """How many discards would make a new draw pile: all but the top and the card tied to it (OM-29)."""
    return s[HEAP_SIZE] - s[TIED]


@jit
def _need_known(s: Ints, owed: int) -> None:
    """The next card that an 8 put under the draw pile (OM-9), or none (OM-29)."""
    if s[UNDER_SIZE] != 0:
        card = s[UNDER]
        s[UNDER_SIZE] -= 1
        for at in range(UNDER, UNDER + s[UNDER_SIZE]):
            s[at] = s[at + 1]
        s[UNDER + s[UNDER_SIZE]] = NONE
        arrive(s, owed, card)
    elif owed & 7 == FOR_DRAW:
        s[PHASE] = END
    elif owed & 7 != FOR_PENALTY:
        power_over(s)


@jit
def named(s: Ints, card: int) -> None:
    """The dealer names the card that was owed, from a draw pile remade if it was empty (OM-29)."""
    owed = s[OWED]
    if s[PILE_SIZE] == 0:
        _remake(s)
    s[PILE + ((card - 1) >> 3)] -= one_of(card)
    s[PILE_SIZE] -= 1
    s[OWED] = 0
    s[SHOWN] = 0
    arrive(s, owed, card)


@jit
def _remake(s: Ints) -> None:
    """All discards but the top and the card tied to it are the draw pile (OM-29)."""
    s[PILE] = s[HEAP]
    s[PILE + 1] = s[HEAP + 1]
    s[PILE_SIZE] = loose(s)
    s[HEAP] = 0
    s[HEAP + 1] = 0
    s[HEAP_SIZE] = s[TIED]
    if s[TIED]:
        s[PILE + ((s[TOP] - 1) >> 3)] -= one_of(s[TOP])
        s[HEAP + ((s[TOP] - 1) >> 3)] = one_of(s[TOP])


@jit
def arrive(s: Ints, owed: int, card: int) -> None:
    """A card that left the draw pile comes where it was needed."""
    why, seat, slot = owed & 7, owed >> 3 & 7, owed >> 6
    if why == FOR_PENALTY:
        added(s, seat, card)  # unseen (OM-16)
    elif why == FOR_DRAW:
        s[PHASE] = DRAWN
        s[DRAWN_CARD] = card | 1 << KNOWN + seat  # OM-6
    elif why == FOR_ADD:
        power_over(s)
        added(s, seat, card)  # unseen (OM-11)
    elif why == FOR_RENEW:
        s[UNDER + s[UNDER_SIZE]] = s[place(seat, slot)] & CONTENT  # both unseen (OM-9)
        s[UNDER_SIZE] += 1
        lay_in(s, place(seat, slot), card)
        power_over(s)
    else:
        discarded(s, card & VALUE, True)  # the first discard (OM-4)
        s[PHASE] = TURN
