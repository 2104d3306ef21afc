"""5 ou Moins, compiled. OM-8 and the like are paragraphs of games/five_or_less/RULES.md.

Read it beside rules.py, cards.py, powers.py, quick.py and scoring.py, whose functions have the same names.
A card is `value + 2`, from 1 to 16, and 0 is no card; a laid card has above these five bits the set of seats
that have seen it, and above these the number of its slot. A hand is its cards in the order of their slots,
without the empty ones: slots are never used again and have no highest number (OM-31), cards have. Codes name
a card by its place in this row of cards. The draw pile and the discards below the top are counts by value,
one byte each: their order has no meaning (OM-29). Of the round's discards the last 16 are kept, for snaps
that come late (OM-15).

The powers of 10 and 14 ask for a card of one's own and for a target. A mask lists their two halves: PUT
chooses one's own card (OWN remembers it; nothing has happened at the table), TARGET plays the power. Codes
from WHOLE up are both at once; `choose` and `encode` use these. A snap on an older discard has a code from
LATE up.
"""
