"""The figures as tables and a picture for docs/scale.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from bench.written import put
from tests.scale.load.measure import OFFERED, Figures

DOCS = Path(__file__).parents[3] / "docs"
PAGE, PICTURE = DOCS / "scale.md", DOCS / "scale.svg"
KINDS = ("worker", "PostgreSQL", "Redis")
Curves = Mapping[str, Mapping[int, Figures]]
"""Figures by way of serving and number of tables."""


class Results(msgspec.Struct):
    """All figures of a run."""

    grown: dict[str, dict[int, Figures]] = {}
    """By way of serving and number of tables."""
    raced: dict[str, Figures] = {}
    """By way of serving, when players never wait."""
    flat: dict[str, dict[int, dict[int, Figures]]] = {}
    """By where the sockets are, moves a second that are offered, and number of workers."""
    away_kb: float | None = None
    """Kilobytes that are kept of a table which was put away."""


def text(results: Results) -> str:
    """Everything that was measured."""
    parts = [goals_table(results)]
    if results.grown:
        parts.append(
            f"Dix Mille for two, one move a second at each table up to {OFFERED:.0f} in all; embedded, and "
            "on two workers with the sockets on a table's owner or on the other one:\n\n"
            f"{growth_table(results.grown)}\n"
            f"{sizes_table(results.grown)}"
        )
    if results.raced:
        tables = next(iter(results.raced.values())).tables
        parts.append(f"{tables} tables as fast as the servers answer:\n\n{busy_table(results.raced)}")
    for where, flat in results.flat.items():
        parts.append(f"The same load on more workers, sockets {where}:\n\n{workers_table(flat)}")
    return "\n".join(parts)


LIMITS = {"on the owner": 2.0, "elsewhere": 3.0}
"""What a move may cost on two workers, in times the embedded server's CPU."""
FLAT, QUICK_MS, QUICK_TABLES, LIVE_KB, AWAY_KB = 1.15, 100, 500, 80, 10
Goal = tuple[str, str, bool]
"""What was wanted, what was seen, and whether it was reached."""


def goals_table(results: Results) -> str:
    """What was wanted, beside what was measured."""
    found = [*_cost_goals(results.grown), *_flat_goals(results.flat), *_memory_goals(results)]
    rows = [[wanted, seen, "reached" if reached else "**not reached**"] for wanted, seen, reached in found]
    return _table(["wanted", "seen", ""], rows)


def _cost_goals(curves: Curves) -> Iterator[Goal]:
    base = curves.get("embedded", {})
    for way, most in LIMITS.items():
        curve = curves.get(way, {})
        if costs := sorted(one.total / base[tables].total for tables, one in curve.items() if tables in base):
            seen = f"{costs[0]:.1f} to {costs[-1]:.1f} ×"
            yield (
                f"CPU a move on two workers, sockets {way}: ≤ {most:.0f} × embedded",
                seen,
                costs[-1] <= most,
            )
        if one := curve.get(QUICK_TABLES):
            p99 = one.delays[-1]
            wanted = f"p99 at {QUICK_TABLES} tables of one move a second, sockets {way}: ≤ {QUICK_MS} ms"
            yield wanted, f"{p99:.0f} ms", p99 <= QUICK_MS


def _flat_goals(flat: Mapping[str, Mapping[int, Mapping[int, Figures]]]) -> Iterator[Goal]:
    for rate, by_workers in sorted(flat.get("on the owner", {}).items()):
        costs = [one.total for _, one in sorted(by_workers.items())]
        wanted = f"CPU a move on {max(by_workers)} workers at {rate:,} moves/s: ≤ {FLAT} × one worker"
        yield wanted, f"{costs[-1] / costs[0]:.2f} ×", max(costs) <= FLAT * costs[0]


def _memory_goals(results: Results) -> Iterator[Goal]:
    if live := sorted(one.table_kb for curve in results.grown.values() for one in curve.values()):
        yield f"a live table: ≤ {LIVE_KB} kB", f"{live[0]:.0f} to {live[-1]:.0f} kB", live[-1] <= LIVE_KB
    if (away := results.away_kb) is not None:
        yield f"a table that was put away: ≤ {AWAY_KB} kB", f"{away:.1f} kB", away <= AWAY_KB


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def _costs(one: Figures, base: float, digits: int = 1) -> list[str]:
    spent = [f"{one.each(kind):.0f}" for kind in KINDS]
    return [*spent, f"{one.total:.0f}", f"{one.total / base:.{digits}f}"]


COSTS = ("worker µs", "PostgreSQL µs", "Redis µs", "sum µs")
DELAYS = ("p50 ms", "p95 ms", "p99 ms", "p99 of commits", "p99 of lateness")


def growth_table(curves: Curves) -> str:
    """What a move costs with more and more tables, and how long it takes."""
    rows = []
    for name, curve in curves.items():
        for tables, one in sorted(curve.items()):
            base = curves.get("embedded", {}).get(tables, one).total
            delays = [f"{delay:.0f}" for delay in (*one.delays, one.committed, one.late)]
            rows.append([name, f"{tables:,}", f"{one.throughput:.0f}", *delays, *_costs(one, base)])
    return _table(["", "tables", "moves/s", *DELAYS, *COSTS, "× embedded"], rows)


def sizes_table(curves: Curves) -> str:
    """Memory of a table, and bytes of a move."""
    rows = []
    for name, curve in curves.items():
        for tables, one in sorted(curve.items()):
            sizes = [f"{size / one.moves:.0f}" for size in (one.sent, one.written, one.carried)]
            rows.append([name, f"{tables:,}", f"{one.table_kb:.0f}", f"{one.idle:.0f}", *sizes])
    columns = [
        "",
        "tables",
        "kB a table",
        "idle, ms/s",
        "bytes to players",
        "bytes of the log",
        "bytes of Redis",
    ]
    return _table(columns, rows)


def busy_table(races: Mapping[str, Figures]) -> str:
    """What is reached when players never wait."""
    base = next(iter(races.values())).total
    rows = [[name, f"{one.throughput:.0f}", *_costs(one, base)] for name, one in races.items()]
    return _table(["", "moves/s", *COSTS, "× embedded"], rows)


def workers_table(loads: Mapping[int, Mapping[int, Figures]]) -> str:
    """What a move costs on more workers, at each offered load."""
    rows = [
        [
            f"{rate:,}",
            str(workers),
            *(f"{x:.0f}" for x in (one.throughput, one.delays[0], one.delays[-1], one.idle)),
            *_costs(one, by_workers[min(by_workers)].total, 2),
        ]
        for rate, by_workers in sorted(loads.items())
        for workers, one in sorted(by_workers.items())
    ]
    columns = ("offered", "workers", "moves/s", "p50 ms", "p99 ms", "idle, ms/s", *COSTS, "× one worker")
    return _table(columns, rows)


def draw(curves: Curves) -> None:
    """Delays, CPU and memory over the number of tables."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "cinq"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    for name, curve in curves.items():
        found = sorted(curve.items())
        tables = [size for size, _ in found]
        axes[0].plot(tables, [one.delays[-1] for _, one in found], marker="o", label=name)
        axes[1].plot(tables, [one.total for _, one in found], marker="o", label=name)
        axes[2].plot(tables, [one.table_kb for _, one in found], marker="o", label=name)
    for axis, title in zip(axes, ("p99, ms", "CPU a move, µs", "memory a table, kB"), strict=True):
        axis.set(title=title, xlabel="tables", xscale="log", ylim=(0, None))
        axis.grid(alpha=0.3)
    axes[1].legend()
    figure.savefig(PICTURE, metadata={"Date": None})


def write(text: str) -> None:
    """Put the figures in their place."""
    put(PAGE, "make load", text)
