"""Clocks: values that only move when told the time."""

from cinq.table import clocks
from cinq.table.clocks import (
    Pace,
    after_line,
    begin,
    deadline,
    expired,
    left,
    next_deadline,
    restart,
    resume,
    stop,
)

PACE = Pace(decision=10.0, bank=30.0, placement=25.0)


def test_a_decision_within_its_time_costs_nothing_of_the_bank() -> None:
    c = after_line(begin(PACE, 2), 0.0, [0])
    c = after_line(c, 9.0, [1], acted=0)
    assert c.banks == (30.0, 30.0) and c.since == {1: 9.0}


def test_overtime_comes_out_of_the_bank() -> None:
    c = after_line(begin(PACE, 2), 0.0, [0])
    assert left(c, 0, 14.0) == (0.0, 26.0)
    assert after_line(c, 14.0, [1], acted=0).banks == (26.0, 30.0)


def test_one_who_goes_on_deciding_gets_a_new_time_for_each_decision() -> None:
    c = after_line(begin(PACE, 1), 0.0, [0])
    c = after_line(c, 8.0, [0], acted=0)
    assert left(c, 0, 9.0) == (9.0, 30.0)


def test_another_seats_action_does_not_wind_my_clock_up() -> None:
    c = after_line(begin(PACE, 2), 0.0, [0])
    c = after_line(c, 8.0, [0], acted=1)
    assert left(c, 0, 9.0) == (1.0, 30.0)


def test_time_is_up_at_the_deadline() -> None:
    c = after_line(begin(PACE, 2), 0.0, [0, 1])
    assert next_deadline(c) == 40.0 == deadline(c, 1)
    assert expired(c, 39.9) == () and expired(c, 40.0) == (0, 1)


def test_a_piece_in_hand_has_a_time_of_its_own() -> None:
    c = after_line(begin(PACE, 2), 0.0, [], acted=1, holder=1)
    assert left(c, 1, 20.0) == (5.0, 30.0) and deadline(c, 1) == 55.0
    laid = after_line(c, 27.0, [1])
    assert laid.banks == (30.0, 28.0) and left(laid, 1, 27.0) == (10.0, 28.0)


def test_a_piece_whose_time_is_up_is_asked_for_once() -> None:
    c = clocks.without(after_line(begin(PACE, 2), 0.0, [], holder=1), 1)
    assert next_deadline(c) is None and c.banks == (30.0, 0.0)


def test_a_pause_costs_nobody_anything() -> None:
    c = stop(after_line(begin(PACE, 1), 0.0, [0]), 5.0)
    assert next_deadline(c) is None and expired(c, 1e9) == ()
    assert left(c, 0, 100.0) == (5.0, 30.0)
    assert left(resume(c, 100.0), 0, 101.0) == (4.0, 30.0)


def test_after_a_restart_the_running_decision_begins_anew() -> None:
    c = restart(after_line(begin(PACE, 1), 0.0, [0]), 500.0)
    assert left(c, 0, 501.0) == (9.0, 30.0)


def test_no_clock_is_never_due() -> None:
    assert clocks.PACES["none"] is None and next_deadline(None) is None
