"""`make load` in its shortest form, and what its figures are made of."""

import asyncio
from pathlib import Path

import pytest

from bench.written import put
from cinq.server.metrics import EDGES
from tests.scale.load import __main__ as command
from tests.scale.load import report
from tests.scale.load.__main__ import Run
from tests.scale.load.measure import Figures, at_share, within
from tests.scale.load.report import Results


def test_a_figure_of_every_kind() -> None:
    results = Results()
    asyncio.run(Run(results, ["embedded", "elsewhere"], [4], 1.0, 1).grow())
    for way, share in (("embedded", 0.0), ("elsewhere", 100.0)):
        one = results.grown[way][4]
        assert one.moves >= 4 and one.delays[0] <= one.delays[-1] < 10_000 and one.committed > 0
        assert (
            one.each("worker") > 0 and one.sent > 0 and one.table_kb > 0 and one.carried / one.moves >= share
        )
    text = report.text(results)
    assert text.count("\n| embedded | 4 |") == text.count("\n| elsewhere | 4 |") == 2


def test_loads_on_more_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "WORKERS", (1, 2))
    results = Results()
    asyncio.run(Run(results, [], [], 1.0, 1, [8, 16]).flat())
    owned, anywhere = results.flat["on the owner"], results.flat["on any worker"]
    assert {rate: [*found] for rate, found in owned.items()} == {8: [1, 2], 16: [1, 2]} and [*anywhere] == [8]
    assert all(one.moves > 0 for found in owned.values() for one in found.values())
    assert "\n| 16 | 2 |" in report.text(results)


def test_goals_beside_what_was_measured() -> None:
    flat = {
        "on the owner": {
            500: {1: figures(100.0), 4: figures(116.0)},
            1000: {1: figures(1.0), 4: figures(1.0)},
        }
    }
    rows = report.goals_table(Results(flat=flat, away_kb=1.5)).splitlines()[2:]
    assert rows == [
        "| CPU a move on 4 workers at 500 moves/s: ≤ 1.15 × one worker | 1.16 × | **not reached** |",
        "| CPU a move on 4 workers at 1,000 moves/s: ≤ 1.15 × one worker | 1.00 × | reached |",
        "| a table that was put away: ≤ 10 kB | 1.5 kB | reached |",
    ]


def figures(cpu: float) -> Figures:
    """Figures with this CPU a move."""
    return Figures(1, 1.0, 1, 1.0, [0.0] * 3, 0.0, 0.0, {"worker": cpu}, 0.0, 0.0, 0.0)


def test_a_table_is_written_between_its_comments(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- written by x -->\nold\n<!-- end of x -->\nafter\n", "utf-8")
    put(page, "x", "new\n")
    assert page.read_text("utf-8") == "before\n<!-- written by x -->\nnew\n<!-- end of x -->\nafter\n"
    with pytest.raises(ValueError, match="no place for y"):
        put(page, "y", "new\n")


@pytest.mark.parametrize(("share", "found"), [(0.5, 5), (0.99, 9), (0.0, 0)])
def test_the_value_that_a_share_is_not_above(share: float, found: float) -> None:
    assert at_share([*range(10)], share) == found
    assert at_share([], share) == 0


def test_durations_are_read_from_a_histogram() -> None:
    """All hundred between the third and the fourth edge: half of them within the middle."""
    counts = [0.0] * 3 + [100.0] * (len(EDGES) - 2)
    assert within(counts, 0.5) == pytest.approx((EDGES[2] + EDGES[3]) / 2)
    assert within([0.0] * len(EDGES) + [7.0], 0.99) == EDGES[-1]
