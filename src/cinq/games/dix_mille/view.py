"""Dix Mille as it is shown: everything is public, so every viewer gets the same."""

from __future__ import annotations

from cinq.core.game import Seat, Value, one_world, seen_by_all
from cinq.games.dix_mille.rules import OPENING, OVER, ROLLING, Fall, Offer, State, can_bank


class Turn(Value, frozen=True):
    """The hand being played."""

    seat: Seat
    points: int
    dice: int
    can_bank: bool
    announced: bool


class View(Value, frozen=True):
    """The score sheet, the hand, the offer and the last throw."""

    phase: str
    first: Seat | None
    contenders: tuple[Seat, ...] | None
    turn: Turn | None
    offer: Offer | None
    scores: tuple[int, ...]
    entered: tuple[bool, ...]
    zeros: tuple[int, ...]
    final_round: bool
    last_throw: Fall | None


def view(s: State, seat: Seat | None) -> View:
    """What a seat or a spectator may know: all of it."""
    return View(
        phase="turn" if s.phase == ROLLING else s.phase,
        first=s.first,
        contenders=s.contenders or None,
        turn=_turn(s),
        offer=s.offer,
        scores=s.scores,
        entered=s.entered,
        zeros=s.zeros,
        final_round=max(s.scores) >= s.options.target,
        last_throw=s.last_throw,
    )


def _turn(s: State) -> Turn | None:
    if s.phase in (OPENING, OVER):
        return None
    return Turn(s.seat, s.points, s.dice, can_bank(s), s.announced)


seen, worlds = seen_by_all, one_world
