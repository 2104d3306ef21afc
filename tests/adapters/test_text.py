"""The text adapter: every game is played to its end by text alone, and nothing hidden is in it."""

import random
import re
from importlib.resources import files

import pytest

from cinq.adapters.text import BadAction, TextGame, read_action, written
from cinq.core.game import Action, OpenChoice
from cinq.core.texts import Language, rulebook
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of

ITEM = re.compile(r"^  \[(\w+)\] ", re.MULTILINE)


def new_game(name: str, players: int = 2, language: str = "en", seed: int = 1) -> TextGame:
    return TextGame(name, players, seed=seed, language=language, world=world_of(load_game(name)))  # type: ignore[arg-type]


def play(game: TextGame, rng: random.Random, most: int = 20_000) -> int:
    """Choose among what the text offers until the game is over; how many answers that took."""
    for answers in range(most):
        if game.asked is None:
            return answers
        items = game.menu(game.asked)
        offered = ITEM.findall(game.observation(game.asked))
        listed = [n for n in offered if not n.isdecimal() or isinstance(items[int(n) - 1], Action)]
        if listed:
            game.act(f"Let me think … [{rng.choice(listed)}]")
        else:
            template = items[int(rng.choice(offered)) - 1]
            assert isinstance(template, OpenChoice)
            game.act(f"[{written(template.sample(rng))}]")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_by_text_alone(name: str, language: str) -> None:
    game = new_game(name, language=language)
    assert game.prompt(0).startswith(game.game.TITLE)
    assert play(game, random.Random(4)) > 5
    assert game.winners() or game.game.result(game.state) is not None
    assert ("finie" if language == "fr" else "over") in game.observation(0)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_survives_being_written(name: str) -> None:
    game, rng = new_game(name, 3), random.Random(8)
    for _ in range(60):
        if game.asked is None:
            break
        listed = game.game.legal(game.state, game.asked)
        for action in listed[:40]:
            assert read_action(game.game, written(action)) == action
        if listed:
            game.act(f"[{written(rng.choice(listed))}]")
        else:
            game.act("[wait]")


@pytest.mark.parametrize("name", [name for name in GAMES if name != "dix-mille"])
def test_the_text_of_a_seat_does_not_depend_on_what_it_may_not_know(name: str) -> None:
    game, rng = new_game(name, 3), random.Random(2)
    for _ in range(15):
        if game.asked is None:
            break
        seat = game.asked
        sight = game.observation(seat).partition("\n" + "You see:")[2]
        worlds = game.game.worlds(game.state, seat, rng)
        for _, world in zip(range(3), worlds, strict=False):
            truth, game.state = game.state, world
            assert game.observation(seat).partition("\n" + "You see:")[2] == sight
            game.state = truth
        listed = game.game.legal(game.state, seat)
        game.act(f"[{written(rng.choice(listed))}]" if listed else "[wait]")


def test_what_is_no_action_is_refused_in_words() -> None:
    game = new_game("dix-mille")
    for text, why in [
        ("I think I throw", "square brackets"),
        ("[99]", "no item 99 in the menu: its last one is 2"),
        ("[fly]", "[fly] cannot be read"),
        ("[throw topinambour=maybe]", "write an action as the menu does"),
        ("[wait]", "must act"),
        ("[bank]", "DM-"),
    ]:
        with pytest.raises(BadAction, match=re.escape(why)):
            game.act(text)
    game.act("first [99], no, [throw]")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_every_rule_before_the_game(name: str, language: Language) -> None:
    game = TextGame(name, 2, language=language)
    told = game.prompt(0)
    ledger = files(game.package).joinpath("RULES.md").read_text("utf-8")
    ids = {*re.findall(r"\b[A-Z]{2}-\d+\b", ledger)} & {*rulebook(game.package, language)}
    assert len(ids) > 5 and all(f"  {rule}: " in told for rule in ids)


def test_a_form_comes_with_an_example_that_can_be_played() -> None:
    """Got Five!: five numbers of one's own."""
    game = TextGame("got-five", 2, seed=1, language="fr")
    assert game.asked is not None
    (shown,) = re.findall(r"par exemple : (announce numbers=.*)\)", game.observation(game.asked))
    with pytest.raises(BadAction, match=re.escape(f"[{shown}]")):
        game.act(f"[{len(game.menu(game.asked))}]")
    game.act(f"[{shown}]")
