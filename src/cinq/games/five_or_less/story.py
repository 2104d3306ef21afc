"""5 ou Moins told: what changed between two views of one viewer, as sentences."""

from __future__ import annotations

from cinq.core.game import Seat, Sentence
from cinq.games.five_or_less.cards import DEAL, DRAWN, END, LOOK, OVER, POWER, TURN, WRONG
from cinq.games.five_or_less.scoring import round_winners
from cinq.games.five_or_less.view import View

POWERS = {8: "power-renewed", 10: "power-swapped", 12: "power-added", 14: "power-gave"}


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log."""
    if after.round > before.round:
        return [Sentence("dealt", {"round": after.round, "who": _turn(after)})]
    if before.phase == LOOK:
        return _looked(before, after)
    if after.phase in (DEAL, OVER):
        return _round_over(before, after)
    if after.turn != before.turn:
        return _passed(before, after)
    if after.shown is not None:
        return _came_back(before, after)
    if (
        before.shown is not None
        and (whom := _gained(before, after)) is not None
        and before.power_started == after.power_started
    ):
        return [Sentence("penalty", {"who": whom})]
    if after.discard is not None and after.discard.tied and after.discard != before.discard:
        return _covered(before, after, after.discard.value)
    return _played(before, after)


def _turn(view: View) -> Seat:
    assert view.turn is not None
    return view.turn


def _looked(before: View, after: View) -> list[Sentence]:
    """Bottom cards are put back (OM-3), the first discard is turned up (OM-4)."""
    if after.discard is not None:
        return [Sentence("turned-up", {"who": _turn(after), "value": after.discard.value})]
    hidden = [seat for seat in range(len(after.hands)) if after.hands[seat] != before.hands[seat]]
    return [Sentence("put-back", {"who": seat}) for seat in hidden]


def _played(before: View, after: View) -> list[Sentence]:
    """What the player whose turn it is did."""
    who = _turn(after)
    match before.phase, after.phase:
        case "turn", "drawn":
            if after.drawn is None:
                return [Sentence("drew", {"who": who})]
            return [Sentence("drew-seen", {"who": who, "value": after.drawn})]
        case "turn", "end" | "power":
            return _took(before, after)
        case "drawn", "end" | "power":
            return [*_put(after), *_awoken(after)]
        case "power", "power" if after.power_started and not before.power_started:
            return [Sentence("power-started", {"who": who, "value": after.pending_power or 0})]
        case "power", "end":
            return _power_over(before, after)
    return []


def _put(after: View) -> list[Sentence]:
    assert after.discard is not None
    return [Sentence("put", {"who": _turn(after), "value": after.discard.value})]


def _took(before: View, after: View) -> list[Sentence]:
    """The top discard for a card (OM-7), or a draw where there was nothing left (OM-29)."""
    who = _turn(after)
    if after.discard == before.discard or before.discard is None:
        return [Sentence("nothing-left", {"who": who})]
    took = Sentence("took", {"who": who, "value": before.discard.value})
    return [took, *_put(after), *_awoken(after)]


def _awoken(after: View) -> list[Sentence]:
    if after.phase != POWER or after.pending_power is None:
        return []
    return [Sentence("power-ready", {"who": _turn(after), "value": after.pending_power})]


def _power_over(before: View, after: View) -> list[Sentence]:
    """What all saw of a power: which cards it moved, by their places (OM-9 to OM-12)."""
    who, value, moved = _turn(after), before.pending_power or 0, after.moved
    if not before.power_started:
        return [Sentence("power-skipped", {"who": who, "value": value})]
    if moved is None:
        return [Sentence("power-over", {"who": who, "value": value})]
    places = {"other": moved.target_slot + 1} | ({} if moved.slot is None else {"slot": moved.slot + 1})
    return [Sentence(POWERS[moved.power], {"who": who, "whom": moved.target, **places})]


def _gained(before: View, after: View) -> Seat | None:
    """Who has one more card."""
    for seat, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
        if len(new) > len(old):
            return seat
    return None


def _covered(before: View, after: View, value: int) -> list[Sentence]:
    """A quick discard that was first (OM-13); an unstarted power is lost (OM-17)."""
    who = next(seat for seat, hand in enumerate(after.hands) if len(hand) < len(before.hands[seat]))
    told = [Sentence("snapped", {"who": who, "value": value})]
    if before.pending_power is not None and after.pending_power is None:
        told.append(Sentence("power-lost", {"who": _turn(after), "value": value}))
    return told


def _came_back(before: View, after: View) -> list[Sentence]:
    """A quick discard that was late (OM-15) or wrong (OM-16)."""
    shown = after.shown
    assert shown is not None
    told = [Sentence(f"snap-{shown.verdict}", {"who": shown.seat, "value": shown.value})]
    if shown.verdict == WRONG and _gained(before, after) is not None:
        told.append(Sentence("penalty", {"who": shown.seat}))
    return told


def _passed(before: View, after: View) -> list[Sentence]:
    """The turn goes on clockwise, perhaps after a call (OM-18)."""
    return [*_called(before, after), Sentence("next", {"who": _turn(after)})]


def _called(before: View, after: View) -> list[Sentence]:
    return [Sentence("called", {"who": seat}) for seat in after.callers[len(before.callers) :]]


def _round_over(before: View, after: View) -> list[Sentence]:
    """All cards are turned up and counted (OM-20 to OM-25); perhaps the game is over (OM-26, OM-27)."""
    if before.phase not in (TURN, DRAWN, POWER, END):
        return []
    totals = tuple(sum(place.value or 0 for place in hand) for hand in after.hands)
    told = _called(before, after)
    told += [Sentence("total", {"who": seat, "total": total}) for seat, total in enumerate(totals)]
    winners = round_winners(totals, after.callers)
    told.append(_won_round(winners))
    if after.options.end.points is not None:
        if not winners:
            told.append(Sentence("call-failed", {"who": after.callers, "count": len(after.callers)}))
        told += [Sentence("score", {"who": seat, "score": score}) for seat, score in enumerate(after.scores)]
    return [*told, _won_game(after)] if after.phase == OVER else told


def _won_round(winners: tuple[Seat, ...]) -> Sentence:
    if not winners:
        return Sentence("round-nobody")
    return Sentence("round-won", {"who": winners, "count": len(winners)})


def _won_game(after: View) -> Sentence:
    points = after.options.end.points is not None
    best = min(after.scores) if points else max(after.rounds_won)
    marks = after.scores if points else after.rounds_won
    winners = tuple(seat for seat, mark in enumerate(marks) if mark == best)
    return Sentence("won" if points else "won-rounds", {"who": winners, "count": len(winners), "best": best})
