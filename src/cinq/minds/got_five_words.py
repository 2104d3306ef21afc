"""Got Five!: the reason for an action, as the coach says it."""

from __future__ import annotations

from cinq.core.game import Action, Sentence
from cinq.games.got_five.rules import Announce, Compare, Pass, Rank, Reveal
from cinq.minds.got_five_belief import Belief, Floats, compared


def why(best: Action | None, known: Belief, going_on: float) -> Sentence:
    """The reason for an action: how far it narrows the hands down, or how the race stands."""
    match best:
        case Announce() if known.count == 1:
            return Sentence("hint-certain")
        case Announce():
            chances = {"right": 100 // known.count, "later": round(100 * going_on)}
            return Sentence("hint-now-or-never", {"hands": known.count, **chances})
        case Rank(tile):
            left = _left(known.answers[tile])
            return Sentence("hint-rank", {"tile": tile, "hands": known.count, "left": left})
        case Compare(tile, slot):
            left = _left(known.answers[compared(tile, slot)])
            return Sentence(
                "hint-compare", {"tile": tile, "slot": slot + 1, "hands": known.count, "left": left}
            )
        case Reveal(colour):
            return Sentence("hint-reveal", {"colour": colour, "hands": known.count})
        case Pass():
            return Sentence("hint-pass", {"hands": known.count})
    return Sentence("hint-wait", {"hands": known.count})


def _left(split: Floats) -> int:
    """The hands left after the answer, on average."""
    return round(float((split * split).sum() / split.sum()))
