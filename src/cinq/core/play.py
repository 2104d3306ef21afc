"""Runs a game to its end with a chooser at every seat.

`playout` is the unchecked loop for searches and figures; `play` checks every line and keeps
the log. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cinq.core.chance import Random
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Value, no_open_choices, step
from cinq.core.log import Line

Chooser: TypeAlias = Callable[[AnyGame, Value, Actor, Random], Action | None]
"""Given the game, the state and the actor: one action, or None to let others act first.
For tests and simulations; a bot never gets a state."""
OPEN_CHOICE_SHARE = 0.02
"""The share of a random seat's actions that fill in a template instead of taking a listed action."""


class NoWorld(Exception):
    """The world owes a line that chance cannot give: it needs physics or the game's stand-in."""


def random_seat(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Action | None:
    """A random listed action, or (`OPEN_CHOICE_SHARE`) a template filled in at random."""
    if rng.random() < OPEN_CHOICE_SHARE and (filled := _filled_in(game, s, actor, rng)):
        return filled
    listed = game.legal(s, actor)
    return listed[int(rng.random() * len(listed))] if listed else None


def _filled_in(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Action | None:
    templates = game.open_choices(s, actor)
    return templates[int(rng.random() * len(templates))].sample(rng) if templates else None


def by_chance(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Action:
    """Sample what the dealer writes, or the world where it is chance. Raises NoWorld."""
    chance = game.chance(s)
    if chance is None:
        raise NoWorld(f"{game.NAME}: {actor} owes a line that chance cannot give")
    return chance.sample(rng)


def playout(game: AnyGame, s: Value, rng: Random, world: Chooser = by_chance) -> tuple[Value, int]:
    """Play random seats to the end, unchecked; the last state and the number of lines."""
    actors, legal, apply, chance = game.actors, game.legal, game.apply, game.chance
    share = 0.0 if game.open_choices is no_open_choices else OPEN_CHOICE_SHARE
    uniform, moves = rng.random, 0
    while who := actors(s):
        actor = who[0] if len(who) == 1 else who[int(uniform() * len(who))]
        if actor.__class__ is not int:
            owed = chance(s)
            action = owed.sample(rng) if owed else world(game, s, actor, rng)
        elif share and uniform() < share:
            action = _filled_in(game, s, actor, rng)
        else:
            listed = legal(s, actor)
            action = listed[int(uniform() * len(listed))] if listed else None
        if action is not None:
            s = apply(s, actor, action)
            moves += 1
    return s, moves


def play(
    game: AnyGame,
    players: int,
    options: Value,
    seats: Sequence[Chooser],
    rng: Random,
    world: Chooser = by_chance,
    limit: int = 1_000_000,
) -> tuple[Value, list[Line]]:
    """Play to the end (or `limit` lines), checked; the last state and the log."""
    s, lines = game.start(players, options), list[Line]()
    while game.actors(s) and len(lines) < limit:
        actor, action = next_line(game, s, seats, rng, world)
        s = step(game, s, actor, action)
        lines.append(Line(float(len(lines)), actor, action))
    return s, lines


def next_line(
    game: AnyGame, s: Value, seats: Sequence[Chooser], rng: Random, world: Chooser = by_chance
) -> tuple[Actor, Action]:
    """The next actor and its action: actors are asked at random until one acts."""
    who = game.actors(s)
    while True:
        actor = who[int(rng.random() * len(who))]
        action = _chooser(actor, seats, world)(game, s, actor, rng)
        if action is not None:
            return actor, action


def _chooser(actor: Actor, seats: Sequence[Chooser], world: Chooser) -> Chooser:
    if actor == DEALER:
        return by_chance
    if actor == WORLD:
        return world
    assert isinstance(actor, int)
    return seats[actor]
