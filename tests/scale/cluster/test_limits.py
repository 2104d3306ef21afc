"""Limits of addresses hold over all servers; without Redis each server counts for itself."""

from __future__ import annotations

import asyncio
import time
import urllib.error
from http import HTTPStatus
from pathlib import Path

import pytest
import redis as redis_py
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from cinq.server.rooms.registry import TEN_MINUTES
from tests.scale.services import Postgres, Redis, until
from tests.scale.workers import Worker, workers
from tests.server.client import Client

SLOW = {"messages_per_second": 0.01, "message_burst": 40, "sockets_per_address": 8, "lease": 60.0}
"""Buckets that hardly refill within a test."""


def refuses(server: Worker) -> bool:
    """Whether a request is one too many."""
    try:
        server.request("/api/games")
    except urllib.error.HTTPError as error:
        return error.code == HTTPStatus.TOO_MANY_REQUESTS
    return False


def test_requests_count_on_all_servers(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    with workers(tmp_path / "w", 2, postgres.url, redis.url, **SLOW) as (first, second):
        until(lambda: refuses(first), "the first server refuses")
        asked = 0

        def refused_by_second() -> bool:
            nonlocal asked
            asked += 1
            time.sleep(0.3)  # fewer than its own bucket has, until it has heard of the first's
            return refuses(second)

        until(refused_by_second, "the second server has heard of it")
        assert asked < 35, "the second server refuses for what was asked of the first"
        redis.kill()
        try:
            until(lambda: not refuses(second), "the second server counts for itself")
        finally:
            redis.start()


def test_sockets_count_on_all_servers(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    async def closed_at_once(server: Worker) -> bool:
        async with connect(server.url.replace("http", "ws") + "/api/socket") as socket:
            try:
                await asyncio.wait_for(socket.recv(), 0.5)
                await asyncio.wait_for(socket.recv(), 0.5)
            except TimeoutError:
                return False
            except ConnectionClosed:
                return True
        return False

    async def go(first: Worker, second: Worker) -> None:
        made = first.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        watching = [await Client(first, made["table"]).open() for _ in range(8)]
        async with asyncio.timeout(60):
            while not await closed_at_once(second):
                await asyncio.sleep(0.2)
        for client in watching:
            await client.close()
        async with asyncio.timeout(60):
            while await closed_at_once(second):
                await asyncio.sleep(0.2)

    settings = {**SLOW, "messages_per_second": 1000.0, "message_burst": 1000}
    with workers(tmp_path / "w", 2, postgres.url, redis.url, **settings) as (first, second):
        asyncio.run(go(first, second))


def test_new_tables_count_on_all_servers(postgres: Postgres, redis: Redis, tmp_path: Path) -> None:
    client = redis_py.Redis.from_url(redis.url)
    client.flushdb()  # what other tests have made
    settings = {**SLOW, "tables_per_address": 4, "message_burst": 1000}
    with workers(tmp_path / "w", 2, postgres.url, redis.url, **settings) as (first, second):
        for server in (first, first, second, second):
            server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        for server in (first, second):
            with pytest.raises(urllib.error.HTTPError) as refused:
                server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
            assert refused.value.code == HTTPStatus.TOO_MANY_REQUESTS
    (counted,) = client.keys("cinq:*:tables:*")
    assert 0 < client.ttl(counted) <= TEN_MINUTES, "and are forgotten"
