"""Dix Mille: the coach's reason for a choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cinq.core.game import Seat, Sentence
from cinq.games.dix_mille.rules import falls, worth
from cinq.solvers.dix_mille.policy import Choice


@cache
def losing(dice: int) -> int:
    """The chance, in percent, that no die of a throw wins (DM-5)."""
    throws = falls(dice)
    return round(100 * sum(not worth(fall.values)[1] for fall in throws) / len(throws))


def why(best: Choice, wins: Mapping[Choice, float], dice: int, players: int, rival: Seat) -> Sentence:
    """The risk of the next throw, then the chances of the best choice and of the next best.

    The chances are those of the game for two, against `rival`: with more players they are not chances to win.
    """
    told = {"lose": losing(dice), "players": players, "whom": rival}
    percent = {word: round(100 * win, 1) for word, win in wins.items()}
    others = [word for word in wins if word != best]
    if not others:
        return Sentence("hint-only", {**told, "win": percent[best]})
    rest = max(others, key=lambda word: wins[word])
    return Sentence(f"hint-{best}", {**told, "win": percent[best], "other": percent[rest]})
