"""Dix Mille's champion at the table beside the solver's numbers: `python -m bench dix-mille`.

Real games by the rules, dice thrown by the dealer, each seed twice with the chairs
exchanged; counted by who began, as the solver counts. The numbers of games were fixed before
the first was played.
"""

from __future__ import annotations

import random
from multiprocessing import Pool
from typing import NamedTuple

from cinq.core.game import Action, Actor, Value
from cinq.games import take_down
from cinq.games.dix_mille import NAME, Options
from cinq.games.dix_mille.view import View
from cinq.lab.arena import contest
from cinq.minds.dix_mille import LEVELS, THUMBS, DixMilleMind, Level
from cinq.minds.dix_mille_policy import Policy
from cinq.minds.mind import CHAMPION

RIVAL = "bank at 300 unless five dice, take over from two dice"
"""The best rule of thumb that is known."""
PAIRS = 10_000
SEED = 2_000_000


class Watcher(DixMilleMind):
    """A mind that remembers who began."""

    first: int | None = None

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Everything lies open."""
        self.first = view.first


class Won(NamedTuple):
    """What the champion won: in each chair of a pair, and whether it began."""

    shares: tuple[float, float]
    began: tuple[bool, bool]


def pair(rival: Level, seed: int) -> Won:
    """Two games from the same dice, the chairs exchanged."""
    shares, began = zip(*(_game(rival, seed, chair) for chair in (0, 1)), strict=True)
    return Won(shares, began)


def _game(rival: Level, seed: int, chair: int) -> tuple[float, bool]:
    levels = [LEVELS[CHAMPION] if seat == chair else rival for seat in (0, 1)]
    minds = [Watcher(seat, Options(), levels[seat], random.Random(f"{seed}/{seat}")) for seat in (0, 1)]
    winners = contest(take_down(NAME), 2, Options(), minds, random.Random(seed)).winners
    return (chair in winners) / len(winners), minds[chair].first == chair


def _against_rival(seed: int) -> Won:
    return pair(THUMBS[RIVAL], seed)


def _against_itself(seed: int) -> Won:
    return pair(LEVELS[CHAMPION], seed)


def mean(values: list[float]) -> str:
    """The average in percent with its 95 % interval."""
    n, middle = len(values), sum(values) / len(values)
    wide = 1.96 * (sum((value - middle) ** 2 for value in values) / (n - 1) / n) ** 0.5
    return f"{100 * middle:.2f} ± {100 * wide:.2f}"


def told(title: str, pairs: list[Won]) -> None:
    """By who began, and by the pair."""
    games = [game for won in pairs for game in zip(won.shares, won.began, strict=True)]
    print(f"{title}, {len(pairs):,} pairs; the champion wins, in percent")
    print(f"  beginning  {mean([share for share, began in games if began])}")
    print(f"  second     {mean([share for share, began in games if not began])}")
    print(f"  both       {mean([sum(won.shares) / 2 for won in pairs])}", flush=True)


def main() -> None:
    """Print both meetings."""
    seeds = range(SEED, SEED + PAIRS)
    first = Policy.load().opening[0]
    with Pool() as pool:
        told("champion against itself", pool.map(_against_itself, seeds, chunksize=50))
        print(f"  the solver: {100 * first:.2f} beginning, {100 * (1 - first):.2f} second")
        told(f"champion against '{RIVAL}'", pool.map(_against_rival, seeds, chunksize=50))


if __name__ == "__main__":
    main()
