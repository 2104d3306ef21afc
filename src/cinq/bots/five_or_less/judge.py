"""5 ou Moins: the network that judges a decision by what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.fast.five_or_less.row import WIDTH
from cinq.fast.five_or_less.value import Judge
from cinq.fast.network import network


def judge_of(weights: Sequence[Any]) -> Judge:
    """A judge with these weights and scratch of its own."""
    return Judge(network(*weights), np.zeros(WIDTH, np.int64), np.zeros(len(weights[0]), np.float32))
