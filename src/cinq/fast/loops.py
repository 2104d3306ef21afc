"""The loops around a kernel, written once as plain functions that `bind` compiles against one game.

The names below that only raise stand for the kernel's own functions. `bind` compiles a copy of each loop in
which these names mean the kernel's: numba then inlines them, and can keep the code on disk, which it cannot
for functions that come as arguments or from a closure. Compiled code owns no memory, so a loop is given the
space that it needs: `outcome` and `final` are scratch, of OUTCOME and RESULT words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from cinq.fast.chance import RNG, seeded
from cinq.fast.compiled import Floats, Ints, jit, jit_unkept
from cinq.fast.kernel import NATURE, PLAYERS, Mask, Observation, Policy, Rewards, Words

P = ParamSpec("P")
R = TypeVar("R")
NEVER = -1
APART = 16
"""Words on either side of scratch space: two cache lines, for processors that fetch them in pairs."""
Shown: TypeAlias = tuple[Observation, Mask, Rewards, Mask, Words, Words]
"""What an environment shows: `environment.Step` with room for one view a game, or for one a seat."""


def start(s: Ints, players: int, options: Ints) -> None:
    raise NotImplementedError


def actors(s: Ints) -> int:
    raise NotImplementedError


def speaker(s: Ints) -> int:
    raise NotImplementedError


def legal(s: Ints, seat: int, mask: Ints) -> None:
    raise NotImplementedError


def allowed(s: Ints, seat: int, action: int) -> bool:
    raise NotImplementedError


def choose(s: Ints, seat: int) -> int:
    raise NotImplementedError


def apply(s: Ints, seat: int, action: int) -> None:
    raise NotImplementedError


def draw(s: Ints, outcome: Ints) -> None:
    raise NotImplementedError


def possible(s: Ints, outcome: Ints) -> bool:
    raise NotImplementedError


def fall(s: Ints, outcome: Ints) -> None:
    raise NotImplementedError


def result(s: Ints, out: Ints) -> None:
    raise NotImplementedError


def observe(s: Ints, seat: int, out: Ints) -> None:
    raise NotImplementedError


# ---------------------------------------------------------------- whole games


def begin(rows: Words, game: int, seed: int, players: int, options: Ints) -> None:
    """Starts one game a row, numbered from `game` on: the number and the seed give a game its chance."""
    for g in range(len(rows)):
        rows[g, RNG] = seeded(seed, game + g)
        start(rows[g], players, options)


def run(rows: Words, limit: int, lengths: Words, results: Words, outcome: Ints) -> int:
    """Plays every row to its end, or for `limit` lines more; a game that did not end has a result of zeros.

    Returns the number of lines of all of them, those of the dealer and the world included.
    """
    total = 0
    for g in range(len(rows)):
        s, moves = rows[g], 0
        while moves < limit:
            who = actors(s)
            if who & NATURE:
                draw(s, outcome)
                fall(s, outcome)
            elif who == 0:
                result(s, results[g])
                break
            else:
                seat = speaker(s)
                action = choose(s, seat)
                if action < 0:
                    continue
                apply(s, seat, action)
            moves += 1
        lengths[g] = moves
        total += moves
    return total


# ---------------------------------------------------------------- the vectorised environment


def refused(rows: Words, seats: Ints, actions: Ints) -> int:
    """The first game whose action its seat may not choose; -1 if all may. A negative action is a wait."""
    for g in range(len(rows)):
        s, seat = rows[g], seats[g]
        if actions[g] < 0:
            continue
        if not 0 <= seat < s[PLAYERS] or not actors(s) >> seat & 1 or not allowed(s, seat, actions[g]):
            return g
    return NEVER


def choices(rows: Words, seats: Ints, actions: Ints) -> None:
    """A random legal action of the seat that is asked in each game; -1 where it has none or chance waits."""
    for g in range(len(rows)):
        actions[g] = choose(rows[g], seats[g]) if seats[g] >= 0 else NEVER


def step(
    rows: Words,
    seats: Ints,
    actions: Ints,
    sampled: bool,
    options: Ints,
    shown: Shown,
    outcome: Ints,
    final: Ints,
) -> None:
    """One action in each game (none where it is negative), then chance if it is sampled, then new games."""
    _, _, rewards, done, _, _ = shown
    for g in range(len(rows)):
        s = rows[g]
        if actions[g] >= 0:
            apply(s, seats[g], actions[g])
        done[g] = settle(s, sampled, options, rewards[g], outcome, final)
        show(s, g, shown)


def impossible(rows: Words, outcomes: Words) -> int:
    """The first game in which the dealer or the world owes a line and may not say this; -1 if none."""
    for g in range(len(rows)):
        if actors(rows[g]) & NATURE and not possible(rows[g], outcomes[g]):
            return g
    return NEVER


def name(
    rows: Words,
    outcomes: Words,
    sampled: bool,
    options: Ints,
    shown: Shown,
    outcome: Ints,
    final: Ints,
) -> None:
    """Says what the dealer or the world says in the games in which they owe a line."""
    _, _, rewards, done, _, _ = shown
    for g in range(len(rows)):
        s = rows[g]
        if actors(s) & NATURE:
            fall(s, outcomes[g])
        done[g] = settle(s, sampled, options, rewards[g], outcome, final)
        show(s, g, shown)


def sample(rows: Words, outcomes: Words) -> None:
    """Draws an outcome for each game that waits for chance, and applies none."""
    for g in range(len(rows)):
        if actors(rows[g]) & NATURE:
            draw(rows[g], outcomes[g])


def settle(s: Words, sampled: bool, options: Ints, rewards: Floats, outcome: Ints, final: Ints) -> int:
    """Lets chance speak until a seat may act; pays for a game that is over and starts the next (then 1)."""
    players, ended = len(rewards), 0
    for seat in range(players):
        rewards[seat] = 0
    while True:
        who = actors(s)
        if who & NATURE and sampled:
            draw(s, outcome)
            fall(s, outcome)
        elif who:
            return ended
        else:
            result(s, final)
            pay(final[0], rewards)
            start(s, players, options)
            ended = 1


def pay(winners: int, rewards: Floats) -> None:
    """One point, shared by the winners."""
    count = 0
    for seat in range(len(rewards)):
        count += winners >> seat & 1
    for seat in range(len(rewards)):
        rewards[seat] = (winners >> seat & 1) / count


def show(s: Words, g: int, shown: Shown) -> None:
    """Who may act, whom to ask, and what the one asked sees and may do, or all if there is room for it."""
    observations, masks, _, _, who, seats = shown
    views, who[g] = masks.shape[1], actors(s)
    seats[g] = NEVER if who[g] & NATURE else speaker(s)
    if views == 1:
        if seats[g] >= 0:
            legal(s, seats[g], masks[g, 0])
            observe(s, seats[g], observations[g, 0])
    else:
        for seat in range(views):
            legal(s, seat, masks[g, seat])
            observe(s, seat, observations[g, seat])


# ---------------------------------------------------------------- one game's loops


def scratch(words: int) -> Words:
    """Scratch space of a thread's own: no other array shares a cache line with it.

    Loops write it at every chance event; on a shared line two threads would wait for each other.
    """
    return np.zeros(words + 2 * APART, np.int64)[APART : APART + words]


class Loops:
    """The loops compiled for one kernel and one policy (a compiled function `(s, seat) -> code`)."""

    def __init__(self, kernel: ModuleType, policy: Policy) -> None:
        names = {**globals(), **vars(kernel), "choose": policy}
        for part in (pay, settle, show):
            names[part.__name__] = _bound(part, kernel, names)
        self.begin = _bound(begin, kernel, names)
        self.run = _bound(run, kernel, names, policy)
        self.refused = _bound(refused, kernel, names)
        self.choices = _bound(choices, kernel, names)
        self.step = _bound(step, kernel, names)
        self.impossible = _bound(impossible, kernel, names)
        self.name = _bound(name, kernel, names)
        self.sample = _bound(sample, kernel, names)


def _bound(
    loop: Callable[P, R], kernel: ModuleType, names: dict[str, object], policy: Policy | None = None
) -> Callable[P, R]:
    """A copy of the loop in the kernel's module, so that its code on disk has a name of its own.

    With a policy from a file that the digest of the kernel does not cover nothing is kept: the loop holds the
    policy's code, and would go on playing it after an edit.
    """
    label = f"_{policy.__module__}_{policy.__qualname__}".replace(".", "_") if policy else ""
    copy = FunctionType(loop.__code__, names, loop.__name__ + label)
    copy.__module__, copy.__qualname__ = kernel.__name__, loop.__name__ + label
    covered = policy is None or policy.__module__.startswith(kernel.__name__)
    return (jit if covered else jit_unkept)(cast(Callable[P, R], copy))


@cache
def bind(kernel: ModuleType, policy: Policy) -> Loops:
    """The loops of a kernel under a policy; compiled when they are first called."""
    return Loops(kernel, policy)
