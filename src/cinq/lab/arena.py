"""Minds at one table, without clocks or sockets: who would move first, moves.

Time is simulated: every mind that may act says what it wants and after how long; the
quickest acts, and everyone thinks again. So races are run with the minds' own reactions.
"""

from __future__ import annotations

from collections.abc import Sequence

from cinq.core.chance import Random
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Result, Seat, Value, is_seat
from cinq.core.play import Chooser, by_chance
from cinq.minds.mind import Choice, Mind

LIMIT = 20_000
"""Lines after which a game of minds is given up as endless: a fault, not a result."""


class Endless(Exception):
    """Minds that never finish, or that all wait for one another."""


def contest(
    game: AnyGame,
    players: int,
    options: Value,
    minds: Sequence[Mind[Value]],
    dealer: Random,
    world: Chooser = by_chance,
) -> Result:
    """One game between minds; `dealer` is the source of dice and cards only."""
    s = game.start(players, options)
    for _ in range(LIMIT):
        if (result := game.result(s)) is not None:
            return result
        actor, action = _next(game, s, minds, dealer, world)
        after = game.apply(s, actor, action)
        for seat, mind in enumerate(minds):
            mind.watch(actor, game.seen(s, seat, actor, action), game.view(after, seat))
        s = after
    raise Endless(f"{game.NAME}: not over after {LIMIT:,} lines")


def _next(
    game: AnyGame, s: Value, minds: Sequence[Mind[Value]], dealer: Random, world: Chooser
) -> tuple[Actor, Action]:
    who = game.actors(s)
    if not is_seat(who[0]):
        said = by_chance(game, s, DEALER, dealer) if who[0] == DEALER else world(game, s, WORLD, dealer)
        assert said is not None, "the dealer and the world never wait"
        return who[0], said
    wishes = [
        (choice, seat) for seat in who if isinstance(seat, int) and (choice := _ask(game, s, seat, minds))
    ]
    if not wishes:
        raise Endless(f"{game.NAME}: everyone waits for everyone")
    choice, seat = min(wishes, key=lambda wish: wish[0].after)
    rule = game.refusal(s, seat, choice.action)
    assert rule is None, f"a mind of {game.NAME} broke {rule}: {choice.action}"
    return seat, choice.action


def _ask(game: AnyGame, s: Value, seat: Seat, minds: Sequence[Mind[Value]]) -> Choice | None:
    return minds[seat].choose(game.view(s, seat), game.legal(s, seat), game.open_choices(s, seat))
