"""What a number of players needs, from measured costs: `python tools/capacity.py --players 10000`.

To be rerun with one's own figures (`make load` measures them). Needs are divisions: every process may
use a part of its core, so that a worker's tables fit on the others when it dies. Delays are simulated:
one worker with its share of the moves, its queue, and the groups in which PostgreSQL commits them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

SIZES = (10_000, 100_000, 1_000_000)
ENOUGH, LONGEST = 4, 0.024
"""Moves, and seconds, for which a group waits, as in the server."""


@dataclass(frozen=True)
class Costs:
    """Costs of one move, and habits of players."""

    worker: float
    """Microseconds of a worker's CPU."""
    postgres: float
    """Microseconds of PostgreSQL's CPU."""
    redis: float
    """Microseconds of Redis's CPU."""
    elsewhere: float
    """The part of players whose socket is not on their table's owner."""
    move_every: float
    """Seconds between two moves of one player."""
    players: float
    """Players of one table."""
    table_kb: float
    """Kilobytes of a live table."""
    socket_kb: float
    """Kilobytes of a connection."""
    message_bytes: float
    """Bytes of one message to one player."""
    postgres_cores: int
    """Cores of one PostgreSQL that commits of one group writer per worker can use."""
    commit_ms: float
    """Milliseconds of one commit, the disk included; on average, drawn from an exponential distribution."""
    hop_ms: float
    """Milliseconds of one way over Redis."""
    used: float
    """The part of each core that is planned for."""


@dataclass(frozen=True)
class Need:
    """What it takes; cores are used up to the planned part."""

    players: int
    moves: float
    worker_cores: float
    postgres_cores: float
    redis_cores: float
    shards: int
    megabits: float
    memory_gb: float

    @property
    def cores(self) -> float:
        """Of all processes."""
        return self.worker_cores + self.postgres_cores + self.redis_cores


def need(players: int, costs: Costs) -> Need:
    """What this number of concurrent players needs."""
    moves = players / costs.move_every
    worker, postgres, redis = (
        moves * each / 1e6 / costs.used
        for each in (costs.worker, costs.postgres, costs.redis * costs.elsewhere)
    )
    megabits = moves * costs.players * costs.message_bytes * 8 / 1e6
    memory = (players / costs.players * costs.table_kb + players * costs.socket_kb) / 1e6
    return Need(
        players, moves, worker, postgres, redis, ceil(postgres / costs.postgres_cores), megabits, memory
    )


class SimulatedWorker:
    """One worker: a queue for its core, and a writer that commits what waits in groups."""

    def __init__(self, rate: float, costs: Costs, rng: random.Random) -> None:
        self._gap = 1 / rate
        self._in = self._out = costs.worker / 2e6
        self._commit, self._rng = costs.commit_ms / 1000, rng
        self._core_free = self._writer_free = 0.0
        self._waiting: list[tuple[float, float]] = []
        """When moves came, and when they were ready to be committed."""
        self._shown: list[tuple[float, float]] = []
        """When moves came, and when they were shown."""

    def _work(self, at: float, seconds: float) -> float:
        """Use the core; returns when that is done."""
        self._core_free = max(at, self._core_free) + seconds
        return self._core_free

    def play(self, seconds: float) -> Sequence[float]:
        """The delays of all moves in a number of seconds."""
        now = 0.0
        while now < seconds:
            now += self._rng.expovariate(1 / self._gap)
            while self._waiting and (begins := self._begins()) <= now:
                self._commit_group(begins)
            self._waiting.append((now, self._work(now, self._in)))
        while self._waiting:
            self._commit_group(self._begins())
        return [shown - came for came, shown in self._shown]

    def _begins(self) -> float:
        """When the next group begins: it waits a moment for more moves, if some are expected."""
        ready = max(self._waiting[0][1], self._writer_free)
        wait = min(LONGEST, max(0, ENOUGH - len(self._waiting)) * self._gap) if self._gap < LONGEST else 0.0
        return max(ready, self._waiting[-1][1] if wait == 0 else ready + wait)

    def _commit_group(self, begins: float) -> None:
        group, self._waiting = self._waiting, []
        self._writer_free = begins + self._rng.expovariate(1 / self._commit)
        for came, _ in group:
            self._shown.append((came, self._work(self._writer_free, self._out)))


def delays(moves: float, workers: int, costs: Costs, seconds: float = 30.0) -> tuple[float, float]:
    """Milliseconds within which half of the moves, and 99 in 100, are shown."""
    rng = random.Random(1)
    found = SimulatedWorker(moves / workers, costs, rng).play(seconds)
    hops = [2 * costs.hop_ms * (rng.random() < costs.elsewhere) for _ in found]
    shown = sorted(1000 * delay + hop for delay, hop in zip(found, hops, strict=True))
    return shown[len(shown) // 2], shown[len(shown) * 99 // 100]


def limits(costs: Costs) -> str:
    """How many players one Redis, which uses one core, and one PostgreSQL can serve."""
    each = {"one PostgreSQL": (costs.postgres_cores, costs.postgres)}
    if costs.elsewhere:
        each["one Redis"] = (1, costs.redis * costs.elsewhere)
    found = {
        name: round(cores * costs.used * 1e6 / cost * costs.move_every, -3)
        for name, (cores, cost) in each.items()
    }
    first = sorted(found.items(), key=lambda item: item[1])
    return "First limits: " + ", ".join(f"{name} at {players:,.0f} players" for name, players in first) + "."


def thousand_tables(costs: Costs, price: float) -> str:
    """What a thousand tables need and cost."""
    n = need(round(1000 * costs.players), costs)
    return (
        f"A thousand tables need {n.cores:.2f} cores ({n.cores * price:.0f} a month at {price:g} a core), "
        f"{n.memory_gb * 1000:,.0f} MB and {n.megabits:.1f} Mbit/s."
    )


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--core-price", type=float, default=15.0, help="of a core a month (default: 15)")
    parser.add_argument("--players", type=int, nargs="*", default=SIZES, help="concurrent players")
    for name, value, about in (
        ("worker", 400.0, "CPU of workers a move, in microseconds"),
        ("postgres", 200.0, "CPU of PostgreSQL a move, in microseconds"),
        ("redis", 40.0, "CPU of Redis a move whose players are elsewhere, in microseconds"),
        ("elsewhere", 0.9, "part of the players whose socket is not on their table's owner"),
        ("move-every", 5.0, "seconds between two moves of one player"),
        ("table-players", 3.0, "players of one table"),
        ("table-kb", 80.0, "kilobytes of a live table"),
        ("socket-kb", 20.0, "kilobytes of a connection"),
        ("message-bytes", 700.0, "bytes of one message"),
        ("postgres-cores", 8, "cores that one PostgreSQL can use"),
        ("commit-ms", 5.0, "milliseconds of one commit, the disk included"),
        ("hop-ms", 1.0, "milliseconds of one way over Redis"),
        ("used", 0.5, "part of each core that is planned for"),
    ):
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"{about} (default: {value})")
    a = parser.parse_args()
    costs = Costs(
        a.worker, a.postgres, a.redis, a.elsewhere, a.move_every, a.table_players, a.table_kb, a.socket_kb,
        a.message_bytes, a.postgres_cores, a.commit_ms, a.hop_ms, a.used,
    )  # fmt: skip
    print("  players  moves/s  workers PostgreSQL  Redis  Mbit/s    GB  p50 ms  p99 ms")
    for players in a.players:
        n = need(players, costs)
        workers, redis = ceil(n.worker_cores), ceil(n.redis_cores)
        row = f"{n.players:9,} {n.moves:8,.0f} {workers:8,} {n.shards:10,} {redis:6,}"
        half, most = delays(n.moves, workers, costs)
        print(f"{row} {n.megabits:7,.0f} {n.memory_gb:5,.1f} {half:7.0f} {most:7.0f}")
    print(limits(costs))
    print(thousand_tables(costs, a.core_price))
    return 0


if __name__ == "__main__":
    sys.exit(main())
