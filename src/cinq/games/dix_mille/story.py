"""Dix Mille told: what changed between two views, as sentences."""

from __future__ import annotations

from cinq.core.game import Seat, Sentence
from cinq.games.dix_mille.view import Turn, View


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log."""
    if before.turn is None:
        return _opening(before, after)
    told = _turn(before, before.turn, after)
    if after.final_round and not before.final_round:
        told.append(_reached(before.turn.seat, after))
    if after.phase == "over":
        best = max(after.scores)
        winners = tuple(seat for seat, score in enumerate(after.scores) if score == best)
        told.append(Sentence("won", {"who": winners, "count": len(winners), "points": best}))
    return told


def _reached(seat: Seat, after: View) -> Sentence:
    """The target is reached: who still plays in this round, or that nobody does (DM-19)."""
    if after.phase == "over":
        return Sentence("final-last", {"who": seat})
    assert after.first is not None
    seats = len(after.scores)
    left = tuple((seat + 1 + place) % seats for place in range((after.first - seat - 1) % seats))
    return Sentence("final-round", {"who": seat, "whom": left, "count": len(left)})


def _opening(before: View, after: View) -> list[Sentence]:
    """Somebody starts, or the lowest throw again (DM-2)."""
    if after.first is not None:
        return [Sentence("starts", {"who": after.first})]
    return [Sentence("tied", {"who": after.contenders or ()})]


def _turn(before: View, turn: Turn, after: View) -> list[Sentence]:
    """What the seat did, or how its dice fell."""
    now = after.turn
    if now is None or now.seat != turn.seat:
        return _banked(before, turn, after) if turn.can_bank else _landed(before, turn, after)
    if before.offer and now.points:
        return [Sentence("took-over", {"who": now.seat, "points": now.points, "dice": now.dice})]
    if now.points > turn.points:
        return _landed(before, turn, after)
    return [Sentence("topinambour" if now.announced else "threw", {"who": now.seat, "dice": now.dice})]


def _landed(before: View, turn: Turn, after: View) -> list[Sentence]:
    fall, seat = after.last_throw, turn.seat
    assert fall is not None
    faces = "-".join(map(str, fall.counted))
    if fall.winners:
        total = turn.points + fall.points
        return [Sentence("fell", {"who": seat, "faces": faces, "points": fall.points, "total": total})]
    return [
        Sentence("lost", {"who": seat, "faces": faces, "points": turn.points}),
        *_zero(before, seat, after),
    ]


def _zero(before: View, seat: Seat, after: View) -> list[Sentence]:
    if after.scores[seat] < before.scores[seat]:
        return [Sentence("third-zero", {"who": seat, "total": after.scores[seat]})]
    if after.zeros[seat] > before.zeros[seat]:
        return [Sentence("zero", {"who": seat, "zeros": after.zeros[seat]})]
    return []


def _banked(before: View, turn: Turn, after: View) -> list[Sentence]:
    seat = turn.seat
    if after.entered[seat] and not before.entered[seat]:
        return [Sentence("entered", {"who": seat, "points": turn.points})]
    return [Sentence("banked", {"who": seat, "points": turn.points, "total": after.scores[seat]})]
