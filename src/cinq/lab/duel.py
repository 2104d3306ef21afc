"""`python -m cinq.lab.duel GAME LEVEL LEVEL`: is one level better than another, at equal thinking time?

A level is a name with changes, as in `champion:samples=500`. The number of duplicates is fixed beforehand:
the first level plays every seat in turn against the second, with the same dealer's seed. Prints its share of
the wins with the 95 % interval over duplicates, and the mean CPU time of a decision of both, in these games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import nan, sqrt
from multiprocessing import Pool
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from cinq.bots.bot import load_bots
from cinq.core.game import Value
from cinq.games import GAMES, package
from cinq.lab.ladder import Duel, bar, duplicate
from cinq.lab.setup import BadSetup, filled, set_up

SURE = 1.96
"""Standard errors of a 95 % interval."""


class Played(NamedTuple):
    """One duplicate: the first level's share of the wins, decisions and their milliseconds."""

    share: float
    decisions: tuple[int, int]
    milliseconds: tuple[float, float]


class Verdict(NamedTuple):
    """What a duel found."""

    duplicates: int
    share: float
    error: float
    """Half the 95 % interval."""
    milliseconds: tuple[float, float]
    """The mean of a decision of each level."""

    def text(self) -> str:
        """One line."""
        one, other = self.milliseconds
        wins = f"{100 * self.share:.1f} ± {100 * self.error:.1f} % wins"
        return f"{self.duplicates} duplicates: {wins}; {one:.2f} against {other:.2f} ms a decision"


def level_of(game: str, text: str) -> Value:
    """The level `NAME` or `NAME:field=value,…` of a game; raises `BadSetup`."""
    bots, (name, _, changes) = load_bots(package(game)), text.partition(":")
    levels = {**bots.LEVELS, **bots.HEURISTICS}
    if name not in levels:
        raise BadSetup(f"{game} has no level {name!r}; there are {', '.join(levels)}")
    level = levels[name]
    kept = [f"{field}={msgspec.json.encode(value).decode()}" for field, value in asdict(level).items()]
    return filled(type(level), [*kept, *filter(None, changes.split(","))], f"a level of {game} has no field")


def played(duel: Duel) -> Played:
    """Plays one duplicate with its decisions timed."""
    times: tuple[list[float], list[float]] = [], []
    share = duplicate(duel, times)
    return Played(share, (len(times[0]), len(times[1])), (sum(times[0]), sum(times[1])))


def verdict(found: Sequence[Played]) -> Verdict:
    """The mean of all duplicates."""
    shares = [one.share for one in found]
    error = SURE * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else nan
    one, other = (
        sum(duplicate.milliseconds[at] for duplicate in found)
        / max(1, sum(duplicate.decisions[at] for duplicate in found))
        for at in range(2)
    )
    return Verdict(len(shares), fmean(shares), error, (one, other))


def fight(duels: Sequence[Duel], jobs: int) -> Verdict:
    """Plays all duplicates on `jobs` processes, with a progress bar on a terminal."""
    if jobs == 1:
        return verdict(list(bar(map(played, duels), len(duels))))
    with Pool(jobs) as pool:
        return verdict(list(bar(pool.imap(played, duels), len(duels))))


def main(words: Sequence[str] | None = None) -> None:
    """Plays a duel and prints its verdict."""
    parser = argparse.ArgumentParser(description="Two levels against each other.")
    parser.add_argument("game", help=f"one of {', '.join(GAMES)}")
    parser.add_argument("one", help="a level: NAME or NAME:field=value,…")
    parser.add_argument("other", help="the level at the other seats")
    parser.add_argument("--pairs", type=int, default=200, metavar="K", help="duplicates (default: 200)")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="players (default: 2)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of all chance (default: 0)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="processes (default: 1)")
    given = parser.parse_args(words)
    one, other = level_of(given.game, given.one), level_of(given.game, given.other)
    _, options = set_up(given.game, given.players, ())
    duels = [
        Duel(given.game, options, one, other, given.seed + number, given.players)
        for number in range(given.pairs)
    ]
    duplicate(duels[0])  # compiles, and is played again with the clock on
    print(fight(duels, given.jobs).text())


if __name__ == "__main__":
    main()
