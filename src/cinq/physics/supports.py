"""Geometry of supports: which level surfaces carry a piece, and how far the weight is from tipping.

Owns rectangles seen from above and the statics of a structure, in arrays without simulation. A rectangle
is a row (x, y, half length, half width, yaw). Knows no cards, hands or bots.
"""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cinq.physics.pieces import Floats, Pose, Poses, axes, mass, size

Booleans: TypeAlias = npt.NDArray[np.bool_]

LEVEL_AXIS = float(np.cos(np.radians(3)))  # a face tilted further than 3° is not level
SAME_HEIGHT = 0.0008  # metres: tops this close in height carry a piece together
TOLERANCE = 1e-7
BEARINGS = np.linspace(0, 2 * np.pi, 24, endpoint=False)
COMPASS = np.stack([np.cos(BEARINGS), np.sin(BEARINGS)])
CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=float)


def turn(points: Floats, yaw: Floats) -> Floats:
    """Points (n, many, 2) rotated about the origin by the yaw of their row."""
    c, s = np.cos(yaw)[:, None], np.sin(yaw)[:, None]
    x, y = points[..., 0], points[..., 1]
    return np.stack([x * c - y * s, x * s + y * c], -1)


def overlap(a: Floats, b: Floats, wider: float = 0.0) -> Booleans:
    """Which rectangles of `a` come within `wider` of which of `b` (separating axis test)."""
    away = b[None, :, :2] - a[:, None, :2]
    yaw = b[None, :, 4] - a[:, None, 4]
    c, s = np.abs(np.cos(yaw)), np.abs(np.sin(yaw))
    ours, theirs = a[:, None, 2:4], b[None, :, 2:4]
    near = _along(away, a[:, None, 4]) < ours[..., 0] + theirs[..., 0] * c + theirs[..., 1] * s + wider
    near &= _across(away, a[:, None, 4]) < ours[..., 1] + theirs[..., 0] * s + theirs[..., 1] * c + wider
    near &= _along(away, b[None, :, 4]) < theirs[..., 0] + ours[..., 0] * c + ours[..., 1] * s + wider
    near &= _across(away, b[None, :, 4]) < theirs[..., 1] + ours[..., 0] * s + ours[..., 1] * c + wider
    return near


def _along(away: Floats, yaw: Floats) -> Floats:
    return np.abs(away[..., 0] * np.cos(yaw) + away[..., 1] * np.sin(yaw))


def _across(away: Floats, yaw: Floats) -> Floats:
    return np.abs(away[..., 1] * np.cos(yaw) - away[..., 0] * np.sin(yaw))


def shared(a: Floats, b: Floats) -> tuple[Floats, Booleans]:
    """The corners of the intersection of each pair: 24 candidate points, and which of them are real."""
    ours = CORNERS * a[:, None, 2:4]  # in the frame of a, like everything until the last line
    theirs = turn(turn(CORNERS * b[:, None, 2:4], b[:, 4]) + (b[:, None, :2] - a[:, None, :2]), -a[:, 4])
    back = turn(turn(ours, a[:, 4]) + (a[:, None, :2] - b[:, None, :2]), -b[:, 4])
    crossings, real = _crossings(theirs, a[:, 2:4])
    points = np.concatenate([ours, theirs, crossings], axis=1)
    inside = np.concatenate([_inside(back, b[:, 2:4]), _inside(theirs, a[:, 2:4]), real], axis=1)
    return turn(points, a[:, 4]) + a[:, None, :2], inside


def _inside(points: Floats, half: Floats) -> Booleans:
    close = np.abs(points) <= half[:, None, :] + TOLERANCE
    within: Booleans = close[..., 0] & close[..., 1]
    return within


def _crossings(corners: Floats, half: Floats) -> tuple[Floats, Booleans]:
    """Where the sides of a quadrilateral cross the four side lines of an axis-parallel rectangle."""
    start, way = corners, np.roll(corners, -1, axis=1) - corners
    sides = np.stack([half[:, 0], -half[:, 0], half[:, 1], -half[:, 1]], axis=1)[:, :, None]
    axis = np.array([0, 0, 1, 1])
    run = np.moveaxis(way[:, :, axis], 1, 2)
    share = (sides - np.moveaxis(start[:, :, axis], 1, 2)) / np.where(np.abs(run) > TOLERANCE, run, np.inf)
    points = start[:, None] + share[..., None] * way[:, None]
    real = (np.abs(run) > TOLERANCE) & (share >= 0) & (share <= 1)
    flat = points.reshape(len(corners), 16, 2)
    return flat, real.reshape(len(corners), 16) & _inside(flat, half)


def reach(points: Floats, real: Booleans) -> Floats:
    """How far the real points of each row reach in each of 24 directions."""
    far = np.where(real[..., None], points @ COMPASS, -np.inf)
    hull: Floats = far.max(axis=1)
    return hull


def whole(rects: Floats) -> Floats:
    """How far rectangles reach in each of 24 directions."""
    corners = turn(CORNERS * rects[:, None, 2:4], rects[:, 4]) + rects[:, None, :2]
    return reach(corners, np.ones((len(rects), 4), dtype=np.bool_))


def rectangle(piece: str, pose: Pose) -> tuple[list[float], float, float, bool]:
    """A piece from above: its rectangle, bottom and top, and whether it lies level."""
    frame, half = axes(pose), np.array(size(piece)) / 2
    up = int(np.abs(frame[2]).argmax())
    first, second = (axis for axis in range(3) if axis != up)
    level = abs(frame[2, up]) > LEVEL_AXIS
    a, b = half[[first, second]].tolist() if level else [float(np.linalg.norm(half))] * 2
    tall, yaw = float(np.abs(frame[2]) @ half), float(np.arctan2(frame[1, first], frame[0, first]))
    return [pose[0], pose[1], a, b, yaw], pose[2] - tall, pose[2] + tall, bool(level)


class TopView:
    """A structure from above: level rectangles, what they rest on and what they carry."""

    def __init__(self, poses: Poses) -> None:
        rows = [rectangle(piece, pose) for piece, pose in poses.items()]
        self.rects = np.array([row[0] for row in rows]).reshape(-1, 5)
        self.bottom, self.top = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
        self.level = np.array([row[3] for row in rows], dtype=np.bool_)
        self.weight = np.array([mass(piece) for piece in poses])

    @cached_property
    def supports(self) -> Supports:
        """Which piece rests on which."""
        touch = overlap(self.rects, self.rects) & self.level
        touch &= np.abs(self.top[None, :] - self.bottom[:, None]) < SAME_HEIGHT
        touch &= self.bottom[None, :] < self.bottom[:, None]
        return Supports(self.rects, self.rects, touch)

    @cached_property
    def reaches(self) -> Floats:
        """How far each piece's support area reaches in each direction; on the board, its whole underside."""
        grounded = self.bottom < SAME_HEIGHT
        return np.where(grounded[:, None], whole(self.rects), self.supports.reach)

    @cached_property
    def flows(self) -> tuple[Floats, Floats]:
        """How weight laid on a piece is passed down.

        `kept[k, j]` of it weighs on j where it was laid; `moved[k, j]` is the weight and the moments that
        bridges bring to fixed points of j: half of the weight at each end.
        """
        count = len(self.rects)
        kept, moved = np.eye(count), np.zeros((count, count, 3))
        for k in np.argsort(self.bottom, kind="stable").tolist():
            below = self.supports.below(k)
            for j, middle in below:
                if len(below) == 1:
                    kept[k] += kept[j]
                    moved[k] += moved[j]
                else:
                    moved[k] += (moved[j] + kept[j][:, None] * (1.0, *middle)) / len(below)
        return kept, moved

    @cached_property
    def loads(self) -> Floats:
        """Weight and moments on each piece's support area, its own included: (pieces, 3)."""
        kept, moved = self.flows
        own = np.column_stack([np.ones(len(self.weight)), self.rects[:, :2]]) * self.weight[:, None]
        total: Floats = np.einsum("kj,kc->jc", kept, own) + np.einsum("k,kjc->jc", self.weight, moved)
        return total

    def landing(self, rects: Floats, clearance: float) -> tuple[Floats, Supports]:
        """How high pieces lowered there rest, and on what; `clearance` metres beside them stay free."""
        on = np.where(overlap(rects, self.rects, clearance), self.top, 0.0).max(axis=1, initial=0.0)
        meets = overlap(rects, self.rects) & (np.abs(self.top - on[:, None]) < SAME_HEIGHT) & self.level
        return on, Supports(rects, self.rects, meets)

    def firmness(self, rects: Floats, supports: Supports, weight: float) -> Floats:
        """How far from tipping (metres) a piece is, and everything below it with the piece on top."""
        own: Floats = (supports.reach - rects[:, :2] @ COMPASS).min(axis=1)
        return np.minimum(own, self._firmness_below(rects, supports, weight))

    def _firmness_below(self, rects: Floats, supports: Supports, weight: float) -> Floats:
        kept, moved = self.flows
        share = weight * supports.touch / np.maximum(1, supports.count)[:, None]
        laid = np.where((supports.count == 1)[:, None, None], rects[:, None, :2], supports.middle)
        heavier = share @ (kept + moved[..., 0])
        moments = np.einsum("nkc,kj->njc", share[..., None] * laid, kept)
        moments += np.einsum("nk,kjc->njc", share, moved[..., 1:])
        middle = (self.loads[:, 1:] + moments) / (self.loads[:, 0] + heavier)[..., None]
        margins = (self.reaches - middle @ COMPASS).min(axis=2)
        below: Floats = np.where(heavier > 0, margins, np.inf).min(axis=1, initial=np.inf)
        return below


class Supports:
    """Which rectangles rest on which, how far each support area reaches, and the middle of each contact."""

    def __init__(self, above: Floats, below: Floats, touch: Booleans) -> None:
        rows, columns = np.nonzero(touch)
        points, real = shared(above[rows], below[columns])
        good = real.any(axis=1)
        rows, columns, points, real = rows[good], columns[good], points[good], real[good]
        self.touch = np.zeros_like(touch)
        self.touch[rows, columns] = True
        self.count = self.touch.sum(axis=1)
        self.reach = np.full((len(above), COMPASS.shape[1]), -np.inf)
        np.maximum.at(self.reach, rows, reach(points, real))
        self.middle = np.zeros((*touch.shape, 2))
        self.middle[rows, columns] = (points * real[..., None]).sum(axis=1) / real.sum(axis=1)[:, None]

    def below(self, row: int) -> list[tuple[int, list[float]]]:
        """What a rectangle rests on, each with the middle of the contact."""
        return [(int(k), self.middle[row, k].tolist()) for k in np.flatnonzero(self.touch[row])]
