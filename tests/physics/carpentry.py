"""Builds towers and places pieces by program, for tests and the benchmark."""

from __future__ import annotations

import hashlib
from math import pi

import numpy as np

from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import (
    OVERLAP,
    Grip,
    Pose,
    Poses,
    Position,
    Quat,
    Vec,
    axes,
    height,
    laid,
    oriented,
    size,
    starter,
)
from cinq.physics.scene import Frame, Scene, Simulation, Target, vec

POSITIONS: tuple[Position, ...] = ("flat", "edge", "upright")
SLENDER = 14  # above this level no long piece stands: a plumb tower of 20 is then about half a metre


def start() -> Scene:
    """The starter alone (DO-2)."""
    return Scene.from_poses(starter(), ("l1",))


def parts(count: int, seed: int = 0) -> list[tuple[str, Position]]:
    """The starter, then pieces of any length in any position."""
    rng = np.random.default_rng(seed)
    used = {"s": 0, "m": 0, "l": 1}
    chosen: list[tuple[str, Position]] = [("l1", "flat")]
    while len(chosen) < count:
        kind, position = "sml"[rng.integers(3)], POSITIONS[rng.integers(3)]
        used[kind] += 1
        slender = kind == "l" and position == "upright" and len(chosen) > SLENDER
        chosen.append((f"{kind}{used[kind]}", "flat" if slender else position))
    return chosen


def tower(
    count: int, seed: int = 0, offset: float = 0.0, yaw: float = 0.0, at: tuple[float, float] = (0.0, 0.0)
) -> dict[str, Pose]:
    """A tower of mixed pieces crossed at right angles, each a little off (metres, radians)."""
    rng, top = np.random.default_rng(seed + 1000), 0.0
    poses: dict[str, Pose] = {}
    for level, (piece, position) in enumerate(parts(count, seed)):
        x, y = rng.uniform(-offset, offset, 2).tolist()
        turn = float(rng.uniform(-yaw, yaw)) + (level % 2) * pi / 2
        poses[piece] = laid(piece, position, at[0] + x, at[1] + y, top, turn)
        top += height(piece, position) - OVERLAP
    return poses


def four_towers(seed: int = 0) -> tuple[dict[str, Pose], tuple[str, ...]]:
    """All pieces but `s16`, which is left for the hand, in four columns; and their bases."""
    poses: dict[str, Pose] = {}
    kinds = ["l"] * 20 + ["m"] * 16 + ["s"] * 16
    pieces = [f"{kind}{kinds[: i + 1].count(kind)}" for i, kind in enumerate(kinds)][:-1]
    for column, (x, y) in enumerate(((-0.06, -0.06), (0.06, -0.06), (-0.06, 0.06), (0.06, 0.06))):
        top = 0.0
        for level, piece in enumerate(pieces[column::4]):
            position: Position = "edge" if (level + column + seed) % 3 == 1 else "flat"
            poses[piece] = laid(piece, position, x, y, top, (level % 2) * pi / 2)
            top += height(piece, position) - OVERLAP
    return poses, ("l1", "l2", "l3", "l4")


def top_of(poses: Poses) -> float:
    """The height of the highest corner."""
    return max(pose[2] + float(np.abs(axes(pose)[2]) @ size(p)) / 2 for p, pose in poses.items())


def drift(poses: Poses, seconds: float, sleep: bool) -> float:
    """Build a structure, let it come to rest, watch it: how far any piece then wandered, in metres."""
    watched = Simulation(Scene.from_poses(poses, ("l1",), settle=True).rest, asleep=sleep)
    if not sleep:
        watched.disable_sleep()
    start = watched.poses()
    for _ in range(round(seconds * 60)):
        watched.step()
    return farthest(start, watched.poses())


def farthest(was: Poses, now: Poses) -> float:
    """The longest way any piece has gone, in metres."""
    return max(float(np.linalg.norm(np.subtract(was[p][:3], now[p][:3]))) for p in was)


def carry(scene: Scene, where: Vec, quat: Quat, ticks: int = 90) -> Frame:
    """Fly the hand to a place and wait until it is there."""
    scene.move_hand(Target(where, quat))
    frames = [scene.tick() for _ in range(ticks)]
    return frames[-1]


def lower(
    scene: Scene, piece: str, position: Position, x: float, y: float, on: float, yaw: float = 0.0
) -> list[Frame]:
    """Carry the piece above a support of height `on`, lower it at 30 mm/s, press a little, wait."""
    quat, middle = oriented(position, yaw), on + height(piece, position) / 2
    carry(scene, (x, y, middle + 0.02), quat)
    frames = []
    for z in [*np.arange(middle + 0.02, middle - 0.0003, -0.0005).tolist(), *[middle - 0.0003] * 12]:
        scene.move_hand(Target((x, y, z), quat))
        frames.append(scene.tick())
    return frames


def place(
    scene: Scene,
    piece: str,
    position: Position = "flat",
    at: tuple[float, float] = (0.0, 0.0),
    on: float = 0.01,
    yaw: float = 0.0,
    board: bool = False,
    grip: Grip = "one",
    tremor: float = 0.0,
    seed: int = 0,
) -> Placement:
    """Take, carry, lower, let go, settle."""
    scene.take(piece, grip=grip, tremor=tremor, seed=seed)
    lower(scene, piece, position, *at, on, yaw)
    scene.release(Wanted("A1", piece, position, board))
    return scene.settle()


def sweep(scene: Scene, z: float, speed: float = 0.5, y: float = 0.0, reach: float = 0.13) -> list[Frame]:
    """Push the held piece through whatever stands at height `z` along `y`."""
    quat = oriented("flat", pi / 2)
    carry(scene, (-reach, y, top_of(scene.rest) + 0.1), quat)
    carry(scene, (-reach, y, z), quat)
    frames = []
    for x in np.arange(-reach, reach, speed / 60):
        scene.move_hand(Target(vec(np.array((x, y, z))), quat))
        frames.append(scene.tick())
    return frames


def fingerprint(seed: int = 3) -> str:
    """A hash of everything that a trembling placement, and then a sweep, does to a small tower."""
    scene = Scene.from_poses(tower(8, 1, 0.0005, 0.03), ("l1",), settle=True)
    scene.take("m16", tremor=0.001, seed=seed)
    digest = hashlib.sha256()
    for frame in (*lower(scene, "m16", "flat", 0.004, 0.0, top_of(scene.rest)), *sweep(scene, 0.05)):
        digest.update(repr(frame).encode())
    scene.release(Wanted("A4", "m16", "flat"))
    digest.update(repr(scene.settle()).encode())
    return digest.hexdigest()
