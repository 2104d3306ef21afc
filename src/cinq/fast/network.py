"""A small network in compiled code: one layer of rectified units, then the chance of something.

Its inputs are mostly zeros (a card that is not there), and zeros cost nothing. A caller that runs in a thread
of its own needs a network of its own: `inputs` and `hidden` are scratch.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

import numpy as np

from cinq.fast.compiled import inlined


class Network(NamedTuple):
    """Weights as float32 arrays, and room for one evaluation."""

    first: Any
    """[input, unit]."""
    bias: Any
    second: Any
    last: Any
    """One number: the bias of the output."""
    inputs: Any
    hidden: Any


def network(first: Any, bias: Any, second: Any, last: Any) -> Network:
    """A network with scratch of its own."""
    room = np.zeros(len(first), np.float32), np.zeros(len(bias), np.float32)
    return Network(*(np.ascontiguousarray(part, np.float32) for part in (first, bias, second, last, *room)))


@inlined
def chance(net: Network) -> float:
    """The network's answer to what is in `inputs`, from 0 to 1."""
    units = len(net.hidden)
    for unit in range(units):
        net.hidden[unit] = net.bias[unit]
    for at in range(len(net.inputs)):
        given = net.inputs[at]
        if given != 0:
            for unit in range(units):
                net.hidden[unit] += given * net.first[at, unit]
    answer = net.last[0]
    for unit in range(units):
        if net.hidden[unit] > 0:
            answer += net.hidden[unit] * net.second[unit]
    return 1 / (1 + exp(-answer))
