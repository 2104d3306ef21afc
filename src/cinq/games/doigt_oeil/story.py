"""Au doigt & à l'œil told: what changed between two views of one viewer, as sentences."""

from __future__ import annotations

from cinq.core.game import Rule, Seat, Sentence
from cinq.games.doigt_oeil.components import WOOD, CardId, is_wood, power
from cinq.games.doigt_oeil.state import ANSWER, CHALLENGE, OPENING, OVER, PLACE, VOTE, Held, Why
from cinq.games.doigt_oeil.view import ShownChallenge, View

RULE_OF: dict[Why, Rule] = {"fallen": "DO-14", "crooked": "DO-12", "on_board": "DO-13", "off_board": "DO-13"}
"""The paragraph by which a piece does not count."""


def story(before: View, after: View) -> list[Sentence]:
    """The sentences for one line of the log: what was done, then what follows from it."""
    return [*_done(before, after), *_follows(before, after)]


def _done(before: View, after: View) -> list[Sentence]:
    """What the line said."""
    if before.phase == OPENING:
        return _opening(before, after)
    if before.to_draw:
        return _drew(before, after)
    if before.phase == CHALLENGE and after.challenge:
        return [_challenged(after.challenge), *_last_card(after.challenge.sender, after)]
    if before.phase == PLACE and before.held:
        return _placed(before, before.held, after)
    if before.phase == ANSWER and before.challenge and before.turn is not None:
        return _answered(before, before.challenge, before.turn, after)
    return []


def _opening(before: View, after: View) -> list[Sentence]:
    """The deal, then the first player's own challenge, card by card (DO-5, DO-6)."""
    if before.turn is None:
        return [Sentence("starts", {"who": _or_first(after.turn)})]
    known = before.challenge.cards if before.challenge else ()
    drawn = after.challenge.cards[len(known) :] if after.challenge else ()
    if drawn:
        return [Sentence("opening-drew", {"who": before.turn, "card": drawn[0]})]
    return [Sentence("opening-advantage", {"who": before.turn})]


def _or_first(seat: Seat | None) -> Seat:
    return 0 if seat is None else seat


def _drew(before: View, after: View) -> list[Sentence]:
    """How many cards; which, only to whom they belong."""
    seat = _or_first(before.drawer)
    count = after.hand_counts[seat] - before.hand_counts[seat]
    mine, now = before.hand, after.hand
    if mine is not None and now is not None and len(now) > len(mine):
        return _drew_these(seat, now[len(mine) :])
    return [Sentence("drew", {"who": seat, "count": count})]


def _drew_these(seat: Seat, cards: tuple[CardId, ...]) -> list[Sentence]:
    """Wood by its name, each advantage by what it does."""
    wood = ", ".join(filter(is_wood, cards))
    drew = Sentence("drew-these" if wood else "drew", {"who": seat, "count": len(cards), "cards": wood})
    powers = filter(None, map(power, cards))
    return [drew, *(Sentence("drew-advantage", {"power": one}) for one in powers)]


def _challenged(given: ShownChallenge) -> Sentence:
    return Sentence("challenged", {"who": given.sender, "whom": given.to, "cards": ", ".join(given.cards)})


def _last_card(who: Seat, after: View) -> list[Sentence]:
    """Nobody is surprised by the end: it may come with this challenge (DO-19)."""
    return [] if after.hand_counts[who] else [Sentence("last-card", {"who": who})]


def _placed(before: View, held: Held, after: View) -> list[Sentence]:
    """It stands, it fell alone and comes again, or things fell (DO-14, DO-17, DO-29)."""
    lost = _lost(before, held, after)
    who, card = held.seat, held.card
    if not lost:
        return [Sentence("stood", {"who": who, "card": card})]
    if len(after.structure) == 1 and len(before.structure) > 1:
        return [Sentence("all-fell", {"who": who, "card": card})]
    if held.id not in lost:
        return [Sentence("fell", {"who": who, "card": card, "count": len(lost)})]
    told = [_not_laid(held, after.why)]
    if len(lost) > 1:
        told.append(Sentence("fell-too", {"count": len(lost) - 1}))
    if after.challenge and card not in after.challenge.placed:
        told.append(Sentence("again", {"who": who}))
    return told


def _not_laid(held: Held, why: Why | None) -> Sentence:
    """Why the piece in hand does not count, and the paragraph that says so."""
    wood, rule = WOOD[held.card], RULE_OF[why] if why else "DO-14"
    said = f"not-laid-{why.replace('_', '-')}" if why else "not-laid"
    return Sentence(said, {"who": held.seat, "card": held.card, "position": wood.position, "rule": rule})


def _lost(before: View, held: Held, after: View) -> set[str]:
    return {*(piece.id for piece in before.structure), held.id} - {piece.id for piece in after.structure}


def _answered(before: View, was: ShownChallenge, who: Seat, after: View) -> list[Sentence]:
    """A piece taken up, or a card added (DO-8, DO-9, DO-22)."""
    now, held = after.challenge, after.held
    if after.hand_counts[who] == before.hand_counts[who]:
        return [Sentence("took", {"who": who, "card": held.card})] if held else [Sentence("no-piece")]
    if held and held.seat != who:
        return [Sentence("helped", {"who": who, "whom": held.seat, "card": held.card})]
    if now is None or now.placed != was.placed:
        return [Sentence("no-piece")]
    if len(now.cards) > len(was.cards):
        return [Sentence("added", {"who": who, "card": now.cards[-1]}), *_last_card(who, after)]
    return [_advantage(before, was, who, now, after)]


def _advantage(before: View, was: ShownChallenge, who: Seat, now: ShownChallenge, after: View) -> Sentence:
    """Which advantage it was (DO-23 to DO-26)."""
    if (now.sender, now.to) == (who, was.sender):
        return Sentence("returned", {"who": who, "whom": was.sender})
    if now.to != who:
        return Sentence("deflected", {"who": who, "whom": now.to})
    if after.pivoted and not before.pivoted:
        return Sentence("pivoted", {"who": who, "card": after.pivoted})
    if after.drawer == was.sender:
        return Sentence("spoilt", {"who": who, "whom": was.sender})
    return Sentence("thrown-away", {"who": who})


def _follows(before: View, after: View) -> list[Sentence]:
    """Who must draw, who challenges next, the end."""
    told: list[Sentence] = []
    if before.played and any(before.played) and not any(after.played or ()):
        told.append(Sentence("all-played"))
    if after.phase == OVER and before.phase != OVER:
        return [*told, *_over(after)]
    if after.phase == VOTE and before.phase != VOTE:
        return [*told, Sentence("tied", {"who": after.tied or ()})]
    if after.to_draw and after.phase != OPENING:
        who = _or_first(after.drawer)
        told.append(Sentence(_must_draw(before, who, after), {"who": who, "count": after.to_draw}))
    elif after.phase == CHALLENGE:
        told.append(Sentence("composes", {"who": _or_first(after.turn)}))
    return told


def _must_draw(before: View, who: Seat, after: View) -> str:
    """Why: a last card was an advantage (DO-20), no wood to give (DO-11), or what was told just before."""
    played = before.phase == ANSWER and before.turn == who
    stood = before.phase == PLACE and before.held and not _lost(before, before.held, after)
    if not after.hand_counts[who] and (played or stood or before.to_draw):
        return "must-draw-last"
    return "must-draw-wood" if stood or (before.to_draw and before.drawer == who) else "must-draw"


def _over(after: View) -> list[Sentence]:
    """Who won: by points, or with how many cards left (DO-19, DO-29)."""
    winners, scores = after.winners or (), after.scores or ()
    told, points = ("won", -scores[winners[0]]) if after.piles is None else ("won-points", scores[winners[0]])
    return [Sentence(told, {"who": winners, "count": len(winners), "points": points})]
