"""`python -m cinq.bots.warm_up`: compiles what the champions play out, into a cache on disk.

It takes about half a minute of one core, once a machine; without it the first game waits for that.
Of several servers that start at once on one machine, one compiles and the others wait for it.
With `--end-with-input` it ends when its standard input does: a server that is killed leaves none behind.
"""

from __future__ import annotations

import os
import random
import sys
import threading
from collections.abc import Sequence

from cinq.bots.bot import CHAMPION, Bot, decision_of, load_bots
from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.core.observe import Applied, observe
from cinq.core.play import by_chance
from cinq.fast import ROLLOUTS
from cinq.fast.compiled import cache_folder
from cinq.fast.process_lock import one_process
from cinq.games import folder, load_game, package

LINES = 30
"""Lines of a game between champions: enough for a decision of each kind."""


def main() -> None:
    """Begins games of each kind between champions: few, for whom a network may have learned, and many."""
    for name in ROLLOUTS:
        game = load_game(name)
        with one_process(cache_folder(f"cinq.fast.{folder(name)}") / "warm-up.lock"):
            for players in (min(game.PLAYERS), max(game.PLAYERS)):
                begin(game, name, players)


def begin(game: AnyGame, name: str, players: int) -> None:
    """Plays the first lines of a game between champions."""
    module, options, rng = load_bots(package(name)), game.Options(), random.Random(1)
    bots = [module.make_bot(seat, players, options, module.LEVELS[CHAMPION], rng) for seat in range(players)]
    s = game.start(players, options)
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


def _end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # files of the cache are put in place whole


if __name__ == "__main__":
    os.nice(10)
    if "--end-with-input" in sys.argv:
        threading.Thread(target=_end_with_input, daemon=True).start()
    main()
