"""A page recovers by itself when the server that it speaks to, or the owner of its table, dies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page

from tests.page.conftest import Visit, browser, missing, until, visit  # noqa: F401
from tests.page.drivers.dix_mille import make_table, take_turn
from tests.scale.deploy.fronts import Nginx
from tests.scale.players import tried
from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker, workers

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "-")


@pytest.fixture
def pair(postgres: Postgres, redis: Redis, tmp_path: Path) -> Iterator[list[Worker]]:
    with workers(tmp_path / "w", 2, postgres.url, redis.url) as made:
        yield made


@pytest.fixture
def front(pair: list[Worker]) -> Iterator[Nginx]:
    nginx = Nginx(*(f"127.0.0.1:{worker.port}" for worker in pair))
    try:
        nginx.start()
        yield nginx
    finally:
        nginx.end()


def play(page: Page, server: Worker, table: str, lines: int = 12) -> None:
    """Play until the table has so many more lines, as the server that lives knows."""

    def number() -> int:
        return int(tried(server, f"/api/tables/{table}", None)["seq"])

    before = number()
    until(page, lambda: take_turn(page) and number() >= before + lines, 120)


def test_play_goes_on_after_either_worker_was_killed(
    visit: Visit,  # noqa: F811
    pair: list[Worker],
    front: Nginx,
) -> None:
    """One of the two owns the table, one has the socket: each dies once."""
    page = visit("Ana")
    base = f"http://127.0.0.1:{front.port}"
    table = make_table(page, base, start=True, target=20_000)
    address = page.url
    for dies, lives in (pair, pair[::-1]):
        play(page, lives, table)
        dies.kill()
        play(page, lives, table)
        dies.start()
    assert page.url == address, "the page was not loaded again"
