"""The loop of `cinq train`: self-play, learning, measuring; checkpoints, a table and a picture of the curve.

A run is given by its seed and its number of games, not by time: the same command makes the same network. A
checkpoint holds all that the next batch depends on, so a run that was broken off goes on from there.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple, cast

import numpy as np

from cinq.games import folder, load_game
from cinq.lab.learning import LEARNED
from cinq.lab.learning.network import Array, Learner, random_weights
from cinq.lab.learning.recipe import Recipe

FAST, SLOW = 2e-3, 1e-4
"""The rate of learning at the beginning and at the end of a run."""
MEASURES = 40
"""How often a run is measured."""
CHECKPOINT, CURVE, PICTURE, NETWORK = "checkpoint.npz", "curve.csv", "curve.svg", "network.npz"


class Point(NamedTuple):
    """One row of the curve."""

    games: int
    positions: int
    seconds: float
    """Processor time so far."""
    loss: float
    share: float


class Run(NamedTuple):
    """What a run does."""

    game: str
    players: int
    games: int
    seed: int
    folder: Path


def recipe_of(game: str, players: int) -> Recipe:
    """The recipe of a game. ValueError if it has none."""
    if game not in LEARNED:
        raise ValueError(f"no network learns {game}; there are {', '.join(LEARNED)}")
    return cast(Recipe, import_module(f"{__package__}.{folder(game)}").GameRecipe(players))


class Training:
    """A run in progress."""

    def __init__(self, run: Run) -> None:
        self.run, self.recipe = run, recipe_of(run.game, run.players)
        gen = np.random.default_rng(run.seed)
        self.learner = Learner(random_weights(self.recipe.inputs, self.recipe.units, gen))
        self.curve: list[Point] = []
        self.games = self.positions = self.batches = 0
        self.seconds, self.loss = 0.0, float("nan")
        run.folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    def go_on(self, progress: Callable[[Point, int], None]) -> None:
        """Plays and learns to the end of the run; `progress` gets the last measure and the games so far."""
        while self.games < self.run.games:
            began = process_time()
            self._batch()
            self.seconds += process_time() - began
            if self.games >= self.run.games * (len(self.curve) + 1) / MEASURES:
                self._measure()
            progress(self.curve[-1] if self.curve else self._point(float("nan")), self.games)
        np.savez_compressed(self.run.folder / NETWORK, **self.learner.average._asdict())
        plot(self.run, self.curve, self.recipe.even)

    def _batch(self) -> None:
        """One batch; its chance depends on the seed and its number alone."""
        gen = np.random.default_rng((self.run.seed, self.batches))
        batch = self.recipe.play(self.learner.weights, int(gen.integers(2**40)))
        rate = SLOW + (FAST - SLOW) * max(0.0, 1 - self.games / self.run.games) ** 1.5
        self.loss = self.learner.learn(batch.seen, batch.truth, rate, gen)
        self.batches += 1
        self.games += batch.games
        self.positions += len(batch.seen)

    def _measure(self) -> None:
        """Adds a point to the curve, and writes curve and checkpoint."""
        share = self.recipe.measure(self.learner.average, self.run.seed)
        self.curve.append(self._point(share))
        with (self.run.folder / CURVE).open("w", newline="") as file:
            csv.writer(file).writerows([Point._fields, *self.curve])
        self._save()

    def _point(self, share: float) -> Point:
        return Point(self.games, self.positions, round(self.seconds, 1), round(self.loss, 5), round(share, 4))

    def _save(self) -> None:
        """Writes the checkpoint whole or not at all."""
        counts = np.array([self.run.seed, self.run.players, self.games, self.positions, self.batches])
        arrays: dict[str, Any] = {**self.learner.saved(), "curve": np.array(self.curve), "counts": counts}
        part = self.run.folder / f"part-{CHECKPOINT}"
        np.savez(part, seconds=self.seconds, **arrays)
        os.replace(part, self.run.folder / CHECKPOINT)

    def _resume(self) -> None:
        """Goes on from the checkpoint of the folder. ValueError if it is another run's."""
        path = self.run.folder / CHECKPOINT
        if not path.exists():
            return
        with np.load(path) as kept:
            arrays: dict[str, Array] = dict(kept)
        seed, players, self.games, self.positions, self.batches = arrays["counts"].astype(int).tolist()
        if (seed, players) != (self.run.seed, self.run.players):
            raise ValueError(f"{path} is from a run of {players} players and seed {seed}")
        self.seconds, self.learner = float(arrays["seconds"]), Learner.restored(arrays)
        self.curve = [Point(int(row[0]), int(row[1]), *row[2:].tolist()) for row in arrays["curve"]]


def plot(run: Run, curve: list[Point], even: float) -> None:
    """Draws the share of wins and the loss over the games."""
    from matplotlib.figure import Figure

    games = [point.games for point in curve]
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(games, [100 * point.share for point in curve], color="#D6452B")
    axes.axhline(100 * even, color="#5B6470", linewidth=1, linestyle="--")
    axes.set_ylabel("wins against the rollouts' rule, %", color="#D6452B")
    axes.set_xlabel("games of self-play")
    axes.set_title(f"{load_game(run.game).TITLE}, {run.players} players: the network alone, without search")
    axes.grid(alpha=0.3)
    right = axes.twinx()
    right.plot(games, [point.loss for point in curve], color="#5B6470")
    right.set_ylabel("loss", color="#5B6470")
    figure.savefig(run.folder / PICTURE)
