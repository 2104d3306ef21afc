"""Limits: token buckets that refill at a steady rate, and questions that may wait.

A limit of addresses holds over all servers of a store: each tells the others, now and then, what
addresses use of it there (`SharedLimit`). A server that hears nothing counts for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple, Protocol

from cinq.core.game import Seat
from cinq.table.table import Refusal

MANY = 256
"""Buckets at which the full ones are dropped, and again whenever as many have been added as were left."""
MUCH = 0.25
"""The part of a limit from which on its use is told to other servers."""


class Elsewhere(NamedTuple):
    """What one address uses of a limit on other servers."""

    used: float
    servers: int
    """On how many of them."""


NOWHERE = Elsewhere(0.0, 0)


class SharedLimit(Protocol):
    """A limit that counts for each address, on all servers together."""

    elsewhere: Mapping[str | Seat, Elsewhere]
    """What was last heard of other servers, by address."""

    def much_used(self, now: float) -> dict[str, float]:
        """What the addresses that use much of this limit use of it here."""


class TokenBucket:
    """One token bucket, full at first."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "offences")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = float(burst), 0.0
        self.offences = 0

    def allows(self, now: float, elsewhere: Elsewhere = NOWHERE) -> bool:
        """Take a token; False if there is none, which counts as an offence.

        Tokens that are missing on other servers are missing here too, and all refill together.
        """
        used, servers = elsewhere
        filled = self._left + (now - self._at) * self._rate / (1 + servers)
        left = filled if filled < self._burst else self._burst
        self._at = now
        if left - used < 1:
            self._left = left
            self.offences += 1
            return False
        self._left = left - 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether the bucket is as full as at first, so that it can be dropped."""
        return self._left + (now - self._at) * self._rate >= self._burst

    def used(self, now: float) -> float:
        """Tokens that are missing."""
        return max(0.0, self._burst - self._left - (now - self._at) * self._rate)


class TokenBuckets:
    """A token bucket for each address, or for each seat."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str | Seat, TokenBucket] = {}
        self.elsewhere: Mapping[str | Seat, Elsewhere] = {}
        self._many = MANY

    def allows(self, who: str | Seat, now: float) -> bool:
        """Take a token from this bucket; False if there is none."""
        bucket = self._buckets.get(who)
        if bucket is None:
            self._drop_full(now)
            bucket = self._buckets[who] = TokenBucket(self._rate, self._burst)
        return bucket.allows(now, self.elsewhere.get(who, NOWHERE)) if self.elsewhere else bucket.allows(now)

    def much_used(self, now: float) -> dict[str, float]:
        """The missing tokens of addresses that lack many."""
        found = {str(who): rate.used(now) for who, rate in self._buckets.items()}
        return {who: used for who, used in found.items() if used >= MUCH * self._burst}

    def _drop_full(self, now: float) -> None:
        """Drop the full buckets where many have been added since the last time; constant cost a bucket."""
        if len(self._buckets) >= self._many:
            self._buckets = {who: rate for who, rate in self._buckets.items() if not rate.is_full(now)}
            self._many = max(MANY, 2 * len(self._buckets))


class WaitingLimit:
    """Bounds the questions that wait for an answer, in all and of each asker: an address, a seat."""

    def __init__(self, total: int, busy: str) -> None:
        self._total, self._busy = total, busy
        self._waiting: Counter[str] = Counter()
        self._count = 0

    @contextmanager
    def admit(self, askers: dict[str, int]) -> Iterator[None]:
        """Count a question; each asker with how many it may have waiting. Refused if it is one too many."""
        if self._count >= self._total:
            raise Refusal("limited", f"{self._busy}: ask again in a minute")
        if any(self._waiting[asker] >= most for asker, most in askers.items()):
            raise Refusal("limited", "wait for the answers to what you have asked")
        self._count += 1
        self._waiting.update(askers.keys())
        try:
            yield
        finally:
            self._count -= 1
            self._waiting.subtract(askers.keys())
            self._waiting = +self._waiting


@lru_cache(1_000)
def network_of(address: str) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network of an IPv6 one.

    The port that some proxies forward with it does not count.

    >>> network_of("2001:db8::1"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1:80")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    host = address.partition("]")[0][1:] if address.startswith("[") else address
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
    return host


class TrustedProxies:
    """The addresses and networks of the proxies whose `X-Forwarded-For` is believed."""

    def __init__(self, names: Iterable[str]) -> None:
        self._networks = [ip_network(name, strict=False) for name in names]

    def __contains__(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)
