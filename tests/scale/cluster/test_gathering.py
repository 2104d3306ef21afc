"""How long a group waits for more jobs."""

import pytest

from cinq.server.storage.postgres.gathering import ENOUGH, LONGEST, SKIPPED, Gathering


def after(gap: float, jobs: int = 200) -> Gathering:
    """What was learned from jobs that came so many seconds apart."""
    gathering = Gathering()
    for number in range(jobs):
        gathering.arrived(100 + number * gap)
    return gathering


@pytest.mark.parametrize("gap", [0.0005, 0.002, 0.005])
def test_a_group_waits_until_it_should_have_enough(gap: float) -> None:
    assert after(gap).seconds(1) == pytest.approx((ENOUGH - 1) * gap, rel=0.05)
    assert after(gap).seconds(ENOUGH) == 0


def test_but_not_long() -> None:
    assert after(0.015).seconds(1) == LONGEST


@pytest.mark.parametrize("gap", [0.03, 0.1, 1.0, 60.0])
def test_where_jobs_come_seldom_nobody_waits(gap: float) -> None:
    assert after(gap).seconds(1) == 0
    assert Gathering().seconds(1) == 0


def test_a_pause_is_soon_forgotten() -> None:
    gathering = after(0.005)
    gathering.arrived(1_000)
    for number in range(60):
        gathering.arrived(1_000 + number * 0.005)
    assert gathering.seconds(1) > 0


def test_groups_that_nobody_joined_are_a_lesson_for_the_next_ones() -> None:
    gathering = after(0.005)
    gathering.waited(0)
    assert gathering.seconds(1) > 0
    gathering.waited(0)
    assert [gathering.seconds(1) for _ in range(SKIPPED)] == [0.0] * SKIPPED
    assert gathering.seconds(1) > 0
    gathering.waited(0)
    assert gathering.seconds(1) == 0


def test_one_that_was_joined_is_another() -> None:
    gathering = after(0.005)
    for joined in (0, 2, 0):
        gathering.waited(joined)
    assert gathering.seconds(1) > 0
