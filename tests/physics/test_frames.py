"""Binary frames: their precision and their size."""

import numpy as np
import pytest

from cinq.physics.frames import (
    HEADER,
    MAX_PIECES,
    PIECE,
    TICKS_PER_FRAME,
    FrameEncoder,
    Recording,
    decode,
    decode_pose,
    decode_trajectory,
    encode_poses,
)
from cinq.physics.judge import Wanted
from cinq.physics.pieces import Pose, code, piece_of
from cinq.physics.scene import Frame, Scene
from tests.physics.carpentry import farthest, sweep, tower

EMPTY = Frame(7, None, False, 0.0, {})


def angle(a: Pose, b: Pose) -> float:
    return float(2 * np.arccos(min(1.0, abs(np.dot(a[3:], b[3:])))))


def test_every_piece_of_two_sets_is_one_byte() -> None:
    pieces = [f"{kind}{n}" for kind, most in (("s", 32), ("m", 32), ("l", 40)) for n in range(1, most + 1)]
    codes = [code(piece) for piece in pieces]
    assert len(set(codes)) == 104 and max(codes) < 256
    assert [piece_of(c) for c in codes] == pieces


def test_a_pose_survives_twelve_bytes() -> None:
    rng = np.random.default_rng(1)
    quats = rng.standard_normal((500, 4))
    poses = np.hstack([rng.uniform(-0.3, 0.9, (500, 3)), quats / np.linalg.norm(quats, axis=1)[:, None]])
    poses[:, :2] *= 0.5
    for row, data in zip(poses, encode_poses(poses), strict=True):
        back = decode_pose(data)
        assert len(data) == 12
        assert back[:2] == pytest.approx(row[:2], abs=1.1e-5)
        assert angle(back, tuple(row)) < 0.0005
    high = encode_poses(np.array([[0, 0, 1.2, 1, 0, 0, 0], [0, 0, -0.02, 0, 0, 0, 1]], dtype=float))
    assert [decode_pose(data)[2] for data in high] == pytest.approx([1.2, -0.02], abs=1.1e-5)


def test_a_frame_says_hand_contact_and_force() -> None:
    hand = (0.1, 0.2, 0.3, 0.0, 1.0, 0.0, 0.0)
    seen = decode(FrameEncoder().frame(Frame(9, hand, True, 0.5, {"s3": hand})))
    assert (seen.tick, seen.contact, seen.force, seen.keyframe) == (9, True, 0.5, False)
    assert seen.hand == pytest.approx(hand) and seen.pieces["s3"] == pytest.approx(hand)
    assert decode(FrameEncoder().frame(EMPTY)).hand is None


def test_what_does_not_change_is_not_sent_again() -> None:
    stream, poses = FrameEncoder(), tower(4)
    assert len(stream.keyframe(EMPTY, poses)) == HEADER.size + 4 * PIECE
    assert len(stream.frame(Frame(8, None, False, 0.0, poses))) == HEADER.size


def collapse(scene: Scene, z: float) -> tuple[list[Frame], Recording]:
    scene.take("l20")
    record = Recording(scene.poses(), "l20")
    seen = sweep(scene, z, speed=1.0)
    scene.release(Wanted("A7", "l20", "flat"))
    while not scene.settled:
        seen.append(scene.tick())
    kept = seen[::TICKS_PER_FRAME]
    for frame in kept:
        record.add(frame)
    return kept, record


def test_a_collapse_stays_below_ten_kilobytes_a_second() -> None:
    scene, stream = Scene.from_poses(tower(20), ("l1",), settle=True), FrameEncoder()
    fall, _ = collapse(scene, 0.05)
    sizes = [len(stream.frame(frame)) + 4 for frame in fall]
    assert len(scene.placement().fallen) > 15
    assert max(sum(sizes[i : i + 30]) for i in range(len(sizes))) <= 10_000
    assert (HEADER.size + MAX_PIECES * PIECE + 4) * 30 <= 10_000  # whatever falls


def test_a_collapse_is_kept_to_be_seen_again() -> None:
    scene = Scene.from_poses(tower(12), ("l1",), settle=True)
    seen, record = collapse(scene, 0.1)
    shown = decode_trajectory(record.trajectory(scene.placement().fallen))
    assert shown[0].keyframe and len(shown[0].pieces) >= 12
    assert len(shown) <= 1 + len(seen)
    last = {piece: pose for frame in shown for piece, pose in frame.pieces.items()}
    truth = {piece: pose for frame in seen for piece, pose in frame.awake.items()}
    assert farthest(truth, last) < 0.0001
