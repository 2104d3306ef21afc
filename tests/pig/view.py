"""Pig as it is shown: everything is public, so every viewer gets the same."""

from __future__ import annotations

from cinq.core.game import Seat, Value, one_world, seen_by_all
from tests.pig.rules import State


class View(Value, frozen=True):
    """The totals and the turn."""

    phase: str
    seat: Seat
    points: int
    scores: tuple[int, ...]
    face: int | None


def view(s: State, seat: Seat | None) -> View:
    """What a seat or a spectator may know: all of it."""
    return View(s.phase, s.seat, s.points, s.scores, s.face)


seen, worlds = seen_by_all, one_world
