"""The bot of Dix Mille: perfect between two, legal everywhere, honest about its chances."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from cinq.bots.dix_mille.bot import FASTEST, HEURISTICS, LEVELS, DixMilleBot, make_bot
from cinq.core.texts import tell
from cinq.games import dix_mille, load_game
from cinq.games.dix_mille.rules import Bank, Move, Options, State, TakeOver, Throw
from cinq.games.dix_mille.view import View
from cinq.lab.arena import contest
from tests.games.dix_mille.hands import BANK, act, opened, scored, throw

game = load_game("dix-mille")
TEXTS = "cinq.games.dix_mille"


def ask(s: State, level: str = "champion", seed: int = 0) -> tuple[DixMilleBot, View, Sequence[Move]]:
    bot = make_bot(s.seat, len(s.scores), s.options, LEVELS[level], random.Random(seed))
    return bot, dix_mille.view(s, s.seat), dix_mille.legal(s, s.seat)


def test_the_champion_banks_a_won_game() -> None:
    bot, view, listed = ask(throw(scored(opened(first=1), (0, 9_800)), "12345"))
    assert bot.choose(view, listed, ()).action == Throw()  # first in the round: the other still plays
    s = throw(act(throw(scored(opened(), (0, 9_800)), "12345"), BANK), "12345")
    bot, view, listed = ask(s)
    assert bot.choose(view, listed, ()).action == Bank()


def test_the_champion_takes_over_five_dice() -> None:
    s = act(throw(scored(opened(), (0, 0)), "11155"), BANK)
    bot, view, listed = ask(s)
    assert bot.choose(view, listed, ()).action == TakeOver()
    hint = bot.hint(view, listed, ())
    assert hint.best == TakeOver()
    assert {type(chance.action) for chance in hint.chances} == {Throw, TakeOver}
    assert hint.why.id == "hint-take_over"
    assert re.search(r"\d,\d %, .* \d+,\d %", tell(TEXTS, "fr", hint.why, str))


def test_with_more_than_two_the_chances_are_those_against_the_leader() -> None:
    bot, view, listed = ask(throw(scored(opened(3), (0, 500, 900)), "11123"))
    told = tell(TEXTS, "en", bot.hint(view, listed, ()).why, ("Ana", "Bob", "Zoé").__getitem__)
    assert "Chances of finishing ahead of Zoé: " in told
    bot, view, listed = ask(throw(scored(opened(2), (0, 500)), "11123"))
    told = tell(TEXTS, "en", bot.hint(view, listed, ()).why, ("Ana", "Bob").__getitem__)
    assert "Chances of winning the game: " in told


def test_beside_banking_the_risk_is_that_of_another_throw() -> None:
    s = throw(act(throw(scored(opened(), (0, 9_800)), "12345"), BANK), "12345")
    bot, view, listed = ask(s)
    hint = bot.hint(view, listed, ())
    assert hint.best == Bank()
    assert tell(TEXTS, "en", hint.why, str).startswith("Another throw: 8% risk of losing the hand.")


@pytest.mark.parametrize("level", [*LEVELS, *HEURISTICS])
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_plays_to_the_end_by_the_rules(level: str, players: int) -> None:
    named = {**LEVELS, **HEURISTICS}[level]
    options = Options(target=1_000, minimum=350, entry_offer=True)
    bots: Any = [make_bot(seat, players, options, named, random.Random(seat)) for seat in range(players)]
    assert contest(game, players, options, bots, random.Random(1)).winners


def test_people_take_their_time() -> None:
    s = throw(scored(opened(), (0, 0)), "12345")
    times = []
    for seed in range(200):
        bot, view, listed = ask(s, "regular", seed)
        times.append(bot.choose(view, listed, ()).after)
    assert 0.9 < sorted(times)[100] < 1.8
    assert min(times) >= FASTEST
    assert len(set(times)) == 200


def test_in_shorter_games_the_coach_agrees_with_the_champion() -> None:
    s = opened(target=1_000)
    s = throw(replace(s, entered=(True, False)), "12345")
    bot, view, listed = ask(s)
    hint = bot.hint(view, listed, ())
    assert hint.best == bot.choose(view, listed, ()).action
    assert max(chance.win for chance in hint.chances) < 0.9
