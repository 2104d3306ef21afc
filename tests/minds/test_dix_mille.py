"""Minds of Dix Mille: perfect between two, legal everywhere, honest about their chances."""

import random
import re

import pytest
from msgspec.structs import replace

from cinq.core.texts import tell
from cinq.games import dix_mille, take_down
from cinq.games.dix_mille.rules import Bank, Options, TakeOver, Throw
from cinq.lab.arena import contest
from cinq.minds.dix_mille import FASTEST, LEVELS, THUMBS, sit
from tests.games.dix_mille.hands import BANK, act, opened, scored, throw

game = take_down("dix-mille")


def ask(s, level: str = "champion", seed: int = 0):
    mind = sit(s.seat, len(s.scores), s.options, LEVELS[level], random.Random(seed))
    return mind, dix_mille.view(s, s.seat), dix_mille.legal(s, s.seat)


def test_the_champion_banks_a_won_game() -> None:
    mind, view, listed = ask(throw(scored(opened(first=1), (0, 9_800)), "12345"))
    assert mind.choose(view, listed, ()).action == Throw()  # first in the round: the other still plays
    s = throw(act(throw(scored(opened(), (0, 9_800)), "12345"), BANK), "12345")
    mind, view, listed = ask(s)
    assert mind.choose(view, listed, ()).action == Bank()


def test_the_champion_takes_over_five_dice() -> None:
    s = act(throw(scored(opened(), (0, 0)), "11155"), BANK)
    mind, view, listed = ask(s)
    assert mind.choose(view, listed, ()).action == TakeOver()
    hint = mind.hint(view, listed, ())
    assert hint.best == TakeOver()
    assert {type(chance.action) for chance in hint.chances} == {Throw, TakeOver}
    assert hint.why.id == "hint-take_over"
    assert re.search(r"\d,\d % .* \d+,\d %", tell("cinq.games.dix_mille", "fr", hint.why, str))


@pytest.mark.parametrize("level", [*LEVELS, *THUMBS])
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_plays_to_the_end_by_the_rules(level: str, players: int) -> None:
    named = {**LEVELS, **THUMBS}[level]
    options = Options(target=1_000, minimum=350, entry_offer=True)
    minds = [sit(seat, players, options, named, random.Random(seat)) for seat in range(players)]
    assert contest(game, players, options, minds, random.Random(1)).winners


def test_people_take_their_time() -> None:
    s = throw(scored(opened(), (0, 0)), "12345")
    times = []
    for seed in range(200):
        mind, view, listed = ask(s, "regular", seed)
        times.append(mind.choose(view, listed, ()).after)
    assert 0.9 < sorted(times)[100] < 1.8
    assert min(times) >= FASTEST
    assert len(set(times)) == 200


def test_in_shorter_games_the_coach_agrees_with_the_champion() -> None:
    s = opened(target=1_000)
    s = throw(replace(s, entered=(True, False)), "12345")
    mind, view, listed = ask(s)
    hint = mind.hint(view, listed, ())
    assert hint.best == mind.choose(view, listed, ()).action
    assert max(chance.win for chance in hint.chances) < 0.9
