"""What holds for the minds of every game: they know what their seat knows, they keep to the rules,
and what their coach says is allowed and can be said."""

import copy
import random
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import pytest
from msgspec.structs import replace

from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Value, is_seat
from cinq.core.play import by_chance
from cinq.core.texts import tell
from cinq.games import SHELF, dix_mille, package, take_down
from cinq.games.five_or_less.cards import End
from cinq.games.five_or_less.cards import Options as FiveOrLess
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of
from cinq.minds.mind import CHAMPION, LADDER, Mind, minds_of

ONE_BOX = 6
"""More players need another set of some games, which changes nothing for a mind."""
SHORT: dict[str, Value] = {
    "dix-mille": dix_mille.Options(target=1_000),
    "five-or-less": FiveOrLess(end=End(rounds=1)),
}
LESS = {"five-or-less": 12, "five-millimetres": 40}
"""A champion who samples fewer worlds is the same mind, and quicker to test."""
TWINS = 6
"""How many times in a game a seat's hidden facts are exchanged."""
FOLLOWED = 8
"""Lines that both worlds are followed for, if they look alike so long."""


def options_of(name: str) -> Value:
    return SHORT.get(name, take_down(name).Options())


def level_of(name: str, level: str) -> Value:
    minds = minds_of(package(name))
    found = {**minds.LEVELS, **minds.THUMBS}[level]
    return replace(found, worlds=LESS[name]) if name in LESS and level == CHAMPION else found


def seated(name: str, levels: list[str], seed: int = 0) -> list[Mind[Value]]:
    """Minds of these levels around a table."""
    minds, players = minds_of(package(name)), len(levels)
    return [
        minds.sit(seat, players, options_of(name), level_of(name, level), random.Random(f"{seed}/{seat}"))
        for seat, level in enumerate(levels)
    ]


def question(game: AnyGame, s: Value, seat: int) -> tuple[Any, ...]:
    return game.view(s, seat), game.legal(s, seat), game.open_choices(s, seat)


def follow(game: AnyGame, s: Value, line: tuple[Actor, Action], seat: int, mind: Mind[Value]) -> Value:
    """One line in one world, as one seat reads it."""
    after = game.apply(s, *line)
    mind.watch(line[0], game.seen(s, seat, *line), game.view(after, seat))
    return after


def next_line(game: AnyGame, s: Value, minds: list[Mind[Value]], rng: random.Random) -> tuple[Actor, Action]:
    """What happens next: a mind that wants to act does, the quickest first."""
    who = game.actors(s)
    if not is_seat(who[0]):
        said = (by_chance if who[0] == DEALER else world_of(game))(game, s, who[0], rng)
        assert said is not None
        return who[0], said
    seats = [seat for seat in who if isinstance(seat, int)]
    wishes = [(minds[seat].choose(*question(game, s, seat)), seat) for seat in seats]
    choice, seat = min(((c, seat) for c, seat in wishes if c), key=lambda wish: wish[0].after)
    return seat, choice.action


def game_of_minds(name: str, levels: list[str], seed: int) -> Iterator[tuple[Value, list[Mind[Value]]]]:
    """A whole game: every state, and the minds as they are before it goes on."""
    game, minds, rng = take_down(name), seated(name, levels, seed), random.Random(seed)
    s = game.start(len(levels), options_of(name))
    while game.actors(s):
        yield s, minds
        line = next_line(game, s, minds, rng)
        after = game.apply(s, *line)
        for seat, mind in enumerate(minds):
            mind.watch(line[0], game.seen(s, seat, *line), game.view(after, seat))
        s = after


def same_in_both(
    game: AnyGame, s: Value, other: Value, seat: int, mind: Mind[Value], rng: random.Random
) -> int:
    """The same mind in two worlds that its seat cannot tell apart chooses alike: how often it was asked."""
    one, two, asked = copy.deepcopy(mind), copy.deepcopy(mind), 0
    for _ in range(FOLLOWED):
        if seat in game.actors(s):
            assert one.choose(*question(game, s, seat)) == two.choose(*question(game, other, seat))
            asked += 1
        line = _any_line(game, s, rng)
        if line is None or game.actors(other) != game.actors(s) or game.refusal(other, *line) is not None:
            break
        if game.seen(s, seat, *line) != game.seen(other, seat, *line):
            break  # now it could tell them apart
        s, other = follow(game, s, line, seat, one), follow(game, other, line, seat, two)
        if game.view(s, seat) != game.view(other, seat):
            break
    return asked


def _any_line(game: AnyGame, s: Value, rng: random.Random) -> tuple[Actor, Action] | None:
    who = game.actors(s)
    if not who or who[0] == WORLD:
        return None
    actor = rng.choice(who)
    if not isinstance(actor, int):
        return actor, by_chance(game, s, actor, rng)
    listed = game.legal(s, actor)
    return (actor, rng.choice(listed)) if listed else None


@pytest.mark.parametrize("level", LADDER)
@pytest.mark.parametrize("name", SHELF)
def test_hidden_facts_move_nobody(name: str, level: str) -> None:
    """Same view, same lines, same seed: same choice, whatever the seat may not see."""
    game, rng, asked, differing = take_down(name), random.Random(level), 0, 0
    games = [game_of_minds(name, [level] * 3, seed) for seed in range(3)]
    for number, (s, minds) in enumerate(chain.from_iterable(games)):
        seats = [seat for seat in game.actors(s) if isinstance(seat, int)]
        if not seats or number % 4 or asked > TWINS * FOLLOWED:
            continue
        seat = rng.choice(seats)
        for other in islice(game.worlds(s, seat, rng), 1):
            asked += same_in_both(game, s, other, seat, minds[seat], rng)
            differing += other != s
    assert asked > TWINS
    assert differing > 3 or name == "dix-mille", "where everything lies open there is one world"


@pytest.mark.parametrize("name", SHELF)
def test_every_level_and_rule_of_thumb_finishes_by_the_rules(name: str) -> None:
    """Two at a time, then as many as the game seats."""
    game, minds = take_down(name), minds_of(package(name))
    names = [*minds.LEVELS, *minds.THUMBS]
    most = min(game.PLAYERS[-1], ONE_BOX)
    tables = [[one, names[at - 1]] for at, one in enumerate(names)]
    tables += [[names[(at + seat) % len(names)] for seat in range(most)] for at in (0, 3)]
    for number, levels in enumerate(tables):
        seats = seated(name, levels, number)
        dealer = random.Random(number)
        result = contest(game, len(levels), options_of(name), seats, dealer, world_of(game))
        assert result.winners


@pytest.mark.parametrize("name", SHELF)
def test_what_the_coach_says_is_allowed_and_can_be_said(name: str) -> None:
    game, told = take_down(name), 0
    for number, (s, minds) in enumerate(game_of_minds(name, [CHAMPION, "regular"], seed=6)):
        if 0 not in game.actors(s) or (name in LESS and number % 3):
            continue
        hint = copy.deepcopy(minds[0]).hint(*question(game, s, 0))
        if hint is None:
            continue
        told += 1
        assert hint.best is None or game.refusal(s, 0, hint.best) is None
        assert all(game.refusal(s, 0, c.action) is None and 0 <= c.win <= 1 for c in hint.chances)
        for language in ("fr", "en"):
            assert tell(package(name), language, hint.why, "Seat {}".format, 0)  # type: ignore[arg-type]
    assert told > 3
