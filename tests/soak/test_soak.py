"""A busy evening in short; `make soak` does it for half an hour. And: growth is told from noise."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from tests.server.client import running
from tests.soak.crowd import SETTINGS, complaints, crowd, emptied, missing
from tests.soak.memory import FLAT, Process, Sample, grown, sample, uneven
from tests.soak.visitors import OPTIONS, Town

PATIENCE = 240.0
"""Seconds in which everything has been done once, on a busy machine too."""
MINUTES = 30


def samples(size: Callable[[float], float], pid: int = 1, descriptors: int = 50) -> list[Sample]:
    """A server whose size follows a function of the minutes, measured every five seconds, with noise."""
    rng = random.Random(1)
    times = [5.0 * number for number in range(MINUTES * 12)]
    return [
        Sample(at, {Process(pid, "server"): size(at / 60) + rng.uniform(-2, 2)}, descriptors) for at in times
    ]


def test_noise_and_a_warm_start_are_flat() -> None:
    assert not grown(samples(lambda minute: 100 + min(minute, 14) * 5))


def test_steady_growth_is_noticed() -> None:
    (wrong,) = grown(samples(lambda minute: 100 + minute * 100 * 1.5 * FLAT / 15))
    assert "server" in wrong and "changed by +4" in wrong


def test_a_machine_that_is_busier_at_first_proves_nothing() -> None:
    steady = [one._replace(games=round(one.at)) for one in samples(lambda _: 100)]
    later = [one._replace(games=round(max(0.0, one.at - 900))) for one in steady]
    assert not uneven(steady)
    (wrong,) = uneven(later)
    assert "[0, 0, 445, 450]" in wrong


def test_a_worker_that_was_replaced_is_noticed() -> None:
    before, after = samples(lambda _: 100, pid=1), samples(lambda _: 100, pid=2)
    changed = [one if one.at < 1_500 else other for one, other in zip(before, after, strict=True)]
    assert len([what for what in grown(changed) if "did not live" in what]) == 2


def test_descriptors_that_are_kept_are_noticed() -> None:
    few, many = samples(lambda _: 100), samples(lambda _: 100, descriptors=500)
    (wrong,) = grown([*few[:300], *many[300:]])
    assert wrong == "descriptors: 50 to 500"


def test_a_busy_evening_in_short(tmp_path: Path) -> None:
    """Everything is done at least once, nothing is wrong, and nothing is left when everyone has gone."""
    with running(tmp_path / "data", **{**SETTINGS, "idle": 2.0, "bot_pace": 0.0}) as server:
        town = Town(server)

        async def evening() -> set[str]:
            async with asyncio.timeout(PATIENCE), crowd(town, len(OPTIONS)):
                while missing(town):
                    await asyncio.sleep(0.2)
                assert server.process is not None
                return {process.role for process in sample(server.process.pid, 0.0).resident}

        roles = asyncio.run(evening())
        assert roles >= {"server", "bots", "coach, reviews", "physics"}
        assert not [*town.wrong, *asyncio.run(emptied(town)), *complaints(server)]
