"""Got Five! told: what changed between two views, as sentences."""

from __future__ import annotations

from cinq.core.game import Seat, Sentence
from cinq.games.got_five.view import ShownRack, View


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log."""
    told = _line(before, after)
    if after.phase == "over" and True not in after.announced:
        told.append(_left(after))
    return told


def _line(before: View, after: View) -> list[Sentence]:
    """What was dealt, announced, drawn, asked or passed."""
    seat = before.turn
    if seat is None:
        return _dealt(after)
    if after.announced != before.announced:
        return [_announced(before, after)]
    if after.wanted is not None and before.wanted is None:
        return [Sentence("drew", {"who": seat, "colour": after.wanted})]
    if len(after.open) > len(before.open):
        return [Sentence("turned-up", {"who": seat, "tile": after.open[-1], "colour": before.wanted or ""})]
    if after.racks[seat] != before.racks[seat]:
        return _clue(seat, before.racks[seat], after.racks[seat])
    return [Sentence("passed", {"who": seat})] if after != before else []


def _dealt(after: View) -> list[Sentence]:
    """The tiles in the middle, and who starts (GF-3, GF-4)."""
    if after.turn is None:
        return []
    return [Sentence("dealt", {"tiles": after.open}), Sentence("starts", {"who": after.turn})]


def _clue(seat: Seat, before: ShownRack, after: ShownRack) -> list[Sentence]:
    """Where the tile was laid, or what the comparison said (GF-8, GF-9)."""
    for notch, tiles in enumerate(after.notches):
        if tiles != before.notches[notch]:
            return [Sentence("ranked", {"who": seat, "tile": tiles[-1], "notch": notch})]
    for slot, laid in enumerate(after.compared):
        if laid != before.compared[slot]:
            args = {
                "who": seat,
                "tile": laid[-1].tile,
                "slot": slot + 1,
                "same": "yes" if laid[-1].same else "no",
            }
            return [Sentence("compared", {**args, "colour": after.colours[slot]})]
    return []


def _announced(before: View, after: View) -> Sentence:
    """Five numbers named, right or wrong: which were wrong is not said (GF-11, GF-12)."""
    seat = next(i for i, told in enumerate(after.announced) if told != before.announced[i])
    right = after.announced[seat]
    return Sentence(
        "announced-right" if right else "announced-wrong", {"who": seat, "numbers": after.said[seat] or ()}
    )


def _left(after: View) -> Sentence:
    """The last one left wins, or all who are left share a draw (GF-13, GF-14)."""
    left = tuple(seat for seat, alive in enumerate(after.alive) if alive)
    return Sentence("won-last", {"who": left[0]}) if len(left) == 1 else Sentence("drawn", {"who": left})
