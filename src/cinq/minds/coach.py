"""The coach: what a champion at your seat would do, and what your game's worst moves cost.

It knows what the seat knows: it is a champion's mind that has read the seat's own lines.
The state passes through here only to make views and lines; no mind ever gets it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from cinq.core.game import Action, AnyGame, Seat, Value
from cinq.core.log import Line
from cinq.minds.mind import CHAMPION, Hint, Mind, minds_of

WORST = 3
"""How many moves the look back names."""
TELLING = 0.01
"""A smaller difference is as likely the coach's own error."""


class Cost(Value, frozen=True):
    """A move that could have been better: by how much the chance to win fell short."""

    line: int
    played: Action
    hint: Hint
    lost: float


def champion_at(package: str, seat: Seat, players: int, options: Value) -> Mind[Value]:
    """A champion who sits down at this seat before the game."""
    minds = minds_of(package)
    return minds.sit(seat, players, options, minds.LEVELS[CHAMPION], random.Random(seat))


def advise(
    game: AnyGame, package: str, players: int, options: Value, lines: Iterable[Line], seat: Seat
) -> Hint | None:
    """What the coach says to the seat after these lines."""
    mind, s = champion_at(package, seat, players, options), game.start(players, options)
    for line in lines:
        s = _follow(game, s, line, seat, mind)
    return _hint(game, s, seat, mind)


def look_back(
    game: AnyGame,
    package: str,
    players: int,
    options: Value,
    lines: Sequence[Line],
    seat: Seat,
    tired: Callable[[], bool] = lambda: False,
) -> list[Cost]:
    """The moves of this seat that cost most, dearest first; of those made until the coach was tired."""
    mind, s = champion_at(package, seat, players, options), game.start(players, options)
    costs: list[Cost] = []
    for number, line in enumerate(lines):
        if tired():
            break
        if line.actor == seat and (hint := _compared(game, s, seat, mind, line.action)):
            costs += _cost(number, line.action, hint)
        s = _follow(game, s, line, seat, mind)
    return sorted(costs, key=lambda cost: -cost.lost)[:WORST]


def _cost(number: int, played: Action, hint: Hint) -> list[Cost]:
    chances = {chance.action: chance.win for chance in hint.chances}
    if played not in chances or hint.best not in chances:
        return []
    lost = round(chances[hint.best] - chances[played], 4)
    return [Cost(number, played, hint, lost)] if lost >= TELLING else []


def _compared(game: AnyGame, s: Value, seat: Seat, mind: Mind[Value], played: Action) -> Hint | None:
    """What the coach says, with a price for what was played: if it did not weigh that, it is asked again.

    The second question is a menu of two, the best action and the one that was played.
    """
    hint = _hint(game, s, seat, mind)
    if hint is None or hint.best in (None, played) or played in [chance.action for chance in hint.chances]:
        return hint
    menu = game.view(s, seat), (hint.best, played), game.open_choices(s, seat)
    return replace(hint, chances=again.chances) if (again := mind.hint(*menu)) else hint


def _hint(game: AnyGame, s: Value, seat: Seat, mind: Mind[Value]) -> Hint | None:
    if seat not in game.actors(s):
        return None
    return mind.hint(game.view(s, seat), game.legal(s, seat), game.open_choices(s, seat))


def _follow(game: AnyGame, s: Value, line: Line, seat: Seat, mind: Mind[Value]) -> Value:
    after = game.apply(s, line.actor, line.action)
    mind.watch(line.actor, game.seen(s, seat, line.actor, line.action), game.view(after, seat))
    return after
