"""The coach: a champion's advice to a seat, and the moves of a game that cost most.

It is a champion bot that has read the seat's own lines, so it knows what the seat knows. The state is
used here only to make views and lines; the bot does not get it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from cinq.bots.bot import CHAMPION, Bot, Hint, decision_of, load_bots
from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.core.log import Line
from cinq.core.observe import observe, transitions

WORST = 3
"""How many moves a review names."""
TELLING = 0.01
"""A smaller loss may be the coach's own error."""


class Cost(Value, frozen=True):
    """A move that was not the best one; `lost` is the difference in the chance to win."""

    line: int
    played: Action
    hint: Hint
    lost: float


def champion_at(package: str, seat: Seat, players: int, options: Value) -> Bot[Value]:
    """A champion bot at this seat, before the first line."""
    bots = load_bots(package)
    return bots.make_bot(seat, players, options, bots.LEVELS[CHAMPION], random.Random(seat))


def advise(
    game: AnyGame, package: str, players: int, options: Value, lines: Iterable[Line], seat: Seat
) -> Hint | None:
    """The coach's advice to the seat after these lines."""
    bot, s = champion_at(package, seat, players, options), game.start(players, options)
    for seen in observe(game, seat, transitions(game, s, lines), story=False):
        bot.watch(seen.line.actor, seen.shown, seen.view)
        s = seen.line.after
    return _hint(game, s, seat, bot)


def review_moves(
    game: AnyGame,
    package: str,
    players: int,
    options: Value,
    lines: Sequence[Line],
    seat: Seat,
    tired: Callable[[], bool] = lambda: False,
) -> list[Cost]:
    """The moves of this seat that cost most, the worst first; it stops early when `tired()` is true."""
    bot, s = champion_at(package, seat, players, options), game.start(players, options)
    costs: list[Cost] = []
    for number, seen in enumerate(observe(game, seat, transitions(game, s, lines), story=False)):
        if tired():
            break
        line = seen.line
        if line.actor == seat and (hint := _compared(game, line.before, seat, bot, line.action)):
            costs += _cost(number, line.action, hint)
        bot.watch(line.actor, seen.shown, seen.view)
    return sorted(costs, key=lambda cost: -cost.lost)[:WORST]


def _cost(number: int, played: Action, hint: Hint) -> list[Cost]:
    chances = {chance.action: chance.win for chance in hint.chances}
    if played not in chances or hint.best not in chances:
        return []
    lost = round(chances[hint.best] - chances[played], 4)
    return [Cost(number, played, hint, lost)] if lost >= TELLING else []


def _compared(game: AnyGame, s: Value, seat: Seat, bot: Bot[Value], played: Action) -> Hint | None:
    """The coach's advice, with a chance for the move that was played.

    If the advice does not list that move, the bot is asked again with a menu of two: the best and it.
    """
    hint = _hint(game, s, seat, bot)
    if hint is None or hint.best in (None, played) or played in [chance.action for chance in hint.chances]:
        return hint
    menu = game.view(s, seat), (hint.best, played), game.open_choices(s, seat)
    return replace(hint, chances=again.chances) if (again := bot.hint(*menu)) else hint


def _hint(game: AnyGame, s: Value, seat: Seat, bot: Bot[Value]) -> Hint | None:
    if seat not in game.actors(s):
        return None
    return bot.hint(*decision_of(game, s, seat))
