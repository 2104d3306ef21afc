"""Got Five!: the coach's reason for an action."""

from __future__ import annotations

from cinq.bots.got_five.belief import Belief, Floats, compared
from cinq.core.game import Action, Sentence
from cinq.games.got_five.rules import Announce, Compare, Pass, Rank, Reveal


def why(best: Action | None, known: Belief, without_announcing: float) -> Sentence:
    """The reason: how many hands an action leaves, or how the race stands."""
    match best:
        case Announce() if known.count == 1:
            return Sentence("hint-certain")
        case Announce():
            chances = {"right": 100 // known.count, "later": round(100 * without_announcing)}
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
    """The mean number of hands left after the answer."""
    return round(float((split * split).sum() / split.sum()))
