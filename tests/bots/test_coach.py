"""The review of a game: which moves cost most, within the time given."""

import random
from collections.abc import Callable
from itertools import count

import pytest

from cinq.bots.coach import _compared, advise, champion_at, review_moves
from cinq.core.game import DEALER, Value
from cinq.core.log import Line
from cinq.core.observe import observe, transitions
from cinq.core.play import by_chance, random_seat
from cinq.games import load_game
from cinq.games.dix_mille.rules import Bank, Dice, Options, Throw
from cinq.games.five_or_less.cards import End
from cinq.games.five_or_less.cards import Options as FiveOrLess
from cinq.games.got_five.rules import Options as GotFive

PACKAGE = "cinq.games.dix_mille"
OPTIONS = Options(entry=False, takeover=False)
GREEDY = [
    Line(0, DEALER, Dice((1, 2))),
    Line(1, 0, Throw()),
    Line(2, DEALER, Dice((1, 1, 1, 1, 3))),
    Line(3, 0, Throw()),
    Line(4, DEALER, Dice((2,))),
    Line(5, 1, Throw()),
    Line(6, DEALER, Dice((1, 1, 1, 2, 3))),
    Line(7, 1, Bank()),
]
"""Seat 0 throws one die with 1,100 points in hand."""


def looked(seat: int, tired: Callable[[], bool] = lambda: False):  # type: ignore[no-untyped-def]
    return review_moves(load_game("dix-mille"), PACKAGE, 2, OPTIONS, GREEDY, seat, tired)


def test_the_dearest_move_is_named_with_its_moment_and_its_cost() -> None:
    (worst,) = looked(0)
    assert (worst.line, worst.played, worst.hint.best) == (3, Throw(), Bank())
    assert 0.03 < worst.lost < 0.5
    assert looked(1) == []


def test_the_coach_may_grow_tired() -> None:
    calls = count()
    assert looked(0, lambda: next(calls) >= 3) == []


def test_advice_is_what_the_look_back_holds_a_move_against() -> None:
    hint = advise(load_game("dix-mille"), PACKAGE, 2, OPTIONS, GREEDY[:3], 0)
    assert hint == looked(0)[0].hint
    assert advise(load_game("dix-mille"), PACKAGE, 2, OPTIONS, GREEDY[:3], 1) is None


def priced(name: str, package: str, options: Value, seed: int) -> tuple[int, int]:
    """How many moves of a random player have a cost, and how many the coach had advice for."""
    game, rng, asked, known = load_game(name), random.Random(seed), 0, 0
    s, bot = game.start(2, options), champion_at(package, 0, 2, options)
    while who := game.actors(s):
        actor = rng.choice(who)
        said = random_seat if isinstance(actor, int) else by_chance
        if (action := said(game, s, actor, rng)) is None:
            continue
        if actor == 0 and (hint := _compared(game, s, 0, bot, action)) and hint.chances:
            asked += 1
            known += action in [chance.action for chance in hint.chances]
        (seen,) = observe(game, 0, transitions(game, s, [Line(0, actor, action)]), story=False)
        bot.watch(actor, seen.shown, seen.view)
        s = seen.line.after
    return known, asked


@pytest.mark.parametrize(
    ("name", "options"), [("five-or-less", FiveOrLess(end=End(rounds=2))), ("got-five", GotFive())]
)
def test_what_was_played_has_a_price_though_the_coach_did_not_think_of_it(name: str, options: Value) -> None:
    known, asked = priced(name, f"cinq.games.{name.replace('-', '_')}", options, 3)
    assert asked == known > 5
