"""Whoever may act is told how, the dealer and the world too: listed, or as a template."""

import json
import random
from collections.abc import Iterator

import pytest

from cinq.core.game import DEALER, WORLD, Action, Actor
from cinq.games import GAMES, load_game, package
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.table.referee import Referee


def offered(judge: Referee, actor: object) -> list[dict[str, object]]:
    answer = json.loads(judge.answer(json.dumps({"ask": "actions", "actor": actor}).encode()))
    actions: list[dict[str, object]] = answer["actions"]
    return actions


def referee(name: str, players: int, **options: object) -> Referee:
    game = load_game(name)
    return Referee(game, package(name), players, game.Options(**options))


@pytest.mark.parametrize("name", GAMES)
def test_whoever_may_act_is_told_how_and_nobody_else_is(name: str) -> None:
    judge, rng = referee(name, 4), random.Random(1)
    game = judge.game
    for _ in range(40):
        may = game.actors(judge.state)
        for actor in (0, 1, 2, 3, DEALER, WORLD):
            assert bool(offered(judge, actor)) == (actor in may), actor
        if not may:
            break
        actor, action = next(lines(judge, rng))
        judge.state = game.apply(judge.state, actor, action)


def lines(judge: Referee, rng: random.Random) -> Iterator[tuple[Actor, Action]]:
    """What may be said now."""
    game, s = judge.game, judge.state
    for actor in game.actors(s):
        if owed := game.chance(s):
            yield actor, owed.sample(rng)
        elif actor == WORLD:
            yield actor, stand_in(game, s, WORLD, rng)
        else:
            yield from ((actor, action) for action in game.legal(s, actor))


def test_deals_are_templates() -> None:
    assert offered(referee("got-five", 2, first=1), "dealer") == [
        {
            "type": "deal",
            "racks": {"count": 2, "of_each_colour": 1},
            "open": {"of_each_colour": 1},
            "first": [1],
        }
    ]
    assert offered(referee("five-or-less", 2), "dealer") == [
        {"type": "deal", "hands": {"count": 2, "each": 5}, "first": [0, 1]}
    ]
    assert offered(referee("doigt-oeil", 2, hand=9), "dealer") == [
        {"type": "deal", "hands": {"count": 2, "each": 9}, "first": [0, 1]}
    ]


def test_later_rounds_of_five_or_less_are_dealt_without_a_first() -> None:
    judge = referee("five-or-less", 2)
    deal = {"type": "deal", "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]}
    for actor, action in (
        ("dealer", {**deal, "first": 0}),
        (0, {"type": "ready"}),
        (1, {"type": "ready"}),
        ("dealer", {"type": "card", "value": 7}),
        (0, {"type": "take", "slot": 0}),
        (0, {"type": "end_turn", "call": True}),
        (1, {"type": "take", "slot": 0}),
        (1, {"type": "end_turn", "call": False}),
    ):
        assert json.loads(judge.answer(json.dumps({"actor": actor, "action": action}).encode()))["ok"]
    assert offered(judge, "dealer") == [{"type": "deal", "hands": {"count": 2, "each": 5}}]


def test_draws_and_placements_of_doigt_oeil_are_templates() -> None:
    judge = referee("doigt-oeil", 2)
    hands = [
        ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"],
        ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8"],
    ]
    for actor, action in (
        ("dealer", {"type": "deal", "hands": hands, "first": 0}),
        ("dealer", {"type": "cards", "cards": ["D11"]}),
        (0, {"type": "pick", "card": "D11"}),
    ):
        assert json.loads(judge.answer(json.dumps({"actor": actor, "action": action}).encode()))["ok"]
    assert offered(judge, "world") == [
        {
            "type": "placement",
            "card": "D11",
            "fallen": {"of": ["l1", "m1"]},
            "columns": {"of": ["l1"]},
            "on": {"of": ["l1", "m1"]},
        }
    ]
    fell = {"type": "placement", "card": "D11", "fallen": ["m1"], "columns": []}
    assert json.loads(judge.answer(json.dumps({"actor": "world", "action": fell}).encode()))["ok"]
    (draw,) = offered(judge, "dealer")
    cards = draw["cards"]
    assert isinstance(cards, dict)
    assert (draw["type"], cards["count"], cards["always"], len(cards["of"])) == ("cards", 3, [], 46)
