"""Laws for the bots of every game: they use only what their seat sees, they keep to the rules,
and the coach's advice is allowed and has its texts."""

import copy
import itertools
import random
from collections.abc import Iterator
from itertools import chain, islice

import pytest
from msgspec.structs import replace

from cinq.bots.bot import CHAMPION, LADDER, Bot, decision_of, load_bots
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Value, is_seat, nothing_hidden
from cinq.core.play import by_chance
from cinq.core.texts import tell
from cinq.games import GAMES, dix_mille, load_game, package
from cinq.games.five_or_less.cards import End
from cinq.games.five_or_less.cards import Options as FiveOrLess
from cinq.lab.arena import contest
from cinq.lab.simulate import world_of
from tests.bots.test_layout import WITH_BOTS

ONE_BOX = 6
"""More players need another set of some games, which changes nothing for a bot."""
SHORT: dict[str, Value] = {
    "dix-mille": dix_mille.Options(target=1_000),
    "five-or-less": FiveOrLess(end=End(points=1)),
}
SAMPLES = {"five-or-less": 12, "five-millimetres": 40}
"""Samples of a champion in these tests: the same bot, quicker."""
TWINS = 6
"""How many times in a game the facts hidden from a seat are exchanged."""
FOLLOWED = 8
"""Lines for which both worlds are followed, while they look alike."""


def options_of(name: str) -> Value:
    return SHORT.get(name, load_game(name).Options())


def level_of(name: str, level: str) -> Value:
    bots = load_bots(package(name))
    found = {**bots.LEVELS, **bots.HEURISTICS}[level]
    return replace(found, samples=SAMPLES[name]) if name in SAMPLES and level == CHAMPION else found


def seated(name: str, levels: list[str], seed: int = 0) -> list[Bot[Value]]:
    """Bots of these levels around a table."""
    bots, players = load_bots(package(name)), len(levels)
    return [
        bots.make_bot(seat, players, options_of(name), level_of(name, level), random.Random(f"{seed}/{seat}"))
        for seat, level in enumerate(levels)
    ]


def follow(game: AnyGame, s: Value, line: tuple[Actor, Action], seat: int, bot: Bot[Value]) -> Value:
    """One line in one world, as one seat reads it."""
    after = game.apply(s, *line)
    bot.watch(line[0], game.seen(s, seat, *line), game.view(after, seat))
    return after


def next_line(game: AnyGame, s: Value, bots: list[Bot[Value]], rng: random.Random) -> tuple[Actor, Action]:
    """The next line: of the bots that want to act, the quickest does."""
    who = game.actors(s)
    if not is_seat(who[0]):
        said = (by_chance if who[0] == DEALER else world_of(game))(game, s, who[0], rng)
        assert said is not None
        return who[0], said
    seats = [seat for seat in who if isinstance(seat, int)]
    wishes = [(bots[seat].choose(*decision_of(game, s, seat)), seat) for seat in seats]
    choice, seat = min(((c, seat) for c, seat in wishes if c), key=lambda wish: wish[0].after)
    return seat, choice.action


def game_of_bots(name: str, levels: list[str], seed: int) -> Iterator[tuple[Value, list[Bot[Value]]]]:
    """A whole game: every state, and the bots as they are in it."""
    game, bots, rng = load_game(name), seated(name, levels, seed), random.Random(seed)
    s = game.start(len(levels), options_of(name))
    while game.actors(s):
        yield s, bots
        line = next_line(game, s, bots, rng)
        after = game.apply(s, *line)
        for seat, bot in enumerate(bots):
            bot.watch(line[0], game.seen(s, seat, *line), game.view(after, seat))
        s = after


def same_in_both(
    game: AnyGame, s: Value, other: Value, seat: int, bot: Bot[Value], rng: random.Random
) -> int:
    """Checks that a bot chooses alike in two worlds its seat cannot tell apart; how often it was asked."""
    one, two, asked = copy.deepcopy(bot), copy.deepcopy(bot), 0
    for _ in range(FOLLOWED):
        if seat in game.actors(s):
            assert one.choose(*decision_of(game, s, seat)) == two.choose(*decision_of(game, other, seat))
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
@pytest.mark.parametrize("name", GAMES)
def test_hidden_facts_move_nobody(name: str, level: str) -> None:
    """Same view, same lines, same seed: same choice, whatever the seat may not see."""
    game, rng, asked, differing = load_game(name), random.Random(level), 0, 0
    games = [game_of_bots(name, [level] * 3, seed) for seed in range(3)]
    for number, (s, bots) in enumerate(chain.from_iterable(games)):
        seats = [seat for seat in game.actors(s) if isinstance(seat, int)]
        if not seats or number % 4 or asked > TWINS * FOLLOWED:
            continue
        seat = rng.choice(seats)
        for other in islice(game.worlds(s, seat, rng), 1):
            asked += same_in_both(game, s, other, seat, bots[seat], rng)
            differing += other != s
    assert asked > TWINS
    assert differing > 3 or nothing_hidden(game), "where everything lies open there is one world"


@pytest.mark.parametrize("name", GAMES)
def test_every_level_and_rule_of_thumb_finishes_by_the_rules(name: str) -> None:
    """Two at a time, then as many as the game seats."""
    game, bots = load_game(name), load_bots(package(name))
    names = [*bots.LEVELS, *bots.HEURISTICS]
    most = min(game.PLAYERS[-1], ONE_BOX)
    tables = [[one, names[at - 1]] for at, one in enumerate(names)]
    tables += [[names[(at + seat) % len(names)] for seat in range(most)] for at in (0, 3)]
    for number, levels in enumerate(tables):
        seats = seated(name, levels, number)
        dealer = random.Random(number)
        result = contest(game, len(levels), options_of(name), seats, dealer, world_of(game))
        assert result.winners


@pytest.mark.parametrize("name", WITH_BOTS)
def test_what_the_coach_says_is_allowed_and_can_be_said(name: str) -> None:
    game, told = load_game(name), 0
    games = [game_of_bots(name, [CHAMPION, "regular"], seed=seed) for seed in (6, 7)]
    for s, bots in itertools.chain.from_iterable(games):
        if 0 not in game.actors(s):
            continue
        hint = copy.deepcopy(bots[0]).hint(*decision_of(game, s, 0))
        if hint is None:
            continue
        told += 1
        assert hint.best is None or game.refusal(s, 0, hint.best) is None
        assert all(game.refusal(s, 0, c.action) is None and 0 <= c.win <= 1 for c in hint.chances)
        for language in ("fr", "en"):
            assert tell(package(name), language, hint.why, "Seat {}".format, 0)
    assert told > 3
