"""Rate limits: token buckets that refill at a steady rate."""

from __future__ import annotations

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
