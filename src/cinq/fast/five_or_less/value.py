"""5 ou Moins, compiled: the chance to win after a decision by a network, and moves that follow from it.

The network sees what a seat knows, never a card that it has not seen: a swapped-out card that its owner did
not know is still face down, a drawn card is not drawn yet, a round that a call ends is not counted yet.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cinq.fast.chance import below
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.rollout import (
    LINES,
    WAIT,
    answer,
    copy_round,
    imagine,
    knows,
    move,
    standing,
    step,
)
from cinq.fast.five_or_less.row import (
    CALL,
    CALLERS,
    COUNTS,
    DEAL,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    END,
    END_TURN,
    FIRST_CALLER,
    LIMIT,
    OVER,
    OWED,
    PENDING,
    PHASE,
    POWER,
    PUT,
    SCORES,
    TIED,
    TOP,
    TURN,
    TURN_OF,
    VALUE,
    ZERO,
)
from cinq.fast.five_or_less.rules import apply
from cinq.fast.kernel import PLAYERS, Words
from cinq.fast.network import Network, chance

CARD_VALUES: Final = 16
TABLE: Final = CARD_VALUES + 9
"""Inputs that are about the table; then those of each seat."""
OF_A_SEAT: Final = CARD_VALUES + 9
STRAYS: Final = 20
"""In self-play one decision of so many is any of those considered."""
RISKED: Final = 3
"""A call with one unknown card is considered if the others are this low."""


class Judge(NamedTuple):
    """A network that judges what a seat knows, with scratch."""

    net: Network
    after: Any
    """A row."""
    chosen: Any
    """The inputs of the decision that was made."""


def inputs_of(players: int) -> int:
    """Numbers that the network sees."""
    return TABLE + OF_A_SEAT * players


# ---------------------------------------------------------------- what the network sees


@jit
def look_at(s: Ints, seat: int, hidden: bool, did: int, inputs: Floats) -> None:
    """What a seat knows after a decision of its own.

    `hidden`: the top discard is one that it has not seen yet. `did`: DRAW, END_TURN and CALL are only
    announced, the row stands before them.
    """
    for at in range(TABLE):
        inputs[at] = 0
    if hidden:
        inputs[CARD_VALUES] = 1
    elif s[TOP]:
        inputs[s[TOP] - 1] = 1
        if s[PHASE] == POWER:
            inputs[CARD_VALUES + (s[PENDING] >> 1) - 2] = 1  # 8, 10, 12 and 14: the places 2 to 5
    inputs[CARD_VALUES + 1] = s[TIED]
    inputs[CARD_VALUES + 6] = did == DRAW
    inputs[CARD_VALUES + 7] = s[FIRST_CALLER] >= 0
    inputs[CARD_VALUES + 8] = did in (END_TURN, CALL)
    turn = (s[TURN_OF] + 1) % s[PLAYERS] if did in (END_TURN, CALL) else s[TURN_OF]
    callers = s[CALLERS] | 1 << seat if did == CALL else s[CALLERS]
    for at in range(s[PLAYERS]):
        owner = (seat + at) % s[PLAYERS]
        mine = inputs[TABLE + OF_A_SEAT * at : TABLE + OF_A_SEAT * (at + 1)]
        _look_at_hand(s, seat, owner, mine)
        mine[CARD_VALUES + 5] = callers >> owner & 1
        mine[CARD_VALUES + 6] = turn == owner


@inlined
def _look_at_hand(s: Ints, seat: int, owner: int, inputs: Floats) -> None:
    """Cards that the seat knows by value; how many there are, and how many only their owner knows."""
    for at in range(CARD_VALUES + 5):
        inputs[at] = 0
    unseen, secret, points, blind = 0, 0, 0, 0
    for at in range(s[COUNTS + owner]):
        card = s[place(owner, at)]
        if knows(s, seat, card):
            inputs[(card & VALUE) - 1] += 1
            points += (card & VALUE) - ZERO
        else:
            unseen += 1
            secret += knows(s, owner, card)
        blind += not knows(s, owner, card)
    inputs[CARD_VALUES] = unseen / 4
    inputs[CARD_VALUES + 1] = secret / 4
    inputs[CARD_VALUES + 2] = points / 20
    inputs[CARD_VALUES + 3] = s[COUNTS + owner] / 5
    inputs[CARD_VALUES + 4] = blind == 0
    inputs[CARD_VALUES + 7] = s[SCORES + owner] / 100
    inputs[CARD_VALUES + 8] = (s[SCORES + owner] - s[SCORES + seat]) / 50


@jit
def value_of(s: Ints, seat: int, code: int, judge: Judge) -> float:
    """The chance to win after an action, from what the seat knows."""
    hidden, seen = False, s
    if code not in (DRAW, END_TURN, CALL):
        hidden = code != DISCARD and not knows(s, seat, s[place(seat, code - PUT)])
        copy_round(s, judge.after)
        apply(judge.after, seat, code)
        seen = judge.after
    look_at(seen, seat, hidden, code, judge.net.inputs)
    return chance(judge.net)


# ---------------------------------------------------------------- decisions


@inlined
def _may_call(s: Ints, seat: int) -> bool:
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

    A power is played by the rule of the rollouts, and has no inputs.
    """
    phase, best, code, count = s[PHASE], -1.0, -1, 0
    if phase == POWER:
        return move(s, seat)
    for n in range(s[COUNTS + seat] + 1):
        option = _option(s, seat, phase, n)
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
def _option(s: Ints, seat: int, phase: int, n: int) -> int:
    """The n-th move to consider; -1 if it is none. Of unknown cards the first stands for all."""
    if n == 0:
        return DRAW if phase == TURN else DISCARD if phase == DRAWN else END_TURN
    if phase == END:
        return CALL if n == 1 and _may_call(s, seat) else -1
    if phase == TURN and (s[TIED] != 0 or s[TOP] == 0):
        return -1
    if not knows(s, seat, s[place(seat, n - 1)]):
        for at in range(n - 1):
            if not knows(s, seat, s[place(seat, at)]):
                return -1
    return PUT + n - 1


# ---------------------------------------------------------------- self-play


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
        for _ in range(LINES):
            if s[PHASE] == DEAL or s[PHASE] == OVER:
                break
            if s[OWED] == 0 and s[DISCARDS] != answered:
                answer(s)
                answered = s[DISCARDS]
            elif s[OWED] or s[PHASE] < TURN or s[PHASE] == POWER:
                step(s, deck, False, outcome)
            else:
                seat = s[TURN_OF]
                code = decide(s, seat, below(s, STRAYS) == 0, judge)
                seats[kept] = seat
                for at in range(len(judge.chosen)):
                    seen[kept, at] = judge.chosen[at]
                kept += 1
                apply(s, seat, code)
        for at in range(began, kept):
            truths[at] = standing(s, seats[at])
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
            elif s[OWED] or s[PHASE] < TURN or s[TURN_OF] != here:
                answered = 0 if s[PHASE] == DEAL else answered
                step(s, deck, False, outcome)
            else:
                apply(s, here, decide(s, here, False, judge))
        won += standing(s, here)
    return won / len(rows)


# ---------------------------------------------------------------- in the search


@jit
def judged(s: Ints, me: int, answered: int, deck: Ints, outcome: Ints, judge: Judge) -> float:
    """Plays to the end of this seat's turn, or of the next one it has; what the network then says.

    If the round ends before, its chance to win after it. The seat moves by the network, others by the rule.
    """
    ordered = True
    for _ in range(LINES):
        if s[PHASE] == DEAL or s[PHASE] == OVER:
            break
        if s[OWED] == 0 and s[DISCARDS] != answered:
            answer(s)
            answered = s[DISCARDS]
        elif s[OWED] or s[TURN_OF] != me or s[PHASE] == POWER:
            ordered = step(s, deck, ordered, outcome)
        elif s[PHASE] == END:
            return best_end(s, me, judge)
        else:
            apply(s, me, decide(s, me, False, judge))
    return standing(s, me)


@inlined
def best_end(s: Ints, me: int, judge: Judge) -> float:
    """The value of the end of a turn, with a call if that is better."""
    value = value_of(s, me, END_TURN, judge)
    return max(value, value_of(s, me, CALL, judge)) if _may_call(s, me) else value


@jit
def judge_out(
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
    judge: Judge,
    wins: Floats,
) -> None:
    """`rollout.play_out`, but a round is played to the end of the seat's turn, and judged by the network."""
    sample, s = rows[0], rows[1]
    copy_round(seen, sample)
    for _ in range(rounds):
        imagine(sample, unknown, kept, pool, deck)
        for n in range(len(actions)):
            if actions[n] == END_TURN or actions[n] == CALL:
                wins[n] += value_of(sample, me, actions[n], judge)
                continue
            copy_round(sample, s)
            if actions[n] != WAIT:
                apply(s, me, actions[n])
            wins[n] += judged(s, me, sample[DISCARDS], deck, outcome, judge)
