"""Games between bots in simulated time: nobody is put off for ever."""

import random

import pytest

from cinq.bots import random_bot
from cinq.bots.bot import BEGINNER, Choice, Plan, load_bots, planned
from cinq.core.game import AnyGame
from cinq.games import load_game, package
from cinq.games.five_or_less.cards import End, Options
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn
from cinq.lab.arena import contest


@pytest.mark.parametrize("seed", range(3))
def test_a_random_bot_cannot_keep_another_from_ending_its_turn(seed: int) -> None:
    """5 ou Moins: a random bot tries one card after the other, each within the 1.6 s before a turn ends."""
    game: AnyGame = load_game("five-or-less")
    module, options = load_bots(package(game.NAME)), Options(end=End(rounds=1))
    other = module.make_bot(0, 2, options, module.LEVELS[BEGINNER], random.Random(seed))
    anything = random_bot.make_bot(1, 2, options, random_bot.LEVELS[BEGINNER], random.Random(seed))
    assert contest(game, 2, options, [other, anything], random.Random(seed)).winners


def test_whoever_still_wants_the_same_keeps_the_earlier_time() -> None:
    ending = Choice(EndTurn(False), after=1.6)
    first = planned(ending, now=0.0, before=None)
    assert first == Plan(EndTurn(False), 1.6)
    assert planned(ending, now=1.0, before=first) == first
    assert planned(Choice(EndTurn(False), after=0.1), now=1.0, before=first).at == pytest.approx(1.1)


def test_an_answer_to_another_card_takes_its_own_time() -> None:
    first = planned(Choice(QuickDiscard(slot=2, on=5), after=0.9), now=0.0, before=None)
    again = planned(Choice(QuickDiscard(slot=2, on=6), after=0.9), now=0.8, before=first)
    assert again.at == pytest.approx(1.7)
