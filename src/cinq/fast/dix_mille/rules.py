"""Dix Mille, compiled: who may act, what is allowed, what an action changes; beside rules.py there."""

from __future__ import annotations

from cinq.fast.bits import count
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.dix_mille.row import (
    ANNOUNCED,
    BANK,
    CONTENDERS,
    DICE,
    ENTERED,
    ENTRY,
    ENTRY_OFFER,
    FALLS,
    FIRST,
    LAST_DICE,
    LAST_INDEX,
    LAST_TURNED,
    LEFT,
    MINIMUM,
    OFFER_DICE,
    OFFER_POINTS,
    OPENING,
    OVER,
    PHASE,
    POINTS,
    ROLLING,
    SCORES,
    SEAT,
    SEATS,
    TAKE_OVER,
    TAKEOVER,
    TARGET,
    THROW,
    THROW_TOPINAMBOUR,
    THROWN,
    TOPINAMBOUR_ALLOWED,
    TURN,
    WAYS,
    WIDTH,
    WORTH,
    ZEROS,
    ZEROS_COUNT,
)
from cinq.fast.kernel import DEALER_BIT, PLAYERS

# ---------------------------------------------------------------- the table before the first die


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """Everyone is about to throw one die (DM-1, DM-2)."""
    for word in range(PLAYERS, WIDTH):
        s[word] = 0
    s[PLAYERS] = players
    for option in range(7):
        s[TARGET + option] = options[option]
    s[LEFT] = DICE
    s[FIRST] = -1
    s[CONTENDERS] = (1 << players) - 1
    if not s[ENTRY]:
        s[ENTERED] = (1 << players) - 1


# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """The seat whose turn it is, or the dealer while dice are in the air (DM-3)."""
    phase = s[PHASE]
    if phase == TURN:
        return 1 << s[SEAT]
    return 0 if phase == OVER else DEALER_BIT


@inlined
def can_bank(s: Ints) -> bool:
    """A hand can be kept from the minimum on, after a throw (DM-10, DM-14)."""
    return (s[PHASE] == TURN) & (s[THROWN] != 0) & (s[POINTS] >= s[MINIMUM])  # no branches


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """Throw on (DM-21), keep what one may (DM-10), take over what is offered (DM-14)."""
    on_turn = (s[PHASE] == TURN) & (seat == s[SEAT])
    mask[THROW] = on_turn
    mask[THROW_TOPINAMBOUR] = on_turn & (s[TOPINAMBOUR_ALLOWED] != 0)
    mask[BANK] = on_turn & can_bank(s)
    mask[TAKE_OVER] = on_turn & (s[OFFER_POINTS] != 0)


@inlined
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now (DM-3, DM-10, DM-14, DM-19, DM-21)."""
    if s[PHASE] != TURN or seat != s[SEAT]:
        return False
    if action == BANK:
        return can_bank(s)
    if action == TAKE_OVER:
        return s[OFFER_POINTS] != 0
    return action == THROW or (action == THROW_TOPINAMBOUR and s[TOPINAMBOUR_ALLOWED] != 0)


@inlined
def speaker(s: Ints) -> int:
    """The seat whose turn it is (DM-3)."""
    return s[SEAT]


@inlined
def choose(s: Ints, seat: int) -> int:
    """Any legal action; to bank and to take over never go together, for a throw ends an offer (DM-14)."""
    throws = 1 + s[TOPINAMBOUR_ALLOWED]
    bank = can_bank(s)
    chosen = below(s, throws + (bank | (s[OFFER_POINTS] != 0)))
    if chosen < throws:
        return chosen
    return BANK if bank else TAKE_OVER


@inlined
def safest(s: Ints, seat: int) -> int:
    """Keep the hand if one may, else throw on."""
    return BANK if can_bank(s) else THROW


# ---------------------------------------------------------------- what an action changes


@inlined
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes."""
    if action <= THROW_TOPINAMBOUR:
        s[PHASE] = ROLLING
        s[ANNOUNCED] = action
        s[OFFER_POINTS] = 0
        s[OFFER_DICE] = 0
    elif action == BANK:
        bank(s)
    else:
        take_over(s)


@inlined
def fall(s: Ints, outcome: Ints) -> None:
    """How the dice fell: the dealer's line."""
    if s[PHASE] == OPENING:
        open_game(s, outcome[0])
    else:
        land(s, outcome[0])


@jit
def open_game(s: Ints, index: int) -> None:
    """The lowest die starts; those tied for lowest throw again (DM-2)."""
    contenders = s[CONTENDERS]
    lowest, tied, seat = 6, 0, s[PLAYERS]
    while seat > 0:  # the last contender's die is the last digit
        seat -= 1
        if contenders >> seat & 1:
            face = index % 6
            index //= 6
            if face < lowest:
                lowest, tied = face, 0
            if face == lowest:
                tied |= 1 << seat
    if tied & (tied - 1):
        s[CONTENDERS] = tied
        return
    while not tied >> seat & 1:
        seat += 1
    s[PHASE] = TURN
    s[SEAT] = seat
    s[FIRST] = seat
    s[CONTENDERS] = 0


@inlined
def land(s: Ints, index: int) -> None:
    """Winning dice stay and score; a throw without any loses the hand (DM-4, DM-5)."""
    dice = s[LEFT]
    turned = s[ANNOUNCED]
    counted = WAYS[dice] - 1 - index if turned else index
    won = WORTH[FALLS[dice] + counted]
    s[LAST_DICE] = dice
    s[LAST_INDEX] = index
    s[LAST_TURNED] = turned
    if won == 0:
        lose(s)
        return
    left = dice - (won & 7)
    s[PHASE] = TURN
    s[POINTS] += won >> 3
    s[LEFT] = left if left else DICE  # all five have won: take them all up (DM-6)
    s[THROWN] = 1
    s[ANNOUNCED] = 0


@inlined
def lose(s: Ints) -> None:
    """The hand is gone, and is a zero after entry (DM-5, DM-13, DM-15)."""
    seat = s[SEAT]
    if s[ZEROS_COUNT] and s[ENTERED] >> seat & 1:
        if s[ZEROS] >> 2 * seat & 3 == 2:
            s[ZEROS] -= 2 << 2 * seat
            s[SCORES + seat] -= 500
        else:
            s[ZEROS] += 1 << 2 * seat
    pass_turn(s, 0, 0)


@inlined
def bank(s: Ints) -> None:
    """The hand is kept, or gives the right to score (DM-11, DM-12, DM-17, DM-18)."""
    seat = s[SEAT]
    left = s[TAKEOVER]
    if s[ENTERED] >> seat & 1:
        s[SCORES + seat] += s[POINTS]
    else:
        s[ENTERED] |= 1 << seat
        left &= s[ENTRY_OFFER]
    pass_turn(s, left * s[POINTS], left * s[LEFT])


@inlined
def take_over(s: Ints) -> None:
    """Start from the banked hand's points, with its dice (DM-14, DM-16)."""
    s[POINTS] = s[OFFER_POINTS]
    s[LEFT] = s[OFFER_DICE]
    s[OFFER_POINTS] = 0
    s[OFFER_DICE] = 0


@inlined
def pass_turn(s: Ints, points: int, dice: int) -> None:
    """Clockwise (DM-3); over when the round in which the target was reached is (DM-19)."""
    following = s[SEAT] + 1
    if following == s[PLAYERS]:
        following = 0
    s[PHASE] = TURN
    s[SEAT] = following
    s[POINTS] = 0
    s[LEFT] = DICE
    s[THROWN] = 0
    s[ANNOUNCED] = 0
    s[OFFER_POINTS] = points
    s[OFFER_DICE] = dice
    if following == s[FIRST] and best_total(s) >= s[TARGET]:
        s[PHASE] = OVER
        s[OFFER_POINTS] = 0
        s[OFFER_DICE] = 0


@inlined
def best_total(s: Ints) -> int:
    """The highest total, or 0: empty seats have 0, and every target is above it."""
    best = 0
    for seat in range(SEATS):
        best = max(best, s[SCORES + seat])
    return best


# ---------------------------------------------------------------- the dealer, and the end


@inlined
def draw(s: Ints, outcome: Ints) -> None:
    """Fair dice: one a contender in the opening (DM-2), else all that have not won (DM-4)."""
    outcome[0] = below(s, WAYS[_in_the_air(s)])


@inlined
def possible(s: Ints, outcome: Ints) -> bool:
    """Any fall of the dice in the air (DM-1)."""
    return 0 <= outcome[0] < WAYS[_in_the_air(s)]


@inlined
def _in_the_air(s: Ints) -> int:
    return s[LEFT] if s[PHASE] == ROLLING else count(s[CONTENDERS])


@jit
def result(s: Ints, out: Ints) -> None:
    """The highest total wins; equal totals share (DM-20)."""
    best = best_total(s)
    out[0] = 0
    for seat in range(SEATS):
        out[1 + seat] = s[SCORES + seat]
        if seat < s[PLAYERS] and s[SCORES + seat] == best:
            out[0] |= 1 << seat
