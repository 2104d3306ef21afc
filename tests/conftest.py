"""What all tests share: settings of hypothesis, their order, and an end for a test that would never end."""

import signal
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.order import places

settings.register_profile(
    "cinq",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("cinq")

ROOT = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    place = places({item.path.relative_to(ROOT) for item in items})
    items.sort(key=lambda item: place[item.path.relative_to(ROOT)])


LONGEST = 400
"""Seconds after which a test that is not marked slow is ended as failed, many times what it takes."""


class Endless(BaseException):
    """Raised inside a test that has run for LONGEST seconds; hypothesis does not try again after it."""


def _end(*_: object) -> None:
    raise Endless(f"the test has run for {LONGEST} seconds")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    if item.get_closest_marker("slow"):
        return (yield)
    before = signal.signal(signal.SIGALRM, _end)
    signal.alarm(LONGEST)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
