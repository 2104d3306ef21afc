"""Lines of a game as its log has them."""

import random

from cinq.games.dix_mille.rules import Throw
from cinq.table.match import log_line


def test_the_seconds_of_a_line_are_rounded_as_decimals_are() -> None:
    """`round(x, 3)` is what chains of earlier versions were made with; the quicker form gives the same."""
    rng = random.Random(14)
    for _ in range(20_000):
        began = rng.uniform(1.5e9, 2.5e9)
        at = began + rng.choice((rng.random(), rng.uniform(0, 1e6), rng.randrange(10**6) / 2000))
        assert log_line(began, at, 0, Throw()).at == round(at - began, 3)


def test_half_a_millisecond_goes_to_the_even_one() -> None:
    assert [log_line(1e9, 1e9 + at, 0, Throw()).at for at in (0.0625, 0.1875)] == [0.062, 0.188]
