"""5 Millimètres: the network that judges what the end of an auction is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.bots.five_millimetres.bidding import errors, hopes
from cinq.fast.five_millimetres.row import RESULT, WIDTH
from cinq.fast.five_millimetres.value import HOPES, Judge
from cinq.fast.network import network


def judge_of(weights: Sequence[Any], lone_stick: bool, look_error: float) -> Judge:
    """A judge with these weights, at a table with this error of looks."""
    return Judge(
        network(*weights),
        hopes(HOPES - 1, lone_stick),
        np.rint(look_error * errors()).astype(np.int64),
        np.zeros(WIDTH, np.int64),
        np.zeros(RESULT, np.int64),
    )
