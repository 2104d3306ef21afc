"""5 ou Moins: the chance to win the game after each action, from sampled rounds.

What a bot remembers becomes a table, unknown cards are drawn from the unseen ones, and every action is
played out on the same tables with the same random numbers (`rollout`). Owns the sampling, the encoding of
actions, and the value of a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from cinq.bots.bot import Chance
from cinq.bots.five_or_less import rollout
from cinq.bots.five_or_less.belief import Memory
from cinq.bots.five_or_less.rollout import LIMIT, NOTHING, Table
from cinq.compiled import compiled
from cinq.core.chance import Random
from cinq.core.game import Action, Seat
from cinq.games.five_or_less.cards import DRAWN, TURN
from cinq.games.five_or_less.powers import Power
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, Draw, EndTurn, Swap, Take
from cinq.games.five_or_less.view import View

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

NEVER = 1_000_000
WAITS, DRAWS, TAKES, KEEPS, DISCARDS, PLAYS, SKIPS, ENDS, CALLS, SNAPS = range(10)
"""The kinds of an encoded action."""
BEGINS, HAS_DRAWN, HAS_PLAYED = range(3)
"""How far the present turn is, when it goes on after a quick discard."""
LOW_CARD = 6.0
"""A card that its owner kept is probably below this."""
LOW_CARD_TRIES = 5
"""How many cards of the pile are looked through for a low one."""
WIN_PER_POINT = 0.004
"""What a point of the heuristic score counts, as a chance to win."""
MAX_BEHIND = 0.06
"""Actions this far behind in the chance to win are dropped after a stage."""
STAGES = ((0.25, 9), (0.25, 3), (0.5, 2))
"""Each stage: its share of the samples, and how many of the best actions get it."""


SURE, UNSURE, KEPT = range(3)
"""How a laid card is remembered: known, unknown, or unknown but kept by its owner."""
POINTS, LEFT = 6, 7
"""Columns of the score sheet after six marks: points that end the game (OM-26), or 0; rounds left (OM-27)."""


class EncodedAction(NamedTuple):
    """An action as numbers; cards by their index in a hand."""

    does: int
    mine: int = 0
    target: int = 0
    theirs: int = 0
    card: int = NOTHING
    so_far: int = HAS_PLAYED


# ---------------------------------------------------------------- from what is remembered


def weigh(
    view: View,
    memory: Memory,
    pool: Sequence[int],
    scored: Sequence[tuple[float, Action]],
    samples: int,
    rng: Random,
) -> tuple[Action, tuple[Chance, ...]]:
    """The action with the best chance to win, and all chances; better actions get more samples.

    Sampled chances are noisy, so the heuristic score of each action counts a little too.
    """
    (table, certainty), score_sheet, unseen = (
        _remembered(view, memory),
        _score_sheet(view),
        np.array(pool, np.int64),
    )
    actions = np.array([_encoded(view, memory, action) for _, action in scored])
    most = max(saved for saved, _ in scored)
    head_start = np.array([WIN_PER_POINT * (saved - most) for saved, _ in scored])
    wins, counts, alive = np.zeros(len(scored)), np.zeros(len(scored)), list(range(len(scored)))
    for share, survivors in STAGES:
        alive = _still_close(alive, wins / np.maximum(counts, 1) + head_start)[:survivors]
        if len(alive) == 1:
            break
        rounds = max(1, int(share * samples))
        table[rollout.NOW, rollout.LUCK] = 1 + int(rng.random() * 2**53)
        wins[alive] += play_out(table, certainty, unseen, score_sheet, actions[alive], memory.seat, rounds)
        counts[alive] += rounds
    means = np.maximum(0.0, wins / np.maximum(counts, 1) + head_start)
    chances = tuple(Chance(action, float(mean)) for (_, action), mean in zip(scored, means, strict=True))
    return scored[max(alive, key=lambda i: means[i])][1], chances


def _still_close(alive: list[int], means: Floats) -> list[int]:
    """The actions not more than `MAX_BEHIND` behind, best first."""
    best = max(means[i] for i in alive)
    return sorted((i for i in alive if means[i] > best - MAX_BEHIND), key=lambda i: -means[i])


def _remembered(view: View, memory: Memory) -> tuple[Table, Table]:
    """The table as remembered, and how certain each card of the hands is."""
    t, certainty = rollout.new_table(), rollout.new_table()
    for seat, hand in enumerate(memory.hands):
        t[rollout.HELD, seat] = min(len(hand), rollout.MOST)
        for i, note in enumerate(list(hand.values())[: rollout.MOST]):
            t[seat, i], t[rollout.KNOWN + seat, i] = note.value or 0, note.knowers >> seat & 1
            certainty[seat, i] = SURE if note.value is not None else KEPT if note.kept else UNSURE
    heap = memory.heap or ([view.discard.value] if view.discard else [])
    t[rollout.HEAP, : len(heap)] = heap
    t[rollout.CALLERS, : len(view.callers)] = view.callers
    tied = view.discard is not None and view.discard.tied
    turn = memory.seat if view.turn is None else view.turn
    now = len(view.hands), 0, len(heap), tied, turn, len(view.callers), view.options.powers
    t[rollout.NOW, : len(now)] = now
    return t, certainty


def _score_sheet(view: View) -> Ints:
    end = view.options.end
    score_sheet = np.zeros(LEFT + 1, np.int64)
    score_sheet[: len(view.hands)] = [-score for score in view.scores] if end.points else view.rounds_won
    score_sheet[POINTS], score_sheet[LEFT] = end.points or 0, max(0, (end.rounds or 0) - view.round)
    return score_sheet


def _encoded(view: View, memory: Memory, action: Action) -> EncodedAction:
    """Encodes an action; an action of another kind skips, or waits out of turn."""
    drawn = NOTHING if view.drawn is None else view.drawn
    match action:
        case Draw():
            return EncodedAction(DRAWS)
        case Take(slot):
            return EncodedAction(TAKES, _place(memory, memory.seat, slot))
        case Swap(slot):
            return EncodedAction(KEEPS, _place(memory, memory.seat, slot), card=drawn)
        case DiscardDrawn():
            return EncodedAction(DISCARDS, card=drawn)
        case Power(slot=slot, target=target, target_slot=theirs):
            places = _place(memory, memory.seat, slot), target, _place(memory, target, theirs)
            return EncodedAction(PLAYS, *places, card=view.pending_power or 0)
        case EndTurn(call):
            return EncodedAction(CALLS if call else ENDS)
        case QuickDiscard(slot, _):
            return EncodedAction(SNAPS, _place(memory, memory.seat, slot), so_far=_so_far(view))
    return EncodedAction(SKIPS) if view.turn == memory.seat else EncodedAction(WAITS, so_far=_so_far(view))


def _place(memory: Memory, seat: Seat, slot: int | None) -> int:
    return 0 if slot is None else list(memory.hands[seat]).index(slot)


def _so_far(view: View) -> int:
    return {TURN: BEGINS, DRAWN: HAS_DRAWN}.get(view.phase, HAS_PLAYED)


# ---------------------------------------------------------------- sampled rounds, compiled


@compiled()
def play_out(
    table: Table, certainty: Table, pool: Ints, score_sheet: Ints, actions: Ints, me: int, rounds: int
) -> Floats:
    """The sum of the chances to win of each action over sampled rounds; all actions share the samples."""
    wins = np.zeros(len(actions))
    sample, t = table.copy(), table.copy()
    for _ in range(rounds):
        fill_unknown(sample, certainty, pool)
        for i in range(len(actions)):
            rollout.copy_table(sample, t)
            play_action(t, actions[i], me)
            wins[i] += standing(t, me, score_sheet)
    return wins


@compiled()
def fill_unknown(t: Table, certainty: Table, pool: Ints) -> None:
    """Draws a value for every unknown card; the rest becomes the draw pile."""
    left = len(pool)
    for i in range(left):
        j = int(rollout.uniform(t) * (i + 1))
        t[rollout.PILE, i] = t[rollout.PILE, j]
        t[rollout.PILE, j] = pool[i]
    for seat in range(t[rollout.NOW, rollout.SEATS]):
        for i in range(t[rollout.HELD, seat]):
            if certainty[seat, i] != SURE and left > 0:
                if certainty[seat, i] == KEPT:
                    find_low(t, left)
                left -= 1
                t[seat, i] = t[rollout.PILE, left]
    t[rollout.NOW, rollout.PILED] = left


@compiled()
def find_low(t: Table, left: int) -> None:
    """Brings a low card to the top of the pile, with a probability that falls with its value."""
    for at in range(left - 1, max(0, left - LOW_CARD_TRIES) - 1, -1):
        if rollout.uniform(t) < 1 / (1 + np.exp(t[rollout.PILE, at] - LOW_CARD)):
            t[rollout.PILE, at], t[rollout.PILE, left - 1] = t[rollout.PILE, left - 1], t[rollout.PILE, at]
            return


@compiled()
def play_action(t: Table, action: Ints, me: int) -> None:
    """Plays an action, then the round to its end."""
    does, so_far = action[0], action[5]
    if does in (WAITS, SNAPS):
        if does == SNAPS:
            snap(t, me, action[1])
        ended = finish_turn(t, so_far)
    else:
        take_action(t, action, me)
        ended = rollout.pass_turn(t)
    if not ended:
        rollout.play_on(t)


@compiled()
def finish_turn(t: Table, so_far: int) -> bool:
    """Completes the present turn; returns whether the round is over."""
    if so_far == BEGINS:
        return False
    if so_far == HAS_DRAWN:
        rollout.take_turn(t, False)
    else:
        rollout.consider_call(t, t[rollout.NOW, rollout.TURN])
    return rollout.pass_turn(t)


@compiled()
def take_action(t: Table, action: Ints, me: int) -> None:
    """Plays an action of one's own turn, and calls after it if the policy says so."""
    does, mine, target, theirs, card, _ = action
    if does == DRAWS:
        rollout.take_turn(t, False)
    elif does == CALLS:
        rollout.call(t, me)
    elif does == TAKES:
        t[rollout.NOW, rollout.HEAPED] -= 1
        rollout.exchange(t, me, mine, t[rollout.HEAP, t[rollout.NOW, rollout.HEAPED]])
    elif does == KEEPS:
        rollout.exchange(t, me, mine, card)
    elif does == DISCARDS:
        rollout.discard(t, card)
    elif does == PLAYS:
        play_power(t, me, mine, target, theirs, card)
    if does not in (DRAWS, CALLS, ENDS):
        rollout.consider_call(t, me)


@compiled()
def snap(t: Table, me: int, mine: int) -> None:
    """Plays a quick discard: right (OM-13), or wrong with a penalty card (OM-16)."""
    if t[me, mine] == rollout.top(t):
        rollout.lay(t, rollout.remove(t, me, mine), True)
        return
    t[rollout.KNOWN + me, mine] = True
    card = rollout.draw(t)
    if card != NOTHING:
        rollout.add(t, me, card, False)


@compiled()
def play_power(t: Table, me: int, mine: int, target: int, theirs: int, power: int) -> None:
    """Plays a power with the chosen cards (OM-9 to OM-12)."""
    if power == rollout.RENEWS:
        rollout.renew(t, target, theirs)
    elif power == rollout.ADDS:
        card = rollout.draw(t)
        if card != NOTHING:
            rollout.add(t, target, card, False)
    elif power == rollout.GIVES:
        rollout.add(t, target, rollout.remove(t, me, mine), False)
    else:
        t[me, mine], t[target, theirs] = t[target, theirs], t[me, mine]
        t[rollout.KNOWN + me, mine], t[rollout.KNOWN + target, theirs] = False, False


# ---------------------------------------------------------------- what a score is worth


@compiled()
def lowest_call(t: Table) -> int:
    """The lowest total among those who called, if it is 5 or less (OM-20)."""
    lowest = LIMIT + 1
    for at in range(t[rollout.NOW, rollout.CALLED]):
        lowest = min(lowest, rollout.total(t, t[rollout.CALLERS, at]))
    return lowest


@compiled()
def gained(t: Table, seat: int, lowest: int) -> int:
    """What a seat scores for the round (OM-21 to OM-25); its total where nobody called."""
    made = rollout.total(t, seat)
    if rollout.protected(t, seat):
        return min(made, 0) if made == lowest <= LIMIT else 2 * made
    return 0 if lowest > LIMIT and t[rollout.NOW, rollout.CALLED] else made


@compiled()
def mark(t: Table, seat: int, lowest: int, score_sheet: Ints) -> int:
    """A seat's mark in the game after this round: more is better."""
    if score_sheet[POINTS]:
        return int(score_sheet[seat] - gained(t, seat, lowest))
    return int(score_sheet[seat] + (rollout.protected(t, seat) and rollout.total(t, seat) == lowest <= LIMIT))


@compiled()
def standing(t: Table, me: int, score_sheet: Ints) -> float:
    """The chance to win the game from the marks after this round."""
    lowest, best, worst, equal, odds = lowest_call(t), -NEVER, NEVER, 0, 0.0
    mine = mark(t, me, lowest, score_sheet)
    for seat in range(t[rollout.NOW, rollout.SEATS]):
        made = mark(t, seat, lowest, score_sheet)
        best, worst, equal = max(best, made), min(worst, made), equal + (made == mine)
    if score_sheet[POINTS] <= -worst if score_sheet[POINTS] else score_sheet[LEFT] == 0:
        return (mine == best) / equal
    scale = 10 + 0.3 * (score_sheet[POINTS] + worst) if score_sheet[POINTS] else 0.6 * sqrt(score_sheet[LEFT])
    for seat in range(t[rollout.NOW, rollout.SEATS]):
        odds += exp((mark(t, seat, lowest, score_sheet) - mine) / scale)
    return 1 / odds
