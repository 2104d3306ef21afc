"""Chance: what is listed is what is drawn."""

import random
from collections import Counter

import pytest

from cinq.core.chance import Even, Weighted, shuffle, take
from cinq.core.fairness import Draws
from cinq.games.dix_mille import Options, apply, chance, start
from cinq.games.dix_mille.rules import Dice, Throw


def test_weighted_draws_follow_their_weights() -> None:
    bag = Weighted([("a", 1), ("b", 0), ("c", 3)])
    assert dict(bag.outcomes()) == {"a": 0.25, "c": 0.75}
    drawn = Counter(bag.sample(rng) for rng in [random.Random(1)] for _ in range(10_000))
    assert set(drawn) == {"a", "c"}
    assert abs(drawn["a"] / 10_000 - 0.25) < 0.02


def test_even_lists_everything_once() -> None:
    assert list(Even("xy").outcomes()) == [("x", 0.5), ("y", 0.5)]


@pytest.mark.parametrize(
    "source", [random.Random(3), Draws(b"secret", ["a", "b"], 4)], ids=["python", "fair"]
)
def test_dice_are_fair_on_every_place(source: random.Random) -> None:
    s = apply(apply(start(2, Options()), "dealer", Dice((1, 2))), 0, Throw())
    falls = [chance(s).sample(source).values for _ in range(12_000)]
    for place in range(5):
        counts = Counter(fall[place] for fall in falls)
        chi_square = sum((counts[face] - 2_000) ** 2 / 2_000 for face in range(1, 7))
        assert chi_square < 25, counts  # 5 degrees of freedom: 1 in 7,000 by chance


def test_shuffles_reach_every_order_alike() -> None:
    rng, orders = random.Random(2), Counter[tuple[int, ...]]()
    for _ in range(12_000):
        items = [1, 2, 3]
        shuffle(items, rng)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(abs(count - 2_000) < 200 for count in orders.values())


def test_take_gives_each_at_most_once() -> None:
    rng = random.Random(2)
    firsts = Counter(tuple(take("abcd", 2, rng)) for _ in range(12_000))
    assert len(firsts) == 12
    assert all(abs(count - 1_000) < 150 for count in firsts.values())
