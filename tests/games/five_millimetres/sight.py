"""Sight, the WORLD of 5 Millimètres: what an eye at a seat can know of the sticks, and no more.

The looks themselves are drawn by the game (`eye.py`), one number for each stick and each
observer, once. This file is the other side: the best that can be made of them.

What a seat ever receives, and what it is worth:

* One look at every stick: the true length times a log-normal factor whose logarithm has
  the declared spread σ. Looking again shows the same number, so all frames of a game are
  worth one look, and no average beats σ. Looks of different sticks are independent.
* The exact steps between its own sticks. Every stick it won was looked at in the stand
  first, so a hand of m sticks is m independent looks at one unknown, where the hand
  begins on the scale: its spread falls to about σ/√m, as it does for a person who holds
  more and more known differences against what they saw. This is earned, not leaked. A
  hand that spans eight steps can begin in one place only, and is then known.
* Its own sticks are shown with one error in millimetres, that of the first stick. The
  number shown for a new one follows from the first number and the step, both known, so
  it adds nothing. A shared *factor* would: the shown steps would be 5 mm times the
  factor, and the factor would give every true length away.
* Four sticks of each length, no four alike in a hand before the end, and what others
  pay: all that can be reasoned out at a real table too.
* Numbers are rounded to a thousandth of a millimetre, far below the spread, so the last
  digits of a float do not tell which product they came from.

Two seats that put their looks together would have σ/√2: nothing in the program passes
one seat's looks to another, people who talk are beyond its reach.

`believe` is the exact posterior of one stick, or of a whole hand, from all of this; told
the true lengths of all the other sticks as well (`left`), it is an upper bound for every
estimator there can be. The tests hold estimators against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, pi, sqrt
from typing import TypeAlias

from cinq.core.game import Action, Actor, Seat, Value
from cinq.games.five_millimetres.components import LENGTHS, box
from cinq.games.five_millimetres.rules import Sight
from cinq.games.five_millimetres.scoring import ALIKE
from cinq.games.five_millimetres.view import SightSeen, View

MM = box().sticks.lengths
"""Millimetres, shortest first."""
Odds: TypeAlias = tuple[float, ...]
"""The probability of each of the nine lengths, shortest first."""


class Received(Value, frozen=True):
    """All that a seat ever got to see of lengths: its first look at each stick, its hand's steps."""

    looks: tuple[float, ...] = ()
    steps: dict[int, int] = {}
    """By stick number, for the sticks in its own hand."""


def receive(so_far: Received, seat: Seat, shown: Value | Action, view: View) -> Received:
    """One more line, as shown to this seat, and the view after it."""
    looks = so_far.looks + (shown.apparent or () if isinstance(shown, SightSeen) else ())
    steps = {held.stick: held.step for held in view.hands[seat] if held.step is not None}
    return Received(looks, steps)


def evidence(look: float, length: int, spread: float) -> float:
    """The logarithm of how well a look fits a length (0 the shortest), up to a constant."""
    off = log(look / MM[length]) / spread
    return -off * off / 2


def believe(got: Received, stick: int, spread: float, left: Sequence[int] = (ALIKE,) * LENGTHS) -> Odds:
    """How likely each length is for this stick, by all the looks that bear on it.

    `left` says how many of each length are free for it, and for its hand if it is in one.
    """
    hand = got.steps if stick in got.steps else {stick: 0}
    begin = [_weight(got.looks, hand, low, spread, left) for low in range(LENGTHS - max(hand.values()))]
    most = max(begin)
    odds = [0.0] * LENGTHS
    for low, weight in enumerate(begin):
        odds[low + hand[stick]] = exp(weight - most)
    total = sum(odds)
    return tuple(p / total for p in odds)


def _weight(
    looks: Sequence[float], hand: Mapping[int, int], low: int, spread: float, left: Sequence[int]
) -> float:
    """How well everything fits if the hand's shortest stick has this length; −∞ if there are too few."""
    free, weight = list(left), 0.0
    for stick, step in hand.items():
        if free[low + step] <= 0:
            return float("-inf")
        weight += evidence(looks[stick], low + step, spread) + log(free[low + step])
        free[low + step] -= 1
    return weight


def likeliest(odds: Odds) -> int:
    """The best guess: a length, 0 the shortest."""
    return odds.index(max(odds))


def hit_rate(spread: float, looks: int = 1, grain: int = 4_000) -> float:
    """How often the best guess from so many independent looks at one stick is right, all lengths as likely.

    The integral of the largest of nine normal densities on the scale of logarithms.

    >>> round(hit_rate(0.035), 3), round(hit_rate(0.035, looks=4), 3)
    (0.675, 0.931)
    """
    sd = spread / sqrt(looks)
    places = [log(mm) for mm in MM]
    low, high = places[0] - 8 * sd, places[-1] + 8 * sd
    width = (high - low) / grain
    spots = (low + (i + 0.5) * width for i in range(grain))
    heights = (max(exp(-(((spot - at) / sd) ** 2) / 2) for at in places) for spot in spots)
    return sum(heights) * width / (sd * sqrt(2 * pi) * LENGTHS)


def eyes(lengths: Sequence[int], lines: Iterable[tuple[Actor, Action]]) -> tuple[float, ...]:
    """After a game, who has the better eye: each seat's typical error in millimetres over all its looks.

    `lengths` are the true ones by stick, as the view shows them when the game is over.
    """
    rows = [row for _, action in lines if isinstance(action, Sight) for row in action.apparent]
    errors = [[abs(look - MM[length - 1]) for look in row] for length, row in zip(lengths, rows, strict=True)]
    return tuple(sum(seat) / len(seat) for seat in zip(*errors, strict=True))
