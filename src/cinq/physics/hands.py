"""What a card's hands and eyes allow (DO-12): grip, tremor, eyes, and the filter of hand movements.

Two hands move and turn a piece at once; one hand does one thing at a time and trembles more.
Pure functions: nothing here simulates, or knows pointers, keys or pixels.
"""

from __future__ import annotations

from math import isfinite
from typing import Literal, TypeAlias

from cinq.core.game import Value
from cinq.physics.pieces import Grip, Quat, Vec
from cinq.physics.scene import Target, unit

Hands: TypeAlias = Literal["both", "left", "right"]
HandAction: TypeAlias = Literal["nothing", "moving", "turning"]

TREMOR: dict[Hands, float] = {"both": 0.0001, "left": 0.0003, "right": 0.0003}  # metres rms
REACH = 0.3  # metres from the middle of the board
LOWEST, HIGHEST = -0.02, 1.2
SWITCH_PAUSE = 9  # ticks a single hand rests between moving and turning
MOVED, TURNED = 5e-5, 1e-3  # smaller changes are no movement: metres, quaternion units
HALF_EYE_DISTANCE = 0.032  # metres: half the distance between two eyes
PARALLAX = 0.08  # metres the camera may shift sideways with both eyes open; with one it is fixed


class HandState(Value, frozen=True):
    """Where a hand holds the piece, what it does, and for how many ticks it has done nothing."""

    target: Target
    action: HandAction = "nothing"
    still_ticks: int = 0


def grip(hands: Hands) -> Grip:
    """Two hands hold a piece at its ends, one hand in the middle."""
    return "two" if hands == "both" else "one"


def tremor(hands: Hands) -> float:
    """The tremor of a grip, metres rms."""
    return TREMOR[hands]


def clamp_target(target: Target) -> Target | None:
    """Clamps a target to the reach of a hand; None if it has infinities, NaNs or no usable quaternion."""
    numbers = (*target.pos, *target.quat, *(target.second or ()))
    if not all(map(isfinite, numbers)) or not 0.1 < sum(q * q for q in target.quat) < 10:
        return None
    return Target(_within(target.pos), unit(target.quat), target.second and _within(target.second))


def next_hand_state(hands: Hands, now: HandState, target: Target) -> HandState:
    """The hand one tick later, on its way to `target` (DO-12). Call it every tick, with or without news."""
    if hands == "both":
        return HandState(target)
    moves, turns = _moves(now.target, target), _turns(now.target, target)
    wants: HandAction = now.action if _goes_on(now.action, moves, turns) else _begins(moves, turns)
    if wants == "nothing":
        return HandState(now.target, now.action, now.still_ticks + 1)
    if now.action not in (wants, "nothing") and now.still_ticks < SWITCH_PAUSE:
        return HandState(now.target, now.action, now.still_ticks + 1)
    return HandState(_one_at_a_time(now.target, target, wants), wants)


def _goes_on(action: HandAction, moves: bool, turns: bool) -> bool:
    return (action == "moving" and moves) or (action == "turning" and turns)


def _begins(moves: bool, turns: bool) -> HandAction:
    return "moving" if moves else "turning" if turns else "nothing"


def _one_at_a_time(now: Target, target: Target, action: HandAction) -> Target:
    """One hand moves or turns, and holds the piece in one place."""
    return Target(target.pos, now.quat) if action == "moving" else Target(now.pos, target.quat)


def _moves(now: Target, target: Target) -> bool:
    return max(abs(a - b) for a, b in zip(now.pos, target.pos, strict=True)) > MOVED


def _turns(now: Target, target: Target) -> bool:
    return 1 - abs(_dot(now.quat, target.quat)) > TURNED**2


def _dot(a: Quat, b: Quat) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _within(place: Vec) -> Vec:
    x, y, z = place
    return max(-REACH, min(REACH, x)), max(-REACH, min(REACH, y)), max(LOWEST, min(HIGHEST, z))
