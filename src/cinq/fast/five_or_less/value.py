"""5 ou Moins, compiled: the chance to win after a decision by a network, and moves that follow from it.

The network sees what a seat knows (`knowledge`), never a card that it has not seen: a swapped-out card that
its owner did not know is still face down, a drawn card is not drawn yet, a round that a call ends is not
counted yet.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cinq.fast.chance import below
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.five_or_less.cards import count_of, named, place
from cinq.fast.five_or_less.knowledge import CARD_VALUES, count_unseen, fitted_standing, follow, look_at
from cinq.fast.five_or_less.powers import needs_own, needs_theirs, targets_of
from cinq.fast.five_or_less.rollout import LINES, answer, copy_round, knows, move, standing, step
from cinq.fast.five_or_less.row import (
    CALL,
    COUNTS,
    DEAL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    DRAWN_CARD,
    END,
    END_TURN,
    KNOWN,
    LIMIT,
    OVER,
    OWED,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    POWER,
    PUT,
    QUICK,
    SEATS,
    SKIP_POWER,
    SLOTS,
    START_POWER,
    STARTED,
    TARGET,
    TIED,
    TOP,
    TURN,
    TURN_OF,
    VALUE,
    WHOLE,
    ZERO,
)
from cinq.fast.five_or_less.rules import apply
from cinq.fast.kernel import PLAYERS, Words
from cinq.fast.network import Network, chance

STRAYS: Final = 20
"""In self-play one decision of so many is any of those considered."""
RISKED: Final = 3
"""A call with one unknown card is considered if the others are this low."""


class Judge(NamedTuple):
    """A network that judges what a seat knows, with scratch."""

    net: Network
    after: Any
    """A row."""
    drawn: Any
    """A row."""
    chosen: Any
    """The inputs of the decision that was made."""
    pool: Any
    """How many cards of each value the seat has not seen; their number first."""
    kept: Any
    """For each seat the slots whose cards were drawn and kept, a bit each."""


@jit
def value_of(s: Ints, seat: int, code: int, judge: Judge) -> float:
    """The chance to win after an action, from what the seat knows; `pool` is what it has not seen before."""
    hidden, seen = False, s
    if code not in (DRAW, END_TURN, CALL):
        hidden = PUT <= code < QUICK and not knows(s, seat, s[place(seat, code - PUT)])
        copy_round(s, judge.after)
        apply(judge.after, seat, code)
        if judge.after[OWED]:
            _any_card(judge.after)
        seen = judge.after
    look_at(seen, seat, hidden, code, judge.pool, judge.kept, judge.net.inputs)
    return chance(judge.net)


@inlined
def _any_card(s: Ints) -> None:
    """The card that a power needs arrives, unseen by all."""
    for card in range(1, CARD_VALUES + 1):
        if count_of(s, PILE, card):
            named(s, card)
            return


# ---------------------------------------------------------------- decisions


@inlined
def may_call(s: Ints, seat: int) -> bool:
    """Whether a call is worth a thought: 5 or less for sure, or very low with one unknown card."""
    points, blind = 0, 0
    for at in range(s[COUNTS + seat]):
        card = s[place(seat, at)]
        if knows(s, seat, card):
            points += (card & VALUE) - ZERO
        else:
            blind += 1
    return points <= LIMIT if blind == 0 else blind == 1 and points <= RISKED


@jit
def decide(s: Ints, seat: int, stray: bool, judge: Judge) -> int:
    """The best of a seat's moves by the network, or any of them; its inputs are left in `chosen`.

    A power is always started, which has no inputs.
    """
    if s[PHASE] == POWER and s[STARTED] == 0:
        return START_POWER
    best, code, count = -1.0, -1, 0
    count_unseen(s, seat, judge.pool)
    for n in range(_options(s, seat)):
        option = _option(s, seat, n)
        if option < 0:
            continue
        count += 1
        value = value_of(s, seat, option, judge)
        if (below(s, count) == 0) if stray else value > best:
            best, code = value, option
            for at in range(len(judge.chosen)):
                judge.chosen[at] = judge.net.inputs[at]
    return code


@inlined
def _options(s: Ints, seat: int) -> int:
    """How many moves `_option` has to look at."""
    own, phase = s[COUNTS + seat], s[PHASE]
    if phase == END:
        return 2
    if phase != POWER:
        return own + 1
    return 1 + (own if needs_own(s[PENDING]) else 1) * s[PLAYERS] * SLOTS


@inlined
def _option(s: Ints, seat: int, n: int) -> int:
    """The n-th move to consider; -1 if it is none."""
    phase = s[PHASE]
    if phase == POWER:
        return SKIP_POWER if n == 0 else _power_option(s, n - 1)
    if n == 0:
        return DRAW if phase == TURN else DISCARD if phase == DRAWN else END_TURN
    if phase == END:
        return CALL if may_call(s, seat) else -1
    if phase == TURN and (s[TIED] != 0 or s[TOP] == 0):
        return -1
    return PUT + n - 1 if _first_of_its_kind(s, seat, n - 1) else -1


@inlined
def _first_of_its_kind(s: Ints, seat: int, at: int) -> bool:
    """Of cards that their owner does not know the first stands for all."""
    unknown = 0
    for before in range(at + 1):
        unknown += not knows(s, seat, s[place(seat, before)])
    return unknown <= 1 or knows(s, seat, s[place(seat, at)])


@inlined
def _power_option(s: Ints, n: int) -> int:
    """The n-th use of the pending power, by own place, target and its place; -1 if it is none."""
    own, target, at = n // (s[PLAYERS] * SLOTS), n // SLOTS % s[PLAYERS], n % SLOTS
    power = s[PENDING]
    if at >= (s[COUNTS + target] if needs_theirs(power) else 1) or not targets_of(s, power) >> target & 1:
        return -1
    hit = target * SLOTS + at
    return WHOLE + SEATS * SLOTS * own + hit if needs_own(power) else TARGET + hit


# ---------------------------------------------------------------- self-play


@jit
def forget(judge: Judge) -> None:
    """No card has been kept: a round begins."""
    for seat in range(SEATS):
        judge.kept[seat] = 0


@jit
def self_play(
    rows: Words, judge: Judge, seen: Any, seats: Ints, deck: Ints, outcome: Ints, truths: Floats
) -> int:
    """Plays a round in each row by the network; returns how many decisions were kept.

    For each of them: what was seen, by which seat, and its chance to win after the round. Stops when there is
    no room for another round.
    """
    kept = 0
    for n in range(len(rows)):
        s, began = rows[n], kept
        if kept + LINES > len(seats):
            break
        answered = s[DISCARDS]
        forget(judge)
        for _ in range(LINES):
            if s[PHASE] == DEAL or s[PHASE] == OVER:
                break
            if s[OWED] == 0 and s[DISCARDS] != answered:
                answer(s)
                answered = s[DISCARDS]
            elif s[OWED] or s[PHASE] < TURN:
                step(s, deck, False, outcome)
            else:
                seat = s[TURN_OF]
                code = decide(s, seat, below(s, STRAYS) == 0, judge)
                if code != START_POWER:
                    seats[kept] = seat
                    for at in range(len(judge.chosen)):
                        seen[kept, at] = judge.chosen[at]
                    kept += 1
                follow(s, seat, code, judge.kept)
                apply(s, seat, code)
        for at in range(began, kept):
            truths[at] = fitted_standing(s, seats[at])
    return kept


@jit
def against_rule(rows: Words, here: int, judge: Judge, deck: Ints, outcome: Ints) -> float:
    """The share of won games of a seat that moves by the network among seats that move by the rule."""
    won = 0.0
    for n in range(len(rows)):
        s = rows[n]
        answered = 0
        while s[PHASE] != OVER:
            if s[OWED] == 0 and TURN <= s[PHASE] <= END and s[DISCARDS] != answered:
                answer(s)
                answered = s[DISCARDS]
            elif s[OWED] or s[PHASE] < TURN:
                if s[PHASE] == DEAL:
                    answered = 0
                    forget(judge)
                step(s, deck, False, outcome)
            else:
                seat = s[TURN_OF]
                code = decide(s, seat, False, judge) if seat == here else move(s, seat)
                follow(s, seat, code, judge.kept)
                apply(s, seat, code)
        won += standing(s, here)
    return won / len(rows)


# ---------------------------------------------------------------- at the table


@jit
def draw_value(s: Ints, seat: int, judge: Judge) -> float:
    """The chance to win after drawing: the best use of each unseen card, of which there is at least one."""
    value, left = 0.0, judge.pool[0]
    copy_round(s, judge.drawn)
    judge.drawn[PHASE] = DRAWN
    judge.drawn[PILE_SIZE] -= 1
    for card in range(1, CARD_VALUES + 1):
        cards = judge.pool[card]
        if cards:
            judge.drawn[DRAWN_CARD] = card | 1 << KNOWN + seat
            judge.pool[card] -= 1
            judge.pool[0] -= 1
            value += cards / left * best_value(judge.drawn, seat, judge)
            judge.pool[card] += 1
            judge.pool[0] += 1
    return value


@jit
def best_value(s: Ints, seat: int, judge: Judge) -> float:
    """The value of the best move."""
    best = 0.0
    for n in range(_options(s, seat)):
        option = _option(s, seat, n)
        if option >= 0:
            best = max(best, value_of(s, seat, option, judge))
    return best


@jit
def judge_all(s: Ints, seat: int, codes: Ints, judge: Judge, values: Floats) -> None:
    """The chance to win after each of these actions; `pool` and `kept` are set."""
    for n in range(len(codes)):
        code = codes[n]
        draws = code == DRAW and judge.pool[0] != 0
        values[n] = draw_value(s, seat, judge) if draws else value_of(s, seat, code, judge)
