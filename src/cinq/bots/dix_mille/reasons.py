"""Dix Mille: the coach's reason for a choice."""

from __future__ import annotations

from collections.abc import Mapping

from cinq.core.game import Sentence
from cinq.solvers.dix_mille.policy import Choice


def why(best: Choice, worth: Mapping[Choice, float]) -> Sentence:
    """The best choice and the next best, each with its chance to win in percent."""
    percent = {word: round(100 * win, 1) for word, win in worth.items()}
    others = [word for word in worth if word != best]
    if not others:
        return Sentence("hint-only", {"win": percent[best]})
    rest = max(others, key=lambda word: worth[word])
    return Sentence(f"hint-{best}", {"win": percent[best], "other": percent[rest]})
