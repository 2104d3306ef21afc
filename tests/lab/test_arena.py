"""Games between bots in simulated time: nobody is put off for ever."""

import random
from collections.abc import Sequence

import pytest

from cinq.bots import random_bot
from cinq.bots.bot import BEGINNER, Bot, Choice, Plan, load_bots, planned
from cinq.core.game import Action, AnyGame, OpenChoice, Value
from cinq.games import load_game, package
from cinq.games.five_or_less.cards import End, Options
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import EndTurn
from cinq.lab import arena
from cinq.lab.arena import contest


@pytest.mark.parametrize("seed", range(3))
def test_a_random_bot_cannot_keep_another_from_ending_its_turn(seed: int) -> None:
    """5 ou Moins: a random bot tries one card after the other, each within the 1.6 s before a turn ends."""
    game: AnyGame = load_game("five-or-less")
    module, options = load_bots(package(game.NAME)), Options(end=End(rounds=1))
    other = module.make_bot(0, 2, options, module.LEVELS[BEGINNER], random.Random(seed))
    anything = random_bot.make_bot(1, 2, options, random_bot.LEVELS[BEGINNER], random.Random(seed))
    assert contest(game, 2, options, [other, anything], random.Random(seed)).winners


class Undecided:
    """A bot that changes its mind about calling whenever it is asked."""

    def __init__(self, bot: Bot[Value]) -> None:
        self._bot, self._call = bot, False
        self.watch, self.hint = bot.watch, bot.hint

    def choose(self, view: Value, listed: Sequence[Action], templates: Sequence[OpenChoice]) -> Choice | None:
        choice = self._bot.choose(view, listed, templates)
        if choice is None or not isinstance(choice.action, EndTurn):
            return choice
        self._call = not self._call
        return Choice(EndTurn(self._call), choice.after)


def test_an_undecided_bot_ends_its_turn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "LIMIT", 1_000)
    game: AnyGame = load_game("five-or-less")
    module, options = load_bots(package(game.NAME)), Options(end=End(rounds=1))
    undecided = Undecided(module.make_bot(0, 2, options, module.LEVELS[BEGINNER], random.Random(1)))
    anything = random_bot.make_bot(1, 2, options, random_bot.LEVELS[BEGINNER], random.Random(1))
    assert contest(game, 2, options, [undecided, anything], random.Random(1)).winners


def test_whoever_still_wants_the_same_keeps_the_earlier_time() -> None:
    ending = Choice(EndTurn(False), after=1.6)
    first = planned(ending, now=0.0, before=None)
    assert first == Plan(EndTurn(False), 1.6)
    assert planned(ending, now=1.0, before=first) == first
    assert planned(Choice(EndTurn(False), after=0.1), now=1.0, before=first).at == pytest.approx(1.1)


def test_another_choice_in_a_turn_keeps_the_earlier_time() -> None:
    first = planned(Choice(EndTurn(False), after=1.6), now=0.0, before=None)
    assert planned(Choice(EndTurn(True), after=1.6), now=1.0, before=first) == Plan(EndTurn(True), 1.6)


def test_an_answer_to_another_card_takes_its_own_time() -> None:
    first = planned(Choice(QuickDiscard(slot=2, on=5), after=0.9), now=0.0, before=None)
    again = planned(
        Choice(QuickDiscard(slot=2, on=6), after=0.9), now=0.8, before=first, claims=(QuickDiscard,)
    )
    assert again.at == pytest.approx(1.7)
