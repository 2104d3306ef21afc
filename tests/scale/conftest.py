"""PostgreSQL and Redis for all tests of a module, and workers on them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.services import PACKAGES, Missing, find

from tests.scale.services import Postgres, Redis

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; leave them out where the programs are not installed, and say why."""
    here = [item for item in items if item.path.is_relative_to(HERE)]
    for item in here:
        item.add_marker(pytest.mark.scale)
    try:
        for program in PACKAGES:
            find(program)
    except Missing as missing:
        for item in here:
            item.add_marker(pytest.mark.skip(reason=str(missing)))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with Postgres().running() as service:
        yield service


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with Redis().running() as service:
        yield service
