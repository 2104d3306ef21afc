"""The acceptance table of the physics: what stands, what topples, what a hand does to it."""

import subprocess
import sys

import msgspec
import numpy as np
import pytest

from cinq.physics.judge import Wanted
from cinq.physics.pieces import OVERLAP, Grip, Position, axes, laid, oriented, starter
from cinq.physics.scene import (
    HAND_SPEED,
    HAND_TURN,
    TICK,
    Scene,
    Simulation,
    Target,
    Tremor,
    above,
    rotate_towards,
    seat_angle,
    target_pose,
)
from tests.physics.carpentry import (
    carry,
    drift,
    farthest,
    fingerprint,
    lower,
    place,
    start,
    sweep,
    top_of,
    tower,
)

QUARTER = np.pi / 2


def hand_of(scene: Scene) -> tuple[float, ...]:
    hand = scene.frame().hand
    assert hand
    return hand


def test_importing_the_physics_does_not_import_the_simulator() -> None:
    say = "import sys, cinq.physics.pool, cinq.physics.scene; print('mujoco' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", say], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


# ---- what stands by itself


def test_a_plumb_tower_of_twenty_stands_awake() -> None:
    assert drift(tower(20), 5, sleep=False) < 0.0005


def test_a_crooked_tower_of_twenty_stands_awake() -> None:
    assert drift(tower(20, seed=1, offset=0.0007, yaw=0.05), 5, sleep=False) < 0.0005


def test_a_sleeping_tower_does_not_move_at_all() -> None:
    assert drift(tower(20, seed=2, offset=0.0007, yaw=0.05), 60, sleep=True) == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_crooked_tower_of_twenty_stands_for_a_minute_awake(seed: int) -> None:
    assert drift(tower(20, seed, offset=0.0007, yaw=0.05), 60, sleep=False) < 0.0005


@pytest.mark.parametrize("position", ["flat", "edge", "upright"])
@pytest.mark.parametrize("kind", ["s2", "m1", "l2"])
@pytest.mark.parametrize("beyond", [0.002, 0.0005, 0.0002])
def test_the_edge_is_sharp(kind: str, position: Position, beyond: float) -> None:
    """0.2 mm beyond the support's edge a piece topples, 0.2 mm inside it stays."""
    for sign in (1, -1):
        seat = laid(kind, position, 0.0, 0.0075 + sign * beyond, 0.01 - OVERLAP, QUARTER)
        seat = seat if position != "upright" else (*seat[:3], *oriented(position, 0.0))
        scene = Scene.from_poses({**starter(), kind: seat}, ("l1",), settle=True)
        moved = farthest({kind: seat}, scene.rest)
        assert moved > 0.001 if sign > 0 else moved < 0.00005


# ---- the hand


def test_the_hand_is_no_faster_than_a_hand() -> None:
    scene = start()
    where = np.array(scene.take("m1")[:3])
    scene.move_hand(Target((0.2, 0.2, 0.5), oriented("upright")))
    scene.tick()
    hand = hand_of(scene)
    assert np.linalg.norm(np.array(hand[:3]) - where) == pytest.approx(HAND_SPEED * TICK)
    assert 2 * np.arccos(hand[3]) == pytest.approx(HAND_TURN * TICK)


def test_a_turn_goes_the_short_way() -> None:
    w, *_ = rotate_towards((1.0, 0.0, 0.0, 0.0), (-0.9999, 0.01, 0.0, 0.0), 0.001)
    assert w > 0.999


def test_two_ends_mean_a_pose() -> None:
    pose = target_pose(Target((0.0, 0.03, 0.1), (1.0, 0.0, 0.0, 0.0), second=(0.0, -0.03, 0.1)))
    assert pose[:3] == pytest.approx((0.0, 0.0, 0.1))
    assert axes(pose)[:, 0] == pytest.approx((0.0, 1.0, 0.0))


def test_a_tremor_has_the_rms_it_says() -> None:
    tremor = Tremor(0.001, seed=5)
    shakes = np.array([tremor.next_offset() for _ in range(20_000)])
    assert np.sqrt((shakes**2).mean(axis=0)) == pytest.approx([0.001] * 6, rel=0.08)


@pytest.mark.parametrize("grip", ["one", "two"])
def test_a_piece_is_put_down_without_an_explosion(grip: Grip) -> None:
    scene = Scene.from_poses(tower(10), ("l1",), settle=True)
    before, top = dict(scene.rest), top_of(scene.rest)
    scene.take("s16", grip=grip)
    frames = lower(scene, "s16", "flat", 0.0, 0.0, top)
    assert frames[-1].contact and frames[-1].force < 0.1
    scene.release(Wanted("A1", "s16", "flat"))
    speeds = []
    while not scene.settled:
        scene.tick()
        if scene._sim:
            speeds.append(scene._sim.speed())
    assert scene.placement().fallen == ()
    assert max(speeds) < 0.2
    assert farthest(before, scene.rest) < 0.0001


def test_pressing_into_the_board_is_limited_and_harmless() -> None:
    scene = start()
    scene.take("m1")
    carry(scene, (0.1, 0.0, 0.05), oriented("flat"))
    frame = carry(scene, (0.1, 0.0, -0.05), oriented("flat"))
    assert frame.contact and 1.0 < frame.force < 1.3
    scene.release(Wanted("A10", "m1", "flat", board=True))
    assert scene.settle().fallen == ()


def test_a_sweep_brings_the_tower_down_without_wonders() -> None:
    scene = Scene.from_poses(tower(12), ("l1",), settle=True)
    scene.take("l20")
    frames = sweep(scene, z=0.1)
    assert all(np.isfinite(frame.force) for frame in frames)
    assert len(scene.fallen_so_far()) > 3
    scene.release(Wanted("A7", "l20", "flat"))
    assert len(scene.settle().fallen) > 3


@pytest.mark.parametrize(("tremor", "survive"), [(0.0003, 12), (0.0006, 11), (0.001, 10)])
def test_a_trembling_hand_is_a_harder_hand(tremor: float, survive: int) -> None:
    """Twelve pieces laid on crooked towers of twenty; at least so many stay up."""
    trials = zip(
        range(12), ["m16", "s16", "l20", "m16"] * 3, ["flat", "edge", "flat", "upright"] * 3, strict=True
    )
    assert sum(survives(seed, piece, position, tremor) for seed, piece, position in trials) >= survive  # type: ignore[arg-type]


def survives(seed: int, piece: str, position: Position, tremor: float) -> bool:
    scene = Scene.from_poses(tower(20, seed % 4, 0.0003, 0.05), ("l1",), settle=True)
    x, y, *_ = list(scene.rest.values())[-1]
    done = place(scene, piece, position, (x, y), top_of(scene.rest), QUARTER, tremor=tremor, seed=seed)
    return not done.fallen


def test_letting_go_beyond_the_edge_falls_and_inside_stays() -> None:
    assert place(start(), "m1", at=(0.0, 0.0075 + 0.003), yaw=QUARTER).fallen == ("m1",)
    assert place(start(), "m1", at=(0.0, 0.0075 - 0.002), yaw=QUARTER).fallen == ()


# ---- the same again


def test_the_same_inputs_give_the_same_bits_here_and_in_another_process() -> None:
    here = fingerprint()
    assert fingerprint() == here
    assert fingerprint(4) != here
    say = "from tests.physics.carpentry import fingerprint; print(fingerprint())"
    there = subprocess.run(
        [sys.executable, "-c", say], capture_output=True, text=True, timeout=60, check=True
    )
    assert there.stdout.strip() == here


def test_a_structure_read_back_from_json_is_the_same_structure() -> None:
    """A restart changes nothing: the next placement has the same outcome bit for bit."""
    scene = start()
    done = place(scene, "m1", at=(0.0, 0.003), yaw=QUARTER, tremor=0.0005, seed=1)
    pose = msgspec.json.decode(msgspec.json.encode(done.pose), type=type(done.pose))
    again = Scene.from_poses({piece: tuple(numbers) for piece, numbers in pose.items()}, scene.bases)  # type: ignore[misc]
    assert again.rest == scene.rest
    assert place(again, "s1", on=0.02, tremor=0.001, seed=2) == place(
        scene, "s1", on=0.02, tremor=0.001, seed=2
    )


def test_a_structure_read_back_gets_no_kick() -> None:
    scene = Scene.from_poses(tower(20, 3, 0.0005, 0.05), ("l1",), settle=True)
    woken = Simulation(scene.rest, asleep=False)
    fastest = 0.0
    while not woken.asleep():
        woken.step()
        fastest = max(fastest, woken.speed())
    assert fastest < 0.001
    assert farthest(scene.rest, woken.poses()) < 0.0001


def test_a_piece_taken_up_inside_the_structure_starts_above_it_instead() -> None:
    scene = start()
    assert scene.take("m1", at=(0.0, 0.0, 0.006, 1.0, 0.0, 0.0, 0.0))[2] > 0.05


def test_a_piece_is_taken_up_on_the_side_of_whoever_holds_it() -> None:
    """Two sit face to face; from five on the board has at least six places."""
    sides = [above(starter(), "m1", seat_angle(seat, 2)) for seat in (0, 1)]
    assert [side[:2] for side in sides] == [pytest.approx((0.0, y)) for y in (-0.06, 0.06)]
    assert {side[2] for side in sides} == {Scene.from_poses(starter(), ("l1",)).above("m1")[2]}
    assert [seat_angle(seat, 3) for seat in (0, 1, 2)] == pytest.approx([0, QUARTER, 2 * QUARTER])
    assert seat_angle(3, 6) == pytest.approx(np.pi) == pytest.approx(seat_angle(5, 10))
