"""The laws that every game must keep, as checks of any game in any state.

A law is a function that raises AssertionError with a sentence. `check_all` plays one random
game and checks all of them; tests drive it with hypothesis. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import msgspec

from cinq.core.chance import Random
from cinq.core.game import (
    DEALER,
    WORLD,
    Action,
    Actor,
    AnyGame,
    Seat,
    Value,
    is_seat,
    menu,
    nothing_hidden,
    seen_by_all,
)
from cinq.core.log import Line, decode_action, header_of, replay
from cinq.core.observe import Applied, observe
from cinq.core.play import Chooser, by_chance, next_line, random_seat

WORLDS_TRIED = 3
OUTCOMES_LISTED = 10_000


def menu_is_never_refused(game: AnyGame, s: Value) -> None:
    """Every listed action is allowed; a seat that may act has at least one."""
    for actor in game.actors(s):
        listed = game.legal(s, actor)
        assert not is_seat(actor) or listed or game.open_choices(s, actor), f"{actor} may act, but how?"
        for action in listed:
            rule = game.refusal(s, actor, action)
            assert rule is None, f"{action} of {actor} is offered, yet refused by {rule}"


def nobody_speaks_for_another(game: AnyGame, s: Value, players: int) -> None:
    """An actor that may not act has an empty menu, and is refused the actions of those who may."""
    may = game.actors(s)
    assert list(may) == sorted(may, key=str), "actors in order"
    if DEALER in may or WORLD in may:
        assert len(may) == 1, "while nature owes a line nobody else may act"
    for actor in (*range(players), DEALER, WORLD):
        if actor not in may:
            assert not menu(game, s, actor), f"{actor} may not act, yet is offered something"
            for other in may:
                for action in game.legal(s, other)[:3]:
                    assert game.refusal(s, actor, action), f"{actor} may say {action} for {other}"


def chance_sums_to_one(game: AnyGame, s: Value) -> None:
    """Probabilities add up to one, and every outcome is an allowed line."""
    chance = game.chance(s)
    outcomes = chance.outcomes() if chance else None
    if outcomes is None:
        return
    listed = list(islice(outcomes, OUTCOMES_LISTED + 1))
    if len(listed) > OUTCOMES_LISTED:
        return
    assert abs(sum(p for _, p in listed) - 1) < 1e-9, "chances do not add up to one"
    (owes,) = game.actors(s)
    for action, _ in listed:
        assert game.refusal(s, owes, action) is None, f"{action} may fall, yet is refused"


def survives_json(game: AnyGame, action: Action) -> None:
    """Encoding and decoding gives the same action."""
    assert decode_action(game, msgspec.json.encode(action)) == action


def result_when_over(game: AnyGame, s: Value) -> None:
    """A game is over when nobody may act, and then it has a result."""
    assert (game.result(s) is None) == bool(game.actors(s))


def no_leak(game: AnyGame, s: Value, seat: Seat | None, rng: Random) -> None:
    """States that differ only in what a seat may not know give it the same view and menu."""
    view = game.view(s, seat)
    for other in islice(game.worlds(s, seat, rng), WORLDS_TRIED):
        assert game.view(other, seat) == view, f"the view of {seat} tells what it may not"
        assert game.actors(other) == game.actors(s), "who may act tells a secret"
        if seat is not None:
            assert menu(game, other, seat) == menu(game, s, seat), f"the menu of {seat} tells a secret"


def no_leak_in_line(
    game: AnyGame, s: Value, line: tuple[Actor, Action], seat: Seat | None, rng: Random
) -> None:
    """A line that is legal in two states a seat cannot tell apart is shown to it alike."""
    actor, action = line
    shown = game.seen(s, seat, actor, action)
    for other in islice(game.worlds(s, seat, rng), WORLDS_TRIED):
        if game.refusal(other, actor, action) is None:
            assert game.seen(other, seat, actor, action) == shown, f"a line of {actor} tells {seat} a secret"


def same_for_all_where_nothing_is_hidden(game: AnyGame, s: Value, players: int) -> None:
    """A game that hides nothing shows every viewer the same, so the server computes it once for all."""
    if nothing_hidden(game):
        public = game.view(s, None)
        assert all(game.view(s, seat) == public for seat in range(players))
        assert game.seen is seen_by_all


def everyone(players: int) -> tuple[Seat | None, ...]:
    """Every viewer: the seats and a spectator."""
    return (*range(players), None)


def check_state(game: AnyGame, s: Value, players: int, rng: Random) -> None:
    """Check every law of a state."""
    menu_is_never_refused(game, s)
    nobody_speaks_for_another(game, s, players)
    chance_sums_to_one(game, s)
    result_when_over(game, s)
    same_for_all_where_nothing_is_hidden(game, s, players)
    for seat in everyone(players):
        no_leak(game, s, seat, rng)
        msgspec.json.encode(game.view(s, seat))


def check_all(
    game: AnyGame,
    players: int,
    options: Value,
    rng: Random,
    world: Chooser = by_chance,
    conserved: Callable[[Value], None] = lambda s: None,
    limit: int = 100_000,
) -> tuple[Value, list[Line]]:
    """Play one random game and check every law; `conserved` counts the components in each state."""
    s, lines = game.start(players, options), list[Line]()
    seats = [random_seat] * players
    while game.actors(s):
        assert len(lines) < limit, "a random game does not end"
        check_state(game, s, players, rng)
        conserved(s)
        actor, action = next_line(game, s, seats, rng, world)
        assert game.refusal(s, actor, action) is None, f"{actor} may not say {action}"
        survives_json(game, action)
        s = _follow(game, s, actor, action, players, rng)
        lines.append(Line(float(len(lines)), actor, action))
    check_state(game, s, players, rng)
    conserved(s)
    assert replay(game, header_of(game, players, options), lines) == s, "replay gives another state"
    return s, lines


def _follow(game: AnyGame, s: Value, actor: Actor, action: Action, players: int, rng: Random) -> Value:
    """Apply a line: its argument stays unchanged, no viewer learns a secret, every viewer gets a story."""
    before = hash(s)
    after = game.apply(s, actor, action)
    assert hash(s) == before, "apply changed its argument"
    for seat in everyone(players):
        no_leak_in_line(game, s, (actor, action), seat, rng)
        (seen,) = observe(game, seat, (Applied(s, actor, action, after),))
        msgspec.json.encode((seen.shown, seen.story))
    return after
