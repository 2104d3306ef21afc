"""Ports of the tests' servers."""

from __future__ import annotations

import random

from tests.ports import free_port


def test_a_seed_that_others_use_too_does_not_give_the_same_ports() -> None:
    drawn = []
    for _ in range(2):
        random.seed(1)
        drawn.append([free_port() for _ in range(5)])
    assert drawn[0] != drawn[1]
