"""Pig told: what changed between two views, as sentences."""

from __future__ import annotations

from cinq.core.game import Sentence
from tests.pig.rules import OVER, ROLLING
from tests.pig.view import View


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log."""
    who, face = before.seat, after.face or 0
    if before.phase == ROLLING:
        if after.seat != who:
            return [Sentence("lost", {"who": who, "points": before.points})]
        return [Sentence("fell", {"face": face, "points": after.points})]
    if after.phase == ROLLING:
        return [Sentence("threw", {"who": who})]
    held = Sentence("held", {"who": who, "points": before.points, "total": after.scores[who]})
    return [held, Sentence("won", {"who": who})] if after.phase == OVER else [held]
