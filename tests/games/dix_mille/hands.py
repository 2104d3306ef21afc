"""Dix Mille for tests: positions by a few words."""

from collections.abc import Sequence
from typing import Any

from cinq.core.game import DEALER, step
from cinq.games import dix_mille
from cinq.games.dix_mille.rules import Bank, Dice, Options, State, TakeOver, Throw

THROW, BANK, TAKE_OVER = Throw(), Bank(), TakeOver()


def faces(word: str) -> tuple[int, ...]:
    """ "2-3-5-4-5" or "23545"."""
    return tuple(int(c) for c in word if c.isdigit())


def opened(players: int = 2, first: int = 0, **options: Any) -> State:
    """The opening is done and `first` starts."""
    dice = tuple(1 if seat == first else 2 for seat in range(players))
    return step(dix_mille, dix_mille.start(players, Options(**options)), DEALER, Dice(dice))


def throw(s: State, *words: str, topinambour: bool = False) -> State:
    """The seat throws, the dice fall; once a word."""
    for word in words:
        s = step(dix_mille, s, s.seat, Throw(topinambour))
        s = step(dix_mille, s, DEALER, Dice(faces(word)))
    return s


def act(s: State, *actions: Bank | TakeOver | Throw) -> State:
    """The seat whose turn it is does this."""
    for action in actions:
        s = step(dix_mille, s, s.seat, action)
    return s


def lose(s: State) -> State:
    """The seat throws five dice and wins nothing."""
    return throw(s, "22346")


def scored(s: State, scores: Sequence[int]) -> State:
    """Everyone has entered and has these totals."""
    from msgspec.structs import replace

    return replace(s, scores=tuple(scores), entered=(True,) * len(scores))
