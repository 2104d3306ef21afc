"""5 ou Moins, compiled: who may act, what an action changes, deals and draws; beside rules.py there."""

from __future__ import annotations

from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import (
    count_of,
    discarded,
    everyone,
    lay_in,
    loose,
    named,
    need,
    nth_card,
    one_of,
    place,
    power_over,
)
from cinq.fast.five_or_less.powers import awake, play_power
from cinq.fast.five_or_less.quick import quick_discard
from cinq.fast.five_or_less.row import (
    ACTIONS,
    BEGAN,
    BOTTOM,
    CALL,
    CALLERS,
    CARDS,
    COUNTS,
    DEAL,
    DECK_HIGH,
    DECK_LOW,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWN_CARD,
    END_POINTS,
    END_TURN,
    FIRST,
    FIRST_CALLER,
    FOR_DRAW,
    FOR_FIRST,
    HAND,
    HEAP,
    HOLDERS,
    KNOWN,
    LATE,
    LENGTHS,
    LOOK,
    NONE,
    OVER,
    OWED,
    OWN,
    PHASE,
    PILE,
    PILE_SIZE,
    POWER,
    PUT,
    QUICK,
    READY,
    RECENT,
    ROUND,
    SEATS,
    SHOWN,
    SKIP_POWER,
    SLOT,
    SLOTS,
    START_POWER,
    STARTED,
    TARGET,
    TIED,
    TOP,
    TURN,
    TURN_OF,
    UNDER,
    UNDER_SIZE,
    VALUE,
    WAITING,
    WHOLE,
    WIDTH,
)
from cinq.fast.five_or_less.scoring import finish_round
from cinq.fast.kernel import DEALER_BIT, PLAYERS

# ---------------------------------------------------------------- the table before the first deal


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """Before the first deal: all cards in the box (OM-1)."""
    for word in range(PLAYERS, WIDTH):
        s[word] = 0
    s[PLAYERS] = players
    for option in range(4):
        s[END_POINTS + option] = options[option]
    s[PILE] = DECK_LOW
    s[PILE + 1] = DECK_HIGH
    s[PILE_SIZE] = CARDS
    s[BEGAN] = 1
    s[FIRST_CALLER] = -1


# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """The dealer while a card is owed, those who look, or the turn's player and all who may race (OM-13)."""
    phase = s[PHASE]
    if s[OWED] != 0 or phase == DEAL:
        return 0 if phase == OVER else DEALER_BIT
    if phase == LOOK:
        return s[WAITING]
    if phase == OVER:
        return 0
    return s[HOLDERS] & ~s[CALLERS] | 1 << s[TURN_OF]


@inlined
def speaker(s: Ints) -> int:
    """Any of those who may act."""
    who, players = actors(s), s[PLAYERS]
    seat = below(s, players)
    while not who >> seat & 1:
        seat = below(s, players)
    return seat


# ---------------------------------------------------------------- what an action changes


@jit
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes."""
    if QUICK <= action < TARGET or LATE <= action < WHOLE:
        late = action >= LATE
        ago = (action - LATE) // SLOTS + 1 if late else 0
        quick_discard(s, seat, (action - LATE) % SLOTS if late else action - QUICK, ago)
    else:
        _apply_rest(s, seat, action)


@jit
def _apply_rest(s: Ints, seat: int, action: int) -> None:
    """Everything but quick discards."""
    if s[PHASE] == POWER and PUT <= action < QUICK:
        s[OWN] = action - PUT + 1
        return
    s[SHOWN] = 0
    if action == DRAW:
        need(s, FOR_DRAW | seat << 3)
    elif action == DISCARD:
        discarded(s, s[DRAWN_CARD] & VALUE, True)
    elif action <= CALL and action >= END_TURN:
        end_turn(s, action == CALL)
    elif action == READY:
        ready(s, seat)
    elif action == START_POWER:
        s[STARTED] = 1
    elif action == SKIP_POWER:
        power_over(s)
    elif action < QUICK:
        swap_or_take(s, action - PUT)
    elif action < ACTIONS:
        play_power(s, s[OWN] - 1, (action - TARGET) // SLOTS, (action - TARGET) % SLOTS)
    else:
        whole = action - WHOLE
        play_power(s, whole // (SEATS * SLOTS), whole // SLOTS % SEATS, whole % SLOTS)


@jit
def ready(s: Ints, seat: int) -> None:
    """The cards are put back; when all have looked, the first player turns up a card (OM-3, OM-4)."""
    s[WAITING] &= ~(1 << seat)
    if s[WAITING] == 0:
        need(s, FOR_FIRST | s[FIRST] << 3)


@inlined
def swap_or_take(s: Ints, slot: int) -> None:
    """The drawn card (OM-6) or the top discard, which all have seen (OM-7), replaces one's own card."""
    at = place(s[TURN_OF], slot)
    out, drawn = s[at] & VALUE, s[PHASE] == DRAWN
    lay_in(s, at, s[DRAWN_CARD] if drawn else s[TOP] | everyone(s))
    discarded(s, out, drawn)
    awake(s, out)


@jit
def end_turn(s: Ints, call: bool) -> None:
    """Clockwise (OM-4); after a call each other player has one last turn (OM-18)."""
    seat = s[TURN_OF]
    if call:
        s[CALLERS] |= 1 << seat
        if s[FIRST_CALLER] < 0:
            s[FIRST_CALLER] = seat
    following = seat + 1 if seat + 1 < s[PLAYERS] else 0
    s[PHASE] = TURN
    s[TURN_OF] = following
    if following == s[FIRST_CALLER]:
        finish_round(s)


@jit
def fall(s: Ints, outcome: Ints) -> None:
    """The card that was owed, or a deal: the dealer's line."""
    if s[OWED]:
        named(s, outcome[0])
    else:
        deal(s, outcome)


# ---------------------------------------------------------------- a round


@jit
def deal(s: Ints, outcome: Ints) -> None:
    """Five cards each, the bottom three known to their player; the rest is the draw pile (OM-2, OM-3)."""
    players = s[PLAYERS]
    begins = (s[FIRST] + 1) % players if outcome[0] < 0 else outcome[0]  # OM-4
    s[PHASE] = LOOK
    s[ROUND] += 1
    s[FIRST] = begins
    s[TURN_OF] = begins
    s[WAITING] = (1 << players) - 1
    s[HOLDERS] = (1 << players) - 1
    s[PILE] = DECK_LOW
    s[PILE + 1] = DECK_HIGH
    s[PILE_SIZE] = CARDS - HAND * players
    for word in range(HEAP, RECENT + 1):
        s[word] = 0
    s[BEGAN] += s[DISCARDS]
    s[DISCARDS] = 0
    s[SHOWN] = 0
    s[CALLERS] = 0
    s[FIRST_CALLER] = -1
    for at in range(UNDER, UNDER + s[UNDER_SIZE]):
        s[at] = NONE
    s[UNDER_SIZE] = 0
    for seat in range(players):
        _deal_hand(s, seat, outcome[1 + seat])


@inlined
def _deal_hand(s: Ints, seat: int, hand: int) -> None:
    for slot in range(HAND, s[COUNTS + seat]):
        s[place(seat, slot)] = NONE
    for slot in range(HAND):
        card = (hand >> 4 * slot & 15) + 1
        s[PILE + ((card - 1) >> 3)] -= one_of(card)
        known = 1 << KNOWN + seat if slot < BOTTOM else 0  # OM-3
        s[place(seat, slot)] = card | known | slot << SLOT
    s[LENGTHS + seat] = HAND
    s[COUNTS + seat] = HAND


# ---------------------------------------------------------------- the dealer, and the end


@jit
def draw(s: Ints, outcome: Ints) -> None:
    """A shuffled deck: the card that is owed, or a deal (OM-2)."""
    if s[OWED] == 0:
        _draw_deal(s, outcome)
    elif s[PILE_SIZE] != 0:
        outcome[0] = nth_card(s[PILE], s[PILE + 1], below(s, s[PILE_SIZE]))
    else:
        outcome[0] = _draw_discard(s)


@jit
def _draw_discard(s: Ints) -> int:
    """One of the discards of which a new draw pile will be made (OM-29)."""
    low, high, top = s[HEAP], s[HEAP + 1], s[TOP]
    if s[TIED] and top <= 8:
        low -= one_of(top)
    elif s[TIED]:
        high -= one_of(top)
    return nth_card(low, high, below(s, loose(s)))


@jit
def _draw_deal(s: Ints, outcome: Ints) -> None:
    """Five cards each; who begins by lot once (OM-2, OM-4)."""
    players, low, high, left = s[PLAYERS], DECK_LOW, DECK_HIGH, CARDS
    outcome[0] = below(s, players) if s[ROUND] == 0 else -1
    for seat in range(players):
        hand = 0
        for _ in range(HAND):
            card = nth_card(low, high, below(s, left))
            low -= one_of(card) if card <= 8 else 0
            high -= one_of(card) if card > 8 else 0
            left -= 1
            hand = hand << 4 | card - 1
        outcome[1 + seat] = hand


@jit
def possible(s: Ints, outcome: Ints) -> bool:
    """A card of the draw pile, or of the discards it is remade from (OM-29); or a deal (OM-2)."""
    if s[OWED] == 0:
        return s[PHASE] == DEAL and _possible_deal(s, outcome)
    card = outcome[0]
    if not 1 <= card <= 16:
        return False
    if s[PILE_SIZE] != 0:
        return count_of(s, PILE, card) > 0
    return count_of(s, HEAP, card) > (s[TIED] if card == s[TOP] else 0)


@jit
def _possible_deal(s: Ints, outcome: Ints) -> bool:
    """No more cards of a value than the deck has; who begins is named once (OM-4)."""
    players = s[PLAYERS]
    if not (0 <= outcome[0] < players if s[ROUND] == 0 else outcome[0] == -1):
        return False
    for value in range(16):
        left = (DECK_LOW if value < 8 else DECK_HIGH) >> 8 * (value & 7) & 255
        for seat in range(players):
            hand = outcome[1 + seat]
            if hand < 0 or hand >> 4 * HAND:
                return False
            for slot in range(HAND):
                left -= hand >> 4 * slot & 15 == value
        if left < 0:
            return False
    return True
