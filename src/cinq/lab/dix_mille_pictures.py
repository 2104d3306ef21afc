"""Draws the pictures of docs/dix-mille-solved.md from the shipped policy.

`python -m cinq.lab.dix_mille_pictures [folder]` (default: docs/images); needs matplotlib (the extra `lab`).
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from cinq.solvers.dix_mille.odds import DICE, MINIMUM, UNIT
from cinq.solvers.dix_mille.policy import NEVER, Policy, SwitchTable

Grid = np.ndarray[Any, np.dtype[np.float64]]

FOLDER = Path("docs/images")
STEP = 2
"""Totals are drawn every 100 points."""
SEATS = ("first seat", "second seat")


def first_switch(policy: Policy, table: SwitchTable, seat: int, zeros: int, others: int, dice: int) -> Grid:
    """The points of the first switch, by their and my total from 0 to the target."""
    zero = -policy.floor // UNIT
    found = table.rows[seat, zeros, others, dice - 1, zero::STEP, zero::STEP]
    switch = table.lists[found][..., 0].astype(np.float64)
    switch[switch == NEVER] = np.nan
    if seat == 1 and table is policy.bank:  # the target wins at once (DM-19)
        need = np.arange(policy.target, 0, -STEP * UNIT) / UNIT
        switch = np.fmin(switch, np.maximum(MINIMUM, need)[:, None])
    return switch.T * UNIT


def heat_maps(policy: Policy, table: SwitchTable, title: str, path: Path, most: int) -> None:
    """Draws a row of maps for each seat, a map for each number of dice."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, DICE, figsize=(15, 6.2), sharex=True, sharey=True, layout="constrained")
    colours = plt.get_cmap("viridis").with_extremes(bad="0.85")
    for seat, dice in np.ndindex(2, DICE):
        grid = first_switch(policy, table, seat, 0, 0, dice + 1)
        span = (0, policy.target, 0, policy.target)
        axis = axes[seat, dice]
        image = axis.imshow(grid, origin="lower", extent=span, cmap=colours, vmin=300, vmax=most)
        axis.set_title(f"{dice + 1} dice, {SEATS[seat]}" if dice else f"1 die, {SEATS[seat]}", fontsize=9)
        label(axis, seat == 1, dice == 0)
    figure.colorbar(image, ax=axes, shrink=0.7, extend="max", label="points")
    figure.suptitle(title)
    save(figure, path)


def label(axis: Any, below: bool, left: bool) -> None:
    """Labels the outer axes with totals."""
    ticks = range(0, 10_001, 5_000)
    axis.set_xticks(ticks)
    axis.set_yticks(ticks)
    if below:
        axis.set_xlabel("my total")
    if left:
        axis.set_ylabel("their total")


def save(figure: Any, path: Path) -> None:
    """Writes one picture at 70 dpi."""
    import matplotlib.pyplot as plt

    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=70)
    plt.close(figure)


def zeros(policy: Policy, path: Path) -> None:
    """Draws what one and two zeros cost, for equal totals."""
    import matplotlib.pyplot as plt

    zero = -policy.floor // UNIT
    totals = np.arange(0, policy.target, UNIT)
    figure, axes = plt.subplots(1, 2, figsize=(10, 3.6), sharey=True, layout="constrained")
    for seat, axis in enumerate(axes):
        level = [np.diagonal(policy.fresh[seat, n, 0])[zero:] for n in range(3)]
        axis.plot(totals, (level[0] - level[1]) * 100, label="the first zero")
        axis.plot(totals, (level[1] - level[2]) * 100, label="the second zero")
        axis.set_title(f"to move, {SEATS[seat]}", fontsize=9)
        axis.set_xlabel("both totals")
        axis.legend()
    axes[0].set_ylabel("chance lost, percent")
    save(figure, path)


def totals(policy: Policy, path: Path) -> None:
    """Draws the mover's chance by both totals."""
    import matplotlib.pyplot as plt

    zero = -policy.floor // UNIT
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.4), sharey=True, layout="constrained")
    span = (0, policy.target, 0, policy.target)
    for seat, axis in enumerate(axes):
        grid = policy.fresh[seat, 0, 0, zero:, zero:].T
        image = axis.imshow(grid, origin="lower", extent=span, cmap="RdBu", vmin=0, vmax=1)
        axis.contour(grid, levels=[0.5], extent=span, colors="k", linewidths=1)
        axis.set_title(f"to move, {SEATS[seat]}", fontsize=9)
        label(axis, True, seat == 0)
    figure.colorbar(image, ax=axes, label="chance to win")
    save(figure, path)


def opening(policy: Policy, path: Path) -> None:
    """Draws the starter's chance by the target, both with entry and no points."""
    import matplotlib.pyplot as plt

    size = policy.fresh.shape[3]
    targets = np.arange(1_000, policy.target + 1, UNIT)
    at = size - targets // UNIT
    figure, axis = plt.subplots(figsize=(6, 3.6), layout="constrained")
    axis.plot(targets, policy.fresh[0, 0, 0, at, at] * 100)
    axis.axhline(50, color="0.6", linewidth=1)
    axis.set_xlabel("target")
    axis.set_ylabel("the starter wins, percent")
    save(figure, path)


def main(folder: Path = FOLDER) -> int:
    """Draws all pictures."""
    policy = Policy.load()
    bank, take = "Bank from so many points on", "Take over from so many points on"
    heat_maps(policy, policy.bank, f"{bank} (grey: never)", folder / "dix-mille-bank.png", 1_500)
    heat_maps(policy, policy.take, f"{take} (grey: never)", folder / "dix-mille-take-over.png", 1_500)
    zeros(policy, folder / "dix-mille-zeros.png")
    totals(policy, folder / "dix-mille-chances.png")
    opening(policy, folder / "dix-mille-opening.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*(Path(folder) for folder in sys.argv[1:2])))
