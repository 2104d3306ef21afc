"""Plays games between bots without clocks or sockets.

Time is simulated: every bot that may act gives an action and a delay; the one whose time comes first acts,
and all are asked again. Races are thus decided by the bots' own reaction times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cinq.bots.bot import Bot, Choice, Plan, decision_of, planned
from cinq.core.chance import Random
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Result, Seat, Value, is_seat
from cinq.core.observe import Applied, observe
from cinq.core.play import Chooser, by_chance
from cinq.games import live_facts

LIMIT = 20_000
"""Lines after which a game counts as endless, which is an error."""


class Endless(Exception):
    """The bots do not finish the game, or all wait for one another."""


def contest(
    game: AnyGame,
    players: int,
    options: Value,
    bots: Sequence[Bot[Value]],
    dealer: Random,
    world: Chooser = by_chance,
) -> Result:
    """Plays one game between bots; `dealer` is the source of dice and cards only."""
    last = game.start(players, options)
    for line in lines(game, players, options, bots, dealer, world):
        last = line.after
    result = game.result(last)
    assert result is not None
    return result


def lines(
    game: AnyGame,
    players: int,
    options: Value,
    bots: Sequence[Bot[Value]],
    dealer: Random,
    world: Chooser = by_chance,
) -> Iterator[Applied]:
    """The lines of one game between bots, as they are played. Raises Endless after LIMIT lines."""
    s, plans = game.start(players, options), _Plans(live_facts(game.NAME).claims)
    for _ in range(LIMIT):
        if game.result(s) is not None:
            return
        actor, action = _next(game, s, bots, plans, dealer, world)
        line = Applied(s, actor, action, game.apply(s, actor, action))
        for seat, bot in enumerate(bots):
            (seen,) = observe(game, seat, (line,), story=False)
            bot.watch(actor, seen.shown, seen.view)
        yield line
        s = line.after
    raise Endless(f"{game.NAME}: not over after {LIMIT:,} lines")


class _Plans:
    """What each bot is about to do, in simulated time."""

    def __init__(self, claims: tuple[type[Action], ...]) -> None:
        self._now, self._claims = 0.0, claims
        self._of = dict[Seat, Plan]()

    def renew(self, wishes: Mapping[Seat, Choice]) -> None:
        """After a line: what those want who were asked; the others want nothing now."""
        self._of = {
            seat: planned(choice, self._now, self._of.get(seat), self._claims)
            for seat, choice in wishes.items()
        }

    def first(self) -> tuple[Seat, Action]:
        """The seat whose time comes first, and what it does then."""
        seat = min(self._of, key=lambda seat: self._of[seat].at)
        plan = self._of.pop(seat)
        self._now = plan.at
        return seat, plan.action


def _next(
    game: AnyGame, s: Value, bots: Sequence[Bot[Value]], plans: _Plans, dealer: Random, world: Chooser
) -> tuple[Actor, Action]:
    who = game.actors(s)
    if not is_seat(who[0]):
        said = by_chance(game, s, DEALER, dealer) if who[0] == DEALER else world(game, s, WORLD, dealer)
        assert said is not None, "the dealer and the world never wait"
        return who[0], said
    asked = {seat: _ask(game, s, seat, bots) for seat in who if isinstance(seat, int)}
    wishes = {seat: choice for seat, choice in asked.items() if choice is not None}
    if not wishes:
        raise Endless(f"{game.NAME}: all bots wait")
    plans.renew(wishes)
    seat, action = plans.first()
    rule = game.refusal(s, seat, action)
    assert rule is None, f"a bot of {game.NAME} broke {rule}: {action}"
    return seat, action


def _ask(game: AnyGame, s: Value, seat: Seat, bots: Sequence[Bot[Value]]) -> Choice | None:
    return bots[seat].choose(*decision_of(game, s, seat))
