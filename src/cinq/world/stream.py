"""Poses on the wire: what a viewer gets thirty times a second, and the stored picture of a collapse.

Owns the bytes of a frame, little-endian:

    header, 20 bytes   tick u32 · flags u8 · force u16 (millinewtons) · hand pose 12 · count u8
    piece,  13 bytes   code u8 · pose 12
    pose,   12 bytes   x, y, z i16 in steps of 0.02 mm (z above 0.6 m) · quaternion 3 × i16

A quaternion drops its largest component (made positive); the other three are steps of √½ / 16383 in the
upper fifteen bits, and the lowest bits of the first two numbers say which one was dropped.
Flags: 1 a piece is in hand, 2 it touches something, 4 a keyframe: all pieces, others are gone.
It must never know why a piece moves.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

import numpy as np

from cinq.core.game import Value
from cinq.world.physics import Frame
from cinq.world.verdict import SANK
from cinq.world.wood import Floats, Pose, Poses, code, piece_of

HEADER = struct.Struct("<IBH12sB")
PIECE = 13
GRAIN, MIDDLE = 2e-5, 0.6
QUATERNION = 16383 / 0.5**0.5
HOLDING, TOUCHING, KEYFRAME = 1, 2, 4
EVERY = 2  # ticks: thirty frames a second
MOST = 22  # pieces in a frame: with its header below 10 kB/s whatever falls
KEPT = 20 * 30  # frames of a recording
LEAD = 20  # frames shown before the first piece falls
LONGEST = LEAD + 6 * 30  # frames of a trajectory: below 62 kB whatever falls
NO_HAND = bytes(12)


class Seen(Value, frozen=True):
    """A decoded frame."""

    tick: int
    hand: Pose | None
    contact: bool
    force: float
    keyframe: bool
    pieces: dict[str, Pose]


class Stream:
    """Frames for one audience: only what changed since it was last sent, the most moved first."""

    def __init__(self) -> None:
        self._sent: dict[str, bytes] = {}

    def frame(self, frame: Frame) -> bytes:
        """A frame of at most `MOST` pieces; the rest come with the next ones."""
        packed = _pack(frame.awake)
        news = [piece for piece, data in packed.items() if self._sent.get(piece) != data]
        if len(news) > MOST:
            news = sorted(news, key=lambda piece: -_moved(self._sent.get(piece), packed[piece]))[:MOST]
        chosen = {piece: packed[piece] for piece in news}
        self._sent |= chosen
        return _bytes(frame, chosen, 0)

    def keyframe(self, frame: Frame, poses: Poses) -> bytes:
        """Everything there is: for who joins, and whenever a structure has settled."""
        self._sent = _pack(poses)
        return _bytes(frame, self._sent, KEYFRAME)


def decode(data: bytes) -> Seen:
    """The frame that some bytes mean."""
    tick, flags, force, hand, count = HEADER.unpack_from(data)
    starts = range(HEADER.size, HEADER.size + PIECE * count, PIECE)
    pieces = {piece_of(data[at]): unpacked(data[at + 1 : at + PIECE]) for at in starts}
    pose = unpacked(hand) if flags & HOLDING else None
    return Seen(tick, pose, bool(flags & TOUCHING), force / 1000, bool(flags & KEYFRAME), pieces)


def packed(poses: Floats) -> list[bytes]:
    """Twelve bytes for each row of seven numbers."""
    where = np.rint((poses[:, :3] - (0, 0, MIDDLE)) / GRAIN).clip(-32768, 32767).astype("<i2")
    quats, rows = poses[:, 3:], np.arange(len(poses))
    dropped = np.abs(quats).argmax(axis=1)
    quats = quats * np.where(quats[rows, dropped] < 0, -1.0, 1.0)[:, None]
    others = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])[dropped]
    small = np.rint(np.take_along_axis(quats, others, axis=1) * QUATERNION).clip(-16383, 16383)
    turn = small.astype("<i2") * 2
    turn[:, 0] |= (dropped & 1).astype("<i2")
    turn[:, 1] |= (dropped >> 1).astype("<i2")
    return [row.tobytes() for row in np.hstack([where, turn]).astype("<i2")]


def unpacked(data: bytes) -> Pose:
    """The pose that twelve bytes mean."""
    x, y, z, a, b, c = struct.unpack("<6h", data)
    quat = [(n >> 1) / QUATERNION for n in (a, b, c)]
    quat.insert((a & 1) + 2 * (b & 1), max(0.0, 1 - sum(q * q for q in quat)) ** 0.5)
    return x * GRAIN, y * GRAIN, z * GRAIN + MIDDLE, quat[0], quat[1], quat[2], quat[3]


def _pack(poses: Poses) -> dict[str, bytes]:
    rows = packed(np.array(list(poses.values()), dtype=float).reshape(-1, 7))
    return dict(zip(poses, rows, strict=True))


def _bytes(frame: Frame, pieces: Mapping[str, bytes], flags: int) -> bytes:
    flags |= (HOLDING if frame.hand else 0) | (TOUCHING if frame.contact else 0)
    hand = packed(np.array([frame.hand]))[0] if frame.hand else NO_HAND
    force = min(65535, round(frame.force * 1000))
    head = HEADER.pack(frame.tick & 0xFFFFFFFF, flags, force, hand, len(pieces))
    return head + b"".join(bytes((code(piece),)) + data for piece, data in pieces.items())


def _moved(was: bytes | None, now: bytes) -> int:
    """How far a piece is from where it was last shown, in any unit."""
    if was is None:
        return 1 << 30
    pairs = zip(struct.unpack("<6h", was), struct.unpack("<6h", now), strict=True)
    return sum(abs(a - b) for a, b in pairs)


class Recording:
    """The frames since a piece was taken up, to be shown again slowly if something falls."""

    def __init__(self, poses: Poses, held: str | None = None) -> None:
        self._start, self._held = dict(poses), held
        self._frames: list[Frame] = []

    def add(self, frame: Frame) -> None:
        """Keep a frame; the oldest ones melt into the start."""
        self._frames.append(frame)
        if len(self._frames) > KEPT:
            self._start |= self._frames.pop(0).awake

    def trajectory(self, fallen: Iterable[str]) -> bytes:
        """A keyframe, then frames from shortly before the first fall, each after its length as u16."""
        cut = max(0, self._first_fall(set(fallen)) - LEAD)
        start, shown, stream = dict(self._start), self._frames[cut : cut + LONGEST], Stream()
        for frame in self._frames[:cut]:
            start |= frame.awake
        opening = [stream.keyframe(shown[0], start)] if shown else []
        return _framed(opening + [stream.frame(frame) for frame in shown])

    def _first_fall(self, fallen: set[str]) -> int:
        """The frame in which a piece of the structure first sank (or the last: only the held one fell)."""
        top = {piece: pose[2] for piece, pose in self._start.items() if piece != self._held}
        for index, frame in enumerate(self._frames):
            if any(top[p] - pose[2] > SANK for p, pose in frame.awake.items() if p in fallen and p in top):
                return index
        return self._first_drop()

    def _first_drop(self) -> int:
        return next((i for i, frame in enumerate(self._frames) if frame.hand is None), len(self._frames))


def frames(trajectory: bytes) -> list[Seen]:
    """The frames of a stored trajectory."""
    found, at = [], 0
    while at < len(trajectory):
        (size,) = struct.unpack_from("<H", trajectory, at)
        found.append(decode(trajectory[at + 2 : at + 2 + size]))
        at += 2 + size
    return found


def _framed(parts: Iterable[bytes]) -> bytes:
    return b"".join(struct.pack("<H", len(part)) + part for part in parts)
