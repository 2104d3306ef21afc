"""The pieces of Au doigt & à l'œil: sizes, masses, positions, and the MJCF text of a scene.

Owns the dimensions and the contact parameters. Knows no cards, columns or players, and does not import
the simulator: it only writes text for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Vec: TypeAlias = tuple[float, float, float]
Quat: TypeAlias = tuple[float, float, float, float]
Pose: TypeAlias = tuple[float, float, float, float, float, float, float]
"""x, y, z in metres, then the unit quaternion w, x, y, z; on the wire a JSON array of seven numbers."""
Poses: TypeAlias = Mapping[str, Pose]
Position: TypeAlias = Literal["flat", "edge", "upright"]
Grip: TypeAlias = Literal["one", "two"]

LENGTH = {"s": 0.030, "m": 0.060, "l": 0.090}
WIDTH, THICKNESS, DENSITY = 0.015, 0.010, 650.0
BOARD, TABLE = "board", "table"
BOARD_HALF, BOARD_THICKNESS = 0.15, 0.012
STARTER = "l1"
KINDS = "sml"
PER_KIND = 40  # room for two sets (DO-31): 32 small, 32 medium, 40 long

SQRT_HALF = 0.5**0.5
ORIENTATION: dict[Position, Quat] = {
    "flat": (1.0, 0.0, 0.0, 0.0),
    "edge": (SQRT_HALF, SQRT_HALF, 0.0, 0.0),  # +90° about the piece's length
    "upright": (SQRT_HALF, 0.0, SQRT_HALF, 0.0),  # +90° about its width
}
UP_AXIS: dict[Position, int] = {"flat": 2, "edge": 1, "upright": 0}
OVERLAP = 4e-6
"""Computed poses overlap by this many metres: exactly touching pieces get an impulse in the first step."""

STEP = 1 / 480
GRIP_RATE = 90.0  # rad/s of the critically damped spring between hand and piece
GRIP_FORCE, GRIP_TORQUE = 1.2, 0.02  # newtons, newton metres
TWO_HANDED_FORCE, TWO_HANDED_REACH = 0.8, 0.4  # per end; share of the length from the middle
GRIP_GROUP = 1


def code(piece: str) -> int:
    """The piece as one byte of a frame: s1… from 0, m1… from 40, l1… from 80."""
    return KINDS.index(piece[0]) * PER_KIND + int(piece[1:]) - 1


def piece_of(code: int) -> str:
    """The piece of a byte of a frame."""
    return f"{KINDS[code // PER_KIND]}{code % PER_KIND + 1}"


def length(piece: str) -> float:
    """The length of a piece, in metres."""
    return LENGTH[piece[0]]


def size(piece: str) -> Vec:
    """Length, width and thickness in metres: the piece's own x, y and z."""
    return LENGTH[piece[0]], WIDTH, THICKNESS


def mass(piece: str) -> float:
    """The mass of a piece, in kilograms."""
    return DENSITY * length(piece) * WIDTH * THICKNESS


def inertia(piece: str) -> Vec:
    """Moments of inertia about the piece's own axes."""
    x, y, z = size(piece)
    m = mass(piece) / 12
    return m * (y * y + z * z), m * (x * x + z * z), m * (x * x + y * y)


def height(piece: str, position: Position) -> float:
    """The height of a piece in a position, in metres."""
    return size(piece)[UP_AXIS[position]]


def multiply(a: Quat, b: Quat) -> Quat:
    """The product of two quaternions: rotation `b`, then rotation `a`."""
    (aw, ax, ay, az), (bw, bx, by, bz) = a, b
    return (
        aw * bw - ax * bx - ay * by - az * bz,
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
    )


def oriented(position: Position, yaw: float = 0.0) -> Quat:
    """The quaternion of a piece in a position, turned about the vertical by `yaw` radians."""
    return multiply((float(np.cos(yaw / 2)), 0.0, 0.0, float(np.sin(yaw / 2))), ORIENTATION[position])


def laid(piece: str, position: Position, x: float, y: float, on: float = 0.0, yaw: float = 0.0) -> Pose:
    """The pose of a piece on a level surface of height `on`, overlapping it by `OVERLAP`."""
    return (x, y, on + height(piece, position) / 2 - OVERLAP, *oriented(position, yaw))


def starter() -> dict[str, Pose]:
    """A long piece lying in the middle of the board (DO-2)."""
    return {STARTER: laid(STARTER, "flat", 0.0, 0.0)}


def axes(pose: Pose) -> Floats:
    """The piece's own axes in the scene, as the columns of a 3 × 3 matrix."""
    w, x, y, z = pose[3:]
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def mjcf(poses: Poses, held: str | None = None, grip: Grip = "one", asleep: bool = False) -> str:
    """The scene in MJCF, MuJoCo's format: the pieces and, if one is held, the springs that hold it."""
    hands = {"one": ("hand",), "two": ("hand", "hand2")}[grip] if held else ()
    return f"""<mujoco>
<option timestep="{STEP!r}" integrator="Euler" cone="elliptic" solver="Newton" iterations="100"
  tolerance="1e-10" impratio="10" noslip_iterations="0" sleep_tolerance="0.0001">
  <flag sleep="enable"/></option>
<size memory="4M"/>
<default>
<geom type="box" friction="0.5 0.002 0.0001" condim="3" solref="{2 * STEP!r} 1" solimp="0.999 0.999 0.001"
  density="{DENSITY}"/>
{"".join(f'<default class="{k}"><geom type="mesh" mesh="{k}"/></default>' for k in KINDS)}
</default>
<asset>{"".join(map(_mesh, KINDS))}</asset>
<worldbody>
<geom name="{BOARD}" size="{BOARD_HALF} {BOARD_HALF} {BOARD_THICKNESS / 2}" pos="0 0 {-BOARD_THICKNESS / 2}"/>
<geom name="{TABLE}" type="plane" size="1 1 .1" pos="0 0 {-BOARD_THICKNESS}"/>
{"".join(f'<body name="{h}" mocap="true"><site name="{h}"/></body>' for h in hands)}
{"".join(_body(p, pose, p == held, asleep) for p, pose in poses.items())}
</worldbody>
<actuator>{_springs(held, grip) if held else ""}</actuator>
</mujoco>"""


def _mesh(kind: str) -> str:
    """A mesh of eight corners; as box geoms, crossed pieces get one edge contact and keep rattling."""
    x, y, z = (side / 2 for side in size(kind))
    corners = (f"{a * x} {b * y} {c * z}" for a in (-1, 1) for b in (-1, 1) for c in (-1, 1))
    return f'<mesh name="{kind}" inertia="exact" vertex="{"  ".join(corners)}"/>'


def _body(piece: str, pose: Pose, held: bool, asleep: bool) -> str:
    x, y, z, *quat = map(float, pose)
    reach = TWO_HANDED_REACH * length(piece)
    # A sleeping piece ignores its hand, so the held one never sleeps.
    mode = 'gravcomp="1" sleep="never"' if held else 'sleep="init"' if asleep else ""
    sites = f'<site name="tip"/><site name="end" pos="{reach} 0 0"/><site name="end2" pos="{-reach} 0 0"/>'
    return (
        f'<body name="{piece}" pos="{x!r} {y!r} {z!r}" quat="{" ".join(map(repr, quat))}" {mode}>'
        f'<freejoint/><geom name="{piece}" class="{piece[0]}"/>{sites if held else ""}</body>'
    )


def _springs(piece: str, grip: Grip) -> str:
    """The force-limited hand: six springs in one grip, or three at each end and one for the roll."""
    m, (roll, pitch, yaw) = mass(piece), inertia(piece)
    if grip == "one":
        moments = ((3, roll), (4, pitch), (5, yaw))
        pull = (_spring("tip", "hand", axis, m, GRIP_FORCE) for axis in range(3))
        return "".join(pull) + "".join(_spring("tip", "hand", a, i, GRIP_TORQUE) for a, i in moments)
    ends = (("end", "hand"), ("end2", "hand2"))
    pulls = (_spring(site, hand, axis, m / 2, TWO_HANDED_FORCE) for site, hand in ends for axis in range(3))
    return "".join(pulls) + _spring("tip", "hand", 3, roll, GRIP_TORQUE)


def _spring(site: str, hand: str, axis: int, weight: float, limit: float) -> str:
    gear = " ".join("1" if i == axis else "0" for i in range(6))
    kp, kd = weight * GRIP_RATE**2, 2 * weight * GRIP_RATE
    return (
        f'<general group="{GRIP_GROUP}" site="{site}" refsite="{hand}" gear="{gear}" gaintype="fixed" '
        f'biastype="affine" gainprm="{kp!r}" biasprm="0 {-kp!r} {-kd!r}" forcerange="{-limit} {limit}"/>'
    )
