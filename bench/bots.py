"""How long champions take to decide: `python -m bench bots`. Prints a table; goals are printed, not checked.

Times are CPU times of the deciding thread in games between champions. Where a decision takes about a
millisecond, the shortest of three runs counts.
"""

from __future__ import annotations

import copy
import math
import random
import time
from collections.abc import Sequence

from cinq.bots.bot import CHAMPION, Bot, Choice, Hint, load_bots
from cinq.core.game import Action, Actor, OpenChoice, Value
from cinq.games import GAMES, load_game, package
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of

Question = tuple[Value, Sequence[Action], Sequence[OpenChoice]]
GOALS = {"dix-mille": 1.0, "got-five": 1.0}
ELSEWHERE = 150.0
"""Milliseconds: the goal of the other games."""
ENOUGH = 1_500
"""Decisions measured for each game."""
BUDGET = 20.0
"""Seconds of CPU for each game at most."""


def cpu(bot: Bot[Value], asked: Question) -> tuple[float, Choice | None]:
    """The milliseconds of one decision, and the decision."""
    began = time.thread_time()
    choice = bot.choose(*asked)
    return 1_000 * (time.thread_time() - began), choice


class Timed:
    """A bot that records the CPU milliseconds of its decisions."""

    def __init__(self, bot: Bot[Value], times: list[float], tries: int = 1) -> None:
        self.bot, self.times, self.tries = bot, times, tries

    def watch(self, actor: Actor, shown: Value | Action, view: Value) -> None:
        """Passes the line on; not timed."""
        self.bot.watch(actor, shown, view)

    def choose(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        """A decision, timed where there is more than one action."""
        asked, took = (view, listed, templates), math.inf
        for _ in range(self.tries - 1):
            took = min(took, cpu(copy.deepcopy(self.bot), asked)[0])
        last, choice = cpu(self.bot, asked)
        if len(listed) + len(templates) > 1:
            self.times.append(min(took, last))
        return choice

    def hint(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Hint | None:
        """Passes the question on; not used here."""
        return self.bot.hint(view, listed, templates)


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
