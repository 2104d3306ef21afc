"""The figures as tables and a picture for docs/scale.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.scale.load.measure import Figures

DOCS = Path(__file__).parents[3] / "docs"
PAGE, PICTURE = DOCS / "scale.md", DOCS / "scale.svg"
BEGIN, END = "<!-- written by make load -->\n", "<!-- end of make load -->\n"
KINDS = ("worker", "PostgreSQL", "Redis")
Curves = Mapping[str, Sequence[Figures]]
"""Figures by way of serving, for growing numbers of tables."""


def growth_table(curves: Curves) -> str:
    """What a move costs with more and more tables."""
    rows = [
        "| | tables | moves/s | p50 ms | p95 ms | p99 ms | worker µs | PostgreSQL µs | Redis µs | sum µs "
        "| × embedded | kB a table | bytes to players | log bytes | Redis bytes |",
        "|---" * 15 + "|",
    ]
    for name, curve in curves.items():
        for at, one in enumerate(curve):
            base = curves["embedded"][at].total
            rows.append(_row(name, one, base))
    return "\n".join(rows) + "\n"


def _row(name: str, one: Figures, base: float) -> str:
    delays = [f"{one.delay(share):.0f}" for share in (0.5, 0.95, 0.99)]
    spent = [f"{one.each(kind):.0f}" for kind in KINDS]
    sizes = [f"{size / one.moves:.0f}" for size in (one.sent, one.written, one.carried)]
    cells = [name, f"{one.tables:,}", f"{one.throughput:.0f}", *delays, *spent, f"{one.total:.0f}"]
    return f"| {' | '.join([*cells, f'{one.total / base:.1f}', f'{one.table_kb:.0f}', *sizes])} |"


def busy_table(races: Mapping[str, Figures]) -> str:
    """What is reached when players never wait."""
    rows = ["| | moves/s | worker µs | PostgreSQL µs | Redis µs | sum µs | × embedded |", "|---" * 7 + "|"]
    for name, one in races.items():
        spent = [f"{one.each(kind):.0f}" for kind in KINDS]
        ratio = f"{one.total / races['embedded'].total:.1f}"
        rows.append(f"| {name} | {one.throughput:.0f} | {' | '.join(spent)} | {one.total:.0f} | {ratio} |")
    return "\n".join(rows) + "\n"


def workers_table(by_workers: Mapping[int, Figures]) -> str:
    """What a move costs on more workers."""
    rows = [
        "| workers | moves/s | worker µs | PostgreSQL µs | Redis µs | sum µs | × one worker |",
        "|---" * 7 + "|",
    ]
    base = next(iter(by_workers.values())).total
    for workers, one in by_workers.items():
        spent = [f"{one.each(kind):.0f}" for kind in KINDS]
        cells = [str(workers), f"{one.throughput:.0f}", *spent, f"{one.total:.0f}", f"{one.total / base:.2f}"]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def draw(curves: Curves) -> None:
    """Delays, CPU and memory over the number of tables."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "cinq"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 3, figsize=(12, 3.6), layout="constrained")
    for name, curve in curves.items():
        tables = [one.tables for one in curve]
        axes[0].plot(tables, [one.delay(0.99) for one in curve], marker="o", label=name)
        axes[1].plot(tables, [one.total for one in curve], marker="o", label=name)
        axes[2].plot(tables, [one.table_kb for one in curve], marker="o", label=name)
    for axis, title in zip(axes, ("p99, ms", "CPU a move, µs", "memory a table, kB"), strict=True):
        axis.set(title=title, xlabel="tables", xscale="log", ylim=(0, None))
        axis.grid(alpha=0.3)
    axes[1].legend()
    figure.savefig(PICTURE, metadata={"Date": None})


def write(text: str) -> None:
    """Put the figures in their place."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], "utf-8")
