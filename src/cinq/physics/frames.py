"""Binary frames of poses: the live stream, thirty a second, and the stored trajectory of a fall.

Owns the bytes of a frame, little-endian:

    header, 20 bytes   tick u32 · flags u8 · force u16 (millinewtons) · hand pose 12 · count u8
    piece,  13 bytes   code u8 · pose 12
    pose,   12 bytes   x, y, z i16 in steps of 0.02 mm (z above 0.6 m) · quaternion 3 × i16

A quaternion drops its largest component (made positive); the other three are steps of √½ / 16383 in the
upper fifteen bits, and the lowest bits of the first two numbers say which one was dropped.
Flags: 1 a piece is in hand, 2 it touches something, 4 a keyframe: pieces it does not list are gone.
Knows nothing of why a piece moves.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping

import numpy as np

from cinq.core.game import Value
from cinq.physics.judge import MAX_SINK
from cinq.physics.pieces import Floats, Pose, Poses, code, piece_of
from cinq.physics.scene import Frame

HEADER = struct.Struct("<IBH12sB")
PIECE = 13
RESOLUTION, Z_OFFSET = 2e-5, 0.6
QUATERNION = 16383 / 0.5**0.5
HOLDING, TOUCHING, KEYFRAME = 1, 2, 4
TICKS_PER_FRAME = 2  # thirty frames a second
MAX_PIECES = 22  # pieces in a frame: the stream stays below 10 kB/s
MAX_RECORDED = 20 * 30  # frames of a recording
LEAD_IN = 20  # frames shown before the first piece falls
MAX_TRAJECTORY = LEAD_IN + 6 * 30  # frames of a trajectory: it stays below 62 kB
NO_HAND = bytes(12)


class DecodedFrame(Value, frozen=True):
    """A decoded frame."""

    tick: int
    hand: Pose | None
    contact: bool
    force: float
    keyframe: bool
    pieces: dict[str, Pose]


class FrameEncoder:
    """Encodes frames for one audience: only pieces that changed since they were last sent."""

    def __init__(self) -> None:
        self._sent: dict[str, bytes] = {}

    def frame(self, frame: Frame) -> bytes:
        """A frame of at most `MAX_PIECES` pieces, the most moved first; the rest follow later."""
        packed = _pack(frame.awake)
        news = [piece for piece, data in packed.items() if self._sent.get(piece) != data]
        if len(news) > MAX_PIECES:
            news = sorted(news, key=lambda piece: -_moved(self._sent.get(piece), packed[piece]))[:MAX_PIECES]
        chosen = {piece: packed[piece] for piece in news}
        self._sent |= chosen
        return _bytes(frame, chosen, 0)

    def keyframe(self, frame: Frame, poses: Poses) -> bytes:
        """A frame with all pieces: for a viewer who joins, and when a structure has settled."""
        self._sent = _pack(poses)
        return _bytes(frame, self._sent, KEYFRAME)


def decode(data: bytes) -> DecodedFrame:
    """Decodes a frame."""
    tick, flags, force, hand, count = HEADER.unpack_from(data)
    starts = range(HEADER.size, HEADER.size + PIECE * count, PIECE)
    pieces = {piece_of(data[at]): decode_pose(data[at + 1 : at + PIECE]) for at in starts}
    pose = decode_pose(hand) if flags & HOLDING else None
    return DecodedFrame(tick, pose, bool(flags & TOUCHING), force / 1000, bool(flags & KEYFRAME), pieces)


def encode_poses(poses: Floats) -> list[bytes]:
    """Encodes rows of seven numbers (position, quaternion), twelve bytes a row."""
    where = np.rint((poses[:, :3] - (0, 0, Z_OFFSET)) / RESOLUTION).clip(-32768, 32767).astype("<i2")
    quats, rows = poses[:, 3:], np.arange(len(poses))
    dropped = np.abs(quats).argmax(axis=1)
    quats = quats * np.where(quats[rows, dropped] < 0, -1.0, 1.0)[:, None]
    others = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])[dropped]
    small = np.rint(np.take_along_axis(quats, others, axis=1) * QUATERNION).clip(-16383, 16383)
    turn = small.astype("<i2") * 2
    turn[:, 0] |= (dropped & 1).astype("<i2")
    turn[:, 1] |= (dropped >> 1).astype("<i2")
    return [row.tobytes() for row in np.hstack([where, turn]).astype("<i2")]


def decode_pose(data: bytes) -> Pose:
    """Decodes a pose from twelve bytes."""
    x, y, z, a, b, c = struct.unpack("<6h", data)
    quat = [(n >> 1) / QUATERNION for n in (a, b, c)]
    quat.insert((a & 1) + 2 * (b & 1), max(0.0, 1 - sum(q * q for q in quat)) ** 0.5)
    return x * RESOLUTION, y * RESOLUTION, z * RESOLUTION + Z_OFFSET, quat[0], quat[1], quat[2], quat[3]


def _pack(poses: Poses) -> dict[str, bytes]:
    rows = encode_poses(np.array(list(poses.values()), dtype=float).reshape(-1, 7))
    return dict(zip(poses, rows, strict=True))


def _bytes(frame: Frame, pieces: Mapping[str, bytes], flags: int) -> bytes:
    flags |= (HOLDING if frame.hand else 0) | (TOUCHING if frame.contact else 0)
    hand = encode_poses(np.array([frame.hand]))[0] if frame.hand else NO_HAND
    force = min(65535, round(frame.force * 1000))
    head = HEADER.pack(frame.tick & 0xFFFFFFFF, flags, force, hand, len(pieces))
    return head + b"".join(bytes((code(piece),)) + data for piece, data in pieces.items())


def _moved(was: bytes | None, now: bytes) -> int:
    """How far a piece is from where it was last sent; only the order of these numbers means something."""
    if was is None:
        return 1 << 30
    pairs = zip(struct.unpack("<6h", was), struct.unpack("<6h", now), strict=True)
    return sum(abs(a - b) for a, b in pairs)


class Recording:
    """Keeps the frames since a piece was taken up, for the replay of a fall."""

    def __init__(self, poses: Poses, held: str | None = None) -> None:
        self._start, self._held = dict(poses), held
        self._frames: list[Frame] = []

    def add(self, frame: Frame) -> None:
        """Keeps a frame; beyond `MAX_RECORDED` the oldest is merged into the starting poses."""
        self._frames.append(frame)
        if len(self._frames) > MAX_RECORDED:
            self._start |= self._frames.pop(0).awake

    def trajectory(self, fallen: Iterable[str]) -> bytes:
        """A keyframe, then frames from shortly before the first fall; each behind its length, u16."""
        cut = max(0, self._first_fall(set(fallen)) - LEAD_IN)
        start, shown, stream = dict(self._start), self._frames[cut : cut + MAX_TRAJECTORY], FrameEncoder()
        for frame in self._frames[:cut]:
            start |= frame.awake
        opening = [stream.keyframe(shown[0], start)] if shown else []
        return _framed(opening + [stream.frame(frame) for frame in shown])

    def _first_fall(self, fallen: set[str]) -> int:
        """The frame in which a piece of the structure first sank; if none did, in which the hand let go."""
        top = {piece: pose[2] for piece, pose in self._start.items() if piece != self._held}
        for index, frame in enumerate(self._frames):
            if any(
                top[p] - pose[2] > MAX_SINK for p, pose in frame.awake.items() if p in fallen and p in top
            ):
                return index
        return self._first_drop()

    def _first_drop(self) -> int:
        return next((i for i, frame in enumerate(self._frames) if frame.hand is None), len(self._frames))


def decode_trajectory(trajectory: bytes) -> list[DecodedFrame]:
    """Decodes the frames of a stored trajectory."""
    found, at = [], 0
    while at < len(trajectory):
        (size,) = struct.unpack_from("<H", trajectory, at)
        found.append(decode(trajectory[at + 2 : at + 2 + size]))
        at += 2 + size
    return found


def _framed(parts: Iterable[bytes]) -> bytes:
    return b"".join(struct.pack("<H", len(part)) + part for part in parts)
