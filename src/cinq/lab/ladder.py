"""The ladder: plays levels and heuristics against each other and rates them in Elo, with intervals.

In a *duplicate*, one bot plays every seat in turn against bots of another name, with the same dealer's seed,
so that luck mostly cancels; between two players it is a pair of games with the seats exchanged. Bootstrap
intervals resample duplicates, not games.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, permutations
from multiprocessing import Pool
from typing import NamedTuple, TypeVar

from cinq.bots.bot import BEGINNER, CHAMPION, LADDER, Bot, load_bots
from cinq.core.game import Seat, Value
from cinq.games import load_game, package
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of
from cinq.lab.timed import Timed

RESAMPLES = 400
ELO = 400 / math.log(10)
"""Elo points per unit of log-odds."""


class Pairing(Value, frozen=True):
    """Two names, and the first one's share of the wins (0 to 1) in each duplicate."""

    one: str
    other: str
    shares: tuple[float, ...]

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)


class Rating(Value, frozen=True):
    """The Elo of a name, relative to the beginner, with its 95 % interval."""

    name: str
    elo: float
    low: float
    high: float


class Ladder(Value, frozen=True):
    """The result of `cinq ladder`."""

    game: str
    pairs: int
    players: int
    ratings: tuple[Rating, ...]
    pairings: tuple[Pairing, ...]
    luck: float | None
    """The part of a two-player game's outcome that skill does not explain, champion against beginner."""


class Duel(NamedTuple):
    """One duplicate to play: a level at a table of another one."""

    game: str
    options: Value
    one: Value
    other: Value
    seed: int
    players: int = 2


T = TypeVar("T")
Progress = Callable[[Iterable[float], int], Iterable[float]]
Times = tuple[list[float], list[float]]
"""Milliseconds of the decisions of the first level, and of the second."""


def climb(
    name: str,
    pairs: int,
    seed: int,
    options: Value | None = None,
    jobs: int = 1,
    players: int = 2,
    progress: Progress = lambda done, _: done,
) -> Ladder:
    """Plays every pairing on `jobs` processes and rates all names."""
    bots = load_bots(package(name))
    chosen = load_game(name).Options() if options is None else options
    levels = {**bots.LEVELS, **bots.HEURISTICS}
    names = list(levels)
    meetings = list((combinations if players == 2 else permutations)(names, 2))
    duels = [
        Duel(name, chosen, levels[one], levels[other], seed + number, players)
        for one, other in meetings
        for number in range(pairs)
    ]
    with _played(duels, jobs) as played:
        shares = list(progress(played, len(duels)))
    pairings = tuple(
        Pairing(*meeting, tuple(shares[pairs * at : pairs * (at + 1)])) for at, meeting in enumerate(meetings)
    )
    luck = _luck(pairings) if players == 2 else None
    return Ladder(name, pairs, players, _ratings(names, pairings, seed, players), pairings, luck)


@contextmanager
def _played(duels: Sequence[Duel], jobs: int) -> Iterator[Iterable[float]]:
    """The first one's share of each duplicate, in order; it does not depend on the number of processes."""
    if jobs == 1:
        yield map(duplicate, duels)
        return
    with Pool(jobs) as pool:
        yield pool.imap(duplicate, duels, chunksize=max(1, min(50, len(duels) // (20 * jobs))))


def duplicate(duel: Duel, times: Times | None = None) -> float:
    """Plays a duplicate, a game from each seat with one dealer's seed; returns the first one's share.

    `times` gets the milliseconds of both levels' decisions.
    """
    return sum(_share(duel, here, times) for here in range(duel.players)) / duel.players


def _share(duel: Duel, here: Seat, times: Times | None) -> float:
    """Plays one game; returns the share of the win of the seat with the first level."""
    game, bots = load_game(duel.game), load_bots(package(duel.game))
    seats = list[Bot[Value]]()
    for seat in range(duel.players):
        level, rng = duel.one if seat == here else duel.other, random.Random(f"{duel.seed}/{seat}")
        bot = bots.make_bot(seat, duel.players, duel.options, level, rng)
        seats.append(Timed(bot, times[seat != here]) if times else bot)
    result = contest(game, duel.players, duel.options, seats, random.Random(duel.seed), world_of(game))
    return 1 / len(result.winners) if here in result.winners else 0.0


def _ratings(
    names: Sequence[str], pairings: Sequence[Pairing], seed: int, players: int = 2
) -> tuple[Rating, ...]:
    rng = random.Random(seed)
    best = _fit(names, [(p.one, p.other, p.share) for p in pairings], players)
    samples = [_fit(names, [_resampled(p, rng) for p in pairings], players) for _ in range(RESAMPLES)]
    return tuple(_rating(name, best[name], sorted(sample[name] for sample in samples)) for name in names)


def _rating(name: str, elo: float, sampled: Sequence[float]) -> Rating:
    edge = round(0.025 * len(sampled))
    return Rating(name, round(elo, 1), round(sampled[edge], 1), round(sampled[-1 - edge], 1))


def _resampled(pairing: Pairing, rng: random.Random) -> tuple[str, str, float]:
    shares = rng.choices(pairing.shares, k=len(pairing.shares))
    return pairing.one, pairing.other, sum(shares) / len(shares)


def _fit(
    names: Sequence[str], results: Sequence[tuple[str, str, float]], players: int = 2
) -> dict[str, float]:
    """Fits a Bradley-Terry model by gradient steps on log-odds; shares are clipped to 0.005 and 0.995.

    With more than two at a table, a chance is proportional to the strength.
    """
    theta = dict.fromkeys(names, 0.0)
    bounded = [(one, other, min(max(share, 0.005), 0.995)) for one, other, share in results]
    for _ in range(300):
        pull = dict.fromkeys(names, 0.0)
        for one, other, share in bounded:
            surprise = share - 1 / (1 + (players - 1) * math.exp(theta[other] - theta[one]))
            pull[one] += surprise
            pull[other] -= surprise
        for name in names:
            theta[name] += 4 * pull[name] / len(names) / players
    return {name: ELO * (theta[name] - theta[names[0]]) for name in names}


def _luck(pairings: Sequence[Pairing]) -> float:
    """1 − (2p − 1)², p the champion's share against the beginner."""
    for pairing in pairings:
        if {pairing.one, pairing.other} == {BEGINNER, CHAMPION}:
            return round(1 - (2 * pairing.share - 1) ** 2, 3)
    return math.nan


def report(ladder: Ladder) -> str:
    """The ladder as text: ratings, then every pairing."""
    luck = "" if ladder.luck is None else f"; luck's share {ladder.luck:.0%}"
    rows = [f"{ladder.game}, {ladder.players} at a table: {ladder.pairs} duplicates a pairing{luck}"]
    rows += [f"  {r.name:16} {r.elo:7.0f}   [{r.low:.0f}, {r.high:.0f}]" for r in ladder.ratings]
    rows += [f"  {p.one} – {p.other}: {p.share:.1%}" for p in ladder.pairings]
    return "\n".join(rows)


def plot(ladder: Ladder, path: str) -> None:
    """Plots Elo with intervals, one row for each name, the best on top."""
    from matplotlib.figure import Figure

    ranked = sorted(ladder.ratings, key=lambda rating: rating.elo)
    figure = Figure(figsize=(8, 0.35 * len(ranked) + 1.2), layout="constrained")
    axes = figure.subplots()
    for row, rating in enumerate(ranked):
        colour = "#D6452B" if rating.name in LADDER else "#5B6470"
        axes.plot([rating.low, rating.high], [row, row], color=colour, linewidth=2)
        axes.plot([rating.elo], [row], "o", color=colour)
    axes.set_yticks(range(len(ranked)), [rating.name for rating in ranked])
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("Elo above the beginner, with 95 % intervals")
    axes.set_title(f"{load_game(ladder.game).TITLE}, {ladder.players} players")
    figure.savefig(path)


def bar(done: Iterable[T], total: int) -> Iterable[T]:
    """Wraps an iterable in a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return done
    from tqdm import tqdm

    return tqdm(done, total=total, unit="pair", leave=False)
