"""Au doigt & à l'œil, compiled: hands, challenges and sets of cards, as every chapter uses them."""

from __future__ import annotations

from cinq.fast.bits import count, nth
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.row import (
    ADDED,
    AGAIN,
    CARDS,
    CLOSERS,
    DEBT,
    DISCARDS,
    DRAW,
    FELL,
    HANDS,
    HELPER,
    KEPT,
    LAST_PLACE,
    LATER_DEBT,
    OPENING_TASK,
    PIVOTED,
    PLACED,
    SENDER,
    SETS,
    SIZE,
    TO,
    WOOD_BITS,
)

# ---------------------------------------------------------------- sets of cards


@inlined
def holds(s: Ints, seat: int, card: int) -> bool:
    """Whether a card is in a hand."""
    return s[HANDS + SETS * seat + (card >> 6)] >> (card & 63) & 1 != 0


@inlined
def give_up(s: Ints, seat: int, card: int) -> None:
    """A card leaves a hand."""
    s[HANDS + SETS * seat + (card >> 6)] &= ~(1 << (card & 63))


@inlined
def discard(s: Ints, card: int) -> None:
    """A card goes to the discards (DO-28)."""
    s[DISCARDS + (card >> 6)] |= 1 << (card & 63)


@inlined
def size_of(first: int, second: int) -> int:
    """How many cards a set of two words has."""
    return count(first) + count(second)


@inlined
def empty_handed(s: Ints, seat: int) -> bool:
    """Whether a hand is empty."""
    return s[HANDS + SETS * seat] | s[HANDS + SETS * seat + 1] == 0


@inlined
def has_wood(s: Ints, seat: int) -> bool:
    """Whether a hand has a wood card."""
    return (s[HANDS + SETS * seat] | s[HANDS + SETS * seat + 1]) & WOOD_BITS != 0


@inlined
def cards_left(s: Ints) -> bool:
    """Whether there is anything to draw (DO-28)."""
    return s[DRAW] | s[DRAW + 1] | s[DISCARDS] | s[DISCARDS + 1] != 0


@inlined
def nth_card(first: int, second: int, n: int) -> int:
    """The n-th card, from 0, of a set of two words."""
    here = count(first)
    return nth(first, n) if n < here else 64 + nth(second, n - here)


@jit
def draw_cards(s: Ints, first: int, second: int, number: int, outcome: Ints) -> None:
    """Adds that many cards of a set, all alike, to two words."""
    size = count(first) + count(second)
    for taken in range(number):
        card = nth_card(first, second, below(s, size - taken))
        if card < 64:
            first ^= 1 << card
            outcome[0] |= 1 << card
        else:
            second ^= 1 << card - 64
            outcome[1] |= 1 << card - 64


# ---------------------------------------------------------------- the challenge under way


@inlined
def card_in(s: Ints, slot: int) -> int:
    """The card in a slot of the challenge."""
    return (s[CARDS] >> 8 * slot & 255) - 1


@inlined
def join_challenge(s: Ints, card: int) -> None:
    """A card joins the challenge."""
    s[CARDS] |= card + 1 << 8 * s[SIZE]
    s[SIZE] += 1


@inlined
def unplaced(s: Ints) -> int:
    """The slots whose pieces are still to be placed."""
    return (1 << s[SIZE]) - 1 & ~s[PLACED]


@inlined
def to_place(s: Ints) -> int:
    """The slots whose pieces may be taken up now (DO-8, DO-29)."""
    return unplaced(s) if s[AGAIN] == 0 else 1 << s[AGAIN] - 1


@inlined
def has_begun(s: Ints) -> bool:
    """Whether a piece of the challenge has been taken up (DO-22, DO-29)."""
    return (s[PLACED] | s[AGAIN]) != 0


@inlined
def hand_at_work(s: Ints) -> int:
    """Who takes up the next piece: the receiver, or a helper in their stead (DO-8, DO-27)."""
    return s[TO] if s[HELPER] < 0 else s[HELPER]


@jit
def clear_challenge(s: Ints) -> None:
    """No challenge is under way."""
    s[SENDER] = -1
    s[TO] = -1
    s[HELPER] = -1
    s[SIZE] = 0
    s[CARDS] = 0
    s[PLACED] = 0
    s[KEPT] = 0
    s[OPENING_TASK] = 0
    s[ADDED] = 0
    s[AGAIN] = 0
    s[PIVOTED] = 0
    s[LAST_PLACE] = 0
    s[CLOSERS] = 0
    s[FELL] = 0


@inlined
def close(s: Ints, seat: int) -> None:
    """A seat gave its last card in this challenge, after those who did so before (DO-19)."""
    shift = 0
    while s[CLOSERS] >> shift & 15:
        shift += 4
    s[CLOSERS] |= seat + 1 << shift


@inlined
def owe(s: Ints, debt: int) -> None:
    """A seat (plus one, four bits) must draw so many cards, after whoever must already."""
    if s[DEBT] == 0:
        s[DEBT] = debt
    else:
        s[LATER_DEBT] = debt
