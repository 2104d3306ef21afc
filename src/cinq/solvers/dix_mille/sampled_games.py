"""Simulates millions of two-player games of Dix Mille die by die: an independent check of the solver.

The compiled playthrough shares no odds, no values and no floor with the solver, only the strategies that it
is given. `python -m cinq.solvers.dix_mille.sampled_games [games]` (default: 1,000,000 in each seat) plays
perfect play against itself and against every heuristic.
"""

import sys

import numpy as np

from cinq.compiled import compiled
from cinq.solvers.dix_mille.heuristics import HEURISTICS
from cinq.solvers.dix_mille.match import Loss, Strategy, heuristic_strategy, perfect_strategy
from cinq.solvers.dix_mille.odds import DICE, MINIMUM, UNIT, failure
from cinq.solvers.dix_mille.policy import NEVER, Bytes, Policy
from cinq.solvers.dix_mille.sweep import OUTDO, OUTDO_AFRESH, PENALTY, Ints

HALF = np.array([failure(dice) >= 0.5 for dice in range(1, DICE + 1)])
"""Whether half a win is better than throwing on, by dice."""


@compiled()
def set_seed(seed: int) -> None:
    """Seeds numba's random numbers."""
    np.random.seed(seed)


@compiled()
def throw(dice: int) -> tuple[int, int]:
    """Throws dice; returns the units won and the number of winning dice (DM-4, DM-7, DM-8, DM-9)."""
    count = np.zeros(7, np.int64)
    for _ in range(dice):
        count[np.random.randint(1, 7)] += 1
    units, winners = 0, 0
    if dice == DICE:
        if count[2] == count[3] == count[4] == count[5] == 1:
            return (6, DICE) if count[1] == 1 else (10, DICE)
        for face in range(1, 7):
            worth = 20 if face == 1 else 2 * face
            if count[face] == DICE:
                return 10 * worth, DICE
            if count[face] >= 3:
                units, winners = worth, 3
                count[face] -= 3
    return units + 2 * count[1] + count[5], winners + count[1] + count[5]


@compiled()
def yes(switches: Bytes, units: int) -> bool:
    """Whether an odd number of switches lies at or below `units`."""
    count = 0
    for at in switches:
        if at != NEVER and at <= units:
            count += 1
    return count % 2 == 1


@compiled()
def stops(
    who: Strategy, seat: int, mine: int, theirs: int, zeros: Ints, entered: Bytes, units: int, dice: int,
    size: int, zero: int,
) -> bool:  # fmt: skip
    """Whether this player banks here; totals in units from 0."""
    other = 1 - seat
    if theirs >= size - zero:
        lead = mine + units - theirs
        return lead > 0 or (lead == 0 and bool(HALF[dice - 1]))
    there = mine + units >= size - zero
    if not entered[seat] or (there and (seat == 1 or not entered[other] or who.fixed)):
        return True
    me, you = max(0, mine + zero), max(0, theirs + zero)
    if who.fixed:
        return yes(who.bank.lists[who.bank.rows[0, 0, 0, dice - 1, 0, 0]], units)
    if not entered[other]:
        return yes(who.alone[seat, zeros[seat], dice - 1, :, me], units)
    return yes(who.bank.lists[who.bank.rows[seat, zeros[seat], zeros[other], dice - 1, me, you]], units)


@compiled()
def takes(
    who: Strategy, seat: int, mine: int, theirs: int, zeros: Ints, entered: Bytes, units: int, dice: int,
    size: int, zero: int,
) -> bool:  # fmt: skip
    """Whether this player takes over such a hand."""
    if theirs >= size - zero:
        behind = theirs - mine
        afresh = OUTDO_AFRESH[min(behind, len(OUTDO_AFRESH) - 1)]
        return bool(OUTDO[max(0, behind - units), dice - 1] > afresh)
    if not entered[seat]:
        return who.enter_by_taking[dice - 1]
    if who.fixed:
        return yes(who.take.lists[who.take.rows[0, 0, 0, dice - 1, 0, 0]], units)
    me, you = max(0, mine + zero), max(0, theirs + zero)
    return yes(who.take.lists[who.take.rows[seat, zeros[seat], zeros[1 - seat], dice - 1, me, you]], units)


@compiled()
def hand(
    who: Strategy, seat: int, mine: int, theirs: int, zeros: Ints, entered: Bytes, units: int, dice: int,
    size: int, zero: int,
) -> tuple[int, int]:  # fmt: skip
    """Throws until the hand is banked or lost; returns units (0 if lost) and the dice it leaves."""
    while True:
        won, winners = throw(dice)
        if winners == 0:
            return 0, DICE
        units += won
        dice = DICE if dice == winners else dice - winners
        if units >= MINIMUM and stops(who, seat, mine, theirs, zeros, entered, units, dice, size, zero):
            return units, dice


@compiled()
def play(one: Strategy, other: Strategy, size: int, zero: int) -> float:
    """Plays one game with `one` in the first seat; returns its share of the win."""
    total, zeros, entered = np.zeros(2, np.int64), np.zeros(2, np.int64), np.zeros(2, np.uint8)
    seat, units, dice = 0, 0, DICE
    while True:
        who = one if seat == 0 else other
        mine, theirs = total[seat], total[1 - seat]
        if units > 0 and not takes(who, seat, mine, theirs, zeros, entered, units, dice, size, zero):
            units = 0
        if units == 0:
            dice = DICE
        units, dice = hand(who, seat, mine, theirs, zeros, entered, units, dice, size, zero)
        if entered[seat]:
            score(total, zeros, seat, units)
        elif units:
            entered[seat], units = 1, 0
        if seat == 1 and max(total[0], total[1]) >= size - zero:
            return float(0.5 + 0.5 * np.sign(total[0] - total[1]))
        seat = 1 - seat


@compiled()
def score(total: Ints, zeros: Ints, seat: int, units: int) -> None:
    """Scores a hand: its units, or a zero (DM-12, DM-13)."""
    total[seat] += units
    if units == 0:
        zeros[seat] += 1
    if zeros[seat] == 3:
        zeros[seat] = 0
        total[seat] -= PENALTY


@compiled()
def play_many(one: Strategy, other: Strategy, size: int, zero: int, games: int) -> float:
    """The mean share of the win of `one` in the first seat."""
    won = 0.0
    for _ in range(games):
        won += play(one, other, size, zero)
    return won / games


def sampled(policy: Policy, one: Strategy, other: Strategy, games: int, name: str = "") -> Loss:
    """The average share of the win over `games` games in each seat."""
    where = int(policy.fresh.shape[3]), -policy.floor // UNIT
    first = play_many(one, other, *where, games)
    return Loss(name, first, 1.0 - play_many(other, one, *where, games))


def main(games: int = 1_000_000) -> int:
    """Prints the results of perfect play and of every heuristic against perfect play."""
    policy = Policy.load()
    champion = perfect_strategy(policy)
    set_seed(1)
    players = {
        "perfect play": champion,
        **{name: heuristic_strategy(heuristic) for name, heuristic in HEURISTICS.items()},
    }
    print(f"{games} games in each seat, ± {100 / games**0.5:.2f} percent")
    for name, one in players.items():
        _, first, second = sampled(policy, one, champion, games)
        print(f"{name:55} {first:.4f} {second:.4f} {0.5 - (first + second) / 2:.4f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*(int(n) for n in sys.argv[1:2])))
