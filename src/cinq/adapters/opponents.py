"""Who sits on the other seats: a random player, or one of the bots of `cinq.bots`.

Bots read views and lines of the rules. The game itself runs compiled, so the rules are played beside it,
line by line, only where a bot sits.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Protocol

from cinq.adapters.decisions import WAIT, Decisions, code_of
from cinq.bots.bot import Bot, decision_of, load_bots
from cinq.core.game import Action, Actor, AnyGame, Seat, Value
from cinq.core.observe import Applied, observe
from cinq.games import package

RANDOM = "random"


class Opponent(Protocol):
    """Chooses a code when its seat is asked."""

    def choose(self, decisions: Decisions) -> int: ...


class RandomOpponent:
    """Any code of the mask, all alike."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, decisions: Decisions) -> int:
        choices = decisions.mask(decisions.seat).nonzero()[0].tolist()
        return code_of(self._rng.choice(choices), decisions.actions)


class SeatedBot:
    """A bot at a seat of a game of the rules: it is told every line as its seat sees it."""

    def __init__(self, rules: AnyGame, bot: Bot[Value], seat: Seat) -> None:
        self._rules, self._bot, self._seat = rules, bot, seat

    def watch(self, line: Applied) -> None:
        """Show the bot a line as its seat sees it."""
        for seen in observe(self._rules, self._seat, [line], story=False):
            self._bot.watch(line.actor, seen.shown, seen.view)

    def choose(self, s: Value) -> Action | None:
        """What the bot does now; None to let others act."""
        rules, seat = self._rules, self._seat
        choice = self._bot.choose(*decision_of(rules, s, seat))
        return None if choice is None else choice.action


def seat_bot(
    rules: AnyGame, seat: Seat, players: int, options: Value, level: str, rng: random.Random
) -> SeatedBot:
    """Seat a bot of a level, or a named heuristic. ValueError if there is none of that name."""
    module = load_bots(package(rules.NAME))
    levels: Mapping[str, Value] = {**module.LEVELS, **module.HEURISTICS}
    if level not in levels:
        raise ValueError(f"no bot is called {level!r}; there are {RANDOM}, {', '.join(levels)}")
    return SeatedBot(rules, module.make_bot(seat, players, options, levels[level], rng), seat)


class BotOpponent:
    """A bot in a compiled game, which looks at the rules' game beside it."""

    def __init__(self, table: RulesTable, bot: SeatedBot) -> None:
        self._table, self._bot = table, bot

    def choose(self, decisions: Decisions) -> int:
        action = self._bot.choose(self._table.state)
        if action is None:
            return WAIT
        return decisions.game.kernel.encode(action, decisions.game.row, decisions.seat)


class RulesTable:
    """The game as the rules play it, in step with the compiled one, for bots to look at."""

    def __init__(self, decisions: Decisions) -> None:
        self.rules: AnyGame = decisions.engine.rules
        self.options = self.rules.Options() if decisions.options is None else decisions.options
        self.players = decisions.players
        self.bots: list[SeatedBot] = []
        self.state = self.rules.start(self.players, self.options)

    def seat(self, seat: Seat, level: str, rng: random.Random) -> BotOpponent:
        """A bot sits down."""
        self.bots.append(seat_bot(self.rules, seat, self.players, self.options, level, rng))
        return BotOpponent(self, self.bots[-1])

    def watch(self, actor: Actor, action: Action) -> None:
        """Play a line of the compiled game here too."""
        line = Applied(self.state, actor, action, self.rules.apply(self.state, actor, action))
        self.state = line.after
        for bot in self.bots:
            bot.watch(line)


def seat_opponents(
    decisions: Decisions, levels: Mapping[Seat, str], seed: int
) -> tuple[dict[Seat, Opponent], RulesTable | None]:
    """Opponents for a new game. Their table, if any, must watch the game from its first line on."""
    rng = random.Random(seed)
    table = RulesTable(decisions) if any(level != RANDOM for level in levels.values()) else None
    seated: dict[Seat, Opponent] = {}
    for seat, level in levels.items():
        if level == RANDOM:
            seated[seat] = RandomOpponent(rng)
        else:
            assert table is not None
            seated[seat] = table.seat(seat, level, rng)
    return seated, table
