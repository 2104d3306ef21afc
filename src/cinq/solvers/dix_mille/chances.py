"""The chance to win after each choice in two-player Dix Mille: the coach's numbers.

Computes one turn at run time, with numpy alone. The policy file has the chance of a fresh hand for every
state. The chance in a hand taken over would fill gigabytes, so the file has it on a coarse grid (fine near
the target and for small hands), and it is interpolated here. Chances of fresh hands are thus exact, the
others good to about a tenth of a percent; docs/dix-mille-solved.md gives the measured error.
"""

from functools import cache
from typing import Any

import numpy as np

from cinq.solvers.dix_mille.odds import (
    DICE,
    MAX_GAIN,
    MINIMUM,
    UNIT,
    failure,
    outcomes,
    outdo,
    outdo_afresh,
    reach,
)
from cinq.solvers.dix_mille.policy import Choice, Policy, Situation

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[np.int64]]

A_TURN = 350
"""Rough points of a turn: what lacking entry costs where it is not solved."""
BEYOND = 50
"""Units past the target up to which the first seat's hand is computed."""
WAYS = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 40, 48, 57, 68, 82, 98, 118, 142, 170, 205)
HANDS = (6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 23, 26, 30, 35, 40, 48, 58, 70, 85, 105, 130, 160, 200)


def ways(size: int) -> Ints:
    """The grid of totals, as units missing to the target."""
    return np.array([way for way in WAYS if way < size] + [size])


def hands(size: int) -> Ints:
    """The grid of hands taken over, in units."""
    return np.array([hand for hand in HANDS if hand < size] + [size])


def chances(policy: Policy, now: Situation) -> dict[Choice, float]:
    """The chance to win after each allowed choice, if both play perfectly from then on."""
    if now.last_turn:
        return last_turn(now)
    if not now.i_entered:
        return entering(policy, now)
    return scoring(policy, now)


def allowed(now: Situation, throw: float, bank: float, take_over: float | None) -> dict[Choice, float]:
    """The chances of the choices that the rules allow here."""
    open_to_me: dict[Choice, float] = {"throw": throw}
    if now.points and now.units >= MINIMUM and now.may_bank:
        open_to_me["bank"] = bank
    if take_over is not None:
        open_to_me["take_over"] = take_over
    return open_to_me


def last_turn(now: Situation) -> dict[Choice, float]:
    """The chances when the other has reached the target: more wins, equal shares (DM-19, DM-20)."""
    if not now.i_entered:
        return allowed(now, 0.0, 0.0, None if offered(now) is None else 0.0)
    lead = now.units - now.behind
    short = now.behind < MINIMUM and now.units < MINIMUM
    throw = reach(MINIMUM - now.units, now.dice) if short else outdo(-lead, now.dice)
    offer = offered(now)
    taken = None if offer is None else outdo(now.behind - offer[0], offer[1])
    return allowed(now, throw, 1.0 if lead > 0 else 0.5 * (lead == 0), taken)


def offered(now: Situation) -> tuple[int, int] | None:
    """The offer in units and dice, if it still stands."""
    return None if now.offer is None or now.points else (now.offer[0] // UNIT, now.offer[1])


def entering(policy: Policy, now: Situation) -> dict[Choice, float]:
    """The chances without entry: all that counts is to reach 300 (DM-11, DM-17, DM-18)."""
    other, nothing = 1 - now.seat, policy.index(0, now.target)
    if now.they_entered:
        you = policy.index(now.theirs, now.target)
        entered = 1.0 - float(policy.fresh[other, now.their_zeros, 0, you, nothing])
        lost = 1.0 - float(policy.thin[1, other, now.their_zeros, you])
        if now.target != policy.target:
            ahead = policy.index(now.theirs + A_TURN, now.target)
            lost = 1.0 - float(policy.fresh[other, now.their_zeros, 0, ahead, nothing])
    else:
        entered = 1.0 - float(policy.thin[0, other, 0, nothing])
        lost = 1.0 - policy.opening[other]
    missing = max(1, MINIMUM - now.units)
    succeed = reach(missing, now.dice)
    offer = offered(now)
    taken = None if offer is None else lost + (1.0 - failure(offer[1])) * (entered - lost)
    return allowed(now, lost + succeed * (entered - lost), entered, taken)


def scoring(policy: Policy, now: Situation) -> dict[Choice, float]:
    """The chances with entry: the turn is computed backwards from the highest hand that matters."""
    offer = offered(now)
    stop, throw = turn(policy, now)
    at = now.units, now.dice - 1
    thrown = float(throw[at])
    if now.points == 0 and now.they_entered:
        place = policy.place(now, DICE)
        thrown = float(policy.fresh[(*place[:3], *place[4:])])
    taken = None if offer is None else float(throw[offer[0], offer[1] - 1])
    return allowed(now, thrown, banking(policy, now, float(stop[at])), taken)


def banking(policy: Policy, now: Situation, roughly: float) -> float:
    """The chance after banking; if the other takes over, their turn is computed instead of interpolated."""
    total = now.mine + now.points
    if now.units < MINIMUM or total >= now.target or not now.they_entered:
        return roughly
    sides = not now.first, now.theirs, total, now.their_zeros, now.my_zeros
    then = Situation(*sides, offer=(now.points, now.dice), target=now.target)
    if not policy.takes(then, now.points, now.dice):
        return roughly
    _, throw = turn(policy, then)
    return 1.0 - float(throw[now.units, now.dice - 1])


def turn(policy: Policy, now: Situation) -> tuple[Floats, Floats]:
    """The chances of banking and of throwing, by units and dice."""
    me, need = policy.index(now.mine, now.target), policy.fresh.shape[3] - policy.index(now.mine, now.target)
    top = max(need + BEYOND, now.units, 0 if now.offer is None else now.offer[0] // UNIT)
    stop = np.ones((top + 1 + MAX_GAIN, DICE))
    points = np.arange(MINIMUM, need)
    if now.they_entered:
        stop[points] = 1.0 - answered(policy, now, points)
        if now.first:
            stop[need:] = waiting(me - policy.index(now.theirs, now.target), np.arange(need, len(stop)))
    else:
        stop[points] = 1.0 - answered_by_entry(policy, now, me + points)
    stop[:MINIMUM] = 0.0
    return stop, play_back(stop, when_lost(policy, now), top)


def play_back(stop: Floats, lost: float, top: int) -> Floats:
    """The chances of throwing on, computed backwards; above `top` a hand is banked."""
    step, chance, start, lose = odds()
    best = stop.ravel().copy()
    throw = np.zeros_like(stop)
    for units in range(top, -1, -1):
        at = units * DICE
        throw[units] = np.add.reduceat(best[at + step] * chance, start) + lose * lost
        best[at : at + DICE] = np.maximum(best[at : at + DICE], throw[units])
    return throw


@cache
def odds() -> tuple[Ints, Floats, Ints, Floats]:
    """All outcomes of throws of 1 to 5 dice in one array: steps and chances, where each begins, failures."""
    every = [outcomes(dice) for dice in range(1, DICE + 1)]
    step = np.array([won * DICE + left - 1 for row in every for won, left, _ in row])
    chance = np.array([chance for row in every for _, _, chance in row])
    start = np.cumsum([0] + [len(row) for row in every[:-1]])
    return step, chance, start, np.array([failure(dice) for dice in range(1, DICE + 1)])


def when_lost(policy: Policy, now: Situation) -> float:
    """The chance after a lost hand: a zero, and at the third 500 off (DM-13)."""
    third = now.my_zeros == 2
    zeros, total = (0, now.mine - 500) if third else (now.my_zeros + 1, now.mine)
    me, you = policy.index(total, now.target), policy.index(now.theirs, now.target)
    if now.they_entered:
        return 1.0 - float(policy.fresh[1 - now.seat, now.their_zeros, zeros, you, me])
    return 1.0 - float(policy.thin[0, 1 - now.seat, zeros, me])


def waiting(lead: int, points: Ints) -> Floats:
    """The first seat's chance after banking past the target (DM-19), by units and dice."""
    taken = np.array([outdo(max(0, lead), dice) for dice in range(1, DICE + 1)])
    afresh = np.array([outdo_afresh(int(lead + units)) for units in points])
    return np.asarray(1.0 - np.maximum(afresh[:, None], taken))


def answered(policy: Policy, now: Situation, points: Ints) -> Floats:
    """The other's chance after I bank, by units and dice (DM-14)."""
    me, you = policy.index(now.mine, now.target), policy.index(now.theirs, now.target)
    where = 1 - now.seat, now.their_zeros, now.my_zeros
    afresh = policy.fresh[(*where, you, me + points)]
    lists = policy.take.lists[policy.take.rows[where][:, you, me + points]]
    takes = (lists <= points[:, None]).sum(axis=-1) % 2 == 1
    taken = interpolate(policy, where, you, me + points, points)
    return np.asarray(np.where(takes.T, taken, afresh[:, None]))


def answered_by_entry(policy: Policy, now: Situation, totals: Ints) -> Floats:
    """The same when the other has no entry: a hand taken over would be it (DM-17, DM-18)."""
    other, nothing = 1 - now.seat, policy.index(0, now.target)
    entered = 1.0 - policy.fresh[now.seat, now.my_zeros, 0, totals, nothing]
    lost = 1.0 - policy.thin[1, now.seat, now.my_zeros, totals]
    afresh = policy.thin[0, other, now.my_zeros, totals]
    lose = odds()[3]
    taken = lost[:, None] * lose + entered[:, None] * (1.0 - lose)
    return np.asarray(np.where(1.0 - lose > reach(MINIMUM, DICE), taken, afresh[:, None]))


def interpolate(
    policy: Policy, where: tuple[int, int, int], mover: int, totals: Ints, points: Ints
) -> Floats:
    """The mover's chance after taking over, by units and dice, interpolated on the grid."""
    size = policy.fresh.shape[3]
    table = policy.taken[where]
    axes = [
        between(hands(size), points),
        between(ways(size), size - mover),
        between(ways(size), size - totals),
    ]
    value = np.zeros((DICE, len(points)))
    for corner in np.ndindex(2, 2, 2):
        at = tuple(low + up for (low, _), up in zip(axes, corner, strict=True))
        weight = np.ones(len(points))
        for (_, share), up in zip(axes, corner, strict=True):
            weight = weight * (share if up else 1.0 - share)
        value += weight * table[:, at[0], at[1], at[2]]
    return value.T


def between(grid: Ints, at: Ints | int) -> tuple[Ints, Floats]:
    """The grid point at or below, and the share of the way to the next."""
    low = np.clip(np.searchsorted(grid, at, side="right") - 1, 0, len(grid) - 2)
    return low, np.clip((at - grid[low]) / (grid[low + 1] - grid[low]), 0.0, 1.0)
