"""Chance as a value: the possible outcomes, their probabilities, and one drawn sample.

Owns no source of randomness: the caller passes one (`Random`). Only `random()` is called,
so `fairness.Draws` and Python's `random.Random` can be used alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Generic, Protocol, TypeVar

A_co = TypeVar("A_co", covariant=True)
T = TypeVar("T")


class Random(Protocol):
    """A source of numbers, uniform in [0, 1)."""

    def random(self) -> float: ...


class Chance(Protocol[A_co]):
    """The lines that the dealer may write now."""

    def outcomes(self) -> Iterator[tuple[A_co, float]] | None:
        """Every outcome with its probability; None where there are too many to list."""

    def sample(self, rng: Random) -> A_co:
        """Draw one outcome with its probability."""


class Even(Generic[T]):
    """Equally likely outcomes from a list; an outcome listed twice is twice as likely."""

    __slots__ = ("among",)

    def __init__(self, among: Sequence[T]) -> None:
        self.among = among

    def outcomes(self) -> Iterator[tuple[T, float]]:
        p = 1 / len(self.among)
        return ((outcome, p) for outcome in self.among)

    def sample(self, rng: Random) -> T:
        return self.among[int(rng.random() * len(self.among))]


class Weighted(Generic[T]):
    """Outcomes with whole weights, such as how many cards of a value are left."""

    __slots__ = ("among",)

    def __init__(self, among: Sequence[tuple[T, int]]) -> None:
        self.among = among

    def outcomes(self) -> Iterator[tuple[T, float]]:
        total = sum(weight for _, weight in self.among)
        return ((outcome, weight / total) for outcome, weight in self.among if weight)

    def sample(self, rng: Random) -> T:
        left = int(rng.random() * sum(weight for _, weight in self.among))
        for outcome, weight in self.among:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("weights do not add up")


class Drawn(Generic[T]):
    """Too many outcomes to list, such as a deal: they can only be sampled."""

    __slots__ = ("draw",)

    def __init__(self, draw: Callable[[Random], T]) -> None:
        self.draw = draw

    def outcomes(self) -> None:
        return None

    def sample(self, rng: Random) -> T:
        return self.draw(rng)


def shuffle(items: MutableSequence[T], rng: Random) -> None:
    """Fisher-Yates, from the end: every order equally likely."""
    for i in range(len(items) - 1, 0, -1):
        j = int(rng.random() * (i + 1))
        items[i], items[j] = items[j], items[i]


def take(items: Sequence[T], count: int, rng: Random) -> list[T]:
    """`count` of the items in random order, each at most once."""
    pool = list(items)
    for i in range(count):
        j = i + int(rng.random() * (len(pool) - i))
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:count]
