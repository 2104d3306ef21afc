"""What a game must offer to be learned: self-play that gives positions, and a measure of strength."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cinq.lab.learning.network import Array, Weights


class Batch(NamedTuple):
    """Positions of self-play."""

    seen: Array
    """[position, input]."""
    truth: Array
    """The share of the win that came of it, or an estimate."""
    games: int


class Recipe(Protocol):
    """How the network of one game and one number of players learns: `GameRecipe` of the game's file."""

    units: int
    """Units of the hidden layer."""
    games: int
    """Games of self-play of a run (the default of `--games`)."""
    inputs: int
    batch: int
    """Games of self-play between two passes of learning."""
    even: float
    """What `measure` returns for a network that is as strong as what it plays against."""

    def play(self, weights: Weights, seed: int) -> Batch:
        """Games of the network against itself."""

    def measure(self, weights: Weights, seed: int) -> float:
        """How strong the network is, alone and without search: a share of wins."""
