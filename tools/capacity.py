"""What a number of players needs, from measured costs: `python tools/capacity.py --players 10000`.

A model of four divisions, to be rerun with one's own figures (`make load` measures them): every
process may use TARGET of its core, so that a worker's tables fit on the others when it dies.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from math import ceil

TARGET = 0.5
"""The part of a core that is planned for."""
SIZES = (10_000, 100_000, 1_000_000)


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
    """Cores of one PostgreSQL that commits of one lane per worker can use."""


@dataclass(frozen=True)
class Need:
    """What it takes; cores are planned to be used up to TARGET."""

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
    """What so many concurrent players need."""
    moves = players / costs.move_every
    worker, postgres, redis = (
        moves * each / 1e6 / TARGET for each in (costs.worker, costs.postgres, costs.redis * costs.elsewhere)
    )
    megabits = moves * costs.players * costs.message_bytes * 8 / 1e6
    memory = (players / costs.players * costs.table_kb + players * costs.socket_kb) / 1e6
    return Need(
        players, moves, worker, postgres, redis, ceil(postgres / costs.postgres_cores), megabits, memory
    )


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
    ):
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"{about} (default: {value})")
    a = parser.parse_args()
    costs = Costs(
        a.worker, a.postgres, a.redis, a.elsewhere, a.move_every, a.table_players, a.table_kb, a.socket_kb,
        a.message_bytes, a.postgres_cores,
    )  # fmt: skip
    print("  players  moves/s  workers PostgreSQL  Redis  Mbit/s    GB")
    for players in a.players:
        n = need(players, costs)
        workers, redis = ceil(n.worker_cores), ceil(n.redis_cores)
        row = f"{n.players:9,} {n.moves:8,.0f} {workers:8,} {n.shards:10,} {redis:6,}"
        print(f"{row} {n.megabits:7,.0f} {n.memory_gb:5,.1f}")
    print(thousand_tables(costs, a.core_price))
    return 0


if __name__ == "__main__":
    sys.exit(main())
