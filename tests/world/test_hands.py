"""Both hands do two things at once, one hand one (DO-12)."""

from math import inf, nan

import pytest

from cinq.world.hands import PAUSE, Doings, Hands, gaze, grip, held, sane, tremor
from cinq.world.physics import Target
from cinq.world.wood import oriented

rule = pytest.mark.rule
HERE = Target((0.0, 0.0, 0.1), oriented("flat"))
THERE = Target((0.05, 0.0, 0.1), oriented("edge"))


@rule("DO-12")
def test_both_hands_move_and_turn_at_once() -> None:
    assert held("both", Doings(HERE), THERE).target == THERE


@rule("DO-12")
@pytest.mark.parametrize("hands", ["left", "right"])
def test_one_hand_moves_first_rests_and_then_turns(hands: Hands) -> None:
    now = held(hands, Doings(HERE), THERE)
    assert now.target == Target(THERE.pos, HERE.quat)
    for _ in range(PAUSE):
        now = held(hands, now, THERE)
        assert now.target.quat == HERE.quat
    assert held(hands, now, THERE).target == THERE


@rule("DO-12")
def test_one_hand_holds_in_one_place_and_trembles_more() -> None:
    ends = Target((0.03, 0.0, 0.1), HERE.quat, second=(-0.03, 0.0, 0.1))
    assert held("left", Doings(HERE), ends).target.second is None
    assert tremor("left") == tremor("right") > tremor("both")
    assert (grip("both"), grip("left")) == ("two", "one")


@rule("DO-12")
def test_one_eye_sees_from_its_own_place() -> None:
    assert gaze("none").parallax > 0 and gaze("none").dark == "none"
    assert (gaze("left").parallax, gaze("left").dark) == (0.0, "left")
    assert gaze("left").offset == -gaze("right").offset


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_what_is_no_place_is_refused(bad: float) -> None:
    assert sane(Target((bad, 0.0, 0.0), HERE.quat)) is None
    assert sane(Target(HERE.pos, (bad, 0.0, 0.0, 0.0))) is None
    assert sane(Target(HERE.pos, (0.0, 0.0, 0.0, 0.0))) is None


def test_a_hand_stays_within_reach() -> None:
    far = sane(Target((9.0, -9.0, -9.0), (2.0, 0.0, 0.0, 0.0), second=(0.0, 0.0, 9.0)))
    assert far == Target((0.3, -0.3, -0.02), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.2))
