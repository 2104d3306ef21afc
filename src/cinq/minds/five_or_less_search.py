"""5 ou Moins in sampled rounds: what each action leads to, as a chance to win the game.

What a mind remembers is laid out as a table, what it does not know is drawn from the
unseen cards, and every action is tried on the same tables with the same luck. Owns the
sampling, the trying and the worth of a score; must never know which action is sensible.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Action, Seat
from cinq.games.five_or_less.cards import DRAWN, TURN
from cinq.games.five_or_less.powers import Power
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, Draw, EndTurn, Swap, Take
from cinq.games.five_or_less.view import View
from cinq.minds import five_or_less_rollout as on
from cinq.minds.compiled import compiled
from cinq.minds.five_or_less_belief import Memory
from cinq.minds.five_or_less_rollout import LIMIT, NOTHING, Table
from cinq.minds.mind import Chance

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

NEVER = 1_000_000
WAITS, DRAWS, TAKES, KEEPS, DISCARDS, PLAYS, SKIPS, ENDS, CALLS, SNAPS = range(10)
"""What an action does, as a number."""
BEGINS, HAS_DRAWN, HAS_PLAYED = range(3)
"""How far the turn has come that goes on after a quick discard."""
LOW = 6.0
"""A card that somebody kept is likely below this."""
LIKELY = 5
"""Cards that are looked through for a low one."""
A_POINT = 0.004
"""What a point saved by rules of thumb counts for, as a chance to win."""
BEHIND = 0.06
"""Actions this far behind in chance to win are given up early."""
STAGES = ((0.25, 9), (0.25, 3), (0.5, 2))
"""The share of the sampled rounds that goes to so many actions, best first."""


SURE, UNSURE, KEPT = range(3)
"""A laid card as it is remembered: known to this mind, or not, or preferred to another by its owner."""
POINTS, LEFT = 6, 7
"""In the sheet, after six marks: the points that end the game (OM-26), or 0 and the rounds left (OM-27)."""


class Try(NamedTuple):
    """An action as numbers; cards by their place in a hand."""

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
    judged: Sequence[tuple[float, Action]],
    worlds: int,
    rng: Random,
) -> tuple[Action, tuple[Chance, ...]]:
    """The action with the best chance to win, and the chances: more rounds for the better ones.

    Sampled rounds leave a doubt, so what each action saves in points by rules of thumb counts a little too.
    """
    (table, doubt), sheet, unseen = _remembered(view, memory), _sheet(view), np.array(pool, np.int64)
    tries = np.array([_try(view, memory, action) for _, action in judged])
    most = max(saved for saved, _ in judged)
    head_start = np.array([A_POINT * (saved - most) for saved, _ in judged])
    wins, counts, alive = np.zeros(len(judged)), np.zeros(len(judged)), list(range(len(judged)))
    for share, survivors in STAGES:
        alive = _still_close(alive, wins / np.maximum(counts, 1) + head_start)[:survivors]
        if len(alive) == 1:
            break
        rounds = max(1, int(share * worlds))
        table[on.NOW, on.LUCK] = 1 + int(rng.random() * 2**53)
        wins[alive] += play_out(table, doubt, unseen, sheet, tries[alive], memory.seat, rounds)
        counts[alive] += rounds
    means = np.maximum(0.0, wins / np.maximum(counts, 1) + head_start)
    chances = tuple(Chance(action, float(mean)) for (_, action), mean in zip(judged, means, strict=True))
    return judged[max(alive, key=lambda i: means[i])][1], chances


def _still_close(alive: list[int], means: Floats) -> list[int]:
    """Those not far behind, best first."""
    best = max(means[i] for i in alive)
    return sorted((i for i in alive if means[i] > best - BEHIND), key=lambda i: -means[i])


def _remembered(view: View, memory: Memory) -> tuple[Table, Table]:
    """The table as far as it is known, and how well each card of the hands is."""
    t, doubt = on.new_table(), on.new_table()
    for seat, hand in enumerate(memory.hands):
        t[on.HELD, seat] = min(len(hand), on.MOST)
        for i, note in enumerate(list(hand.values())[: on.MOST]):
            t[seat, i], t[on.KNOWN + seat, i] = note.value or 0, note.knowers >> seat & 1
            doubt[seat, i] = SURE if note.value is not None else KEPT if note.kept else UNSURE
    heap = memory.heap or ([view.discard.value] if view.discard else [])
    t[on.HEAP, : len(heap)] = heap
    t[on.CALLERS, : len(view.callers)] = view.callers
    tied = view.discard is not None and view.discard.tied
    turn = memory.seat if view.turn is None else view.turn
    now = len(view.hands), 0, len(heap), tied, turn, len(view.callers), view.options.powers
    t[on.NOW, : len(now)] = now
    return t, doubt


def _sheet(view: View) -> Ints:
    end = view.options.end
    sheet = np.zeros(LEFT + 1, np.int64)
    sheet[: len(view.hands)] = [-score for score in view.scores] if end.points else view.rounds_won
    sheet[POINTS], sheet[LEFT] = end.points or 0, max(0, (end.rounds or 0) - view.round)
    return sheet


def _try(view: View, memory: Memory, action: Action) -> Try:
    """An action as numbers; what is none of these is to wait and see."""
    drawn = NOTHING if view.drawn is None else view.drawn
    match action:
        case Draw():
            return Try(DRAWS)
        case Take(slot):
            return Try(TAKES, _place(memory, memory.seat, slot))
        case Swap(slot):
            return Try(KEEPS, _place(memory, memory.seat, slot), card=drawn)
        case DiscardDrawn():
            return Try(DISCARDS, card=drawn)
        case Power(slot=slot, target=target, target_slot=theirs):
            places = _place(memory, memory.seat, slot), target, _place(memory, target, theirs)
            return Try(PLAYS, *places, card=view.pending_power or 0)
        case EndTurn(call):
            return Try(CALLS if call else ENDS)
        case QuickDiscard(slot, _):
            return Try(SNAPS, _place(memory, memory.seat, slot), so_far=_so_far(view))
    return Try(SKIPS) if view.turn == memory.seat else Try(WAITS, so_far=_so_far(view))


def _place(memory: Memory, seat: Seat, slot: int | None) -> int:
    return 0 if slot is None else list(memory.hands[seat]).index(slot)


def _so_far(view: View) -> int:
    return {TURN: BEGINS, DRAWN: HAS_DRAWN}.get(view.phase, HAS_PLAYED)


# ---------------------------------------------------------------- sampled rounds, compiled


@compiled()
def play_out(
    table: Table, doubt: Table, pool: Ints, sheet: Ints, tries: Ints, me: int, rounds: int
) -> Floats:
    """What each action wins in so many sampled rounds: the same tables and the same luck for all."""
    wins = np.zeros(len(tries))
    world, t = table.copy(), table.copy()
    for _ in range(rounds):
        imagine(world, doubt, pool)
        for i in range(len(tries)):
            on.copy_table(world, t)
            attempt(t, tries[i], me)
            wins[i] += standing(t, me, sheet)
    return wins


@compiled()
def imagine(t: Table, doubt: Table, pool: Ints) -> None:
    """Every card that is not known gets a value; the rest is the draw pile."""
    left = len(pool)
    for i in range(left):
        j = int(on.uniform(t) * (i + 1))
        t[on.PILE, i] = t[on.PILE, j]
        t[on.PILE, j] = pool[i]
    for seat in range(t[on.NOW, on.SEATS]):
        for i in range(t[on.HELD, seat]):
            if doubt[seat, i] != SURE and left > 0:
                if doubt[seat, i] == KEPT:
                    find_low(t, left)
                left -= 1
                t[seat, i] = t[on.PILE, left]
    t[on.NOW, on.PILED] = left


@compiled()
def find_low(t: Table, left: int) -> None:
    """A low card comes to the top of the pile, most likely."""
    for at in range(left - 1, max(0, left - LIKELY) - 1, -1):
        if on.uniform(t) < 1 / (1 + np.exp(t[on.PILE, at] - LOW)):
            t[on.PILE, at], t[on.PILE, left - 1] = t[on.PILE, left - 1], t[on.PILE, at]
            return


@compiled()
def attempt(t: Table, action: Ints, me: int) -> None:
    """An action, and the round to its end."""
    does, so_far = action[0], action[5]
    if does in (WAITS, SNAPS):
        if does == SNAPS:
            snap(t, me, action[1])
        ended = finish_turn(t, so_far)
    else:
        take_action(t, action, me)
        ended = on.pass_turn(t)
    if not ended:
        on.play_on(t)


@compiled()
def finish_turn(t: Table, so_far: int) -> bool:
    """Whoever's turn it is goes on with it; whether the round is over."""
    if so_far == BEGINS:
        return False
    if so_far == HAS_DRAWN:
        on.take_turn(t, False)
    else:
        on.consider_call(t, t[on.NOW, on.TURN])
    return on.pass_turn(t)


@compiled()
def take_action(t: Table, action: Ints, me: int) -> None:
    """An action of one's own turn, and whether to call after it."""
    does, mine, target, theirs, card, _ = action
    if does == DRAWS:
        on.take_turn(t, False)
    elif does == CALLS:
        on.call(t, me)
    elif does == TAKES:
        t[on.NOW, on.HEAPED] -= 1
        on.exchange(t, me, mine, t[on.HEAP, t[on.NOW, on.HEAPED]])
    elif does == KEEPS:
        on.exchange(t, me, mine, card)
    elif does == DISCARDS:
        on.discard(t, card)
    elif does == PLAYS:
        play_power(t, me, mine, target, theirs, card)
    if does not in (DRAWS, CALLS, ENDS):
        on.consider_call(t, me)


@compiled()
def snap(t: Table, me: int, mine: int) -> None:
    """A quick discard: right (OM-13), or wrong, with a penalty card (OM-16)."""
    if t[me, mine] == on.top(t):
        on.lay(t, on.remove(t, me, mine), True)
        return
    t[on.KNOWN + me, mine] = True
    card = on.draw(t)
    if card != NOTHING:
        on.add(t, me, card, False)


@compiled()
def play_power(t: Table, me: int, mine: int, target: int, theirs: int, power: int) -> None:
    """A power with the cards that were chosen (OM-9 to OM-12)."""
    if power == on.RENEWS:
        on.renew(t, target, theirs)
    elif power == on.ADDS:
        card = on.draw(t)
        if card != NOTHING:
            on.add(t, target, card, False)
    elif power == on.GIVES:
        on.add(t, target, on.remove(t, me, mine), False)
    else:
        t[me, mine], t[target, theirs] = t[target, theirs], t[me, mine]
        t[on.KNOWN + me, mine], t[on.KNOWN + target, theirs] = False, False


# ---------------------------------------------------------------- what a score is worth


@compiled()
def lowest_call(t: Table) -> int:
    """The lowest total among those who called, if it is 5 or less (OM-20)."""
    lowest = LIMIT + 1
    for at in range(t[on.NOW, on.CALLED]):
        lowest = min(lowest, on.total(t, t[on.CALLERS, at]))
    return lowest


@compiled()
def gained(t: Table, seat: int, lowest: int) -> int:
    """What a seat scores for the round (OM-21 to OM-25); its total where nobody called."""
    made = on.total(t, seat)
    if on.protected(t, seat):
        return min(made, 0) if made == lowest <= LIMIT else 2 * made
    return 0 if lowest > LIMIT and t[on.NOW, on.CALLED] else made


@compiled()
def mark(t: Table, seat: int, lowest: int, sheet: Ints) -> int:
    """How a seat stands in the game after this round: the more the better."""
    if sheet[POINTS]:
        return int(sheet[seat] - gained(t, seat, lowest))
    return int(sheet[seat] + (on.protected(t, seat) and on.total(t, seat) == lowest <= LIMIT))


@compiled()
def standing(t: Table, me: int, sheet: Ints) -> float:
    """The chance to win the game from the marks after this round."""
    lowest, best, worst, equal, odds = lowest_call(t), -NEVER, NEVER, 0, 0.0
    mine = mark(t, me, lowest, sheet)
    for seat in range(t[on.NOW, on.SEATS]):
        made = mark(t, seat, lowest, sheet)
        best, worst, equal = max(best, made), min(worst, made), equal + (made == mine)
    if sheet[POINTS] <= -worst if sheet[POINTS] else sheet[LEFT] == 0:
        return (mine == best) / equal
    scale = 10 + 0.3 * (sheet[POINTS] + worst) if sheet[POINTS] else 0.6 * sqrt(sheet[LEFT])
    for seat in range(t[on.NOW, on.SEATS]):
        odds += exp((mark(t, seat, lowest, sheet) - mine) / scale)
    return 1 / odds
