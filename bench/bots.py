"""How long champions take to decide: `python -m bench bots`. Prints a table; goals are printed, not checked.

Times are CPU times of the deciding thread in games between champions. Where a decision takes about a
millisecond, the shortest of three runs counts.
"""

from __future__ import annotations

import random
import time

from cinq.bots.bot import CHAMPION, load_bots
from cinq.games import GAMES, load_game, package
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of
from cinq.lab.timed import Timed

GOALS = {"dix-mille": 1.0, "got-five": 1.0}
ELSEWHERE = 150.0
"""Milliseconds: the goal of the other games."""
ENOUGH = 1_500
"""Decisions measured for each game."""
BUDGET = 20.0
"""Seconds of CPU for each game at most."""


def champions(name: str, players: int, seed: int, times: list[float], tries: int = 1) -> None:
    """Plays one game between champions."""
    game, bots = load_game(name), load_bots(package(name))
    options, level = game.Options(), bots.LEVELS[CHAMPION]
    seats = [
        Timed(bots.make_bot(seat, players, options, level, random.Random(f"{seed}/{seat}")), times, tries)
        for seat in range(players)
    ]
    contest(game, players, options, seats, random.Random(seed), world_of(game))


def decisions(name: str, players: int) -> list[float]:
    """Milliseconds of many decisions, sorted; a first game is played to warm up."""
    times: list[float] = []
    champions(name, players, 0, times)
    times.clear()
    seed, until = 1, time.process_time() + BUDGET
    while len(times) < ENOUGH and time.process_time() < until:
        champions(name, players, seed, times, 3 if name in GOALS else 1)
        seed += 1
    return sorted(times)


def main() -> None:
    """Prints the table."""
    print(f"{'champion of':20} {'players':>7} {'decisions':>9} {'median':>9} {'p99':>9} {'most':>9}   goal")
    for name in GAMES:
        for players in (2, 4):
            times = decisions(name, players)
            middle, late = times[len(times) // 2], times[int(0.99 * len(times))]
            goal = f"≤ {GOALS.get(name, ELSEWHERE):.0f} ms"
            figures = " ".join(f"{figure:6.2f} ms" for figure in (middle, late, times[-1]))
            print(f"{name:20} {players:7} {len(times):9} {figures}   {goal}", flush=True)


if __name__ == "__main__":
    main()
