"""5 ou Moins, compiled. OM-8 and the like are paragraphs of games/five_or_less/RULES.md.

Read it beside rules.py, cards.py, powers.py, quick.py and scoring.py, whose functions have the same names.
A card is `value + 2`, from 1 to 16, and 0 is no card; a laid card has above these five bits the set of seats
that have seen it. The draw pile and the discards below the top are counts by value, one byte each: their
order has no meaning (OM-29). Of the round's discards the last 16 are kept, for snaps that come late (OM-15).

Two things are finite here that are not in the rules:

- A hand has room for `SLOTS` slots, a dozen more than the deck has cards. It grows longer only if a dozen
  cards leave it by quick discard and come back through a remade draw pile. The game then ends as it stands.
- The powers of 10 and 14 ask for a card of one's own and for a target. A mask lists their two halves: PUT
  chooses one's own card (OWN remembers it; nothing has happened at the table), TARGET plays the power. Codes
  from WHOLE up are both at once; `choose` and `encode` use these. A snap on an older discard has a code from
  LATE up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.kernel import DEALER_BIT, PLAYERS, Observation, Part, Words
from cinq.games import five_or_less
from cinq.games.five_or_less import cards, rules, scoring
from cinq.games.five_or_less.cards import End, Laid, Options, Shown, State
from cinq.games.five_or_less.components import LOWEST, deck
from cinq.games.five_or_less.powers import Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, Deal, DiscardDrawn, Draw, EndTurn, Ready, Swap, Take
from cinq.games.five_or_less.scoring import Result
from cinq.games.five_or_less.view import View

RULES: Final = five_or_less
SEATS: Final = 6
HAND: Final = cards.HAND
BOTTOM: Final = cards.BOTTOM
LIMIT: Final = scoring.LIMIT
CARDS: Final = len(deck())
SLOTS: Final = CARDS + 12
NONE: Final = 0
VALUE: Final = 31
"""The bits of a laid card that are its value."""
KNOWN: Final = 5
"""Where those begin that are the seats which have seen it."""
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
"""What for (three bits), to whom (three bits), in which slot; 0 if the dealer owes no card."""
PENDING: Final = 24
STARTED: Final = 25
OWN: Final = 26
"""One more than the slot that was chosen for a 10 or a 14; 0 before."""
CALLERS: Final = 27
"""A set of seats (OM-18)."""
FIRST_CALLER: Final = 28
SHOWN: Final = 29
"""A card that came back: its value, wrong or late (bit 5), seat (three bits), slot; 0 if there is none."""
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
"""By slot: swap the drawn card (OM-6), take the top discard (OM-7), or choose one's card for a 10 or 14."""
QUICK: Final = PUT + SLOTS
"""By slot, on the top discard (OM-13)."""
TARGET: Final = QUICK + SLOTS
"""By seat and slot; slot 0 where the power needs none (OM-11, OM-12)."""
ACTIONS: Final = TARGET + SEATS * SLOTS
LATE: Final = ACTIONS
"""By how many discards ago, from 1 to 15, and slot (OM-15)."""
WHOLE: Final = LATE + 15 * SLOTS
"""By one's own slot, seat and slot (OM-10, OM-12)."""
CODES: Final = WHOLE + SLOTS * SEATS * SLOTS
OUTCOME: Final = 1 + SEATS
"""A card, or who begins (-1 after the first round) and each seat's five cards, four bits each."""
RESULT: Final = 1 + SEATS

# ---------------------------------------------------------------- counts by value, one byte each

_ONES: Final = np.uint64(0x0101010101010101)
_7: Final = np.uint64(7)
_8: Final = np.uint64(8)
_16: Final = np.uint64(16)
_32: Final = np.uint64(32)
_56: Final = np.uint64(56)
MOST: Final = 127
"""What a byte can count, with one bit to spare."""


def _counted(values: tuple[int, ...]) -> list[int]:
    """Two words of counts."""
    words = [0, 0]
    for value in values:
        words[(value - LOWEST) >> 3] += 1 << 8 * ((value - LOWEST) & 7)
    return words


if len(deck()) > MOST:
    raise ValueError(f"deck.toml: {CARDS} cards; the compiled game counts up to {MOST}")
DECK_LOW, DECK_HIGH = _counted(deck())


@inlined
def _nth(low: int, high: int, n: int) -> int:
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
def _one(card: int) -> int:
    """One card, to be added to or taken from its word of counts."""
    return 1 << 8 * ((card - 1) & 7)


@inlined
def _count(s: Ints, counts: int, card: int) -> int:
    return s[counts + ((card - 1) >> 3)] >> 8 * ((card - 1) & 7) & 255


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


# ---------------------------------------------------------------- hands


@inlined
def place(seat: int, slot: int) -> int:
    """The word of a slot."""
    return HANDS + SLOTS * seat + slot


@inlined
def in_use(s: Ints, seat: int, slot: int) -> bool:
    """Whether a card lies in this slot."""
    return slot < s[LENGTHS + seat] and s[place(seat, slot)] != NONE


@inlined
def leave(s: Ints, seat: int, slot: int) -> None:
    """A slot is left empty: no other card moves (OM-31)."""
    s[place(seat, slot)] = NONE
    s[COUNTS + seat] -= 1
    if s[COUNTS + seat] == 0:
        s[HOLDERS] &= ~(1 << seat)


@jit
def added(s: Ints, seat: int, card: int) -> None:
    """One more card, in a new slot after the last (OM-31); without room the game ends."""
    length = s[LENGTHS + seat]
    if length == SLOTS:
        s[PHASE] = OVER
        return
    s[place(seat, length)] = card
    s[LENGTHS + seat] = length + 1
    s[COUNTS + seat] += 1
    s[HOLDERS] |= 1 << seat


@inlined
def everyone(s: Ints) -> int:
    """The bits of all seats, where a card has them."""
    return ((1 << s[PLAYERS]) - 1) << KNOWN


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
def _plays(s: Ints, seat: int) -> bool:
    """Whether it is this seat's turn and nobody else must speak first (OM-3, OM-4)."""
    return seat == s[TURN_OF] and s[OWED] == 0 and TURN <= s[PHASE] <= END


@inlined
def _races(s: Ints, seat: int) -> bool:
    """Whether this seat may quick-discard: there is a discard (OM-13), and it has not called (OM-19)."""
    return s[OWED] == 0 and TURN <= s[PHASE] <= END and not s[CALLERS] >> seat & 1


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """All that `refusal` would let pass; quick discards on the top card only."""
    for code in range(ACTIONS):
        mask[code] = 0
    mask[READY] = s[PHASE] == LOOK and s[WAITING] >> seat & 1
    if _plays(s, seat):
        _turn_menu(s, seat, mask)
    if _races(s, seat):
        _each_card(s, seat, mask[QUICK:TARGET])


@inlined
def _each_card(s: Ints, seat: int, mask: Ints) -> None:
    hand = s[place(seat, 0) : place(seat, SLOTS)]
    for slot in range(SLOTS):
        mask[slot] = hand[slot] != NONE


@inlined
def _turn_menu(s: Ints, seat: int, mask: Ints) -> None:
    phase = s[PHASE]
    if phase == TURN:
        mask[DRAW] = 1
        if not s[TIED]:
            _each_card(s, seat, mask[PUT:QUICK])
    elif phase == DRAWN:
        mask[DISCARD] = 1
        _each_card(s, seat, mask[PUT:QUICK])
    elif phase == POWER:
        mask[SKIP_POWER] = 1
        mask[START_POWER] = s[STARTED] == 0
        if s[STARTED]:
            _power_menu(s, seat, mask)
    else:
        mask[END_TURN] = 1
        mask[CALL] = 1


@jit
def _power_menu(s: Ints, seat: int, mask: Ints) -> None:
    """One's own card first where the power needs one, then every target (OM-9 to OM-12)."""
    power = s[PENDING]
    if _needs_own(power) and s[OWN] == 0:
        if _targets(s, power):
            _each_card(s, seat, mask[PUT:QUICK])
        return
    targets = _targets(s, power)
    for other in range(s[PLAYERS]):
        if targets >> other & 1:
            if _needs_theirs(power):
                _each_card(s, other, mask[TARGET + SLOTS * other : TARGET + SLOTS * (other + 1)])
            else:
                mask[TARGET + SLOTS * other] = 1


@inlined
def _needs_own(power: int) -> bool:
    return power in (SWAPS, GIVES)


@inlined
def _needs_theirs(power: int) -> bool:
    return power in (RENEWS, SWAPS)


@inlined
def _targets(s: Ints, power: int) -> int:
    """Other players (OM-9 to OM-12) who are not protected (OM-19) and have a card to lose (OM-30)."""
    seats = s[HOLDERS] if _needs_theirs(power) else (1 << s[PLAYERS]) - 1
    return seats & ~s[CALLERS] & ~(1 << s[TURN_OF])


@jit
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now: quick discards first, for they are most."""
    if QUICK <= action < TARGET:
        return _races(s, seat) and in_use(s, seat, action - QUICK)
    if LATE <= action < WHOLE:
        ago, slot = (action - LATE) // SLOTS + 1, (action - LATE) % SLOTS
        return _races(s, seat) and ago < s[DISCARDS] and in_use(s, seat, slot)
    if action == READY:
        return s[PHASE] == LOOK and s[WAITING] >> seat & 1 != 0
    return 0 < action < CODES and _plays(s, seat) and _allowed_turn(s, seat, action)


@inlined
def _allowed_turn(s: Ints, seat: int, action: int) -> bool:
    phase = s[PHASE]
    if phase == TURN:
        return action == DRAW or (s[TIED] == 0 and _own_card(s, seat, action))
    if phase == DRAWN:
        return action == DISCARD or _own_card(s, seat, action)
    if phase == END:
        return action in (END_TURN, CALL)
    if action == SKIP_POWER or (action == START_POWER and s[STARTED] == 0):
        return True
    return s[STARTED] != 0 and _allowed_power(s, seat, action)


@inlined
def _own_card(s: Ints, seat: int, action: int) -> bool:
    return PUT <= action < QUICK and in_use(s, seat, action - PUT)


@jit
def _allowed_power(s: Ints, seat: int, action: int) -> bool:
    """A half or the whole of the power that was started (OM-9 to OM-12, OM-17, OM-31)."""
    power = s[PENDING]
    if action < TARGET:
        return _needs_own(power) and s[OWN] == 0 and _targets(s, power) != 0 and _own_card(s, seat, action)
    if action >= WHOLE:
        own = (action - WHOLE) // (SEATS * SLOTS)
        return (
            _needs_own(power) and in_use(s, seat, own) and _hits(s, power, (action - WHOLE) % (SEATS * SLOTS))
        )
    if _needs_own(power) and s[OWN] == 0:
        return False
    return _hits(s, power, action - TARGET)


@inlined
def _hits(s: Ints, power: int, target: int) -> bool:
    seat, slot = target // SLOTS, target % SLOTS
    if not _targets(s, power) >> seat & 1:
        return False
    return in_use(s, seat, slot) if _needs_theirs(power) else slot == 0


@inlined
def speaker(s: Ints) -> int:
    """Any of those who may act."""
    who, players = actors(s), s[PLAYERS]
    seat = below(s, players)
    while not who >> seat & 1:
        seat = below(s, players)
    return seat


@jit
def choose(s: Ints, seat: int) -> int:
    """Any action of the rules' menu, all alike, powers whole; -1 never, for who may act has one."""
    if s[PHASE] == LOOK:
        return READY
    count = s[COUNTS + seat]
    if seat == s[TURN_OF]:
        return _choose_turn(s, seat, count)
    return QUICK + _any_slot(s, seat)


@inlined
def _any_slot(s: Ints, seat: int) -> int:
    """A slot in use, all alike."""
    length = s[LENGTHS + seat]
    slot = below(s, length)
    while s[place(seat, slot)] == NONE:
        slot = below(s, length)
    return slot


@inlined
def _choose_turn(s: Ints, seat: int, count: int) -> int:
    phase, quick = s[PHASE], 0 if s[CALLERS] >> seat & 1 else count
    if phase == POWER:
        return _choose_power(s, seat, quick)
    plain = 2 if phase == END else 1
    puts = count if phase == DRAWN or (phase == TURN and s[TIED] == 0) else 0
    chosen = below(s, plain + puts + quick)
    if chosen < plain:
        return END_TURN + chosen if phase == END else DRAW if phase == TURN else DISCARD
    return (PUT if chosen < plain + puts else QUICK) + _any_slot(s, seat)


@jit
def _choose_power(s: Ints, seat: int, quick: int) -> int:
    """Start or skip; then any way to play it (OM-9 to OM-12, OM-17)."""
    if not s[STARTED]:
        chosen = below(s, 2 + quick)
        return START_POWER + chosen if chosen < 2 else QUICK + _any_slot(s, seat)
    power = s[PENDING]
    targets, total = _targets(s, power), 0
    for other in range(s[PLAYERS]):
        if targets >> other & 1:
            total += s[COUNTS + other] if _needs_theirs(power) else 1
    ways = total * (s[COUNTS + seat] if _needs_own(power) else 1)
    chosen = below(s, 1 + ways + quick)
    if chosen == 0:
        return SKIP_POWER
    if chosen > ways:
        return QUICK + _any_slot(s, seat)
    target = _any_target(s, power, targets, (chosen - 1) % total)
    if not _needs_own(power):
        return TARGET + target
    return WHOLE + _any_slot(s, seat) * SEATS * SLOTS + target


@jit
def _any_target(s: Ints, power: int, targets: int, chosen: int) -> int:
    """A target, as likely as it has cards where one of them is meant."""
    other = 0
    while True:
        weight = s[COUNTS + other] if _needs_theirs(power) else 1
        if targets >> other & 1:
            if chosen < weight:
                return other * SLOTS + (_any_slot(s, other) if _needs_theirs(power) else 0)
            chosen -= weight
        other += 1


@jit
def safest(s: Ints, seat: int) -> int:
    """Draw, discard it, use no power and say nothing."""
    phase = s[PHASE]
    if phase == LOOK:
        return READY
    if seat != s[TURN_OF]:
        return -1
    if phase == TURN:
        return DRAW
    if phase == DRAWN:
        return DISCARD
    return SKIP_POWER if phase == POWER else END_TURN


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
    s[at] = s[DRAWN_CARD] if drawn else s[TOP] | everyone(s)
    discarded(s, out, drawn)
    awake(s, out)


@inlined
def discarded(s: Ints, card: int, keeps_top: bool) -> None:
    """A card put on the discard pile, or in place of its top: nothing is tied any more (OM-14)."""
    if keeps_top and s[TOP] != NONE:
        _bury(s)
    _lay(s, card)
    s[PHASE] = END
    s[TIED] = 0
    s[DRAWN_CARD] = NONE


@inlined
def _bury(s: Ints) -> None:
    """The top discard has another one over it."""
    top = s[TOP]
    s[HEAP + ((top - 1) >> 3)] += _one(top)
    s[HEAP_SIZE] += 1


@inlined
def _lay(s: Ints, card: int) -> None:
    s[TOP] = card
    s[RECENT] = s[RECENT] << 4 | card - 1
    s[DISCARDS] += 1


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


# ---------------------------------------------------------------- the quick discard


@jit
def quick_discard(s: Ints, seat: int, slot: int, ago: int) -> None:
    """First, too late, or wrong: judged against the card it answers (OM-13, OM-15, OM-16)."""
    at = place(seat, slot)
    card = s[at] & VALUE
    wrong = (s[RECENT] >> 4 * ago & 15) + 1 != card
    if wrong or s[TIED] != 0 or ago != 0:
        s[at] = card | everyone(s)  # it comes back, seen by all (OM-15, OM-16)
        s[SHOWN] = (slot << 3 | seat) << 6 | wrong << 5 | card
        if wrong:
            need(s, FOR_PENALTY | seat << 3)
    else:
        cover(s, seat, slot, card)


@jit
def cover(s: Ints, seat: int, slot: int, card: int) -> None:
    """The card is tied to the one below (OM-14) and takes its power away unless it was started (OM-17)."""
    leave(s, seat, slot)
    _bury(s)
    _lay(s, card)
    s[TIED] = 1
    s[SHOWN] = 0
    if s[PENDING] != 0 and s[STARTED] == 0:
        s[PENDING] = 0
        s[PHASE] = END
    if seat == s[TURN_OF] and slot == s[OWN] - 1:
        s[OWN] = 0


# ---------------------------------------------------------------- powers


@inlined
def awake(s: Ints, card: int) -> None:
    """A card has left a player's cards by a swap: does it leave a power to use? (OM-8, OM-28, OM-30)"""
    power = card - ZERO
    if power in (RENEWS, SWAPS, ADDS, GIVES) and s[POWERS] != 0 and _targets(s, power) != 0:
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
        s[place(turn, slot)] = s[place(target, target_slot)]  # OM-10
        s[place(target, target_slot)] = mine
        power_over(s)
    else:
        mine = s[place(turn, slot)]
        leave(s, turn, slot)  # OM-12
        power_over(s)
        added(s, target, mine)


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
    if s[PILE_SIZE] == 0 and (s[UNDER_SIZE] != 0 or _loose(s) <= 0):
        _need_known(s, owed)
    else:
        s[OWED] = owed


@inlined
def _loose(s: Ints) -> int:
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
def fall(s: Ints, outcome: Ints) -> None:
    """The card that was owed, or a deal: the dealer's line."""
    if s[OWED]:
        named(s, outcome[0])
    else:
        deal(s, outcome)


@jit
def named(s: Ints, card: int) -> None:
    """The dealer names the card that was owed, from a draw pile remade if it was empty (OM-29)."""
    owed = s[OWED]
    if s[PILE_SIZE] == 0:
        _remake(s)
    s[PILE + ((card - 1) >> 3)] -= _one(card)
    s[PILE_SIZE] -= 1
    s[OWED] = 0
    s[SHOWN] = 0
    arrive(s, owed, card)


@jit
def _remake(s: Ints) -> None:
    """All discards but the top and the card tied to it are the draw pile (OM-29)."""
    s[PILE] = s[HEAP]
    s[PILE + 1] = s[HEAP + 1]
    s[PILE_SIZE] = _loose(s)
    s[HEAP] = 0
    s[HEAP + 1] = 0
    s[HEAP_SIZE] = s[TIED]
    if s[TIED]:
        s[PILE + ((s[TOP] - 1) >> 3)] -= _one(s[TOP])
        s[HEAP + ((s[TOP] - 1) >> 3)] = _one(s[TOP])


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
        s[UNDER + s[UNDER_SIZE]] = s[place(seat, slot)]  # both unseen (OM-9)
        s[UNDER_SIZE] += 1
        s[place(seat, slot)] = card
        power_over(s)
    else:
        discarded(s, card & VALUE, True)  # the first discard (OM-4)
        s[PHASE] = TURN


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
    for slot in range(HAND, s[LENGTHS + seat]):
        s[place(seat, slot)] = NONE
    for slot in range(HAND):
        card = (hand >> 4 * slot & 15) + 1
        s[PILE + ((card - 1) >> 3)] -= _one(card)
        s[place(seat, slot)] = card | 1 << KNOWN + seat if slot < BOTTOM else card
    s[LENGTHS + seat] = HAND
    s[COUNTS + seat] = HAND


@jit
def total(s: Ints, seat: int) -> int:
    """The value of all cards of a hand."""
    value = -ZERO * s[COUNTS + seat]
    for slot in range(s[LENGTHS + seat]):
        value += s[place(seat, slot)] & VALUE
    return value


@jit
def finish_round(s: Ints) -> None:
    """All cards are turned up; points (OM-26) or rounds won (OM-27) are written down."""
    players, callers = s[PLAYERS], s[CALLERS]
    lowest = LIMIT + 1
    for seat in range(players):
        if callers >> seat & 1:
            lowest = min(lowest, total(s, seat))
    best = -1 << 30
    for seat in range(players):
        called, count = callers >> seat & 1 != 0, total(s, seat)
        wins = called and count == lowest and lowest <= LIMIT
        s[ROUNDS_WON + seat] += wins
        if s[END_POINTS]:
            s[SCORES + seat] += _points(called, wins, count, lowest <= LIMIT)
        best = max(best, s[SCORES + seat])
    over = best >= s[END_POINTS] if s[END_POINTS] else s[ROUND] == s[END_ROUNDS]
    s[PHASE] = OVER if over else DEAL


@inlined
def _points(called: bool, wins: bool, count: int, anyone: bool) -> int:
    """What a seat scores for a round."""
    if wins:
        return min(count, 0)  # OM-21, OM-23; below 0 it counts (OM-25)
    if called:
        return 2 * count  # OM-22, OM-23, OM-24
    return count if anyone else 0  # OM-21, OM-23; OM-22, OM-24


# ---------------------------------------------------------------- the dealer, and the end


@jit
def draw(s: Ints, outcome: Ints) -> None:
    """A shuffled deck: the card that is owed, or a deal (OM-2)."""
    if s[OWED] == 0:
        _draw_deal(s, outcome)
    elif s[PILE_SIZE] != 0:
        outcome[0] = _nth(s[PILE], s[PILE + 1], below(s, s[PILE_SIZE]))
    else:
        outcome[0] = _draw_discard(s)


@jit
def _draw_discard(s: Ints) -> int:
    """One of the discards of which a new draw pile will be made (OM-29)."""
    low, high, top = s[HEAP], s[HEAP + 1], s[TOP]
    if s[TIED] and top <= 8:
        low -= _one(top)
    elif s[TIED]:
        high -= _one(top)
    return _nth(low, high, below(s, _loose(s)))


@jit
def _draw_deal(s: Ints, outcome: Ints) -> None:
    """Five cards each; who begins by lot once (OM-2, OM-4)."""
    players, low, high, left = s[PLAYERS], DECK_LOW, DECK_HIGH, CARDS
    outcome[0] = below(s, players) if s[ROUND] == 0 else -1
    for seat in range(players):
        hand = 0
        for _ in range(HAND):
            card = _nth(low, high, below(s, left))
            low -= _one(card) if card <= 8 else 0
            high -= _one(card) if card > 8 else 0
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
        return _count(s, PILE, card) > 0
    return _count(s, HEAP, card) > (s[TIED] if card == s[TOP] else 0)


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


@jit
def result(s: Ints, out: Ints) -> None:
    """The lowest total wins (OM-26), or the most rounds won (OM-27); equal ones share."""
    players, best = s[PLAYERS], 1 << 30
    for seat in range(players):
        best = min(best, _mark(s, seat))
    out[0] = 0
    for seat in range(SEATS):
        out[1 + seat] = s[SCORES + seat]
        if seat < players and _mark(s, seat) == best:
            out[0] |= 1 << seat


@inlined
def _mark(s: Ints, seat: int) -> int:
    return s[SCORES + seat] if s[END_POINTS] else -s[ROUNDS_WON + seat]


# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 16
"""Numbers in an observation before those of each seat."""
OF_A_SEAT: Final = 3 + SLOTS
HIDDEN: Final = 1
"""A card that lies face down; 0 is an empty slot, a card that can be seen is its value + 3."""
NUMBERS: Final = 0x7FFF
"""The number of a discard starts again at 0 after this."""


def observation_size(players: int) -> int:
    """The table; then score, rounds won, call and slots of each seat, the viewer's own first."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows, and the card that this seat has chosen for its power."""
    players, phase, turn, shown = s[PLAYERS], s[PHASE], s[TURN_OF], s[SHOWN]
    out[0] = phase
    out[1] = -1 if phase in (DEAL, OVER) else (turn - seat) % players
    out[2] = s[PILE_SIZE] + s[UNDER_SIZE]
    out[3] = s[TOP]
    out[4] = (s[BEGAN] + s[DISCARDS] - 1) & NUMBERS if s[TOP] else 0
    out[5] = s[TIED]
    out[6] = s[DRAWN_CARD] & VALUE if seat == turn else 0
    out[7] = -1 if s[FIRST_CALLER] < 0 else (s[FIRST_CALLER] - seat) % players
    out[8] = s[ROUND]
    out[9] = s[PENDING]
    out[10] = s[STARTED]
    out[11] = s[OWN] if seat == turn else 0
    out[12] = -1 if shown == 0 else ((shown >> 6 & 7) - seat) % players
    out[13] = shown >> 9
    out[14] = shown & VALUE
    out[15] = shown >> 5 & 1
    owner = seat
    for other in range(players):
        at = SEEN + OF_A_SEAT * other
        out[at] = s[SCORES + owner]
        out[at + 1] = s[ROUNDS_WON + owner]
        out[at + 2] = s[CALLERS] >> owner & 1
        _observe_hand(s, owner, seat, out, at + 3)
        owner = owner + 1 if owner + 1 < players else 0


@inlined
def _observe_hand(s: Ints, owner: int, seat: int, out: Ints, at: int) -> None:
    """Face up at the end of a round, while one looks (OM-3), or with the memory aid."""
    phase, hand, seen = s[PHASE], s[place(owner, 0) : place(owner, SLOTS)], out[at : at + SLOTS]
    for slot in range(SLOTS):
        seen[slot] = hand[slot] != NONE
    ended, looks = phase in (DEAL, OVER), phase == LOOK and owner == seat and s[WAITING] >> seat & 1
    if ended or looks or s[MEMORY_AID]:
        _turn_up(hand, seen, SLOTS if ended else BOTTOM if looks else 0, s[MEMORY_AID] << KNOWN + seat)


@jit
def _turn_up(hand: Ints, seen: Ints, slots: int, known: int) -> None:
    """The cards of the first slots, and those that have one of the bits `known`."""
    for slot in range(SLOTS):
        card = hand[slot]
        if card & known or (card != NONE and slot < slots):
            seen[slot] = (card & VALUE) + 1


# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (cards.DEAL, cards.LOOK, cards.TURN, cards.DRAWN, cards.POWER, cards.END, cards.OVER)
_REASONS: Final = ("", cards.FIRST, cards.DRAW, cards.PENALTY, cards.RENEW, cards.ADD)
_PLAIN: Final[tuple[rules.Move, ...]] = (
    Ready(),
    Draw(),
    DiscardDrawn(),
    EndTurn(False),
    EndTurn(True),
    StartPower(),
    SkipPower(),
)


def any_options(players: int, rng: Random) -> Options:
    """Points or rounds, few or many; powers and memory aid or not."""
    ends = (End(points=1), End(points=100), End(points=100), End(rounds=1), End(rounds=3))
    end = ends[int(rng.random() * len(ends))]
    return Options(end, powers=rng.random() < 0.8, memory_aid=rng.random() < 0.5)


def options_of(options: Options) -> tuple[int, ...]:
    """Points, rounds, powers, memory aid."""
    return (
        options.end.points or 0,
        options.end.rounds or 0,
        int(options.powers),
        int(options.memory_aid),
    )


def encode(action: rules.Move, s: Words) -> int:
    """The code of a seat's action; powers whole."""
    match action:
        case QuickDiscard(slot, on):
            ago = int(s[BEGAN] + s[DISCARDS]) - 1 - on
            if not 0 <= ago < 16:
                raise ValueError(f"only the last 16 discards have codes, not {on}")
            return QUICK + _slot(slot) if ago == 0 else LATE + (ago - 1) * SLOTS + _slot(slot)
        case Swap(slot) | Take(slot):
            return PUT + _slot(slot)
        case Power():
            target = SLOTS * action.target + _slot(action.target_slot or 0)
            return (
                TARGET + target
                if action.slot is None
                else WHOLE + SEATS * SLOTS * _slot(action.slot) + target
            )
    return _PLAIN.index(action)


def _slot(slot: int) -> int:
    if not 0 <= slot < SLOTS:
        raise ValueError(f"slots go from 0 to {SLOTS - 1}, not to {slot}")
    return slot


def decode(code: int, s: Words) -> rules.Move | Part:
    """The seat's action of a code; a Part where one's own card is chosen for a 10 or a 14."""
    if code < PUT:
        return _PLAIN[code]
    if code < QUICK:
        return _decode_put(code - PUT, s)
    top = int(s[BEGAN] + s[DISCARDS]) - 1
    if code < TARGET:
        return QuickDiscard(code - QUICK, top)
    if code < ACTIONS:
        return _decode_power(int(s[OWN]) - 1, code - TARGET, s)
    if code < WHOLE:
        return QuickDiscard((code - LATE) % SLOTS, top - 1 - (code - LATE) // SLOTS)
    if code >= CODES:
        raise ValueError(f"there is no action {code}")
    return _decode_power(*divmod(code - WHOLE, SEATS * SLOTS), s)


def _decode_put(slot: int, s: Words) -> rules.Move | Part:
    if s[PHASE] == TURN:
        return Take(slot)
    if s[PHASE] == DRAWN:
        return Swap(slot)
    if s[PENDING] in (SWAPS, GIVES) and s[STARTED] and not s[OWN]:
        return Part(PUT + slot)
    raise ValueError("no card is put in this slot now")


def _decode_power(own: int, target: int, s: Words) -> Power:
    power, (seat, slot) = int(s[PENDING]), divmod(target, SLOTS)
    theirs = power in (RENEWS, SWAPS)
    if not power or (own >= 0) != (power in (SWAPS, GIVES)) or (slot and not theirs):
        raise ValueError(f"this is no way to use a {power}")
    return Power(slot=own if own >= 0 else None, target=seat, target_slot=slot if theirs else None)


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """A card, or a deal."""
    outcome = np.zeros(OUTCOME, np.int64)
    if isinstance(action, Card):
        outcome[0] = action.value + ZERO
        return outcome
    assert isinstance(action, Deal)
    outcome[0] = -1 if action.first is None else action.first
    for seat, hand in enumerate(action.hands):
        outcome[1 + seat] = sum(value - LOWEST << 4 * slot for slot, value in enumerate(hand))
    return outcome


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """A card if one is owed, else a deal."""
    if s[OWED]:
        return Card(int(outcome[0]) - ZERO)
    dealt = [int(hand) for hand in outcome[1 : 1 + int(s[PLAYERS])]]
    hands = tuple(tuple((hand >> 4 * slot & 15) + LOWEST for slot in range(HAND)) for hand in dealt)
    return Deal(hands, None if outcome[0] < 0 else int(outcome[0]))


def _card(card: Laid | None) -> int:
    return NONE if card is None else card.value + ZERO | card.known << KNOWN


def _value(value: int | None) -> int:
    return NONE if value is None else value + ZERO


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project(state: State) -> Words:
    """The row of a state."""
    s = np.zeros(WIDTH, np.int64)
    players, owed = len(state.hands), state.owed
    s[PLAYERS] = players
    s[END_POINTS : MEMORY_AID + 1] = options_of(state.options)
    s[PHASE] = _PHASES.index(state.phase)
    s[ROUND], s[FIRST], s[TURN_OF] = state.round, state.first, state.turn
    s[WAITING] = _seats(state.waiting)
    s[PILE : PILE + 2], s[PILE_SIZE] = _counted(state.pile), len(state.pile)
    s[HEAP : HEAP + 2], s[HEAP_SIZE] = _counted(state.heap[:-1]), len(state.heap[:-1])
    s[TOP], s[TIED] = _value(state.heap[-1] if state.heap else None), state.tied
    recent = sum(value - LOWEST << 4 * ago for ago, value in enumerate(reversed(state.discards[-16:])))
    s[RECENT] = recent - (1 << 64) if recent >> 63 else recent
    s[DISCARDS], s[BEGAN] = len(state.discards), state.began
    s[DRAWN_CARD] = _card(state.drawn)
    s[OWED] = 0 if owed is None else (owed.slot << 3 | owed.seat) << 3 | _REASONS.index(owed.why)
    s[PENDING], s[STARTED] = state.pending or 0, state.started
    s[CALLERS], s[FIRST_CALLER] = _seats(state.callers), state.callers[0] if state.callers else -1
    s[SHOWN] = _project_shown(state.shown)
    _project_cards(state, s)
    s[SCORES : SCORES + players] = state.scores
    s[ROUNDS_WON : ROUNDS_WON + players] = state.rounds_won
    return s


def _project_shown(shown: Shown | None) -> int:
    if shown is None:
        return 0
    wrong = shown.verdict == cards.WRONG
    return (shown.slot << 3 | shown.seat) << 6 | wrong << 5 | _value(shown.value)


def _project_cards(state: State, s: Words) -> None:
    for seat, hand in enumerate(state.hands):
        s[LENGTHS + seat] = len(hand)
        s[COUNTS + seat] = len(hand) - hand.count(None)
        s[HOLDERS] |= any(hand) << seat
        s[place(seat, 0) : place(seat, len(hand))] = [_card(card) for card in hand]
    s[UNDER_SIZE] = len(state.under)
    s[UNDER : UNDER + len(state.under)] = [_card(card) for card in state.under]


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    top, shown = view.discard, view.shown
    seen = [
        _PHASES.index(view.phase),
        -1 if view.turn is None else around.index(view.turn),
        view.draw_count,
        *((_value(top.value), top.number & NUMBERS, int(top.tied)) if top else (0, 0, 0)),
        _value(view.drawn),
        around.index(view.callers[0]) if view.callers else -1,
        view.round,
        view.pending_power or 0,
        int(view.power_started),
        0,
        *(
            (around.index(shown.seat), shown.slot, _value(shown.value), int(shown.verdict == cards.WRONG))
            if shown
            else (-1, 0, 0, 0)
        ),
    ]
    for other in around:
        slots = [0] * SLOTS
        for laid in view.hands[other]:
            slots[laid.slot] = HIDDEN if laid.value is None else _value(laid.value) + 1
        seen += [view.scores[other], view.rounds_won[other], int(other in view.callers), *slots]
    return np.array(seen, np.int16)


def project_result(result: CoreResult) -> Words:
    """Winners, then totals."""
    assert isinstance(result, Result)
    out = np.zeros(RESULT, np.int64)
    out[0] = _seats(result.winners)
    out[1 : 1 + len(result.scores)] = result.scores
    return out
