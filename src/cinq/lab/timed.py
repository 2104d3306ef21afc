"""Bots whose decisions are timed: CPU time of the deciding thread, in milliseconds."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Sequence

from cinq.bots.bot import Bot, Choice, Hint
from cinq.core.game import Action, Actor, OpenChoice, Value

Question = tuple[Value, Sequence[Action], Sequence[OpenChoice]]


def cpu(bot: Bot[Value], asked: Question) -> tuple[float, Choice | None]:
    """The milliseconds of one decision, and the decision."""
    began = time.thread_time()
    choice = bot.choose(*asked)
    return 1_000 * (time.thread_time() - began), choice


class Timed:
    """A bot that records the CPU milliseconds of its decisions; of several tries the shortest counts."""

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
        """Passes the question on; not timed."""
        return self.bot.hint(view, listed, templates)
