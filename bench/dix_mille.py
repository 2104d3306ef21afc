"""Compares the champion of Dix Mille in real games with the solver's numbers: `python -m bench dix-mille`.

Each seed is played twice with the seats exchanged, and counted by who began, as the solver counts. The
number of games was fixed before the first was played.
"""

from __future__ import annotations

import random
from multiprocessing import Pool
from typing import NamedTuple, cast

from cinq.bots.bot import CHAMPION, Bot
from cinq.bots.dix_mille.bot import HEURISTICS, LEVELS, DixMilleBot, Level
from cinq.core.game import Action, Actor, Value
from cinq.games import load_game
from cinq.games.dix_mille import NAME, Options
from cinq.games.dix_mille.view import View
from cinq.lab.arena import contest
from cinq.solvers.dix_mille.policy import Policy

RIVAL = "bank at 300 unless five dice, take over from two dice"
"""The best heuristic that is known."""
PAIRS = 10_000
SEED = 2_000_000


class Watcher(DixMilleBot):
    """A bot that remembers who began."""

    first: int | None = None

    def watch(self, actor: Actor, shown: Value | Action, view: View) -> None:
        """Remembers who began."""
        self.first = view.first


class Won(NamedTuple):
    """The champion's share of the win in each seat of a pair, and whether it began."""

    shares: tuple[float, float]
    began: tuple[bool, bool]


def pair(rival: Level, seed: int) -> Won:
    """Plays two games from the same seed, the seats exchanged."""
    shares, began = zip(*(_game(rival, seed, chair) for chair in (0, 1)), strict=True)
    return Won(shares, began)


def _game(rival: Level, seed: int, chair: int) -> tuple[float, bool]:
    levels = [LEVELS[CHAMPION] if seat == chair else rival for seat in (0, 1)]
    bots = [Watcher(seat, Options(), levels[seat], random.Random(f"{seed}/{seat}")) for seat in (0, 1)]
    seats = cast(list[Bot[Value]], bots)  # of this one game
    winners = contest(load_game(NAME), 2, Options(), seats, random.Random(seed)).winners
    return (chair in winners) / len(winners), bots[chair].first == chair


def _against_rival(seed: int) -> Won:
    return pair(HEURISTICS[RIVAL], seed)


def _against_itself(seed: int) -> Won:
    return pair(LEVELS[CHAMPION], seed)


def mean(values: list[float]) -> str:
    """The mean in percent with its 95 % interval."""
    n, middle = len(values), sum(values) / len(values)
    wide = 1.96 * (sum((value - middle) ** 2 for value in values) / (n - 1) / n) ** 0.5
    return f"{100 * middle:.2f} ± {100 * wide:.2f}"


def print_result(title: str, pairs: list[Won]) -> None:
    """Prints the means by who began, and of the pairs."""
    games = [game for won in pairs for game in zip(won.shares, won.began, strict=True)]
    print(f"{title}, {len(pairs):,} pairs; the champion wins, in percent")
    print(f"  beginning  {mean([share for share, began in games if began])}")
    print(f"  second     {mean([share for share, began in games if not began])}")
    print(f"  both       {mean([sum(won.shares) / 2 for won in pairs])}", flush=True)


def main() -> None:
    """Prints both matches."""
    seeds = range(SEED, SEED + PAIRS)
    first = Policy.load().opening[0]
    with Pool() as pool:
        print_result("champion against itself", pool.map(_against_itself, seeds, chunksize=50))
        print(f"  the solver: {100 * first:.2f} beginning, {100 * (1 - first):.2f} second")
        print_result(f"champion against '{RIVAL}'", pool.map(_against_rival, seeds, chunksize=50))


if __name__ == "__main__":
    main()
