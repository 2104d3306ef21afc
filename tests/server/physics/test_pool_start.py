"""Physics whose processes could not be started is started again when it is next asked."""

import asyncio

import pytest

from cinq.physics.pool import PhysicsPool
from cinq.server.physics.live import LivePhysics


def test_a_pool_that_did_not_start_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the process that workers are forked from is killed during the start."""
    started: list[PhysicsPool] = []

    async def start(pool: PhysicsPool) -> None:
        started.append(pool)
        if len(started) == 1:
            raise EOFError("unexpected EOF")

    async def go() -> None:
        physics = LivePhysics()
        with pytest.raises(EOFError):
            await physics._open_pool()
        assert [await physics._open_pool() for _ in range(2)] == [started[1]] * 2

    monkeypatch.setattr(PhysicsPool, "start", start)
    asyncio.run(go())
