"""Figures for Prometheus. No label ever names a person, a table or a token."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """One registry a server, so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.lines = Counter("cinq_lines", "Lines of games written", ["game"], registry=self.registry)
        self.games = Counter("cinq_games", "Games finished", ["game"], registry=self.registry)
        self.tables = Counter("cinq_tables", "Tables made", ["game"], registry=self.registry)
        self.refused = Counter("cinq_refused", "Requests refused", ["code"], registry=self.registry)
        self.rooms = Gauge("cinq_rooms", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("cinq_sockets", "Open sockets and streams", registry=self.registry)
        self.dropped = Counter("cinq_dropped", "Sockets dropped for being slow", registry=self.registry)
        self.damaged = Gauge("cinq_damaged_tables", "Tables put aside", registry=self.registry)
        self.seconds = Histogram(
            "cinq_journal_seconds",
            "From a decision to its rows being on disk",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
            registry=self.registry,
        )

    def text(self) -> bytes:
        """What `/metrics` answers."""
        return generate_latest(self.registry)
