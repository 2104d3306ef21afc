"""`python -m cinq.bots.warm_up`: compiles what the champions play out, into a cache on disk.

It takes about twenty seconds of one core, once a machine; without it the first game waits for that.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence

from cinq.bots.bot import CHAMPION, Bot, decision_of, load_bots
from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.core.observe import Applied, observe
from cinq.core.play import by_chance
from cinq.games import load_game, package

COMPILED = ("five-or-less", "five-millimetres")
"""The games whose champions run compiled code."""
LINES = 30
"""Lines of a game between champions: enough for a decision of each kind."""


def main() -> None:
    """Begins a game of each kind between champions."""
    for name in COMPILED:
        _begin(load_game(name), name)


def _begin(game: AnyGame, name: str) -> None:
    module, options, rng = load_bots(package(name)), game.Options(), random.Random(1)
    bots = [module.make_bot(seat, 2, options, module.LEVELS[CHAMPION], rng) for seat in range(2)]
    s = game.start(2, options)
    for _ in range(LINES):
        actor, action = _next(game, s, bots, rng)
        line = Applied(s, actor, action, game.apply(s, actor, action))
        for seat, bot in enumerate(bots):
            (seen,) = observe(game, seat, (line,), story=False)
            bot.watch(actor, seen.shown, seen.view)
        s = line.after


def _next(game: AnyGame, s: Value, bots: Sequence[Bot[Value]], rng: random.Random) -> tuple[Actor, Action]:
    """What the first champion that wants to act does, or what chance says."""
    for actor in game.actors(s):
        if isinstance(actor, int):
            choice = bots[actor].choose(*decision_of(game, s, actor))
            if choice is not None:
                return actor, choice.action
    said = by_chance(game, s, actor, rng)
    assert said is not None
    return actor, said


if __name__ == "__main__":
    os.nice(10)
    main()
