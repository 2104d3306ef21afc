"""5 ou Moins, compiled: what a network sees of a round, which is what one seat knows.

A card that the seat has not seen is no input: only who has seen it, and whether its owner drew and kept it.
"""

from __future__ import annotations

from typing import Any, Final

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import count_of, place
from cinq.fast.five_or_less.rollout import chance_by_marks, knows
from cinq.fast.five_or_less.row import (
    CALL,
    CALLERS,
    COUNTS,
    DRAW,
    DRAWN,
    END_POINTS,
    END_TURN,
    FIRST_CALLER,
    GIVES,
    KNOWN,
    LENGTHS,
    LIMIT,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    POWER,
    PUT,
    QUICK,
    RENEWS,
    SCORES,
    SEATS,
    SLOT,
    SLOTS,
    SWAPS,
    TARGET,
    TIED,
    TOP,
    TURN_OF,
    UNDER,
    UNDER_SIZE,
    VALUE,
    WHOLE,
    ZERO,
)
from cinq.fast.kernel import PLAYERS

CARD_VALUES: Final = 16
MOST_SLOTS: Final = 62
"""Slots from here on share a bit of `kept`."""
USUAL_END: Final = 100
"""Scores are seen as if the game ended at so many points."""
LAST_SCALE: Final = 23.0
SCALE_PER_POINT: Final = 0.25
"""`rollout.chance_by_marks`, fitted to games between networks for two."""

# ---------------------------------------------------------------- inputs about the table, then of each seat

HIDDEN: Final = CARD_VALUES
TIED_TOP: Final = HIDDEN + 1
PENDING_POWER: Final = TIED_TOP + 1
DRAWING: Final = PENDING_POWER + 4
LAST_TURNS: Final = DRAWING + 1
ENDED: Final = LAST_TURNS + 1
STANDING: Final = ENDED + 1
PILE_LEFT: Final = STANDING + 1
POOL: Final = PILE_LEFT + 1
POOL_MEAN: Final = POOL + CARD_VALUES
POOL_LOW: Final = POOL_MEAN + 1
TABLE: Final = POOL_LOW + 1

CARDS_HELD: Final = CARD_VALUES
KEPT: Final = CARDS_HELD + 1
LOOKED_AT: Final = KEPT + 1
BLIND: Final = LOOKED_AT + 1
ELSEWHERE: Final = BLIND + 1
"""Cards that neither the seat nor their owner has seen, but somebody has."""
REVEALED: Final = ELSEWHERE + 1
"""Cards of the owner that others have seen."""
NOT_TOLD: Final = REVEALED + 1
"""Cards that the seat has seen and the owner has not, and their points."""
POINTS: Final = NOT_TOLD + 2
HIGHEST: Final = POINTS + 1
REST: Final = HIGHEST + 1
"""The points without the highest card."""
ALL_KNOWN: Final = REST + 1
READY_TO_CALL: Final = ALL_KNOWN + 1
NEARLY: Final = READY_TO_CALL + 1
PAIRS: Final = NEARLY + 1
ANSWERS: Final = PAIRS + 1
CALLED: Final = ANSWERS + 1
AT_TURN: Final = CALLED + 1
SCORE: Final = AT_TURN + 1
"""Four inputs."""
TOTALS: Final = SCORE + 4
LOWEST_TOTAL: Final = -2
TOTALS_TOLD: Final = 14
OF_A_SEAT: Final = TOTALS + TOTALS_TOLD


def inputs_of(players: int) -> int:
    """Numbers that the network sees."""
    return TABLE + OF_A_SEAT * players


# ---------------------------------------------------------------- unseen cards, and cards that were kept


@jit
def count_unseen(s: Ints, seat: int, pool: Ints) -> None:
    """Counts the cards that a seat has not seen, by value; their number is in `pool[0]`."""
    for card in range(1, CARD_VALUES + 1):
        pool[card] = count_of(s, PILE, card)
    for owner in range(s[PLAYERS]):
        for at in range(place(owner, 0), place(owner, s[COUNTS + owner])):
            if not knows(s, seat, s[at]):
                pool[s[at] & VALUE] += 1
    for at in range(UNDER, UNDER + s[UNDER_SIZE]):
        if not knows(s, seat, s[at]):
            pool[s[at] & VALUE] += 1
    pool[0] = 0
    for card in range(1, CARD_VALUES + 1):
        pool[0] += pool[card]


@inlined
def slot_bit(s: Ints, seat: int, at: int) -> int:
    """The bit of the slot in which a card lies."""
    return 1 << min(s[place(seat, at)] >> SLOT, MOST_SLOTS)


@jit
def follow(s: Ints, seat: int, code: int, kept: Ints) -> None:
    """Follows which cards their owners drew and kept (a bit for each slot); to be called before `apply`."""
    if PUT <= code < QUICK and s[PHASE] != POWER:
        _set(kept, seat, slot_bit(s, seat, code - PUT), s[PHASE] == DRAWN)
    elif code >= WHOLE:
        _follow_power(s, seat, code - WHOLE, kept)
    elif code >= TARGET and s[PENDING] == RENEWS:
        target = (code - TARGET) // SLOTS
        _set(kept, target, slot_bit(s, target, (code - TARGET) % SLOTS), False)


@inlined
def _set(kept: Ints, seat: int, bit: int, value: bool) -> None:
    kept[seat] = kept[seat] | bit if value else kept[seat] & ~bit


@inlined
def _follow_power(s: Ints, seat: int, whole: int, kept: Ints) -> None:
    """A 10 exchanges two cards, a 14 moves one to a new slot."""
    own = slot_bit(s, seat, whole // (SEATS * SLOTS))
    target = whole // SLOTS % SEATS
    had = kept[seat] & own != 0
    if s[PENDING] == SWAPS:
        theirs = slot_bit(s, target, whole % SLOTS)
        _set(kept, seat, own, kept[target] & theirs != 0)
        _set(kept, target, theirs, had)
    elif s[PENDING] == GIVES:
        _set(kept, seat, own, False)
        _set(kept, target, 1 << min(s[LENGTHS + target], MOST_SLOTS), had)


# ---------------------------------------------------------------- the inputs


@inlined
def fitted_standing(s: Ints, seat: int) -> float:
    """The chance to win the game from the marks after a round, or before one."""
    return chance_by_marks(s, seat, LAST_SCALE, SCALE_PER_POINT)


@jit
def look_at(s: Ints, seat: int, hidden: bool, did: int, pool: Ints, kept: Ints, inputs: Any) -> None:
    """What a seat knows after a decision of its own.

    `hidden`: the top discard is one that it has not seen yet. `did`: DRAW, END_TURN and CALL are only
    announced, the row stands before them.
    """
    for at in range(TABLE):
        inputs[at] = 0
    _look_at_top(s, hidden, inputs)
    inputs[TIED_TOP] = s[TIED]
    inputs[DRAWING] = did == DRAW
    inputs[LAST_TURNS] = s[FIRST_CALLER] >= 0
    inputs[ENDED] = did in (END_TURN, CALL)
    inputs[STANDING] = fitted_standing(s, seat)
    inputs[PILE_LEFT] = s[PILE_SIZE] / 50
    _look_at_pool(pool, inputs)
    turn = (s[TURN_OF] + 1) % s[PLAYERS] if did in (END_TURN, CALL) else s[TURN_OF]
    callers = s[CALLERS] | 1 << seat if did == CALL else s[CALLERS]
    for at in range(s[PLAYERS]):
        owner = (seat + at) % s[PLAYERS]
        mine = inputs[TABLE + OF_A_SEAT * at : TABLE + OF_A_SEAT * (at + 1)]
        _look_at_hand(s, seat, owner, 0 if hidden or s[TIED] else s[TOP], kept[owner], mine)
        mine[CALLED] = callers >> owner & 1
        mine[AT_TURN] = turn == owner
        _look_at_score(s, seat, owner, mine)


@inlined
def _look_at_top(s: Ints, hidden: bool, inputs: Any) -> None:
    if hidden:
        inputs[HIDDEN] = 1
    elif s[TOP]:
        inputs[s[TOP] - 1] = 1
        if s[PHASE] == POWER:
            inputs[PENDING_POWER + (s[PENDING] >> 1) - 4] = 1  # 8, 10, 12 and 14


@inlined
def _look_at_pool(pool: Ints, inputs: Any) -> None:
    """The unseen cards: shares by value, their mean, the share of low ones."""
    if pool[0] == 0:
        return
    points, low = 0, 0
    for card in range(1, CARD_VALUES + 1):
        inputs[POOL + card - 1] = 5 * pool[card] / pool[0]
        points += pool[card] * (card - ZERO)
        low += pool[card] if card <= ZERO + 3 else 0
    inputs[POOL_MEAN] = points / pool[0] / 7
    inputs[POOL_LOW] = 2 * low / pool[0]


@inlined
def _look_at_hand(s: Ints, seat: int, owner: int, top: int, kept: int, inputs: Any) -> None:
    """Cards that the seat knows by value; of the others, who knows them and whether they were kept."""
    for at in range(OF_A_SEAT):
        inputs[at] = 0
    points, highest, pairs, unseen, blind = 0, 0, 0, 0, 0
    for at in range(s[COUNTS + owner]):
        card = s[place(owner, at)]
        value, owned = card & VALUE, knows(s, owner, card)
        blind += not owned
        if card >> KNOWN & ((1 << SEATS) - 1) & ~(1 << owner):
            inputs[REVEALED] += 0.3
        if knows(s, seat, card):
            if inputs[value - 1] != 0 and value > ZERO:
                pairs += value - ZERO
            inputs[value - 1] += 1
            points += value - ZERO
            highest = max(highest, value)
            if not owned:
                inputs[NOT_TOLD] += 0.3
                inputs[NOT_TOLD + 1] += (value - ZERO) / 10
            elif value == top and value > ZERO:
                inputs[ANSWERS] = 1
        else:
            unseen += 1
            if owned:
                inputs[KEPT if kept & slot_bit(s, owner, at) else LOOKED_AT] += 0.3
            elif card >> KNOWN & ((1 << SEATS) - 1):
                inputs[ELSEWHERE] += 0.3
            else:
                inputs[BLIND] += 0.3
    inputs[CARDS_HELD] = s[COUNTS + owner] / 5
    inputs[POINTS] = points / 20
    inputs[HIGHEST] = highest / 16
    rest = points - highest + ZERO if highest else 0
    inputs[REST] = rest / 20
    inputs[ALL_KNOWN] = blind == 0
    inputs[READY_TO_CALL] = blind == 0 and points <= LIMIT and unseen == 0
    inputs[NEARLY] = blind == 0 and rest <= LIMIT and unseen == 0
    inputs[PAIRS] = pairs / 10
    if unseen == 0:
        inputs[TOTALS + min(max(points - LOWEST_TOTAL, 0), TOTALS_TOLD - 1)] = 1


@inlined
def _look_at_score(s: Ints, seat: int, owner: int, inputs: Any) -> None:
    """The score as if the game ended at the usual points, and its distance from the seat's."""
    score = s[SCORES + owner] + USUAL_END - s[END_POINTS]
    inputs[SCORE] = max(score, -50) / 100
    inputs[SCORE + 1] = (s[SCORES + owner] - s[SCORES + seat]) / 50
    inputs[SCORE + 2] = max(score - 70, 0) / 30
    inputs[SCORE + 3] = max(score - 85, 0) / 15
