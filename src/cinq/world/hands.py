"""Which hands hold the piece and which eye is open (DO-12), as the world understands a card.

Owns the filter between what a page sends and what the hand may do: both hands move and turn at once, one
hand does one thing at a time and trembles more. Pure functions; it never simulates and never knows
pointers, keys or cameras' pixels.
"""

from __future__ import annotations

from math import isfinite
from typing import Literal, TypeAlias

from cinq.core.game import Value
from cinq.world.physics import Target, unit
from cinq.world.wood import Grip, Quat, Vec

Hands: TypeAlias = Literal["both", "left", "right"]
Closed: TypeAlias = Literal["none", "left", "right"]
"""The eye that a card wants closed."""
Doing: TypeAlias = Literal["nothing", "moving", "turning"]

TREMOR: dict[Hands, float] = {"both": 0.0001, "left": 0.0003, "right": 0.0003}  # metres rms
REACH = 0.3  # metres from the middle of the board
LOWEST, HIGHEST = -0.02, 1.2
PAUSE = 9  # ticks a single hand rests between moving and turning
MOVED, TURNED = 5e-5, 1e-3  # smaller changes are no movement: metres, quaternion units
HALF_GAZE = 0.032  # metres: half the distance between two eyes
PARALLAX = 0.08  # metres: how far a head with both eyes open may lean


class Doings(Value, frozen=True):
    """What a hand is about: where it holds the piece, what it does, and for how long it has been still."""

    target: Target
    doing: Doing = "nothing"
    still: int = 0


class Gaze(Value, frozen=True):
    """The camera a card allows: sideways offset of the eye, and how far it may lean (none with one eye)."""

    offset: float
    parallax: float
    dark: Closed


def grip(hands: Hands) -> Grip:
    """Two hands hold a piece at its ends."""
    return "two" if hands == "both" else "one"


def tremor(hands: Hands) -> float:
    """The natural shake of the grip, metres rms; a single hand trembles more."""
    return TREMOR[hands]


def gaze(closed: Closed) -> Gaze:
    """Both eyes look round a little; a single one sees from its own place and no other."""
    match closed:
        case "none":
            return Gaze(0.0, PARALLAX, "none")
        case "left":
            return Gaze(HALF_GAZE, 0.0, "left")
        case "right":
            return Gaze(-HALF_GAZE, 0.0, "right")


def sane(target: Target) -> Target | None:
    """A target brought within reach; None if it is no place at all."""
    numbers = (*target.pos, *target.quat, *(target.second or ()))
    if not all(map(isfinite, numbers)) or not 0.1 < sum(q * q for q in target.quat) < 10:
        return None
    return Target(_within(target.pos), unit(target.quat), target.second and _within(target.second))


def held(hands: Hands, now: Doings, wish: Target) -> Doings:
    """What the hands do with a wish: called once a tick, also when nothing new was wished (DO-12)."""
    if hands == "both":
        return Doings(wish)
    moves, turns = _moves(now.target, wish), _turns(now.target, wish)
    wants: Doing = now.doing if _goes_on(now.doing, moves, turns) else _begins(moves, turns)
    if wants == "nothing":
        return Doings(now.target, now.doing, now.still + 1)
    if now.doing not in (wants, "nothing") and now.still < PAUSE:
        return Doings(now.target, now.doing, now.still + 1)
    return Doings(_partly(now.target, wish, wants), wants)


def _goes_on(doing: Doing, moves: bool, turns: bool) -> bool:
    return (doing == "moving" and moves) or (doing == "turning" and turns)


def _begins(moves: bool, turns: bool) -> Doing:
    return "moving" if moves else "turning" if turns else "nothing"


def _partly(now: Target, wish: Target, doing: Doing) -> Target:
    """One thing at a time; a single hand holds in one place."""
    return Target(wish.pos, now.quat) if doing == "moving" else Target(now.pos, wish.quat)


def _moves(now: Target, wish: Target) -> bool:
    return max(abs(a - b) for a, b in zip(now.pos, wish.pos, strict=True)) > MOVED


def _turns(now: Target, wish: Target) -> bool:
    return 1 - abs(_dot(now.quat, wish.quat)) > TURNED**2


def _dot(a: Quat, b: Quat) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _within(place: Vec) -> Vec:
    x, y, z = place
    return max(-REACH, min(REACH, x)), max(-REACH, min(REACH, y)), max(LOWEST, min(HIGHEST, z))
