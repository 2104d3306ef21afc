"""Au doigt & à l'œil: the coach's reason for an action."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from cinq.core.game import Action, Sentence
from cinq.games.doigt_oeil.components import WOOD, CardId, power
from cinq.games.doigt_oeil.odds import risk
from cinq.games.doigt_oeil.state import Add, Advantage, Challenge, Pick
from cinq.games.doigt_oeil.view import View

HARD = 0.2
"""From this chance of a fall on, a challenge is called hard."""


def why(view: View, best: Action) -> Sentence:
    """The reason for an action."""
    match best:
        case Challenge(target, cards) if view.hand and len(cards) == len(view.hand):
            return Sentence("hint-finish", {"whom": target})
        case Challenge(target, cards) if view.piles is not None:
            points = sum(WOOD[card].value for card in cards)
            return Sentence("hint-challenge-points", {"whom": target, "count": len(cards), "points": points})
        case Challenge(target, cards):
            hard = "hint-challenge" if _falls(view, cards) >= HARD else "hint-challenge-easy"
            return Sentence(hard, {"whom": target, "count": len(cards)})
        case Add(card) if view.piles is not None:
            return Sentence("hint-add-points", {"card": card, "points": WOOD[card].value})
        case Add(card):
            return Sentence("hint-add", {"card": card})
        case Advantage(card):
            return Sentence(f"hint-{power(card)}")
        case Pick(card):
            return Sentence("hint-pick", {"card": card})
    return Sentence("hint-vote")


def _falls(view: View, cards: Sequence[CardId]) -> float:
    """The chance that something falls when these cards are placed."""
    stands, columns = len(view.structure), len({piece.column for piece in view.structure})
    return 1 - prod(1 - risk(card, stands + n, columns) for n, card in enumerate(cards))
