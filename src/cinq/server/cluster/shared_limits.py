"""Limits of addresses over all servers: each stores what is used of them there, and reads the others'.

Asking Redis at every request would cost more than most requests. A stranger who spreads over all
servers gains one beat of each, and nothing after it; while Redis is away every server counts alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from redis.asyncio.client import Pipeline

from cinq.core.game import Seat
from cinq.server.rooms.rate_limits import Elsewhere, SharedLimit

Used = dict[str, dict[str, float]]
"""What addresses use of each limit on one server."""
_decode = msgspec.msgpack.Decoder(Used).decode


async def exchange(
    pipeline: Pipeline,
    limits: Mapping[str, SharedLimit],
    now: float,
    own: str,
    others: Sequence[str],
    seconds: int,
) -> None:
    """Store what is used here under the key `own` for some seconds, and read what the keys `others` say.

    Runs what is in the pipeline already, too: one round trip for all.
    """
    here: Used = {name: limit.much_used(now) for name, limit in limits.items()}
    pipeline.set(own, msgspec.msgpack.encode(here), ex=seconds)
    if others:
        pipeline.mget(others)
    found = await pipeline.execute()
    told = [_decode(raw) for raw in found[-1] if raw] if others else []
    for name, limit in limits.items():
        limit.elsewhere = summed(used.get(name, {}) for used in told)


def summed(used: Iterable[Mapping[str, float]]) -> dict[str | Seat, Elsewhere]:
    """What each address uses of one limit on some servers together."""
    amounts: dict[str, list[float]] = defaultdict(list)
    for server in used:
        for address, amount in server.items():
            amounts[address].append(amount)
    return {address: Elsewhere(sum(each), len(each)) for address, each in amounts.items()}


def forget(limits: Iterable[SharedLimit]) -> None:
    """Count what is used here alone."""
    for limit in limits:
        limit.elsewhere = {}
