"""The memory of a server and its workers over time, and whether it is flat.

A process is flat if the least-squares line through its samples of the second half changes by at
most FLAT of its mean from one end to the other: single peaks do not count, steady growth does. That
says something only if the server was as busy all the time: a quarter with more games has more in memory.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

FLAT = 0.03
"""The change over the second half that still counts as flat."""
EVEN = 0.5
"""The games of each quarter after the first, as a part of those of the busiest, at which load is even."""
FEW = 3
"""Processes in fewer samples are helpers that come and go: they are not judged."""
MEGABYTE = 1e6
BLOCKS = "▁▂▃▄▅▆▇█"
COLUMNS = 40


class Process(NamedTuple):
    """A process of a server, and what it does."""

    pid: int
    role: str


class Sample(NamedTuple):
    """Resident megabytes of every process at one time."""

    at: float
    resident: dict[Process, float]
    descriptors: int
    """Open files and sockets of the server."""
    games: int = 0
    """Games that have ended since the beginning."""


class Trend(NamedTuple):
    """One process over the second half."""

    process: Process
    first: float
    """Megabytes at the beginning of the fitted line."""
    last: float
    """Megabytes at its end."""
    samples: list[float]
    whole: bool
    """Whether it lived from the first of these samples to the last."""

    @property
    def change(self) -> float:
        """From one end of the line to the other, as a part of the mean."""
        return (self.last - self.first) / (sum(self.samples) / len(self.samples))


def sample(server: int, at: float) -> Sample:
    """Measure a server process and everything below it."""
    resident = {}
    for process in _family(server):
        with suppress(OSError):
            pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
            resident[process] = pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE
    return Sample(at, resident, len(list(Path(f"/proc/{server}/fd").iterdir())))


def _family(server: int) -> list[Process]:
    found = [Process(server, "server")]
    for child in _children(server):
        role = _role(child)
        found.append(Process(child, role))
        found += [Process(below, "physics") for below in _children(child) if role == "physics starter"]
    return found


def _children(pid: int) -> list[int]:
    with suppress(OSError):
        tasks = Path(f"/proc/{pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]
    return []


def _role(pid: int) -> str:
    """What a child of a server does, by its command."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
        if "cinq.server.bots.worker" in words:
            return "bots" if words[-2] == "5" else "coach, reviews"
        if any("forkserver" in word for word in words):
            return "physics starter"
    return "helper"


def second_half(samples: Sequence[Sample]) -> list[Sample]:
    """The samples of the later half of the time."""
    middle = (samples[0].at + samples[-1].at) / 2
    return [one for one in samples if one.at >= middle]


def games_by_quarter(samples: Sequence[Sample]) -> list[int]:
    """How many games ended in each quarter of the time."""
    first, last = samples[0].at, samples[-1].at
    ends = [first + (last - first) * quarter / 4 for quarter in range(1, 5)]
    upto = [max(one.games for one in samples if one.at <= end) for end in ends]
    return [now - before for before, now in pairwise([0, *upto])]


def uneven(samples: Sequence[Sample]) -> list[str]:
    """Whether the server was busier at one time than at another, in words; the first quarter warms up."""
    games = games_by_quarter(samples)
    if min(games[1:]) >= EVEN * max(games):
        return []
    return [f"games by quarter {games}: the load was not even, so that this run proves nothing"]


def trends(samples: Sequence[Sample]) -> list[Trend]:
    """How each process changed over the second half."""
    half = second_half(samples)
    processes = dict.fromkeys(process for one in half for process in one.resident)
    found = []
    for process in processes:
        there = [one for one in half if process in one.resident]
        if len(there) < FEW:
            continue
        at, size = [one.at for one in there], [one.resident[process] for one in there]
        slope, start = np.polyfit(at, size, 1)
        found.append(
            Trend(process, slope * at[0] + start, slope * at[-1] + start, size, len(there) == len(half))
        )
    return found


def grown(samples: Sequence[Sample]) -> list[str]:
    """What is not flat, or did not live through the second half, in words."""
    wrong = []
    for trend in trends(samples):
        name = f"{trend.process.role} (process {trend.process.pid})"
        if not trend.whole:
            wrong.append(f"{name} did not live through the second half")
        if abs(trend.change) > FLAT:
            wrong.append(f"{name} changed by {trend.change:+.1%}: {trend.first:.1f} to {trend.last:.1f} MB")
    first, last = samples[len(samples) // 2].descriptors, samples[-1].descriptors
    if last > first * 1.5 + 20:
        wrong.append(f"descriptors: {first} to {last}")
    return wrong


def table(samples: Sequence[Sample]) -> str:
    """A row for each process: the ends of the line, the change, the extremes, and a small plot of all."""
    rows = ["| process | line, MB | change | least and most, MB | all samples |", "|---|---|---|---|---|"]
    for trend in trends(samples):
        every = [one.resident[trend.process] for one in samples if trend.process in one.resident]
        rows.append(
            f"| {trend.process.role} | {trend.first:.1f} to {trend.last:.1f} | {trend.change:+.1%} "
            f"| {min(trend.samples):.1f}, {max(trend.samples):.1f} | `{plot(every)}` |"
        )
    return "\n".join(rows)


def plot(values: Sequence[float]) -> str:
    """The values as a line of blocks, from 0 to their greatest.

    >>> plot([0, 1, 2, 4])
    '▁▃▅█'
    """
    columns = np.array_split(np.asarray(values), min(COLUMNS, len(values)))
    means = np.array([column.mean() for column in columns])
    heights = np.rint((len(BLOCKS) - 1) * means / (max(values) or 1.0)).astype(int)
    return "".join(BLOCKS[height] for height in heights)
