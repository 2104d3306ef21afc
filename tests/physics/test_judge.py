"""What fell and which columns (DO-14), judged on scripted accidents."""

import numpy as np
import pytest

from cinq.physics.judge import Placement, Wanted, column, has_fallen, in_position, supports
from cinq.physics.pieces import OVERLAP, Pose, laid, oriented, starter
from cinq.physics.scene import Scene
from tests.physics.carpentry import carry, place, start, sweep

rule = pytest.mark.rule
QUARTER = np.pi / 2


def two_columns(bridge: bool = False) -> Scene:
    """The starter and a second base, each with a piece on it; or a bridge over both."""
    poses: dict[str, Pose] = {
        "l1": laid("l1", "flat", 0.0, -0.03),
        "l2": laid("l2", "flat", 0.0, 0.03),
        "s1": laid("s1", "flat", 0.0, -0.03, 0.01 - OVERLAP),
        "s2": laid("s2", "flat", 0.0, 0.03, 0.01 - OVERLAP),
    }
    if bridge:
        poses["l3"] = laid("l3", "flat", 0.0, 0.0, 0.02 - 2 * OVERLAP, QUARTER)
    return Scene.from_poses(poses, ("l1", "l2"), settle=True)


def test_what_touches_from_below_supports() -> None:
    under = supports([("board", "l1", 1.0), ("l1", "m1", -0.9), ("l1", "s1", 0.1)])
    assert under == {"l1": frozenset({"board", "m1"})}
    assert column("m1", under) == {"m1", "l1"}


def test_sliding_and_turning_are_no_fall_but_sinking_and_tipping_are() -> None:
    was = laid("m1", "flat", 0.0, 0.0, 0.01)
    assert not has_fallen(was, laid("m1", "flat", 0.02, 0.0, 0.01, yaw=1.0))
    assert has_fallen(was, laid("m1", "flat", 0.0, 0.0, 0.0))
    assert has_fallen(was, laid("m1", "edge", 0.0, 0.0, 0.01))


def test_a_position_is_kept_within_twenty_degrees() -> None:
    def tilted(degrees: float) -> Pose:
        half = np.radians(degrees) / 2
        return (0.0, 0.0, 0.0, float(np.cos(half)), float(np.sin(half)), 0.0, 0.0)

    assert in_position(tilted(19), "flat") and not in_position(tilted(21), "flat")
    assert in_position(tilted(90), "edge") and not in_position(tilted(90), "upright")
    assert in_position(tilted(45), None)


@rule("DO-13")
def test_a_piece_on_the_structure_stands_on_its_base() -> None:
    done = place(start(), "m1", "edge", yaw=QUARTER)
    assert (done.fallen, done.columns, done.on) == ((), (), ("l1",))
    assert set(done.pose) == {"l1", "m1"}


@rule("DO-13")
def test_only_a_wood_and_board_card_lays_on_the_board() -> None:
    assert place(start(), "s1", at=(0.1, 0.0), on=0.0).fallen == ("s1",)
    scene = start()
    done = place(scene, "s1", at=(0.1, 0.0), on=0.0, board=True)
    assert (done.fallen, done.on, scene.bases) == ((), ("s1",), ("l1", "s1"))


@rule("DO-13")
def test_the_piece_of_a_wood_and_board_card_rests_on_the_board() -> None:
    assert place(start(), "s1", board=True).fallen == ("s1",)


@rule("DO-12")
def test_a_piece_in_the_wrong_position_counts_as_fallen_and_goes() -> None:
    scene = start()
    scene.take("m1")
    carry(scene, (0.0, 0.0, 0.016), oriented("flat"))
    scene.release(Wanted("A5", "m1", "edge"))
    done = scene.settle()
    assert done.fallen == ("m1",) and set(done.pose) == {"l1"} and done.columns == ()


@rule("DO-23")
def test_after_a_pivot_any_position_will_do() -> None:
    scene = start()
    scene.take("m1")
    carry(scene, (0.0, 0.0, 0.016), oriented("flat"))
    scene.release(Wanted("A5", "m1", None))
    assert scene.settle().fallen == ()


def test_a_piece_thrown_off_the_table_fell() -> None:
    scene = start()
    scene.take("s1")
    carry(scene, (0.25, 0.0, 0.1), oriented("flat"))
    scene.release(Wanted("A1", "s1", "flat"))
    assert scene.settle().fallen == ("s1",)


@rule("DO-14")
def test_a_bridge_belongs_to_both_columns() -> None:
    scene = two_columns(bridge=True)
    done = place(scene, "s3", at=(0.0, 0.0), on=0.03)
    assert done.fallen == () and set(done.on) == {"l1", "l2"}


@rule("DO-14")
def test_a_column_fell_when_all_it_carried_did() -> None:
    scene = two_columns()
    scene.take("s3")
    carry(scene, (-0.06, 0.03, 0.1), oriented("flat"))
    carry(scene, (-0.06, 0.03, 0.017), oriented("flat"))
    carry(scene, (0.06, 0.03, 0.017), oriented("flat"))
    carry(scene, (0.06, 0.03, 0.1), oriented("flat"))
    carry(scene, (0.0, -0.03, 0.027), oriented("flat"))
    scene.release(Wanted("A1", "s3", "flat"))
    done = scene.settle()
    assert (done.fallen, done.columns, done.on) == (("s2",), ("l2",), ("l1",))
    assert set(done.pose) == {"l1", "l2", "s1", "s3"}


@rule("DO-15", "DO-17")
def test_everything_swept_away_puts_the_starter_back() -> None:
    poses = {f"l{i}": laid(f"l{i}", "upright", 0.05 * i - 0.1, 0.0) for i in (1, 2, 3)}
    scene = Scene.from_poses(poses, ("l1", "l2", "l3"), settle=True)
    scene.take("m1")
    sweep(scene, z=0.06)
    scene.release(Wanted("A4", "m1", "flat"))
    done = scene.settle()
    assert set(done.fallen) == {"l1", "l2", "l3", "m1"}
    assert done.columns == ("l1", "l2", "l3")
    assert done.pose == starter() and scene.bases == ("l1",)


@rule("DO-14")
def test_a_base_alone_carries_nothing_and_does_not_fall_by_itself() -> None:
    done = place(start(), "m1", at=(0.0, 0.02), yaw=QUARTER)
    assert (done.fallen, done.columns) == (("m1",), ())


@rule("DO-18")
def test_what_leaned_on_pieces_taken_away_comes_to_rest_without_them() -> None:
    poses: dict[str, Pose] = {
        "l1": laid("l1", "flat", 0.0, 0.0),
        "m1": laid("m1", "flat", 0.0, 0.006, 0.01 - OVERLAP, QUARTER),
    }
    scene = Scene.from_poses(poses, ("l1",), settle=True)
    place(scene, "s1", at=(0.0, -0.015), on=0.02)
    done = place(scene, "m2", at=(0.0, 0.012), on=0.02, yaw=QUARTER)
    assert done.fallen == ()
    assert not in_position(scene.remove(("s1",))["m1"], "flat")
    assert set(scene.rest) == {"l1", "m1", "m2"}


def let_go(wanted: Wanted, at: tuple[float, float, float]) -> Placement:
    """Carry a flat piece over the starter or the board, let go, and wait for the verdict."""
    scene = start()
    scene.take(wanted.piece)
    carry(scene, at, oriented("flat"))
    scene.release(wanted)
    return scene.settle()


@rule("DO-12")
@rule("DO-13")
def test_the_judge_says_why_a_piece_does_not_count() -> None:
    assert let_go(Wanted("A4", "m1", "flat"), (0.0, 0.0, 0.016)).why is None
    crooked = let_go(Wanted("A5", "m1", "edge"), (0.0, 0.0, 0.016))
    assert (crooked.fallen, crooked.why) == (("m1",), "crooked")
    assert let_go(Wanted("A1", "s1", "flat"), (0.1, 0.0, 0.006)).why == "on_board"
    assert let_go(Wanted("A10", "s1", "flat", board=True), (0.0, 0.0, 0.016)).why == "off_board"


@rule("DO-14")
def test_a_piece_dropped_on_the_board_has_fallen_and_is_not_called_misplaced() -> None:
    assert let_go(Wanted("A1", "s1", "flat"), (0.1, 0.0, 0.05)).why == "fallen"
    assert let_go(Wanted("A1", "s1", "flat"), (0.2, 0.0, 0.006)).why == "fallen"  # on the table
