"""5 ou Moins, compiled: the row, the codes, and tables."""

from __future__ import annotations

from typing import Final

from cinq.games.five_or_less import cards, scoring
from cinq.games.five_or_less.components import LOWEST, deck

SEATS: Final = 6
HAND: Final = cards.HAND
BOTTOM: Final = cards.BOTTOM
LIMIT: Final = scoring.LIMIT
CARDS: Final = len(deck())
SLOTS: Final = CARDS
"""Places in a hand: it cannot have more cards than there are."""
NONE: Final = 0
VALUE: Final = 31
"""The bits of a laid card that are its value."""
KNOWN: Final = 5
"""Where those begin that are the seats which have seen it."""
SLOT: Final = KNOWN + SEATS
"""Where the number of its slot begins."""
CONTENT: Final = (1 << SLOT) - 1
"""The card without its slot."""
ZERO: Final = 2
"""The card that is worth nothing."""


# ---------------------------------------------------------------- the row: one word each

END_POINTS: Final = 2
"""0 where rounds are counted (OM-27)."""
END_ROUNDS: Final = 3
POWERS: Final = 4
MEMORY_AID: Final = 5
PHASE: Final = 6
ROUND: Final = 7
FIRST: Final = 8
TURN_OF: Final = 9
WAITING: Final = 10
"""A set of seats (OM-3)."""
PILE: Final = 11
"""The draw pile: two words of counts."""
PILE_SIZE: Final = 13
HEAP: Final = 14
"""The discard pile below its top: two words of counts."""
HEAP_SIZE: Final = 16
TOP: Final = 17
TIED: Final = 18
RECENT: Final = 19
"""The round's last 16 discards, four bits each, the newest lowest (OM-15)."""
DISCARDS: Final = 20
"""How many discards this round had."""
BEGAN: Final = 21
DRAWN_CARD: Final = 22
OWED: Final = 23
"""What for (three bits), to whom (three bits), at which place; 0 if the dealer owes no card."""
PENDING: Final = 24
STARTED: Final = 25
OWN: Final = 26
"""One more than the place of the card that was chosen for a 10 or a 14; 0 before."""
CALLERS: Final = 27
"""A set of seats (OM-18)."""
FIRST_CALLER: Final = 28
SHOWN: Final = 29
"""A card that came back: its value, wrong or late (bit 5), seat (three bits), place; 0 if there is none."""
HOLDERS: Final = 30
"""The set of seats that have a card."""
UNDER_SIZE: Final = 31
SCORES: Final = 32
ROUNDS_WON: Final = SCORES + SEATS
COUNTS: Final = ROUNDS_WON + SEATS
"""How many cards each seat has."""
LENGTHS: Final = COUNTS + SEATS
"""How many slots each seat has, empty ones included (OM-31)."""
HANDS: Final = LENGTHS + SEATS
UNDER: Final = HANDS + SEATS * SLOTS
WIDTH: Final = UNDER + CARDS
DEAL: Final = 0
LOOK: Final = 1
TURN: Final = 2
DRAWN: Final = 3
POWER: Final = 4
END: Final = 5
OVER: Final = 6
FOR_FIRST: Final = 1
FOR_DRAW: Final = 2
FOR_PENALTY: Final = 3
FOR_RENEW: Final = 4
FOR_ADD: Final = 5
RENEWS: Final = 8
SWAPS: Final = 10
ADDS: Final = 12
GIVES: Final = 14
READY: Final = 0
DRAW: Final = 1
DISCARD: Final = 2
END_TURN: Final = 3
CALL: Final = 4
START_POWER: Final = 5
SKIP_POWER: Final = 6
PUT: Final = 7
"""By place: swap the drawn card (OM-6), take the top discard (OM-7), or choose one's card for a 10 or 14."""
QUICK: Final = PUT + SLOTS
"""By place, on the top discard (OM-13)."""
TARGET: Final = QUICK + SLOTS
"""By seat and place; place 0 where the power needs none (OM-11, OM-12)."""
ACTIONS: Final = TARGET + SEATS * SLOTS
LATE: Final = ACTIONS
"""By how many discards ago, from 1 to 15, and place (OM-15)."""
WHOLE: Final = LATE + 15 * SLOTS
"""By one's own place, seat and place (OM-10, OM-12)."""
CODES: Final = WHOLE + SLOTS * SEATS * SLOTS
OUTCOME: Final = 1 + SEATS
"""A card, or who begins (-1 after the first round) and each seat's five cards, four bits each."""
RESULT: Final = 1 + SEATS
MOST: Final = 127
"""What a byte can count, with one bit to spare."""


def counts_of(values: tuple[int, ...]) -> list[int]:
    """Two words of counts."""
    words = [0, 0]
    for value in values:
        words[(value - LOWEST) >> 3] += 1 << 8 * ((value - LOWEST) & 7)
    return words


if len(deck()) > MOST:
    raise ValueError(f"deck.toml: {CARDS} cards; the compiled game counts up to {MOST}")
DECK_LOW, DECK_HIGH = counts_of(deck())
