"""The network that learns: its gradient, its steps, and that compiled code evaluates the same network."""

import numpy as np
import pytest

from cinq.fast.compiled import jit
from cinq.fast.network import chance, network
from cinq.lab.learning.network import Learner, Weights, answers, gradient, random_weights

GEN = np.random.default_rng(5)


def positions(count: int) -> tuple[np.ndarray, np.ndarray]:
    seen = (GEN.random((count, 12)) < 0.4).astype(np.float32)
    return seen, (seen[:, 0] > seen[:, 1]).astype(np.float32)


def test_the_gradient_is_that_of_differences() -> None:
    seen, truth = positions(50)
    weights = Weights(*(part.astype(np.float64) for part in random_weights(12, 7, GEN)))  # type: ignore[arg-type]
    _, slope = gradient(weights, seen, truth)
    for part, found in zip(weights, slope, strict=True):
        for at in list(np.ndindex(part.shape))[:20]:
            kept, step = part[at], 1e-5
            part[at] = kept + step
            above, _ = gradient(weights, seen, truth)
            part[at] = kept - step
            below, _ = gradient(weights, seen, truth)
            part[at] = kept
            assert found[at] == pytest.approx((above - below) / (2 * step), abs=1e-5)


def test_it_learns_and_goes_on_alike_after_it_was_saved() -> None:
    seen, truth = positions(5_000)
    learner = Learner(random_weights(12, 16, GEN))
    first = learner.learn(seen, truth, 1e-2, np.random.default_rng(1))
    twin = Learner.restored(learner.saved())
    for one in (learner, twin):
        for epoch in range(10):
            last = one.learn(seen, truth, 1e-2, np.random.default_rng(epoch))
    assert last < first / 3
    for mine, others in zip(learner.weights, twin.weights, strict=True):
        assert np.array_equal(mine, others)


def test_compiled_code_evaluates_the_same_network() -> None:
    seen, _ = positions(40)
    weights = random_weights(12, 16, GEN)
    net, said = network(*weights), jit(_said)
    for row, truth in zip(seen, answers(weights, seen), strict=True):
        net.inputs[:] = row
        assert said(net) == pytest.approx(truth, abs=1e-5)


def _said(net):  # type: ignore[no-untyped-def]
    return chance(net)
