"""After each fault: nothing acknowledged is lost, no table is forked, no number skipped, no seat lost.

Some of the faults of `make chaos-scale`, and shorter; and what the checker must notice.
"""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tests.scale import faults
from tests.scale.faults import Fault, suffer
from tests.scale.history import Player, problems
from tests.scale.services import Postgres, Redis

SHORT = (
    faults.worker_killed,
    faults.worker_drained,
    faults.worker_paused,
    faults.postgres_killed,
    faults.redis_killed,
    faults.postgres_cut,
    faults.redis_partition,
)


@pytest.mark.parametrize("fault", SHORT, ids=lambda fault: fault.__name__)
def test_nothing_is_lost(fault: Fault, postgres: Postgres, redis: Redis) -> None:
    report = asyncio.run(suffer(fault, postgres, redis, tables=4, before=1.0, paused=5.0))
    assert not report.problems, report
    assert report.acknowledged > 0


def line(seq: int, value: int) -> dict[str, object]:
    return {"seq": seq, "actor": "dealer", "action": {"type": "dice", "values": [value]}}


def row(value: int, ref: str | None = None) -> bytes:
    played = {"type": "played", "actor": "dealer", "action": {"type": "dice", "values": [value]}}
    return json.dumps([0.0, played | ({"ref": ref} if ref else {})]).encode()


def player() -> Player:
    return Player((), "t", "token", 0, random.Random(1))


def test_the_checker_notices_what_is_lost() -> None:
    seen = player()
    seen.acknowledged["r1"] = 2
    assert problems([seen], [row(1), row(2, "r1")]) == []
    assert "is lost" in problems([seen], [row(1), row(2, "r2")])[0]
    assert "2 times" in problems([seen], [row(1, "r1"), row(2, "r1")])[0]


def test_the_checker_notices_a_fork() -> None:
    first, second = player(), player()
    first._note([line(1, 5)])
    second._note([line(1, 6)])
    found = problems([first, second], [row(5)])
    assert any("differs between viewers" in one for one in found)
    second.lines.clear()
    assert problems([first, second], [row(5)]) == []
    assert any("stored as" in one for one in problems([first], [row(6)]))
    assert any("is lost" in one for one in problems([first], []))


def test_the_checker_notices_numbers_that_jump_or_go_back() -> None:
    seen = player()
    seen._sync({"seq": 5, "you": 0})
    seen._numbered({"type": "said", "after": 5, "seq": 6})
    assert not seen.wrong
    seen._numbered({"type": "said", "after": 7, "seq": 8})
    seen._sync({"seq": 3, "you": 1})
    assert len(seen.wrong) == 3
