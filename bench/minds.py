"""How long the champions think: `python -m bench minds`. Prints a table; never fails on time.

Times are CPU times of the deciding thread in games between champions, so that other work on the
machine disturbs them less; of those that take about a millisecond the least disturbed of three.
"""

from __future__ import annotations

import copy
import math
import random
import time
from collections.abc import Sequence

from cinq.core.game import Action, Actor, OpenChoice, Value
from cinq.games import SHELF, package, take_down
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of
from cinq.minds.mind import CHAMPION, Choice, Hint, Mind, minds_of

Question = tuple[Value, Sequence[Action], Sequence[OpenChoice]]
GOALS = {"dix-mille": 1.0, "got-five": 1.0}
ELSEWHERE = 150.0
"""Milliseconds."""
ENOUGH = 1_500
"""Decisions after which a game's figures are steady."""
BUDGET = 20.0
"""Seconds of CPU a game is measured for at most."""


def cpu(mind: Mind[Value], asked: Question) -> tuple[float, Choice | None]:
    """The milliseconds of one decision, and the decision."""
    began = time.thread_time()
    choice = mind.choose(*asked)
    return 1_000 * (time.thread_time() - began), choice


class Timed:
    """A mind, and the CPU milliseconds that each of its decisions took."""

    def __init__(self, mind: Mind[Value], times: list[float], tries: int = 1) -> None:
        self.mind, self.times, self.tries = mind, times, tries

    def watch(self, actor: Actor, shown: Value | Action, view: Value) -> None:
        """Watching is not timed: it happens while others think."""
        self.mind.watch(actor, shown, view)

    def choose(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A decision, timed where there is one to make."""
        asked, took = (view, listed, templates), math.inf
        for _ in range(self.tries - 1):
            took = min(took, cpu(copy.deepcopy(self.mind), asked)[0])
        last, choice = cpu(self.mind, asked)
        if len(listed) + len(templates) > 1:
            self.times.append(min(took, last))
        return choice

    def hint(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """Nobody asks."""
        return self.mind.hint(view, listed, templates)


def champions(name: str, players: int, seed: int, times: list[float], tries: int = 1) -> None:
    """One game between champions."""
    game, minds = take_down(name), minds_of(package(name))
    options, level = game.Options(), minds.LEVELS[CHAMPION]
    seats = [
        Timed(minds.sit(seat, players, options, level, random.Random(f"{seed}/{seat}")), times, tries)
        for seat in range(players)
    ]
    contest(game, players, options, seats, random.Random(seed), world_of(game))


def decisions(name: str, players: int) -> list[float]:
    """Milliseconds of many decisions, sorted; the first game warms up and does not count."""
    times: list[float] = []
    champions(name, players, 0, times)
    times.clear()
    seed, until = 1, time.process_time() + BUDGET
    while len(times) < ENOUGH and time.process_time() < until:
        champions(name, players, seed, times, 3 if name in GOALS else 1)
        seed += 1
    return sorted(times)


def main() -> None:
    """Print the table."""
    print(f"{'champion of':20} {'players':>7} {'decisions':>9} {'median':>9} {'p99':>9} {'most':>9}   goal")
    for name in SHELF:
        for players in (2, 4):
            times = decisions(name, players)
            middle, late = times[len(times) // 2], times[int(0.99 * len(times))]
            goal = f"≤ {GOALS.get(name, ELSEWHERE):.0f} ms"
            figures = " ".join(f"{figure:6.2f} ms" for figure in (middle, late, times[-1]))
            print(f"{name:20} {players:7} {len(times):9} {figures}   {goal}", flush=True)


if __name__ == "__main__":
    main()
