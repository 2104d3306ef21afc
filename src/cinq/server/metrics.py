"""Figures for Prometheus. No label ever names a person, a table or a token."""

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
    """How long something took, in buckets; counted on the move path, so without a lock."""

    __slots__ = ("_counts", "_total")

    def __init__(self) -> None:
        self._counts = [0] * (len(EDGES) + 1)
        self._total = 0.0

    def observe(self, seconds: float) -> None:
        """One more."""
        self._counts[bisect_left(EDGES, seconds)] += 1
        self._total += seconds

    def buckets(self) -> tuple[list[tuple[str, float]], float]:
        """How many took at most each edge, and the sum of all."""
        upto = list(accumulate(self._counts))
        names = [*map(str, map(float, EDGES)), "+Inf"]
        return list(zip(names, map(float, upto), strict=True)), self._total


class Metrics(Collector):
    """One registry a server, so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.lines: Tally[str] = Tally()
        """Lines written, by game."""
        self.seconds = Durations()
        """From a request's arrival to its rows being on disk."""
        self.games = Counter("cinq_games", "Games finished", ["game"], registry=self.registry)
        self.tables = Counter("cinq_tables", "Tables made", ["game"], registry=self.registry)
        self.refused = Counter("cinq_refused", "Requests refused", ["code"], registry=self.registry)
        self.rooms = Gauge("cinq_rooms", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("cinq_sockets", "Open sockets and streams", registry=self.registry)
        self.dropped = Counter("cinq_dropped", "Sockets dropped for being slow", registry=self.registry)
        self.damaged = Gauge("cinq_damaged_tables", "Tables put aside", registry=self.registry)
        self.registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """What is counted on the move path."""
        lines = CounterMetricFamily("cinq_lines", "Lines of games written", labels=["game"])
        for game, count in self.lines.items():
            lines.add_metric([game], count)
        yield lines
        buckets, total = self.seconds.buckets()
        told = "From a request's arrival to its rows being on disk"
        yield HistogramMetricFamily("cinq_journal_seconds", told, buckets=buckets, sum_value=total)

    def text(self) -> bytes:
        """What `/metrics` answers."""
        return generate_latest(self.registry)
