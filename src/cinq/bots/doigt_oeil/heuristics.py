"""Au doigt & à l'œil: rules of thumb that a bot can play instead of its own judgement."""

from __future__ import annotations

from collections.abc import Sequence

from cinq.core.game import Action
from cinq.games.doigt_oeil.odds import HARDNESS
from cinq.games.doigt_oeil.state import Add, Advantage, Challenge


def by_heuristic(heuristic: str, listed: Sequence[Action]) -> Action:
    """Gives the challenge with most cards, the hardest, or the hardest single card; adds whenever it can."""
    challenges = [a for a in listed if isinstance(a, Challenge)]
    if not challenges:
        return next((a for a in listed if isinstance(a, Add | Advantage)), listed[0])
    if heuristic == "most":
        return max(challenges, key=lambda a: len(a.cards))
    few = [a for a in challenges if len(a.cards) == 1] if heuristic == "one" else challenges
    return max(few, key=lambda a: sum(HARDNESS[c] for c in a.cards))
