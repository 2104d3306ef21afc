"""Metrics for Prometheus. No label names a person, a table or a token."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

EDGES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2)


class Durations:
    """A histogram of durations without a lock: it is updated on the path of every move."""

    __slots__ = ("_counts", "_total")

    def __init__(self) -> None:
        self._counts = [0] * (len(EDGES) + 1)
        self._total = 0.0

    def observe(self, seconds: float) -> None:
        """Count one duration."""
        self._counts[bisect_left(EDGES, seconds)] += 1
        self._total += seconds

    def buckets(self) -> tuple[list[tuple[str, float]], float]:
        """The cumulative count at each edge, and the sum of all durations."""
        upto = list(accumulate(self._counts))
        names = [*map(str, map(float, EDGES)), "+Inf"]
        return list(zip(names, map(float, upto), strict=True)), self._total


class Metrics(Collector):
    """The metrics of one server; each has a registry of its own, so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.lines: Tally[str] = Tally()
        """Lines of games written, by game."""
        self.seconds = Durations()
        """Seconds from a request's arrival to its commit."""
        self.games = Counter("cinq_games", "Games finished", ["game"], registry=self.registry)
        self.tables = Counter("cinq_tables", "Tables made", ["game"], registry=self.registry)
        self.refused = Counter("cinq_refused", "Requests refused", ["code"], registry=self.registry)
        self.rooms = Gauge("cinq_rooms", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("cinq_sockets", "Open sockets and streams", registry=self.registry)
        self.dropped = Counter("cinq_dropped", "Sockets dropped for being slow", registry=self.registry)
        self.damaged = Gauge("cinq_damaged_tables", "Quarantined tables", registry=self.registry)
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """Export what is counted on the path of a move."""
        lines = CounterMetricFamily("cinq_lines", "Lines of games written", labels=["game"])
        for game, count in self.lines.items():
            lines.add_metric([game], count)
        yield lines
        buckets, total = self.seconds.buckets()
        text = "From a request's arrival to its rows being on disk"
        yield HistogramMetricFamily("cinq_journal_seconds", text, buckets=buckets, sum_value=total)

    def text(self) -> bytes:
        """The answer of `/metrics`."""
        return generate_latest(self.registry)
