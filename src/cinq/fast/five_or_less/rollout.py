"""5 ou Moins, compiled: rounds played on from a sampled world by one policy, with the kernel's rules.

A world is a row in which every card has a value. Its draw pile lies in an order (`deck`, the top last), so
that actions which are compared meet the same cards; a pile that is made anew (OM-29) is drawn from by lot.
Every simulated player remembers all that it has seen: the rows say who has seen which card.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from cinq.fast.bits import lowest
from cinq.fast.chance import below, fresh
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.five_or_less.cards import named, one_of, place
from cinq.fast.five_or_less.powers import needs_own, needs_theirs, targets_of
from cinq.fast.five_or_less.row import (
    CALL,
    CALLERS,
    COUNTS,
    DEAL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWN_CARD,
    END,
    END_POINTS,
    END_ROUNDS,
    END_TURN,
    HANDS,
    HOLDERS,
    KNOWN,
    LIMIT,
    LOOK,
    OVER,
    OWED,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    POWER,
    PUT,
    QUICK,
    READY,
    ROUND,
    ROUNDS_WON,
    SCORES,
    SEATS,
    SKIP_POWER,
    SLOTS,
    START_POWER,
    STARTED,
    TARGET,
    TIED,
    TOP,
    TURN_OF,
    UNDER,
    UNDER_SIZE,
    VALUE,
    WAITING,
    WHOLE,
    ZERO,
)
from cinq.fast.five_or_less.rules import apply, draw, fall
from cinq.fast.five_or_less.scoring import total
from cinq.fast.kernel import PLAYERS, Words

BLIND: Final = 13.5 + ZERO
LAST_BLIND: Final = 6.4 + ZERO
"""The card for which one's own unknown card counts, and in a last turn: to know one's cards is worth much."""
TAKE_UP_TO: Final = 3 + ZERO
TAKE_GAIN: Final = 2.0
"""A discard is taken if it is this low and saves that much."""
LAST_CALL: Final = 2
"""Call at 5 or less; after another's call only when very low."""
SNAPS: Final = 0.92
"""The chance that somebody who can make a quick discard does."""
LINES: Final = 400
"""A round is broken off after so many actions."""
LOW_CARD: Final = 6.0 + ZERO
"""A card that its owner kept is probably below this."""
LOW_CARD_TRIES: Final = 5
"""How many cards of the pile are looked through for a low one."""
LAST_SCALE: Final = 10.0
SCALE_PER_POINT: Final = 0.3
"""Points by which one must lead to be e times as likely to win: at the end of a game, and more before it."""
WAIT: Final = -1


@inlined
def uniform(s: Ints) -> float:
    """A number from 0 to 1."""
    return fresh(s) / 2**32


# ---------------------------------------------------------------- sampled worlds


@jit
def imagine(s: Ints, unknown: Ints, kept: Ints, pool: Ints, deck: Ints) -> None:
    """Gives every unknown card (a word of the row) a value out of the pool; the rest is the draw pile."""
    left = len(pool)
    for at in range(left):
        other = below(s, at + 1)
        deck[at] = deck[other]
        deck[other] = pool[at]
    for n in range(len(unknown)):
        if left > 0:
            if kept[n]:
                _find_low(s, deck, left)
            left -= 1
            s[unknown[n]] = s[unknown[n]] & ~VALUE | deck[left]
    s[PILE] = 0
    s[PILE + 1] = 0
    s[PILE_SIZE] = left
    for at in range(left):
        s[PILE + ((deck[at] - 1) >> 3)] += one_of(deck[at])


@jit
def _find_low(s: Ints, deck: Ints, left: int) -> None:
    """Brings a low card to the top, with a probability that falls with its value."""
    for at in range(left - 1, max(0, left - LOW_CARD_TRIES) - 1, -1):
        if uniform(s) < 1 / (1 + exp(deck[at] - LOW_CARD)):
            low = deck[at]
            deck[at] = deck[left - 1]
            deck[left - 1] = low
            return


# ---------------------------------------------------------------- cards


@inlined
def knows(s: Ints, seat: int, card: int) -> bool:
    """Whether a seat has seen a laid card."""
    return card >> KNOWN + seat & 1 != 0


@jit
def worst_known(s: Ints, seat: int) -> int:
    """The place of the highest card that its owner knows; -1 if none."""
    worst, found = 0, -1
    for at in range(s[COUNTS + seat]):
        card = s[place(seat, at)]
        if knows(s, seat, card) and card & VALUE > worst:
            worst, found = card & VALUE, at
    return found


@jit
def some_card(s: Ints, seat: int, known: bool) -> int:
    """The place of any card that its owner knows, or does not know; -1 if none."""
    count, found = 0, -1
    for at in range(s[COUNTS + seat]):
        if knows(s, seat, s[place(seat, at)]) == known:
            count += 1
            if below(s, count) == 0:
                found = at
    return found


@inlined
def likely_low(s: Ints, seat: int) -> int:
    """The place of a card that its owner knows, as known cards are probably low."""
    known = some_card(s, seat, True)
    return known if known >= 0 else some_card(s, seat, False)


@inlined
def card_at(s: Ints, seat: int, at: int) -> int:
    return s[place(seat, at)] & VALUE


# ---------------------------------------------------------------- the policy


@jit
def goes(s: Ints, seat: int) -> int:
    """The place of the card that a seat would replace: its highest, or one that it does not know."""
    worst, blind = worst_known(s, seat), some_card(s, seat, False)
    unseen = LAST_BLIND if s[CALLERS] else BLIND
    if blind >= 0 and (worst < 0 or card_at(s, seat, worst) <= unseen):
        return blind
    return worst


@inlined
def counts_for(s: Ints, seat: int, at: int) -> float:
    """The card for which the one at a place counts, to its owner; less than any if there is none."""
    if at < 0:
        return -1.0
    if knows(s, seat, s[place(seat, at)]):
        return float(card_at(s, seat, at))
    return LAST_BLIND if s[CALLERS] else BLIND


@jit
def move(s: Ints, seat: int) -> int:
    """What the seat whose turn it is does next."""
    phase = s[PHASE]
    if phase == END:
        return CALL if calls(s, seat) else END_TURN
    if phase == POWER:
        return power_move(s, seat) if s[STARTED] else START_POWER
    out = goes(s, seat)
    least = counts_for(s, seat, out)
    if phase == DRAWN:
        return PUT + out if s[DRAWN_CARD] & VALUE < least else DISCARD
    return PUT + out if s[TIED] == 0 and 0 < s[TOP] <= min(TAKE_UP_TO, least - TAKE_GAIN) else DRAW


@jit
def calls(s: Ints, seat: int) -> bool:
    """Whether all cards are known and low enough."""
    for at in range(s[COUNTS + seat]):
        if not knows(s, seat, s[place(seat, at)]):
            return False
    return total(s, seat) <= (LAST_CALL if s[CALLERS] else LIMIT)


@jit
def power_move(s: Ints, seat: int) -> int:
    """The power against the player with fewest cards, who is nearest to calling."""
    power = s[PENDING]
    nobody = s[PLAYERS]
    targets, target, fewest = targets_of(s, power), nobody, SLOTS + 1
    for other in range(s[PLAYERS]):
        if targets >> other & 1 and s[COUNTS + other] < fewest:
            target, fewest = other, s[COUNTS + other]
    if target == nobody or (needs_own(power) and s[COUNTS + seat] == 0):
        return SKIP_POWER
    hit = target * SLOTS + (likely_low(s, target) if needs_theirs(power) else 0)
    return WHOLE + SEATS * SLOTS * unloaded(s, seat) + hit if needs_own(power) else TARGET + hit


@jit
def unloaded(s: Ints, seat: int) -> int:
    """The place of the card to give away: the worst, or an unknown one."""
    worst, blind = worst_known(s, seat), some_card(s, seat, False)
    return blind if blind >= 0 and (worst < 0 or card_at(s, seat, worst) < LAST_BLIND) else worst


@jit
def answer(s: Ints) -> None:
    """Somebody who knows a card like the discard may lay it on it (OM-13); nobody bothers for a 0 or less."""
    top, able, card = s[TOP], 0, 0
    if s[TIED] or top <= ZERO:
        return
    for seat in range(s[PLAYERS]):
        if not s[CALLERS] >> seat & 1 and s[HOLDERS] >> seat & 1:
            at = _same(s, seat, top)
            if at >= 0:
                able += 1
                if below(s, able) == 0:
                    card = seat * SLOTS + at
    if able and uniform(s) <= SNAPS:
        apply(s, card // SLOTS, QUICK + card % SLOTS)


@inlined
def _same(s: Ints, seat: int, value: int) -> int:
    """The place of a card of this value that its owner knows; -1 if none."""
    for at in range(s[COUNTS + seat]):
        card = s[place(seat, at)]
        if card & VALUE == value and knows(s, seat, card):
            return at
    return -1


# ---------------------------------------------------------------- rounds


@jit
def step(s: Ints, deck: Ints, ordered: bool, outcome: Ints) -> bool:
    """One line that is no answer to a discard; returns whether the pile still lies in its order."""
    if s[OWED] and ordered and s[PILE_SIZE] != 0:
        named(s, deck[s[PILE_SIZE] - 1])
    elif s[OWED] or s[PHASE] == DEAL:
        draw(s, outcome)
        fall(s, outcome)
        return False
    else:
        seat = lowest(s[WAITING]) if s[PHASE] == LOOK else s[TURN_OF]
        code = move(s, seat) if s[PHASE] != LOOK else READY
        apply(s, seat, code)
    return ordered


@jit
def play_on(s: Ints, answered: int, deck: Ints, outcome: Ints) -> None:
    """Plays to the end of the round; all discards but the last `answered` ones wait for an answer."""
    ordered = len(deck) != 0
    for _ in range(LINES):
        if s[PHASE] == DEAL or s[PHASE] == OVER:
            return
        if s[OWED] == 0 and s[DISCARDS] != answered:
            answer(s)
            answered = s[DISCARDS]
        else:
            ordered = step(s, deck, ordered, outcome)


@inlined
def standing(s: Ints, me: int) -> float:
    """The chance to win the game from the marks after a round, as the rollouts assume it."""
    return chance_by_marks(s, me, LAST_SCALE, SCALE_PER_POINT)


@jit
def chance_by_marks(s: Ints, me: int, last_scale: float, scale_per_point: float) -> float:
    """The chance to win the game from the marks after a round."""
    players, mine, best, equal, most = s[PLAYERS], mark(s, me), -(1 << 30), 0, -(1 << 30)
    for seat in range(players):
        made = mark(s, seat)
        best, equal, most = max(best, made), equal + (made == mine), max(most, s[SCORES + seat])
    if s[PHASE] == OVER:
        return 1 / equal if mine == best else 0.0
    left = s[END_POINTS] - most
    scale = last_scale + scale_per_point * left if s[END_POINTS] else 0.6 * sqrt(s[END_ROUNDS] - s[ROUND])
    odds = 0.0
    for seat in range(players):
        odds += exp((mark(s, seat) - mine) / max(scale, 0.1))
    return 1 / odds


@inlined
def mark(s: Ints, seat: int) -> int:
    """A seat's mark in the game: more is better (OM-26, OM-27)."""
    return -s[SCORES + seat] if s[END_POINTS] else s[ROUNDS_WON + seat]


@inlined
def copy_round(there: Ints, s: Ints) -> None:
    """Copies a row, but for the places of hands and pile where no card is: nothing here looks at these."""
    for word in range(HANDS):
        s[word] = there[word]
    for seat in range(there[PLAYERS]):
        for at in range(place(seat, 0), place(seat, there[COUNTS + seat])):
            s[at] = there[at]
    for at in range(UNDER, UNDER + there[UNDER_SIZE]):
        s[at] = there[at]


@jit
def play_out(
    seen: Ints,
    unknown: Ints,
    kept: Ints,
    pool: Ints,
    actions: Ints,
    me: int,
    rounds: int,
    rows: Words,
    deck: Ints,
    outcome: Ints,
    wins: Floats,
) -> None:
    """Adds up the chances to win after each action over sampled rounds; all actions share the samples.

    `rows`, `deck` and `outcome` are scratch: two rows, a card for each of the pool, an outcome.
    """
    sample, s = rows[0], rows[1]
    copy_round(seen, sample)
    for _ in range(rounds):
        imagine(sample, unknown, kept, pool, deck)
        for n in range(len(actions)):
            copy_round(sample, s)
            if actions[n] != WAIT:
                apply(s, me, actions[n])
            play_on(s, sample[DISCARDS], deck, outcome)
            wins[n] += standing(s, me)
