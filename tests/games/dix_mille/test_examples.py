"""The examples of RULES.md, move by move, and the view to the letter."""

from typing import Any

import msgspec
import pytest

from cinq.games import dix_mille
from cinq.games.dix_mille.rules import Result, State, Throw
from tests.games.dix_mille.hands import BANK, TAKE_OVER, act, opened, scored, throw


def shown(s: State) -> Any:
    return msgspec.to_builtins(dix_mille.view(s, 0))


@pytest.mark.rule("DM-4", "DM-5")
def test_two_fives_then_the_ace_then_nothing() -> None:
    s = throw(opened(), "2-3-5-4-5")
    assert (s.points, s.dice) == (100, 3)
    s = throw(s, "1-2-6")
    assert (s.points, s.dice) == (200, 2)
    assert throw(s, "3-2").seat == 1


@pytest.mark.rule("DM-6", "DM-8")
def test_a_long_hand() -> None:
    s = opened()
    for word, points, dice in (
        ("3-5-4-3-3", 350, 1),
        ("1", 450, 5),
        ("2-6-5-3-4", 950, 5),
        ("2-5-2-6-4", 1_000, 4),
        ("6-5-1-4", 1_150, 2),
    ):
        s = throw(s, word)
        assert (s.points, s.dice) == (points, dice)


@pytest.mark.rule("DM-9")
def test_three_fives_with_four_dice_are_150() -> None:
    s = throw(opened(), "1-2-4-3-6", "5-5-5-2")
    assert (s.points, s.dice) == (250, 1)
    assert throw(s, "6").seat == 1


@pytest.mark.rule("DM-14", "DM-15", "DM-16")
def test_takeovers() -> None:
    banked = act(throw(scored(opened(players=3), (0, 0, 0)), "1-1-1-5-4"), BANK)
    assert banked.scores == (1_050, 0, 0)
    taken = act(banked, TAKE_OVER)
    assert throw(taken, "3").zeros == (0, 1, 0)
    s = throw(taken, "1")
    assert (s.points, s.dice) == (1_150, 5)
    s = throw(s, "5-1-3-2-3")
    assert (s.points, s.dice) == (1_300, 3)
    s = throw(act(s, BANK, TAKE_OVER), "1-5-6")
    assert (s.seat, s.points, s.scores) == (2, 1_450, (1_050, 1_300, 0))


@pytest.mark.rule("DM-19", "DM-20")
def test_the_last_round_of_four() -> None:
    s = scored(opened(players=4), (9_000, 9_850, 9_000, 9_200))
    s = throw(s, "2-2-3-4-6")
    s = act(throw(s, "1-2-3-4-5"), BANK)
    assert (s.seat, s.scores[1]) == (2, 10_150)
    s = throw(s, "2-2-3-4-6")
    s = act(throw(s, "1-1-1-1-2"), BANK)
    assert dix_mille.result(s) == Result((3,), (9_000, 10_150, 9_000, 10_300))


@pytest.mark.rule("DM-21")
def test_topinambour() -> None:
    s = throw(throw(opened(), "5-5-2-3-4"), "1-2-6", topinambour=True)
    assert (s.points, s.dice) == (250, 1)
    s = throw(throw(opened(), "1-5-5-2-3"), "1-1", topinambour=True)
    assert s.seat == 1


def test_the_view_before_the_opening() -> None:
    assert shown(dix_mille.start(2, dix_mille.Options())) == {
        "phase": "opening",
        "first": None,
        "contenders": (0, 1),
        "turn": None,
        "offer": None,
        "scores": (0, 0),
        "entered": (False, False),
        "zeros": (0, 0),
        "final_round": False,
        "last_throw": None,
    }


def test_the_view_in_a_turn_in_the_air_and_over() -> None:
    s = throw(opened(), "3-5-4-3-3")
    assert shown(s)["turn"] == {"seat": 0, "points": 350, "dice": 1, "can_bank": True, "announced": False}
    assert shown(s)["contenders"] is None
    flying = act(s, Throw(topinambour=True))
    assert shown(flying)["turn"] == {
        "seat": 0,
        "points": 350,
        "dice": 1,
        "can_bank": False,
        "announced": True,
    }
    assert shown(flying)["phase"] == "turn"
    assert shown(flying)["last_throw"] == {
        "faces": (3, 5, 4, 3, 3),
        "counted": (3, 5, 4, 3, 3),
        "points": 350,
        "winners": (0, 1, 3, 4),
    }
    over = act(throw(scored(opened(first=1), (0, 10_000)), "1-2-3-4-5"), BANK)
    over = act(throw(over, "1-2-3-4-5"), BANK)
    assert (shown(over)["phase"], shown(over)["turn"], shown(over)["offer"]) == ("over", None, None)
    assert shown(over)["final_round"] is True
