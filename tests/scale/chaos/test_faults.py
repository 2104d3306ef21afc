"""After each fault: nothing acknowledged is lost, no table is forked, no number skipped, no seat lost.

Some of the faults of `make chaos-scale`, and shorter.
"""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.scale.chaos import faults
from tests.scale.chaos.faults import Fault, suffer
from tests.scale.services import Postgres, Redis, SmallPostgres

SHORT = (
    faults.worker_killed,
    faults.worker_drained,
    faults.worker_paused,
    faults.postgres_killed,
    faults.redis_killed,
    faults.postgres_cut,
    faults.postgres_repeated,
    faults.redis_partition,
    faults.redis_doubled,
    faults.redis_reordered,
)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can mount a small disk for PostgreSQL")
def test_a_full_disk_is_said_and_survived(redis: Redis) -> None:
    small = SmallPostgres()
    try:
        small.start()
        report = asyncio.run(suffer(faults.postgres_full, small, redis, tables=4, before=1.0, paused=8.0))
    finally:
        small.end()
    assert not report.problems, report


@pytest.mark.parametrize("fault", SHORT, ids=lambda fault: fault.__name__)
def test_nothing_is_lost(fault: Fault, postgres: Postgres, redis: Redis) -> None:
    report = asyncio.run(suffer(fault, postgres, redis, tables=4, before=1.0, paused=5.0))
    assert not report.problems, report
    assert report.acknowledged > 0
