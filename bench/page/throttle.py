"""Corrects Lighthouse's figures for the speed of this machine and for other load on it.

Lighthouse multiplies times by four, which turns a fast desktop into a mid-tier phone. On a slower machine a
smaller factor gives the same phone: its docs/throttling.md names a calculator, whose points are used here.
It also counts a task from its beginning to its end, even while the task waited for a core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

PLAIN = 4.0
"""Lighthouse's own factor; never more."""
POINTS = ((150, 1.0), (800, 2.0), (1300, 3.0), (1533, PLAIN))
"""Lighthouse's index of a machine, and the factor that makes a mid-tier phone of it."""
WORK = ("FunctionCall", "ParseHTML", "Layout", "EvaluateScript")
TASK = ("RunTask", "ThreadControllerImpl::RunTask")

Event = dict[str, Any]


def calibrated(index: float) -> float:
    """The factor for a machine of this index.

    >>> [calibrated(index) for index in (100, 475, 800, 1050, 1533, 3000)]
    [1.0, 1.5, 2.0, 2.5, 4.0, 4.0]
    """
    for (low, less), (high, more) in pairwise(POINTS):
        if index < high:
            return round(less + (more - less) * max(0, index - low) / (high - low), 2)
    return PLAIN


def alone(trace: Path) -> None:
    """Rewrites a trace: every task of the page's main thread takes the CPU time it used, and no more."""
    found = msgspec.json.decode(trace.read_bytes())
    end, start, share = 0.0, 0.0, 1.0
    for event in list(_main_thread(found["traceEvents"])):
        began, lasted = event["ts"], event.get("dur", 0)
        if began >= end:
            used = event.get("tdur", lasted) if event["name"] in TASK else lasted
            start, end, share = began, began + lasted, min(1, used / lasted) if lasted else 1
        event["ts"] = round(start + (began - start) * share)
        event["dur"] = round(lasted * share)
    trace.write_bytes(msgspec.json.encode(found))


def _main_thread(events: list[Event]) -> Iterator[Event]:
    """The events of the busiest page thread, outer events before inner ones."""
    where = Counter((event["pid"], event["tid"]) for event in events if event["name"] in WORK)
    main = where.most_common(1)[0][0]
    mine = (event for event in events if event.get("ph") == "X" and (event["pid"], event["tid"]) == main)
    yield from sorted(mine, key=lambda event: (event["ts"], -event.get("dur", 0)))
