"""What a number of players needs, and how long they wait then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tools.capacity import Costs, delays, limits, need

COSTS = Costs(
    worker=400,
    postgres=200,
    redis=40,
    elsewhere=0.5,
    move_every=5,
    players=2,
    table_kb=80,
    socket_kb=20,
    message_bytes=700,
    postgres_cores=8,
    commit_ms=5,
    hop_ms=1,
    used=0.5,
)


def test_needs_grow_with_players() -> None:
    one, ten = need(10_000, COSTS), need(100_000, COSTS)
    assert one.moves == 2_000 and one.worker_cores == pytest.approx(1.6)
    assert (ten.moves, ten.worker_cores) == (10 * one.moves, pytest.approx(10 * one.worker_cores))
    assert need(2_000_000, COSTS).shards > need(1_000_000, COSTS).shards > 1


def test_what_is_full_first() -> None:
    assert limits(COSTS) == "First limits: one PostgreSQL at 100,000 players, one Redis at 125,000 players."
    assert limits(replace(COSTS, elsewhere=1.0)).startswith("First limits: one Redis at 62,000 players, one")
    assert "Redis" not in limits(replace(COSTS, elsewhere=0.0))


def test_a_quiet_worker_adds_nothing_to_the_commit() -> None:
    """A move a second: no group waits for others; half of the commits take less than ln 2 of the mean."""
    half, _ = delays(1.0, 1, replace(COSTS, elsewhere=0.0), seconds=3_000)
    assert half == pytest.approx(COSTS.commit_ms * 0.69 + COSTS.worker / 1000, rel=0.1)


def test_the_way_over_redis_is_added() -> None:
    near, far = (delays(200, 1, replace(COSTS, elsewhere=part))[0] for part in (0.0, 1.0))
    assert far - near == pytest.approx(2 * COSTS.hop_ms, abs=0.5)


def test_more_moves_than_a_core_can_do_are_never_caught_up_with() -> None:
    assert delays(1_000, 1, COSTS)[1] < 100
    assert delays(3_000, 1, COSTS)[1] > 1_000
    assert delays(3_000, 2, COSTS)[1] < 100
