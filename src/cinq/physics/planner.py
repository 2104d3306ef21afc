"""Plans a bot's placement: finds the spots where a piece would stand, chooses one, plans the hand's path.

Owns the numbers of each level's hand. Spots come from geometry without simulating; trial drops are
optional. Knows no cards in hand and no opponents.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from cinq.core.game import Value
from cinq.physics.judge import Wanted
from cinq.physics.pieces import (
    BOARD_HALF,
    UP_AXIS,
    Floats,
    Pose,
    Poses,
    Position,
    height,
    mass,
    oriented,
    size,
)
from cinq.physics.scene import TICK, Scene, Target, rotate_towards, vec
from cinq.physics.supports import COMPASS, SAME_HEIGHT, Booleans, TopView, turn, whole

SIDE_CLEARANCE = 0.0015  # metres kept free beside a piece that is lowered
COLUMN_CLEARANCES = ((0.02, 1), (0.006, 4))
"""Metres kept free round a new column, and how much longer a more crowded board is searched."""
BOARD_EDGE = 0.004  # metres between a new column and the edge of the board
FIRM_MARGIN = 0.0015  # metres from tipping: less is a last resort

HOVER, SLOW_DOWN_AT, PRESS = 0.02, 0.005, 0.0003  # metres above the support; PRESS is below it
CARRYING, LOWERING, LANDING, TURNING = 0.7, 0.28, 0.03, 8.0  # metres and radians a second
TRIAL_TICKS = 30  # what topples has begun to by then
HOLD_STILL_TICKS = 9  # before letting go


class HandSkill(Value, frozen=True):
    """How good a bot's hand and eye are."""

    tremor: float
    """Metres rms, on the simulated hand."""
    aim_error: float
    """Metres: spread of the error between the spot chosen and the spot aimed at."""
    turn_error: float
    """Radians: the same about the vertical."""
    samples: int
    """How many random spots it considers."""
    daring: float
    """Which of the firm spots it takes: 0 the firmest, 1 any."""
    trials: int = 0
    """Trial drops before deciding."""


HAND_SKILLS = {
    "beginner": HandSkill(tremor=0.0008, aim_error=0.0018, turn_error=0.09, samples=100, daring=0.65),
    "regular": HandSkill(tremor=0.0005, aim_error=0.0010, turn_error=0.05, samples=160, daring=0.3),
    "champion": HandSkill(
        tremor=0.0002, aim_error=0.0004, turn_error=0.02, samples=320, daring=0.0, trials=2
    ),
}


ONE_EYE, ONE_HAND = 1.5, 1.5
"""Factors: a closed eye on the aim error, a single hand on the tremor (DO-12)."""


def with_handicap(skill: HandSkill, one_hand: bool, one_eye: bool) -> HandSkill:
    """The same hand with one hand or one eye, as a card asks (DO-12)."""
    aim, tremor = skill.aim_error * (ONE_EYE if one_eye else 1), skill.tremor * (ONE_HAND if one_hand else 1)
    return replace(skill, aim_error=aim, tremor=tremor)


class Spot(Value, frozen=True):
    """A place for a piece: where, at what height (`on`), how turned, how far from tipping (metres)."""

    x: float
    y: float
    on: float
    yaw: float
    position: Position
    margin: float


def find_spots(
    poses: Poses, piece: str, position: Position, board: bool, samples: int, seed: int
) -> list[Spot]:
    """Spots on which a piece stands, the firmest first, from random samples of level tops or the board."""
    view, rng = TopView(poses), np.random.Generator(np.random.PCG64(seed))
    half = np.delete(np.array(size(piece)), UP_AXIS[position]) / 2
    if board:
        tried = (_columns(view, rng, samples * more, half, free) for free, more in COLUMN_CLEARANCES)
        numbers = next((found for found in tried if len(found)), np.empty((0, 5)))
    else:
        numbers = _tops(view, rng, samples, half, mass(piece))
    firmest = numbers[np.argsort(-numbers[:, 4], kind="stable")].tolist()
    return [Spot(x, y, z, turn, position, margin) for x, y, z, turn, margin in firmest]


def _columns(view: TopView, rng: np.random.Generator, samples: int, half: Floats, clearance: float) -> Floats:
    """Spots for a new column on the free board, as rows (x, y, height, yaw, margin)."""
    rects = _on_board(rng, samples, half)
    on, _ = view.landing(rects, clearance)
    return _rows(rects, on, _alone(rects), on < SAME_HEIGHT)


def _tops(view: TopView, rng: np.random.Generator, samples: int, half: Floats, weight: float) -> Floats:
    """Spots on level tops, as rows (x, y, height, yaw, margin)."""
    if not view.level.any():
        return np.empty((0, 5))
    rects = _on_tops(view, rng, samples, half)
    on, supports = view.landing(rects, SIDE_CLEARANCE)
    return _rows(rects, on, view.firmness(rects, supports, weight), on >= SAME_HEIGHT)


def _rows(rects: Floats, on: Floats, firm: Floats, usable: Booleans) -> Floats:
    """The rows of those rectangles that are usable and would stand."""
    rows: Floats = np.column_stack([rects[:, :2], on, rects[:, 4], firm])[usable & (firm > 0)]
    return rows


def _alone(rects: Floats) -> Floats:
    """How far from tipping pieces on the board are, in metres."""
    firm: Floats = (whole(rects) - rects[:, :2] @ COMPASS).min(axis=1)
    return firm


def _on_board(rng: np.random.Generator, samples: int, half: Floats) -> Floats:
    room = BOARD_HALF - BOARD_EDGE - float(np.hypot(*half))
    places, yaws = rng.uniform(-room, room, (samples, 2)), rng.uniform(-np.pi, np.pi, samples)
    return np.column_stack([places, np.tile(half, (samples, 1)), yaws])


def _on_tops(view: TopView, rng: np.random.Generator, samples: int, half: Floats) -> Floats:
    """Random rectangles on level tops, turned by about 0° or 90°; every third over the middle of a top."""
    tops = np.flatnonzero(view.level)
    top = view.rects[tops[rng.integers(len(tops), size=samples)]]
    third = np.arange(samples) % 3 == 0
    inside = np.where(third[:, None], 0, rng.uniform(-1, 1, (samples, 2)) * top[:, 2:4])
    places = turn(inside[:, None, :], top[:, 4])[:, 0] + top[:, :2]
    askew = np.where(third, 0, rng.uniform(-0.3, 0.3, samples))
    yaws = top[:, 4] + rng.integers(2, size=samples) * np.pi / 2 + askew
    return np.column_stack([places, np.tile(half, (samples, 1)), yaws])


def choose_spot(poses: Poses, bases: tuple[str, ...], wanted: Wanted, skill: HandSkill, seed: int) -> Spot:
    """The spot that a bot takes; if nothing would stand, the middle of the highest top."""
    positions: tuple[Position, ...] = (wanted.position,) if wanted.position else ("flat", "edge", "upright")
    for position in positions:
        found = find_spots(poses, wanted.piece, position, wanted.board, skill.samples, seed)
        if found:
            return _pick(poses, bases, wanted, skill, found, seed)
    return _fallback_spot(poses, positions[0])


def _pick(
    poses: Poses, bases: tuple[str, ...], wanted: Wanted, skill: HandSkill, found: list[Spot], seed: int
) -> Spot:
    firm = [spot for spot in found if spot.margin > FIRM_MARGIN] or found[:1]
    rng = np.random.Generator(np.random.PCG64(seed + 1))
    first = int(rng.random() * skill.daring * len(firm))
    for spot in firm[first : first + skill.trials]:
        if trial_drop_stands(poses, bases, wanted, spot, skill, seed):
            return spot
    return firm[first]


def trial_drop_stands(
    poses: Poses, bases: tuple[str, ...], wanted: Wanted, spot: Spot, skill: HandSkill, seed: int
) -> bool:
    """Simulates a drop from just above the spot, with the aim error of the skill."""
    scene, off = Scene.from_poses(poses, bases), with_aim_error(spot, skill, seed)
    x, y, z = _resting_place(wanted.piece, off)
    scene.take(wanted.piece, (x, y, z + PRESS, *oriented(off.position, off.yaw)))
    scene.release(wanted)
    for _ in range(TRIAL_TICKS):
        if scene.settled:
            return not scene.placement().fallen
        scene.tick()
    return not scene.fallen_so_far()


def with_aim_error(spot: Spot, skill: HandSkill, seed: int) -> Spot:
    """The spot with the error of the hand's aim."""
    dx, dy, dyaw = np.random.Generator(np.random.PCG64(seed + 2)).standard_normal(3).tolist()
    return replace(
        spot,
        x=spot.x + skill.aim_error * dx,
        y=spot.y + skill.aim_error * dy,
        yaw=spot.yaw + skill.turn_error * dyaw,
    )


def _fallback_spot(poses: Poses, position: Position) -> Spot:
    view = TopView(poses)
    highest = int(view.top.argmax())
    x, y, _, _, yaw = view.rects[highest].tolist()
    return Spot(x, y, float(view.top[highest]), yaw, position, 0.0)


def _resting_place(piece: str, spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.on + height(piece, spot.position) / 2


def hand_path(start: Pose, piece: str, spot: Spot) -> tuple[Target, ...]:
    """The hand's targets, one a tick: turn, carry, lower, land slowly, hold still."""
    x, y, z = _resting_place(piece, spot)
    high, quat = max(start[2], z + HOVER), oriented(spot.position, spot.yaw)
    targets = _turning(Target(start[:3], start[3:]), quat)
    for place, speed in (
        ((start[0], start[1], high), CARRYING),
        ((x, y, high), CARRYING),
        ((x, y, z + SLOW_DOWN_AT), LOWERING),
        ((x, y, z - PRESS), LANDING),
    ):
        targets += _moving(targets[-1], place, speed)
    return tuple(targets + targets[-1:] * HOLD_STILL_TICKS)


def _turning(start: Target, quat: tuple[float, float, float, float]) -> list[Target]:
    targets = [start]
    while targets[-1].quat != quat:
        targets.append(Target(start.pos, rotate_towards(targets[-1].quat, quat, TURNING * TICK)))
    return targets


def _moving(start: Target, end: tuple[float, float, float], speed: float) -> list[Target]:
    here, there = np.array(start.pos), np.array(end)
    steps = int(np.ceil(float(np.linalg.norm(there - here)) / (speed * TICK)))
    return [Target(vec(here + (there - here) * (i + 1) / steps), start.quat) for i in range(steps)]


ABOVE, FACING = 0.002, 1e-4
"""Metres aside, and 1 - |cos| of half the angle, within which a hand counts as above its target."""


def next_lower(hand: Pose, target: Target) -> Target:
    """The next step of a hand that returns to its target from above: across at its height, then down."""
    (x, y, z), quat = target.pos, target.quat
    aside = max(abs(hand[0] - x), abs(hand[1] - y)) > ABOVE
    askew = 1 - abs(sum(a * b for a, b in zip(hand[3:], quat, strict=True))) > FACING
    step = 0.0 if aside or askew else LOWERING * TICK
    return Target((x, y, max(z, hand[2] - step)), quat)
