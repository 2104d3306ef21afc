"""Limits: token buckets that refill at a steady rate, and questions that may wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from cinq.table.table import Refusal

MANY = 10_000
"""Buckets at which the full ones are dropped."""


class Rate:
    """One token bucket, full at first."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "offences")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = float(burst), 0.0
        self.offences = 0

    def _fill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now

    def allows(self, now: float) -> bool:
        """Take a token; False if there is none, which counts as an offence."""
        self._fill(now)
        if self._left < 1:
            self.offences += 1
            return False
        self._left -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Whether the bucket is as full as at first, so that it can be dropped."""
        self._fill(now)
        return self._left >= self._burst


class Rates:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, Rate] = {}

    def allows(self, address: str, now: float) -> bool:
        """Take a token from this address's bucket; False if there is none."""
        if address not in self._buckets:
            self._drop_full(now)
            self._buckets[address] = Rate(self._rate, self._burst)
        return self._buckets[address].allows(now)

    def _drop_full(self, now: float) -> None:
        if len(self._buckets) >= MANY:
            self._buckets = {who: rate for who, rate in self._buckets.items() if not rate.is_full(now)}


class Turns:
    """Bounds the questions that wait for an answer, in all and of each asker: an address, a seat."""

    def __init__(self, total: int, busy: str) -> None:
        self._total, self._busy = total, busy
        self._waiting: Counter[str] = Counter()
        self._count = 0

    @contextmanager
    def turn(self, askers: dict[str, int]) -> Iterator[None]:
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


@lru_cache(10_000)
def network_of(address: str) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network of an IPv6 one.

    >>> network_of("2001:db8::1"), network_of("::ffff:192.0.2.1")
    ('2001:db8::/64', '192.0.2.1')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
    return address


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
