"""The simulated scene of Au doigt & à l'œil: resting pieces, and a hand that holds one.

Owns the simulator, the hand's springs, speed limits and tremor, letting go and settling. Time is counted
in ticks of 1/60 s and chance comes from a seed, so identical inputs give identical bits. Knows no cards,
points or players; `judge` decides what fell.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin
from typing import Any

import numpy as np

from cinq.core.game import Value
from cinq.extras import needs
from cinq.physics import judge
from cinq.physics.judge import Contact, Placement, Wanted, Why
from cinq.physics.pieces import (
    BOARD,
    GRIP_GROUP,
    STEP,
    TABLE,
    TWO_HANDED_REACH,
    Floats,
    Grip,
    Pose,
    Poses,
    Quat,
    Vec,
    axes,
    length,
    mjcf,
    multiply,
)

STEPS = 8
TICK = STEPS * STEP
HAND_SPEED, HAND_TURN = 1.0, 8.0  # metres and radians a second
MAX_SETTLE_TICKS = 240  # after this many ticks a scene is judged even if something still creeps
STILL_TICKS, STILL_SPEED = 60, 0.001  # slower than this (metres a second) for so many ticks: nothing topples
MAX_ROUNDS = 4  # how often fallen pieces are removed and the rest settled again
DECIMALS = 9  # nanometres: less than the 0.2 µm by which a resting piece sinks into its support
TOUCH_MARGIN = 2e-5  # metres: the judge counts a smaller gap as touching
TREMOR_MEMORY = 0.03  # seconds; two such low-passes make white noise a hand's shake
TREMOR_TURN = 10.0  # radians for each metre of tremor
CLEARANCE = 0.05  # metres above everything at which a piece is taken up
IN_FRONT = 0.06  # metres from the middle of the board at which it is


class Target(Value, frozen=True):
    """Where the hand should bring the held piece: middle and quaternion.

    With `second`, two hands: `pos` and `second` are the two ends, and `quat` gives only the roll.
    """

    pos: Vec
    quat: Quat
    second: Vec | None = None


class Frame(Value, frozen=True):
    """What one tick shows: the hand, the force of its contacts in newtons, and the pieces that are awake."""

    tick: int
    hand: Pose | None
    contact: bool
    force: float
    awake: dict[str, Pose]


def seat_angle(seat: int, seats: int) -> float:
    """Where a seat is round the board, in radians, clockwise (`seatAngle` of the page's `camera.ts`)."""
    places = 4 if seats <= 4 else max(6, seats)
    return 2 * pi * (2 * seat if seats == 2 else seat) / places


def above(poses: Poses, piece: str, angle: float = 0.0) -> Pose:
    """A free pose higher than a structure, on the side of whoever sits at that angle."""
    top = max((pose[2] + length(p) / 2 for p, pose in poses.items()), default=0.0)
    height = top + CLEARANCE + length(piece) / 2
    return (-IN_FRONT * sin(angle), -IN_FRONT * cos(angle), height, 1.0, 0.0, 0.0, 0.0)


class SceneError(Exception):
    """The scene is not in a state that allows this."""


class Tremor:
    """The tremor of a hand: seeded, low-passed noise of a given rms (metres) on each of six axes."""

    def __init__(self, rms: float, seed: int) -> None:
        self.rms = rms
        self._random = np.random.Generator(np.random.PCG64(seed))
        keep = float(np.exp(-TICK / TREMOR_MEMORY))
        self._keep = keep
        self._gain = 1 / np.sqrt((1 - keep) ** 4 * (1 + keep**2) / (1 - keep**2) ** 3)
        self._slow, self._slower = np.zeros(6), np.zeros(6)

    def next_offset(self) -> Floats:
        """The next six offsets in metres; the last three are turned into radians by `TREMOR_TURN`."""
        self._slow += (1 - self._keep) * (self._random.standard_normal(6) - self._slow)
        self._slower += (1 - self._keep) * (self._slow - self._slower)
        shaken: Floats = self._slower * (self.rms * self._gain)
        return shaken


class Scene:
    """Resting pieces and at most one piece in hand, from taking it up to the judged placement."""

    def __init__(self, poses: Poses, bases: Iterable[str]) -> None:
        self.rest: dict[str, Pose] = {piece: _rounded(pose) for piece, pose in poses.items()}
        self.bases = tuple(bases)
        self.ticks = 0
        self.held: str | None = None
        self.settled = True
        self._sim: Simulation | None = None
        self._wanted: Wanted | None = None
        self._placement: Placement | None = None
        self._why: Why | None = None

    @classmethod
    def from_poses(cls, poses: Poses, bases: Iterable[str], settle: bool = False) -> Scene:
        """A structure at rest; `settle` simulates it first, for poses that no simulation has given."""
        scene = cls(poses, bases)
        if settle:
            scene.remove(())
        return scene

    def take(
        self, piece: str, at: Pose | None = None, grip: Grip = "one", tremor: float = 0.0, seed: int = 0
    ) -> Pose:
        """Takes a piece up, at `at` if that touches nothing, else above everything; returns its pose."""
        if not self.settled:
            raise SceneError("a piece is in hand or falling")
        pose = at if at and self.is_clear(piece, at) else self.above(piece)
        self._sim = Simulation({**self.rest, piece: pose}, piece, grip)
        self._before = judge.snapshot(self.rest, self.bases, self._sim.contacts())
        self._hand = _Hand(piece, pose, grip, Tremor(tremor, seed))
        self._hand.write(self._sim)
        self.held, self.settled = piece, False
        self._placement, self._wanted, self._lost, self._rounds = None, None, frozenset[str](), 0
        return pose

    def above(self, piece: str) -> Pose:
        """A free pose in front of the structure and higher than it."""
        return above(self.rest, piece)

    def is_clear(self, piece: str, at: Pose) -> bool:
        """Whether a piece at `at` touches nothing; a structure touched from the start would not sleep."""
        touching = Simulation({**self.rest, piece: at}, asleep=False).contacts()
        return not any(piece in contact for contact in touching)

    def move_hand(self, target: Target) -> None:
        """Sets where the hand goes, at most at `HAND_SPEED`."""
        if self.held:
            self._hand.target = target_pose(target)

    def hand_pose(self) -> Pose:
        """Where the hand is now, without tremor; raises `SceneError` if nothing is in hand."""
        if not self.held:
            raise SceneError("nothing is in hand")
        return self._hand.pose

    def tick(self) -> Frame:
        """Simulates 1/60 s."""
        self.ticks += 1
        if self._sim is None:
            return Frame(self.ticks, None, False, 0.0, {})
        if self.held:
            self._hand.move()
            self._hand.write(self._sim)
        self._sim.step()
        if self._wanted and self._quiet():
            self._judge(self._wanted)
        return self.frame()

    def frame(self) -> Frame:
        """The frame of the present moment."""
        if self._sim is None:
            return Frame(self.ticks, None, False, 0.0, {})
        touching, force = self._sim.pressure(self.held) if self.held else (False, 0.0)
        hand = self._hand.pose if self.held else None
        return Frame(self.ticks, hand, touching, force, self._sim.awake())

    def release(self, wanted: Wanted) -> None:
        """Lets go; the following ticks settle the scene and judge the placement by what its card wanted."""
        if not self._sim or not self.held:
            raise SceneError("nothing is in hand")
        self._let_go, self._why = self._sim.poses()[self.held], None
        self._sim.let_go(self.held)
        self.held, self._wanted, self._since, self._still = None, wanted, self.ticks, 0

    def placement(self) -> Placement:
        """The result of the last placement; raises `SceneError` before the scene has settled."""
        if not self._placement:
            raise SceneError("nothing was placed, or it still moves")
        return self._placement

    def settle(self) -> Placement:
        """Ticks until the placement is judged. It blocks: for trials and tests, not for a live table."""
        while not self.settled:
            self.tick()
        return self.placement()

    def remove(self, pieces: Iterable[str]) -> dict[str, Pose]:
        """Takes pieces away and lets the others come to rest; returns their poses."""
        if not self.settled:
            raise SceneError("a piece is in hand or falling")
        gone = set(pieces)
        sim = Simulation({p: pose for p, pose in self.rest.items() if p not in gone}, asleep=False)
        for _ in range(MAX_SETTLE_TICKS):
            if sim.asleep():
                break
            sim.step()
        self.rest, self.bases = sim.poses(), tuple(base for base in self.bases if base not in gone)
        self._sim = None
        return dict(self.rest)

    def poses(self) -> dict[str, Pose]:
        """The pose of every piece now, the held one included."""
        return self._sim.poses() if self._sim else dict(self.rest)

    def fallen_so_far(self) -> frozenset[str]:
        """The pieces that count as fallen so far, before the placement is judged."""
        if self._sim is None or self.settled:
            return frozenset()
        now = self._sim.poses()
        down = (p for p, was in self._before.poses.items() if p in now and judge.has_fallen(was, now[p]))
        return self._lost | frozenset(down)

    def _quiet(self) -> bool:
        """Whether everything sleeps, has only crept for a while, or has moved for too long."""
        assert self._sim
        self._still = self._still + 1 if self._sim.speed() < STILL_SPEED else 0
        waited = self.ticks - self._since
        return self._sim.asleep() or self._still >= STILL_TICKS or waited > MAX_SETTLE_TICKS

    def _judge(self, wanted: Wanted) -> None:
        """Judges; if something fell, removes it and settles again, as a piece that leaned on it falls too."""
        assert self._sim
        now, contacts = self._sim.poses(), self._sim.contacts()
        lost = judge.fallen(self._before, now, contacts, wanted)
        if wanted.piece in lost:
            self._why = judge.why_not(wanted, self._let_go, now[wanted.piece], contacts)
        self._lost, self._rounds = self._lost | lost, self._rounds + 1
        left = {piece: pose for piece, pose in now.items() if piece not in lost}
        if lost and left and self._rounds < MAX_ROUNDS:
            self._sim, self._since, self._still = Simulation(left, asleep=False), self.ticks, 0
        else:
            self._conclude(left, contacts, wanted)

    def _conclude(self, left: Poses, contacts: tuple[Contact, ...], wanted: Wanted) -> None:
        self._placement = judge.placement(self._before, left, self._lost, contacts, wanted, self._why)
        self.rest = self._placement.pose
        self.bases = judge.bases_after(self._before, self._placement, wanted)
        self._wanted, self.settled, self._sim = None, True, None


class _Hand:
    """The pose of the hand without tremor, its target, and the tremor added when it is written."""

    def __init__(self, piece: str, pose: Pose, grip: Grip, tremor: Tremor) -> None:
        self.pose, self.target, self.tremor = pose, pose, tremor
        self.reach = TWO_HANDED_REACH * length(piece) if grip == "two" else 0.0

    def move(self) -> None:
        """Moves one tick towards the target, within the speed limits."""
        here, there = np.array(self.pose[:3]), np.array(self.target[:3])
        way = there - here
        far = float(np.linalg.norm(way))
        share = min(1.0, HAND_SPEED * TICK / far) if far else 1.0
        turn = rotate_towards(self.pose[3:], self.target[3:], HAND_TURN * TICK)
        self.pose = (*vec(here + share * way), *turn)

    def write(self, sim: Simulation) -> None:
        """Writes the hand, or both hands, with tremor into the simulation."""
        quat = self.pose[3:]
        for index, end in enumerate((0.0,) if not self.reach else (self.reach, -self.reach)):
            shake = self.tremor.next_offset() if self.tremor.rms else np.zeros(6)
            place = np.array(self.pose[:3]) + end * axes(self.pose)[:, 0] + shake[:3]
            sim.put_hand(index, place, multiply(rotation(shake[3:] * TREMOR_TURN), quat))


class Simulation:
    """MuJoCo's model and data for one set of pieces: the typed border of an untyped library."""

    def __init__(
        self, poses: Poses, held: str | None = None, grip: Grip = "one", asleep: bool = True
    ) -> None:
        self._mj = mujoco = simulator()
        self.pieces = tuple(poses)
        self._m: Any = mujoco.MjModel.from_xml_string(mjcf(poses, held, grip, asleep))
        self._d: Any = mujoco.MjData(self._m)
        self._names = (BOARD, TABLE, *self.pieces)

    def step(self) -> None:
        self._mj.mj_step(self._m, self._d, STEPS)

    def disable_sleep(self) -> None:
        """Keeps all pieces awake from now on, to see whether a tower stands by itself."""
        self._m.opt.enableflags &= ~int(self._mj.mjtEnableBit.mjENBL_SLEEP)

    def speed(self) -> float:
        """The speed of the fastest piece, in metres a second."""
        return float(np.linalg.norm(self._d.qvel.reshape(-1, 6)[:, :3], axis=1).max())

    def asleep(self) -> bool:
        return bool((self._d.tree_asleep >= 0).all())

    def awake(self) -> dict[str, Pose]:
        rows = self._d.qpos.reshape(-1, 7)
        return {self.pieces[i]: tuple(rows[i].tolist()) for i in np.flatnonzero(self._d.tree_asleep < 0)}

    def poses(self) -> dict[str, Pose]:
        rows = self._d.qpos.reshape(-1, 7).tolist()
        return {piece: _rounded(tuple(row)) for piece, row in zip(self.pieces, rows, strict=True)}

    def put_hand(self, index: int, pos: Floats, quat: Quat) -> None:
        self._d.mocap_pos[index] = pos
        self._d.mocap_quat[index] = quat

    def let_go(self, piece: str) -> None:
        body = 1 + self._m.nmocap + self.pieces.index(piece)
        self._m.opt.disableactuator = 1 << GRIP_GROUP
        self._m.body_gravcomp[body] = 0
        self._m.tree_sleep_policy[self._m.body_treeid[body]] = self._mj.mjtSleepPolicy.mjSLEEP_ALLOWED

    def pressure(self, piece: str) -> tuple[bool, float]:
        """Whether a piece touches anything, and the sum of its contact forces in newtons."""
        contact = self._d.contact
        mine = (contact.geom == self._names.index(piece)).any(axis=1) & (contact.efc_address >= 0)
        return bool(mine.any()), float(self._d.efc_force[contact.efc_address[mine]].sum())

    def contacts(self) -> tuple[Contact, ...]:
        """All contacts. Computed on a copy of the data: sleeping pieces list no contacts."""
        flags = self._m.opt.enableflags
        self._m.opt.enableflags = flags & ~int(self._mj.mjtEnableBit.mjENBL_SLEEP)
        self._m.geom_margin[:] = TOUCH_MARGIN
        scratch = self._mj.MjData(self._m)
        scratch.qpos[:] = self._d.qpos
        self._mj.mj_fwdPosition(self._m, scratch)
        self._m.opt.enableflags, self._m.geom_margin[:] = flags, 0
        pairs, rises = scratch.contact.geom.tolist(), scratch.contact.frame[:, 2].tolist()
        return tuple((self._names[a], self._names[b], r) for (a, b), r in zip(pairs, rises, strict=True))


@cache
def simulator() -> Any:
    """MuJoCo, imported at the first call (0.25 s); its warnings go to `logging` instead of a file."""
    with needs("physics"):
        import mujoco

    mujoco.set_mju_user_warning(logging.getLogger(__name__).warning)
    return mujoco


def target_pose(target: Target) -> Pose:
    """The pose of the held piece for a target."""
    if target.second is None:
        return (*target.pos, *unit(target.quat))
    first, second = np.array(target.pos), np.array(target.second)
    quat = unit(target.quat)
    along = axes((0.0, 0.0, 0.0, *quat))[:, 0]
    return (*vec((first + second) / 2), *multiply(_arc(along, first - second), quat))


def vec(array: Floats) -> Vec:
    """An array of three as a tuple of floats."""
    x, y, z = array.tolist()
    return x, y, z


def unit(quat: Quat) -> Quat:
    """A quaternion of length one; the identity for a null one."""
    norm = float(np.linalg.norm(quat))
    w, x, y, z = (q / norm for q in quat) if norm > 1e-9 else (1.0, 0.0, 0.0, 0.0)
    return w, x, y, z


def rotation(vector: Floats) -> Quat:
    """The rotation about a vector by its length in radians."""
    angle = float(np.linalg.norm(vector))
    s = float(np.sin(angle / 2)) / angle if angle else 0.0
    return float(np.cos(angle / 2)), float(vector[0]) * s, float(vector[1]) * s, float(vector[2]) * s


def rotate_towards(start: Quat, end: Quat, limit: float) -> Quat:
    """Rotates `start` towards `end` the short way, by at most `limit` radians."""
    w, x, y, z = multiply(end, (start[0], -start[1], -start[2], -start[3]))
    if w < 0:
        w, x, y, z = -w, -x, -y, -z
    angle = 2 * float(np.arctan2(np.sqrt(x * x + y * y + z * z), w))
    if angle <= limit:
        return end
    axis = np.array((x, y, z))
    return unit(multiply(rotation(axis * (limit / float(np.linalg.norm(axis)))), start))


def _arc(start: Floats, end: Floats) -> Quat:
    """The shortest rotation from one direction to another; the identity if `end` is null or opposite."""
    end = end / (float(np.linalg.norm(end)) or 1.0)
    x, y, z = np.cross(start, end).tolist()
    w = 1 + float(start @ end)
    return unit((w, x, y, z)) if w > 1e-9 and end.any() else (1.0, 0.0, 0.0, 0.0)


def _rounded(pose: tuple[float, ...]) -> Pose:
    x, y, z, w, i, j, k = (round(v, DECIMALS) + 0.0 for v in pose)  # no minus zero
    return x, y, z, w, i, j, k
