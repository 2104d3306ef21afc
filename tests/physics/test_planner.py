"""The planner finds spots by geometry, and a bot's hand lays pieces there."""

import numpy as np
import pytest

from cinq.physics.judge import Placement, Wanted
from cinq.physics.pieces import BOARD_HALF, OVERLAP, Position, laid, starter
from cinq.physics.planner import (
    HAND_SKILLS,
    HandSkill,
    choose_spot,
    find_spots,
    hand_path,
    with_aim_error,
)
from cinq.physics.scene import HAND_SPEED, TICK, Scene
from cinq.physics.supports import TopView, overlap, shared
from tests.physics.carpentry import four_towers, start, tower

STEADY = HandSkill(tremor=0.0, aim_error=0.0, turn_error=0.0, samples=120, daring=0.0)


def lay(scene: Scene, wanted: Wanted, level: HandSkill, seed: int) -> Placement:
    spot = choose_spot(scene.rest, scene.bases, wanted, level, seed)
    start = scene.take(wanted.piece, tremor=level.tremor, seed=seed)
    for target in hand_path(start, wanted.piece, with_aim_error(spot, level, seed)):
        scene.move_hand(target)
        scene.tick()
    scene.release(wanted)
    return scene.settle()


def rect(x: float, y: float, a: float, b: float, yaw: float = 0.0) -> np.ndarray:
    return np.array([[x, y, a, b, yaw]])


def test_rectangles_overlap_or_not() -> None:
    plus = rect(0, 0, 3, 1)
    assert overlap(plus, rect(0, 3.9, 3, 1, np.pi / 2))[0, 0]
    assert not overlap(plus, rect(0, 4.1, 3, 1, np.pi / 2))[0, 0]
    assert overlap(plus, rect(0, 4.1, 3, 1, np.pi / 2), 0.2)[0, 0]


def test_crossed_rectangles_share_a_square_and_nested_ones_the_small_one() -> None:
    for other, sides in ((rect(0, 0, 3, 1, np.pi / 2), (1, 1)), (rect(1, 0, 0.5, 0.25), (0.5, 0.25))):
        points, real = shared(rect(0, 0, 3, 1), other)
        corners = points[0][real[0]] - other[0, :2]
        assert np.abs(corners).max(axis=0) == pytest.approx(sides)


def test_a_turned_rectangle_is_clipped_at_the_sides() -> None:
    points, real = shared(rect(0, 0, 3, 1), rect(0, 0, 1, 1, np.pi / 4))
    assert np.abs(points[0][real[0]]).max(axis=0) == pytest.approx((np.sqrt(2), 1))


def test_a_bridge_shares_its_load_between_its_columns() -> None:
    poses = {
        "s1": laid("s1", "flat", 0.0, -0.03),
        "s2": laid("s2", "flat", 0.0, 0.03),
        "l1": laid("l1", "flat", 0.0, 0.0, 0.01 - OVERLAP, np.pi / 2),
    }
    plan = TopView(poses)
    bridge, small = plan.weight[2], plan.weight[0]
    assert plan.loads[:, 0] == pytest.approx([small + bridge / 2, small + bridge / 2, bridge])


def test_firmness_is_the_way_to_the_edge() -> None:
    """A medium piece across the starter, its middle 2 mm inside the edge."""
    plan = TopView(starter())
    across = rect(0.0, 0.0055, 0.03, 0.0075, np.pi / 2)
    on, seats = plan.landing(across, 0.001)
    assert on[0] == pytest.approx(0.01, abs=1e-5)
    assert plan.firmness(across, seats, 0.006)[0] == pytest.approx(0.002, abs=1e-6)


@pytest.mark.parametrize("position", ["flat", "edge", "upright"])
@pytest.mark.parametrize("piece", ["s16", "m16", "l20"])
def test_a_steady_hand_lays_everything_everywhere(piece: str, position: Position) -> None:
    scene = Scene.from_poses(tower(10, 2, 0.0005, 0.05), ("l1",), settle=True)
    assert lay(scene, Wanted("A1", piece, position), STEADY, seed=1).fallen == ()


def test_a_new_column_keeps_off_the_others() -> None:
    poses, bases = four_towers()
    scene = Scene.from_poses(poses, bases, settle=True)
    done = lay(scene, Wanted("A10", "s16", "flat", board=True), HAND_SKILLS["champion"], seed=4)
    assert done.fallen == () and done.on == ("s16",)


def test_after_a_pivot_a_bot_lays_as_it_likes() -> None:
    assert lay(start(), Wanted("A3", "s1", None), HAND_SKILLS["regular"], seed=2).fallen == ()


def test_without_any_firm_spot_it_hopes() -> None:
    leaning = {"l1": (0.0, 0.0, 0.05, 0.9, 0.2, 0.3, 0.2)}
    assert find_spots(leaning, "m1", "flat", False, 30, 1) == []
    assert choose_spot(leaning, ("l1",), Wanted("A4", "m1", "flat"), STEADY, 1).margin == 0


def test_a_path_is_no_faster_than_a_hand_and_ends_on_the_seat() -> None:
    spot = find_spots(starter(), "m1", "edge", False, 20, 1)[0]
    targets = hand_path((0.0, -0.06, 0.2, 1.0, 0.0, 0.0, 0.0), "m1", spot)
    steps = np.linalg.norm(np.diff([target.pos for target in targets], axis=0), axis=1)
    assert steps.max() < HAND_SPEED * TICK
    assert targets[-1].pos[2] == pytest.approx(0.0175, abs=0.0005)


def test_the_same_seed_chooses_the_same_spot() -> None:
    wanted, poses = Wanted("A1", "s1", "flat"), tower(6)
    for level in HAND_SKILLS.values():
        assert choose_spot(poses, ("l1",), wanted, level, 5) == choose_spot(poses, ("l1",), wanted, level, 5)


def test_a_champion_builds_to_twelve_and_is_better_than_a_beginner() -> None:
    assert built("champion", 12, seed=1) == 12
    assert sum(built("beginner", 12, seed) for seed in range(3)) < 36


def built(level: str, count: int, seed: int) -> int:
    """How many pieces stand when the first one falls."""
    scene, rng = start(), np.random.default_rng(seed)
    positions: tuple[Position, ...] = ("flat", "edge", "upright")
    for number in range(2, count + 1):
        wanted = Wanted("A1", f"{'sml'[rng.integers(3)]}{number}", positions[rng.integers(3)])
        if lay(scene, wanted, HAND_SKILLS[level], seed * 100 + number).fallen:
            return number - 1
    return count


def test_a_crowded_board_has_room_for_one_more_column() -> None:
    """Beginners without a spot laid their column on the wood, which is a fall, again and again."""
    grid = [(x, y) for x in range(-90, 91, 60) for y in range(-90, 91, 60)]
    poses = {f"s{i}": laid(f"s{i}", "flat", x / 1000, y / 1000) for i, (x, y) in enumerate(grid, start=1)}
    crowd = TopView(poses).rects
    wanted: tuple[tuple[str, Position], ...] = (("m1", "flat"), ("l2", "flat"), ("l2", "upright"))
    for piece, position in wanted:
        found = find_spots(poses, piece, position, True, samples=100, seed=3)
        assert found, (piece, position)
        half = (0.03 if piece == "m1" else 0.045, 0.0075) if position == "flat" else (0.0075, 0.005)
        for spot in found:
            assert not overlap(rect(spot.x, spot.y, *half, spot.yaw), crowd).any()
            assert max(abs(spot.x), abs(spot.y)) + np.hypot(*half) < BOARD_HALF
