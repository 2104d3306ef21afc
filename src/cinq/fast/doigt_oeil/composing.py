"""Au doigt & à l'œil, compiled: which wood cards go together in a challenge (DO-7, DO-30).

The rules list every set of cards; a mask lists cards, one after the other in the order of that menu.
"""

from __future__ import annotations

from typing import Final

from cinq.fast.bits import count, lowest
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.row import (
    CHOSEN,
    HANDS,
    LENGTH,
    MOST_SAME,
    OF_LENGTH,
    OF_ONE_NUMBER,
    SAME,
    SETS,
    SIMPLIFIED,
    VARIANT,
    WOOD_BITS,
)
from cinq.fast.doigt_oeil.table import holds, nth_card
from cinq.games.doigt_oeil.components import NUMBERS

NUMBER_COUNT: Final = len(NUMBERS)
_EVEN: Final = 0x5555555555555
_PAIRS: Final = 0x3333333333333
"""Masks for counting four bits of 52 at a time."""

# ---------------------------------------------------------------- what may be asked


@inlined
def number_of(card: int) -> int:
    """A wood card's number less one."""
    return (card & 63) >> 2


@jit
def go_together(s: Ints, seat: int, cards: int) -> bool:
    """One to three wood cards of a hand, a byte each plus one, in any order (DO-7, DO-30)."""
    a, b, c = (cards & 255) - 1, (cards >> 8 & 255) - 1, (cards >> 16 & 255) - 1
    if not owns_wood(s, seat, a) or (b < 0 <= c) or a == b or (c >= 0 and c in (a, b)):
        return False
    if b < 0:
        return True
    if not owns_wood(s, seat, b) or (c >= 0 and not owns_wood(s, seat, c)):
        return False
    if s[VARIANT] == SIMPLIFIED:
        return LENGTH[a] != LENGTH[b] and (c < 0 or LENGTH[c] not in (LENGTH[a], LENGTH[b]))
    least, most = min(number_of(a), number_of(b)), max(number_of(a), number_of(b))
    if c < 0:
        return most - least <= 1
    middle = number_of(a) + number_of(b) + number_of(c)
    least, most = min(least, number_of(c)), max(most, number_of(c))
    middle -= least + most
    return most == least or (middle == least + 1 and most == middle + 1)


@inlined
def owns_wood(s: Ints, seat: int, card: int) -> bool:
    """Whether this is a wood card of this hand."""
    return 0 <= card < 128 and WOOD_BITS >> (card & 63) & 1 != 0 and holds(s, seat, card)


@jit
def follows(s: Ints, seat: int, which: int) -> int:
    """The cards of one set, as bits, that may follow those already chosen for a challenge."""
    chosen = s[CHOSEN]
    hand = s[HANDS + SETS * seat + which] & WOOD_BITS
    if chosen == 0:
        return hand
    if chosen >> 16:
        return 0
    second = (chosen >> 8) - 1
    last = second if second >= 0 else chosen - 1
    if s[VARIANT] == SIMPLIFIED:
        longer = 0
        for length in range(LENGTH[last] + 1, 3):
            longer |= OF_LENGTH[length]
        return hand & longer
    found, number = 0, number_of(last)
    if second < 0 or number_of((chosen & 255) - 1) == number:  # the same number, a later suit
        alike = 15 << 4 * number
        if which == last >> 6:
            found = alike & ~((2 << (last & 63)) - 1)
        elif which > last >> 6:
            found = alike
    if second < 0 or number_of((chosen & 255) - 1) != number:
        found |= 15 << 4 * (number + 1)
    return hand & found


@inlined
def choose_card(chosen: int, card: int) -> int:
    """One more card, a byte, after those chosen."""
    shift = 0
    while chosen >> shift:
        shift += 8
    return chosen | card + 1 << shift


@inlined
def lowest_card(s: Ints, seat: int) -> int:
    """The wood card of the lowest number, then of the first suit."""
    first, second = s[HANDS + SETS * seat] & WOOD_BITS, s[HANDS + SETS * seat + 1] & WOOD_BITS
    if second == 0:
        return lowest(first)
    if first == 0 or lowest(second) >> 2 < lowest(first) >> 2:
        return 64 + lowest(second)
    return lowest(first)


# ---------------------------------------------------------------- any challenge, all alike


@inlined
def counts_by_number(hand: int) -> int:
    """How many cards of each number, four bits each."""
    pairs = hand - (hand >> 1 & _EVEN)
    return (pairs & _PAIRS) + (pairs >> 2 & _PAIRS)


@jit
def any_challenge(s: Ints, seat: int) -> int:
    """Cards for a challenge, a byte each plus one: any of those that the menu lists."""
    first, second = s[HANDS + SETS * seat] & WOOD_BITS, s[HANDS + SETS * seat + 1] & WOOD_BITS
    if s[VARIANT] == SIMPLIFIED:
        return any_lengths(s, first, second)
    counts, total = counts_by_number(first) + counts_by_number(second), 0
    left = counts
    for _ in range(NUMBER_COUNT):
        total += beginning_with(left)
        left >>= 4
    chosen, number = below(s, total), 0
    while chosen >= beginning_with(counts):
        chosen -= beginning_with(counts)
        counts >>= 4
        number += 1
    return nth_challenge(first >> 4 * number, second >> 4 * number, counts, chosen, number)


@inlined
def beginning_with(counts: int) -> int:
    """How many challenges have the first of these numbers as their lowest."""
    a = counts & 15
    return SAME[a] + a * (counts >> 4 & 15) * (1 + (counts >> 8 & 15))


@jit
def nth_challenge(first: int, second: int, counts: int, chosen: int, number: int) -> int:
    """One of the challenges whose lowest number this is; the hand begins with that number."""
    a, b, c = counts & 15, counts >> 4 & 15, counts >> 8 & 15
    if chosen < SAME[a]:
        places, cards, shift = OF_ONE_NUMBER[MOST_SAME * a + chosen], 0, 0
        while places:
            cards |= nth_suit(first, second, (places & 15) - 1, number) << shift
            places >>= 4
            shift += 8
        return cards
    chosen -= SAME[a]
    cards = nth_suit(first, second, chosen % a, number)
    chosen //= a
    cards |= nth_suit(first >> 4, second >> 4, chosen % b, number + 1) << 8
    chosen //= b
    if chosen < c:
        cards |= nth_suit(first >> 8, second >> 8, chosen, number + 2) << 16
    return cards


@inlined
def nth_suit(first: int, second: int, n: int, number: int) -> int:
    """The n-th card, plus one, of the number that these words begin with."""
    return nth_card(first & 15, second & 15, n) + 4 * number + 1


@jit
def any_lengths(s: Ints, first: int, second: int) -> int:
    """Any set of different lengths that is not empty (DO-30): of each length one of its cards, or none."""
    ways = 1
    for length in range(3):
        of = OF_LENGTH[length]
        ways *= 1 + count(first & of) + count(second & of)
    chosen, cards, shift = 1 + below(s, ways - 1), 0, 0
    for length in range(3):
        of = OF_LENGTH[length]
        base = 1 + count(first & of) + count(second & of)
        if chosen % base:
            cards |= nth_card(first & of, second & of, chosen % base - 1) + 1 << shift
            shift += 8
        chosen //= base
    return cards
