"""5 ou Moins: the chance to win the game after each action, from sampled rounds.

What a bot remembers becomes a row of `cinq.fast` (`remembered_round`), unknown cards are sampled, and
every action is played out from the same worlds with the same random numbers. Owns how many samples which
action gets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinq.bots.bot import Chance
from cinq.bots.five_or_less.belief import Memory
from cinq.bots.five_or_less.remembered_round import RememberedRound, code_of, remembered
from cinq.core.chance import Random
from cinq.core.game import Action, Seat
from cinq.fast.chance import RNG
from cinq.fast.first_use import compiles
from cinq.fast.five_or_less.rollout import play_out
from cinq.fast.five_or_less.row import OUTCOME, WIDTH
from cinq.fast.kernel import Words
from cinq.games.five_or_less.view import View

Floats = np.ndarray[Any, np.dtype[np.float64]]

WIN_PER_POINT = 0.004
"""What a point of the heuristic score counts, as a chance to win."""
MAX_BEHIND = 0.06
"""Actions this far behind in the chance to win are dropped after a stage."""
STAGES = ((0.25, 9), (0.25, 3), (0.5, 2))
"""Each stage: its share of the samples, and how many of the best actions get it."""


def weigh(
    view: View,
    memory: Memory,
    pool: Sequence[int],
    scored: Sequence[tuple[float, Action]],
    samples: int,
    rng: Random,
) -> tuple[Action, tuple[Chance, ...]]:
    """The action with the best chance to win, and all chances; better actions get more samples.

    Sampled chances are noisy, so the heuristic score of each action counts too.
    """
    known = remembered(view, memory, pool)
    codes = np.array([code_of(action, known, view, memory) for _, action in scored])
    most = max(saved for saved, _ in scored)
    head_start = np.array([WIN_PER_POINT * (saved - most) for saved, _ in scored])
    wins, counts, alive = np.zeros(len(scored)), np.zeros(len(scored)), list(range(len(scored)))
    for share, survivors in STAGES:
        alive = _still_close(alive, wins / np.maximum(counts, 1) + head_start)[:survivors]
        if len(alive) == 1:
            break
        rounds = max(1, int(share * samples))
        known.row[RNG] = int(rng.random() * 2**53)
        wins[alive] += _played(known, codes[alive], memory.seat, rounds)
        counts[alive] += rounds
    means = np.maximum(0.0, wins / np.maximum(counts, 1) + head_start)
    chances = tuple(Chance(action, float(mean)) for (_, action), mean in zip(scored, means, strict=True))
    return scored[max(alive, key=lambda i: means[i])][1], chances


def _still_close(alive: list[int], means: Floats) -> list[int]:
    """The actions not more than `MAX_BEHIND` behind, best first."""
    best = max(means[i] for i in alive)
    return sorted((i for i in alive if means[i] > best - MAX_BEHIND), key=lambda i: -means[i])


@compiles("five-or-less", "sampled rounds")
def _played(known: RememberedRound, codes: Words, seat: Seat, rounds: int) -> Floats:
    """The sum of the chances to win after each action over sampled rounds."""
    wins, scratch = np.zeros(len(codes)), np.zeros((2, WIDTH), np.int64)
    play_out(
        *known,
        codes,
        seat,
        rounds,
        scratch,
        np.zeros(len(known.pool), np.int64),
        np.zeros(OUTCOME, np.int64),
        wins,
    )
    return wins
