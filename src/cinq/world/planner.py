"""A bot's hand: where a piece would stand, and how the hand flies there.

Owns the choice of a spot, the numbers of each level, and the path of the hand. Spots come from geometry
without simulating; trial drops are optional. It must never know cards held or whom it plays against.
"""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from cinq.core.game import Value
from cinq.world.physics import TICK, Scene, Target, turned, vec
from cinq.world.seats import COMPASS, SAME_HEIGHT, Plan, turn, whole
from cinq.world.verdict import Wanted
from cinq.world.wood import (
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

ELBOW = 0.0015  # metres kept free beside a piece that is lowered
ROOM = 0.02  # metres kept free round a new column
COLUMNS_WITHIN = 0.65  # of the board: new columns keep off its edges
FIRM = 0.0015  # metres from tipping: fine spots are at least this firm

HOVER, NEAR_SEAT, PRESS = 0.02, 0.006, 0.0003  # metres above the seat; the last one into it
CARRYING, LOWERING, LANDING, TURNING = 0.30, 0.10, 0.025, 3.0  # metres and radians a second
TRIAL = 30  # ticks of a trial drop: what topples has begun to by then
WAIT = 15  # ticks of holding still before letting go


class Level(Value, frozen=True):
    """How good a bot's hand and eye are."""

    tremor: float
    """Metres rms, on the simulated hand."""
    aim: float
    """Metres: spread of the error between the spot chosen and the spot aimed at."""
    turn: float
    """Radians: the same about the vertical."""
    looks: int
    """How many spots it considers."""
    daring: float
    """0 takes the firmest spot, 1 any spot that should stand."""
    trials: int = 0
    """Trial drops before deciding."""


LEVELS = {
    "beginner": Level(tremor=0.0009, aim=0.0022, turn=0.10, looks=60, daring=0.75),
    "regular": Level(tremor=0.0006, aim=0.0013, turn=0.06, looks=160, daring=0.4),
    "champion": Level(tremor=0.0002, aim=0.0004, turn=0.02, looks=320, daring=0.0, trials=2),
}


ONE_EYE, ONE_HAND = 1.5, 1.5
"""How much a closed eye adds to the error of the aim, and a single hand to the tremor (DO-12)."""


def hampered(level: Level, one_hand: bool, one_eye: bool) -> Level:
    """The same hand under what a card asks: it sees less far with one eye, and shakes more alone."""
    aim, tremor = level.aim * (ONE_EYE if one_eye else 1), level.tremor * (ONE_HAND if one_hand else 1)
    return replace(level, aim=aim, tremor=tremor)


class Spot(Value, frozen=True):
    """A place for a piece: the height of its seat, where, how turned, and how far from tipping (metres)."""

    x: float
    y: float
    on: float
    yaw: float
    position: Position
    margin: float


def spots(poses: Poses, piece: str, position: Position, board: bool, looks: int, seed: int) -> list[Spot]:
    """Places where a piece would stand, the firmest first: random looks at level tops, or at the board."""
    plan, rng = Plan(poses), np.random.Generator(np.random.PCG64(seed))
    if not board and not plan.level.any():
        return []
    half = np.delete(np.array(size(piece)), UP_AXIS[position]) / 2
    rects = _on_board(rng, looks, half) if board else _on_tops(plan, rng, looks, half)
    on, seats = plan.landing(rects, ROOM if board else ELBOW)
    firm = _alone(rects) if board else plan.firmness(rects, seats, mass(piece))
    firm = np.where((on < SAME_HEIGHT) == board, firm, -np.inf)
    order = [int(i) for i in np.argsort(-firm, kind="stable") if firm[i] > 0]
    numbers = np.column_stack([rects[:, :2], on, rects[:, 4], firm]).tolist()
    return [Spot(x, y, z, turn, position, margin) for x, y, z, turn, margin in (numbers[i] for i in order)]


def _alone(rects: Floats) -> Floats:
    """How far from tipping a piece is on the board."""
    firm: Floats = (whole(rects) - rects[:, :2] @ COMPASS).min(axis=1)
    return firm


def _on_board(rng: np.random.Generator, looks: int, half: Floats) -> Floats:
    room = COLUMNS_WITHIN * BOARD_HALF
    places, yaws = rng.uniform(-room, room, (looks, 2)), rng.uniform(-np.pi, np.pi, looks)
    return np.column_stack([places, np.tile(half, (looks, 1)), yaws])


def _on_tops(plan: Plan, rng: np.random.Generator, looks: int, half: Floats) -> Floats:
    """Random places on level tops, turned nearly squarely; every third one plumb over the middle of a top."""
    tops = np.flatnonzero(plan.level)
    seat = plan.rects[tops[rng.integers(len(tops), size=looks)]]
    third = np.arange(looks) % 3 == 0
    inside = np.where(third[:, None], 0, rng.uniform(-1, 1, (looks, 2)) * seat[:, 2:4])
    places = turn(inside[:, None, :], seat[:, 4])[:, 0] + seat[:, :2]
    askew = np.where(third, 0, rng.uniform(-0.3, 0.3, looks))
    yaws = seat[:, 4] + rng.integers(2, size=looks) * np.pi / 2 + askew
    return np.column_stack([places, np.tile(half, (looks, 1)), yaws])


def choose(poses: Poses, bases: tuple[str, ...], wanted: Wanted, level: Level, seed: int) -> Spot:
    """The spot a bot of this level picks; without any firm spot, the middle of the highest top."""
    positions: tuple[Position, ...] = (wanted.position,) if wanted.position else ("flat", "edge", "upright")
    for position in positions:
        found = spots(poses, wanted.piece, position, wanted.board, level.looks, seed)
        if found:
            return _pick(poses, bases, wanted, level, found, seed)
    return _hope(poses, positions[0])


def _pick(
    poses: Poses, bases: tuple[str, ...], wanted: Wanted, level: Level, found: list[Spot], seed: int
) -> Spot:
    firm = [spot for spot in found if spot.margin > FIRM] or found[:1]
    rng = np.random.Generator(np.random.PCG64(seed + 1))
    first = int(rng.random() * level.daring * len(firm))
    for spot in firm[first : first + level.trials]:
        if stands(poses, bases, wanted, spot, level, seed):
            return spot
    return firm[first]


def stands(poses: Poses, bases: tuple[str, ...], wanted: Wanted, spot: Spot, level: Level, seed: int) -> bool:
    """A trial drop from just above the seat, as far off as the level's aim."""
    scene, off = Scene.from_poses(poses, bases), missed(spot, level, seed)
    x, y, z = _seat(wanted.piece, off)
    scene.take(wanted.piece, (x, y, z + PRESS, *oriented(off.position, off.yaw)))
    scene.release(wanted)
    for _ in range(TRIAL):
        if scene.settled:
            return not scene.verdict().fallen
        scene.tick()
    return not scene.loose()


def missed(spot: Spot, level: Level, seed: int) -> Spot:
    """The spot as the hand will really find it."""
    dx, dy, dyaw = np.random.Generator(np.random.PCG64(seed + 2)).standard_normal(3).tolist()
    return replace(
        spot, x=spot.x + level.aim * dx, y=spot.y + level.aim * dy, yaw=spot.yaw + level.turn * dyaw
    )


def _hope(poses: Poses, position: Position) -> Spot:
    plan = Plan(poses)
    highest = int(plan.top.argmax())
    x, y, _, _, yaw = plan.rects[highest].tolist()
    return Spot(x, y, float(plan.top[highest]), yaw, position, 0.0)


def _seat(piece: str, spot: Spot) -> tuple[float, float, float]:
    return spot.x, spot.y, spot.on + height(piece, spot.position) / 2


def path(start: Pose, piece: str, spot: Spot) -> tuple[Target, ...]:
    """The hand's targets, one a tick: turn, carry across, lower, land softly, hold still; then let go."""
    x, y, z = _seat(piece, spot)
    high, quat = max(start[2], z + HOVER), oriented(spot.position, spot.yaw)
    targets = _turning(Target(start[:3], start[3:]), quat)
    for place, speed in (
        ((start[0], start[1], high), CARRYING),
        ((x, y, high), CARRYING),
        ((x, y, z + NEAR_SEAT), LOWERING),
        ((x, y, z - PRESS), LANDING),
    ):
        targets += _moving(targets[-1], place, speed)
    return tuple(targets + targets[-1:] * WAIT)


def _turning(start: Target, quat: tuple[float, float, float, float]) -> list[Target]:
    targets = [start]
    while targets[-1].quat != quat:
        targets.append(Target(start.pos, turned(targets[-1].quat, quat, TURNING * TICK)))
    return targets


def _moving(start: Target, end: tuple[float, float, float], speed: float) -> list[Target]:
    here, there = np.array(start.pos), np.array(end)
    steps = int(np.ceil(float(np.linalg.norm(there - here)) / (speed * TICK)))
    return [Target(vec(here + (there - here) * (i + 1) / steps), start.quat) for i in range(steps)]
