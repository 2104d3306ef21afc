"""Both hands do two things at once, one hand one (DO-12)."""

from math import inf, nan

import pytest

from cinq.physics.hands import (
    SWITCH_PAUSE,
    Hands,
    HandState,
    clamp_target,
    grip,
    next_hand_state,
    tremor,
)
from cinq.physics.pieces import oriented
from cinq.physics.scene import Target

rule = pytest.mark.rule
HERE = Target((0.0, 0.0, 0.1), oriented("flat"))
THERE = Target((0.05, 0.0, 0.1), oriented("edge"))


@rule("DO-12")
def test_both_hands_move_and_turn_at_once() -> None:
    assert next_hand_state("both", HandState(HERE), THERE).target == THERE


@rule("DO-12")
@pytest.mark.parametrize("hands", ["left", "right"])
def test_one_hand_moves_first_rests_and_then_turns(hands: Hands) -> None:
    now = next_hand_state(hands, HandState(HERE), THERE)
    assert now.target == Target(THERE.pos, HERE.quat)
    for _ in range(SWITCH_PAUSE):
        now = next_hand_state(hands, now, THERE)
        assert now.target.quat == HERE.quat
    assert next_hand_state(hands, now, THERE).target == THERE


@rule("DO-12")
def test_one_hand_holds_in_one_place_and_trembles_more() -> None:
    ends = Target((0.03, 0.0, 0.1), HERE.quat, second=(-0.03, 0.0, 0.1))
    assert next_hand_state("left", HandState(HERE), ends).target.second is None
    assert tremor("left") == tremor("right") > tremor("both")
    assert (grip("both"), grip("left")) == ("two", "one")


@pytest.mark.parametrize("bad", [nan, inf, -inf])
def test_what_is_no_place_is_refused(bad: float) -> None:
    assert clamp_target(Target((bad, 0.0, 0.0), HERE.quat)) is None
    assert clamp_target(Target(HERE.pos, (bad, 0.0, 0.0, 0.0))) is None
    assert clamp_target(Target(HERE.pos, (0.0, 0.0, 0.0, 0.0))) is None


def test_a_hand_stays_within_reach() -> None:
    far = clamp_target(Target((9.0, -9.0, -9.0), (2.0, 0.0, 0.0, 0.0), second=(0.0, 0.0, 9.0)))
    assert far == Target((0.3, -0.3, -0.02), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.2))
