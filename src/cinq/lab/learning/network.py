"""A network that learns, in numpy: one layer of rectified units, cross-entropy, Adam.

It has the form that `cinq.fast.network` evaluates. Gradients are written out by hand; a test compares them
with differences.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
BATCH = 1024
MOMENTUM, SCALE_MOMENTUM, TINY = 0.9, 0.999, 1e-8
AVERAGED = 0.999
"""The share of the old average that each step keeps."""


class Weights(NamedTuple):
    """The weights of a network, or anything of that form."""

    first: Array
    """[input, unit]."""
    bias: Array
    second: Array
    last: Array


def random_weights(inputs: int, units: int, gen: np.random.Generator) -> Weights:
    """Weights before any learning: every answer is near a half."""
    first = gen.standard_normal((inputs, units)) * np.sqrt(2 / inputs)
    second = gen.standard_normal(units) * 0.1 / np.sqrt(units)
    parts = (first, np.zeros(units), second, np.zeros(1))
    return Weights(*(part.astype(np.float32) for part in parts))


def answers(weights: Weights, seen: Array) -> Array:
    """What the network says, from 0 to 1, for each row of inputs."""
    hidden = np.maximum(seen @ weights.first + weights.bias, 0)
    said: Array = 1 / (1 + np.exp(-(hidden @ weights.second + weights.last[0])))
    return said


def gradient(weights: Weights, seen: Array, truth: Array) -> tuple[float, Weights]:
    """The mean cross-entropy, and its derivative by every weight."""
    before = seen @ weights.first + weights.bias
    hidden = np.maximum(before, 0)
    said = 1 / (1 + np.exp(-(hidden @ weights.second + weights.last[0])))
    wrong = ((said - truth) / len(truth)).astype(np.float32)
    back = np.outer(wrong, weights.second) * (before > 0)
    loss = -np.mean(truth * np.log(said + 1e-9) + (1 - truth) * np.log(1 - said + 1e-9))
    parts = (seen.T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(keepdims=True))
    return float(loss), Weights(*parts)


class Learner:
    """Weights, their running average, and Adam's moments."""

    def __init__(self, weights: Weights) -> None:
        self.weights, self.average = weights, weights
        self.mean = Weights(*(np.zeros_like(part) for part in weights))
        self.square = Weights(*(np.zeros_like(part) for part in weights))
        self.steps = 0

    def learn(self, seen: Array, truth: Array, rate: float, gen: np.random.Generator) -> float:
        """One pass over these positions in random order; returns the mean loss."""
        order, losses = gen.permutation(len(seen)), list[float]()
        for at in range(0, len(order), BATCH):
            batch = order[at : at + BATCH]
            loss, slope = gradient(self.weights, seen[batch], truth[batch])
            self._step(slope, rate)
            losses.append(loss)
        return float(np.mean(losses))

    def _step(self, slope: Weights, rate: float) -> None:
        """Adam, then the running average."""
        self.steps += 1
        self.mean = _mixed(self.mean, slope, MOMENTUM)
        squares = Weights(*(part**2 for part in slope))
        self.square = _mixed(self.square, squares, SCALE_MOMENTUM)
        scale = rate * np.sqrt(1 - SCALE_MOMENTUM**self.steps) / (1 - MOMENTUM**self.steps)
        moved = (
            (part - scale * mean / (np.sqrt(square) + TINY)).astype(np.float32)
            for part, mean, square in zip(self.weights, self.mean, self.square, strict=True)
        )
        self.weights = Weights(*moved)
        self.average = _mixed(self.average, self.weights, min(AVERAGED, self.steps / (self.steps + 10)))

    def saved(self) -> dict[str, Array]:
        """All of it as named arrays."""
        groups = {"weights": self.weights, "average": self.average, "mean": self.mean, "square": self.square}
        made = {
            f"{group}.{name}": part for group, of in groups.items() for name, part in of._asdict().items()
        }
        return {**made, "steps": np.array([self.steps], np.float32)}

    @classmethod
    def restored(cls, arrays: dict[str, Array]) -> Learner:
        """The learner that `saved` described."""
        learner = cls(_group(arrays, "weights"))
        learner.average, learner.mean = _group(arrays, "average"), _group(arrays, "mean")
        learner.square, learner.steps = _group(arrays, "square"), int(arrays["steps"][0])
        return learner


def _group(arrays: dict[str, Array], group: str) -> Weights:
    return Weights(*(arrays[f"{group}.{name}"] for name in Weights._fields))


def _mixed(old: Weights, new: Weights, kept: float) -> Weights:
    return Weights(*(kept * a + (1 - kept) * b for a, b in zip(old, new, strict=True)))
