"""What all games share of their translation into OpenSpiel's integers: `Encoding`, codes and their odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from cinq.core.game import Action, AnyGame, Seat, Value

Codes: TypeAlias = tuple[int, ...]
Odds: TypeAlias = Sequence[tuple[int, float]]
"""Codes of chance in ascending order, with their probabilities."""
Parameters: TypeAlias = dict[str, Any]


class Encoding(msgspec.Struct, frozen=True, eq=False):
    """One game's translation into integers. Copies of an OpenSpiel state share it."""

    game: AnyGame
    parameters: Parameters
    """Those of the game's options that OpenSpiel can set, with their defaults."""
    options: Callable[[Parameters], Value]
    listed: Callable[[Any, Seat, Codes], Sequence[int]]
    """The codes, ascending, that a seat may choose after those that it has chosen of this action."""
    action: Callable[[Any, Seat, Codes, int], Action | None]
    """The action that such a code completes; None where more codes follow."""
    codes: int
    """How many codes seats have; WAIT comes after them."""
    pieces: Callable[[Any], int]
    """How many codes of chance make up the line of the dealer or the world; 0 where it leaves no choice."""
    odds: Callable[[Any, Codes], Odds]
    """What the next piece of that line may be."""
    line: Callable[[Any, Codes], Action]
    """The line that consists of these pieces."""
    outcomes: int
    """How many codes chance has."""
    draws: int
    """The most codes of chance between two decisions, at the largest table (tied openings not counted)."""
    max_moves: int
    draft: int = 0
    """The most codes that are chosen before an action is complete."""
    recall: int = 0
    """The default of the parameter `recall`: the lines for which an information-state tensor has room."""
    hidden: bool = True
    """Whether seats see different things."""
    variant: str = ""
    """Added to the game's name where a game is registered with fewer choices or deals."""

    @property
    def short_name(self) -> str:
        """The name in OpenSpiel."""
        return "_".join(["python", *self.game.NAME.split("-"), *filter(None, [self.variant])])

    def __deepcopy__(self, memo: object) -> Encoding:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Encoding], tuple[str]]:
        return _encoding, (self.short_name,)


def _encoding(short_name: str) -> Encoding:
    from cinq.adapters.openspiel.game import GAMES

    return GAMES[short_name].encoding


def even(codes: range | list[int]) -> Odds:
    """Codes that are equally likely."""
    odds = 1 / len(codes) if codes else 0.0
    return [(code, odds) for code in codes]


def weighted(left: Sequence[int]) -> Odds:
    """Codes in proportion to how many of each are left."""
    total = sum(left)
    return [(code, count / total) for code, count in enumerate(left) if count]
