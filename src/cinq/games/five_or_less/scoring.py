"""The end of a round and of the game: who won, who scores what (OM-20 to OM-27).

Owns the counting; must never know how a round is played.
"""

from __future__ import annotations

from msgspec.structs import replace

from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.games.five_or_less.cards import DEAL, OVER, Hand, State

LIMIT = 5
"""5 or less."""


class Result(CoreResult, frozen=True):
    """The lowest total, or the most rounds, wins."""

    scores: tuple[int, ...]


def total(hand: Hand) -> int:
    """The value of all cards of a hand."""
    return sum(card.value for card in hand if card is not None)


def round_winners(totals: tuple[int, ...], callers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The lowest among those who said it, if 5 or less; equal ones together (OM-20, OM-23).

    >>> round_winners((5, 3, 2, 3), (3, 0, 1))
    (1, 3)
    """
    lowest = min(totals[seat] for seat in callers)
    if lowest > LIMIT:
        return ()
    return tuple(seat for seat in range(len(totals)) if seat in callers and totals[seat] == lowest)


def points(totals: tuple[int, ...], callers: tuple[Seat, ...]) -> tuple[int, ...]:
    """What each seat scores for a round.

    >>> points((5, 20, 9), (0,)), points((6, 20, 9), (0,)), points((5, 4, 9), (0, 1))
    ((0, 20, 9), (12, 0, 0), (10, 0, 9))
    """
    winners = round_winners(totals, callers)
    return tuple(_points(seat, totals[seat], callers, winners) for seat in range(len(totals)))


def _points(seat: Seat, count: int, callers: tuple[Seat, ...], winners: tuple[Seat, ...]) -> int:
    if seat in winners:
        return min(count, 0)  # OM-21, OM-23; below 0 it counts (OM-25)
    if seat in callers:
        return 2 * count  # OM-22, OM-23, OM-24
    return count if winners else 0  # OM-21, OM-23; OM-22, OM-24


def finish_round(s: State) -> State:
    """All cards are turned up; points (OM-26) or rounds won (OM-27) are written down."""
    totals = tuple(map(total, s.hands))
    winners = round_winners(totals, s.callers)
    won = tuple(count + (seat in winners) for seat, count in enumerate(s.rounds_won))
    scores = s.scores
    if s.options.end.points is not None:
        scores = tuple(map(sum, zip(scores, points(totals, s.callers), strict=True)))
    s = replace(s, scores=scores, rounds_won=won)
    return replace(s, phase=OVER if _ended(s) else DEAL)


def _ended(s: State) -> bool:
    """Somebody has reached 100 (OM-26), or the agreed number of rounds is played (OM-27)."""
    end = s.options.end
    if end.points is not None:
        return max(s.scores) >= end.points
    return s.round == end.rounds


def result(s: State) -> Result | None:
    """The lowest total wins (OM-26), or the most rounds won (OM-27); equal ones share."""
    if s.phase != OVER:
        return None
    lowest = s.options.end.points is not None
    marks = s.scores if lowest else tuple(-won for won in s.rounds_won)
    return Result(tuple(seat for seat, mark in enumerate(marks) if mark == min(marks)), s.scores)
