"""Dix Mille, paragraph by paragraph, in the order of RULES.md."""

from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from cinq.core.game import DEALER, Actor, Illegal, step
from cinq.games import dix_mille
from cinq.games.dix_mille.rules import Dice, Fall, Falls, Move, Offer, Options, Result, Throw, falls, worth
from tests.games.dix_mille.hands import BANK, TAKE_OVER, act, lose, opened, scored, throw

rule = pytest.mark.rule


@rule("DM-1")
@pytest.mark.parametrize("players", [1, 9])
def test_two_to_eight_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 players"):
        dix_mille.start(players, Options())


@rule("DM-1")
@pytest.mark.parametrize("face", [0, 7, -1, 10**30])
def test_a_die_has_faces_1_to_6(face: int) -> None:
    s = act(opened(), Throw())
    with pytest.raises(Illegal, match=r"DM-1$"):
        step(dix_mille, s, DEALER, Dice((1, 2, 3, 4, face)))


@rule("DM-2")
def test_the_lowest_die_starts() -> None:
    s = step(dix_mille, dix_mille.start(3, Options()), DEALER, Dice((4, 2, 5)))
    assert (s.first, s.seat, dix_mille.actors(s)) == (1, 1, (1,))


@rule("DM-2")
def test_those_tied_for_lowest_throw_again_among_themselves() -> None:
    s = step(dix_mille, dix_mille.start(4, Options()), DEALER, Dice((2, 5, 2, 6)))
    assert (s.contenders, dix_mille.actors(s)) == ((0, 2), (DEALER,))
    with pytest.raises(Illegal, match="DM-2"):
        step(dix_mille, s, DEALER, Dice((1, 2, 3, 4)))
    s = step(dix_mille, s, DEALER, Dice((3, 1)))
    assert (s.first, s.contenders) == (2, ())


@rule("DM-2")
def test_an_opening_of_eight_dice_is_a_template_not_a_list() -> None:
    s = dix_mille.start(8, Options())
    assert dix_mille.legal(s, DEALER) == ()
    (template,) = dix_mille.open_lines(s, DEALER)
    assert to_builtins(template) == {"type": "dice", "values": {"count": 8, "from": 1, "to": 6}}
    assert len(dix_mille.legal(dix_mille.start(5, Options()), DEALER)) == 6**5
    assert dix_mille.open_lines(dix_mille.start(5, Options()), DEALER) == ()
    assert dix_mille.open_lines(s, 0) == ()


@rule("DM-2")
def test_the_falls_of_eight_dice_are_made_when_looked_at() -> None:
    few, many = falls(3), falls(8)
    assert tuple(Falls(3)) == few == tuple(Falls(3)[i] for i in range(6**3))
    assert (len(many), many[0], many[-1]) == (6**8, Dice((1,) * 8), Dice((6,) * 8))
    assert many[6:8] == [Dice((1,) * 6 + (2, 1)), Dice((1,) * 6 + (2, 2))]
    owed = dix_mille.chance(dix_mille.start(8, Options()))
    assert owed and len(owed.sample(Random(1)).values) == 8


@rule("DM-3")
def test_clockwise_and_round_again() -> None:
    s = opened(players=3, first=1)
    order = []
    for _ in range(4):
        order.append(s.seat)
        s = lose(s)
    assert order == [1, 2, 0, 1]


@rule("DM-3")
def test_nobody_acts_out_of_turn_nor_for_the_dealer() -> None:
    s = opened()
    lines: list[tuple[Actor, Move]] = [
        (1, Throw()),
        (0, Dice((1, 1, 1, 1, 1))),
        (DEALER, Throw()),
        (DEALER, Dice((1,) * 5)),
    ]
    for actor, action in lines:
        with pytest.raises(Illegal, match="DM-3"):
            step(dix_mille, s, actor, action)
    flying = act(s, Throw())
    with pytest.raises(Illegal, match="DM-3"):
        step(dix_mille, flying, 0, Throw())


@rule("DM-4")
def test_all_winning_dice_stay_and_the_others_are_thrown() -> None:
    s = throw(opened(), "23545")
    assert (s.points, s.dice) == (100, 3)
    assert s.last_throw == Fall((2, 3, 5, 4, 5), (2, 3, 5, 4, 5), 100, (2, 4))
    with pytest.raises(Illegal, match="DM-4"):
        step(dix_mille, act(s, Throw()), DEALER, Dice((1, 2)))


@rule("DM-5")
def test_no_winning_die_loses_the_hand_and_passes_the_turn() -> None:
    s = throw(opened(), "23545", "234")
    assert (s.seat, s.points, s.dice, s.scores, s.offer) == (1, 0, 5, (0, 0), None)


@rule("DM-6")
def test_five_winners_are_all_taken_up_again() -> None:
    s = throw(opened(), "25545", "12", "5")
    assert (s.points, s.dice) == (650, 5)


@rule("DM-7")
def test_a_1_is_100_and_a_5_is_50() -> None:
    assert worth((1, 2, 5, 4, 6)) == (150, (0, 2))


@rule("DM-8")
@pytest.mark.parametrize(
    ("word", "points", "winners"),
    [
        ("12345", 300, 5),
        ("53142", 300, 5),
        ("26345", 500, 5),
        ("22234", 200, 3),
        ("33346", 300, 3),
        ("44462", 400, 3),
        ("55523", 500, 3),
        ("66623", 600, 3),
        ("11123", 1_000, 3),
        ("11154", 1_050, 4),
        ("11112", 1_100, 4),
        ("55552", 550, 4),
        ("33332", 300, 3),
        ("33331", 400, 4),
        ("33311", 500, 5),
        ("33355", 400, 5),
        ("22222", 2_000, 5),
        ("66666", 6_000, 5),
        ("11111", 10_000, 5),
        ("11234", 200, 2),
    ],
)
def test_combinations_of_five(word: str, points: int, winners: int) -> None:
    won, places = worth(tuple(map(int, word)))
    assert (won, len(places)) == (points, winners)


@rule("DM-8")
def test_the_fourth_alike_that_is_no_1_nor_5_is_thrown_again() -> None:
    s = throw(opened(), "33332")
    assert (s.points, s.dice) == (300, 2)


@rule("DM-9")
@pytest.mark.parametrize(("word", "points"), [("5552", 150), ("1111", 400), ("333", 0), ("2345", 50)])
def test_fewer_than_five_dice_count_singly(word: str, points: int) -> None:
    assert worth(tuple(map(int, word)))[0] == points


@rule("DM-10")
def test_nobody_banks_less_than_300() -> None:
    s = throw(opened(), "11346")
    with pytest.raises(Illegal, match="DM-10"):
        act(s, BANK)
    s = throw(s, "134")
    assert (s.points, act(s, BANK).seat) == (300, 1)


@rule("DM-10")
def test_nobody_banks_before_throwing() -> None:
    with pytest.raises(Illegal, match="DM-10"):
        act(opened(), BANK)


@rule("DM-11")
def test_the_entry_hand_does_not_count_and_no_zero_before_it() -> None:
    s = lose(lose(opened()))
    assert s.zeros == (0, 0)
    s = act(throw(s, "12345"), BANK)
    assert (s.scores, s.entered, s.offer) == ((0, 0), (True, False), None)


@rule("DM-12")
def test_banking_adds_and_passes() -> None:
    s = act(throw(scored(opened(), (500, 0)), "12345"), BANK)
    assert (s.scores, s.seat) == ((800, 0), 1)


@rule("DM-13")
def test_the_third_zero_takes_500_and_clears_the_count() -> None:
    s = scored(opened(), (200, 0))
    for expected in ((1, 0), (2, 0), (0, 0)):
        s = lose(s)
        assert s.zeros == (expected[0], s.zeros[1])
        s = act(throw(s, "12345"), BANK)
    assert s.scores[0] == -300


@rule("DM-13")
def test_zeros_need_not_be_in_a_row() -> None:
    s = scored(opened(), (1_000, 0))
    for hand in (lose, lambda s: act(throw(s, "12345"), BANK), lose, lose):
        s = lose(hand(s))
    assert (s.scores[0], s.zeros[0]) == (800, 0)


@rule("DM-14")
def test_a_banked_hand_may_be_taken_over() -> None:
    s = act(throw(scored(opened(), (0, 0)), "11154"), BANK)
    assert s.offer == Offer(1_050, 1)
    taken = act(s, TAKE_OVER)
    assert (taken.points, taken.dice, taken.offer, taken.scores) == (1_050, 1, None, (1_050, 0))
    with pytest.raises(Illegal, match="DM-14"):
        act(taken, BANK)
    with pytest.raises(Illegal, match="DM-14"):
        act(taken, TAKE_OVER)
    assert act(throw(taken, "1"), BANK).scores == (1_050, 1_150)


@rule("DM-14")
def test_starting_afresh_refuses_the_offer_for_good() -> None:
    s = throw(act(throw(scored(opened(), (0, 0)), "11154"), BANK), "15234")
    assert (s.offer, s.points) == (None, 300)
    with pytest.raises(Illegal, match="DM-14"):
        act(s, TAKE_OVER)


@rule("DM-14")
def test_nothing_to_take_over_at_first() -> None:
    with pytest.raises(Illegal, match="DM-14"):
        act(opened(), TAKE_OVER)


@rule("DM-14")
def test_five_winners_banked_are_taken_over_with_five_dice() -> None:
    s = act(throw(scored(opened(), (0, 0)), "12345"), BANK)
    assert s.offer == Offer(300, 5)


@rule("DM-15")
def test_losing_a_hand_taken_over_is_a_zero_like_any_other() -> None:
    s = act(throw(scored(opened(), (0, 0)), "11154"), BANK, TAKE_OVER)
    s = throw(s, "3")
    assert (s.zeros, s.scores, s.offer, s.seat) == ((0, 1), (1_050, 0), None, 0)


@rule("DM-16")
def test_a_hand_goes_round() -> None:
    s = act(throw(scored(opened(players=3), (0, 0, 0)), "11154"), BANK, TAKE_OVER)
    s = act(throw(s, "1"), BANK)
    assert (s.seat, s.offer) == (2, Offer(1_150, 5))


@rule("DM-17")
def test_an_entry_hand_leaves_nothing_to_take_over() -> None:
    s = act(throw(opened(), "11154"), BANK)
    assert s.offer is None
    s = act(throw(opened(entry_offer=True), "11154"), BANK)
    assert s.offer == Offer(1_050, 1)


@rule("DM-18")
def test_one_may_enter_with_a_hand_taken_over() -> None:
    from msgspec.structs import replace

    s = replace(scored(opened(), (0, 0)), entered=(True, False))
    s = act(throw(s, "11154"), BANK, TAKE_OVER)
    s = act(throw(s, "1"), BANK)
    assert (s.entered, s.scores, s.offer) == ((True, True), (1_050, 0), None)


@rule("DM-19")
def test_those_after_in_the_round_still_play_and_those_before_do_not() -> None:
    s = scored(opened(players=4), (9_000, 9_900, 0, 9_200))
    s = lose(s)
    s = act(throw(s, "11234", "134"), BANK)
    assert dix_mille.view(s, None).final_round
    assert (s.seat, s.scores[1]) == (2, 10_200)
    s = lose(lose(s))
    assert dix_mille.result(s) == Result((1,), (9_000, 10_200, 0, 9_200))
    with pytest.raises(Illegal, match="DM-19"):
        step(dix_mille, s, 0, Throw())
    with pytest.raises(Illegal, match="DM-19"):
        step(dix_mille, s, DEALER, Dice((1,)))


@rule("DM-19")
def test_over_at_once_when_the_last_of_the_round_reaches_the_target() -> None:
    s = lose(scored(opened(first=1), (9_900, 0)))
    s = act(throw(s, "12345"), BANK)
    assert dix_mille.result(s) == Result((0,), (10_200, 0))
    assert s.offer is None


@rule("DM-20")
def test_equal_totals_share() -> None:
    s = act(throw(scored(opened(), (9_900, 9_900)), "12345"), BANK)
    s = act(throw(s, "12345"), BANK)
    assert dix_mille.result(s) == Result((0, 1), (10_200, 10_200))


@rule("DM-21")
def test_topinambour_counts_opposite_faces_of_that_throw_only() -> None:
    s = throw(opened(), "55234")
    s = throw(s, "126", topinambour=True)
    assert (s.points, s.dice) == (250, 1)
    assert s.last_throw == Fall((1, 2, 6), (6, 5, 1), 150, (1, 2))
    assert throw(s, "6").seat == 1  # not announced again: a 6 is a 6


@rule("DM-21")
def test_topinambour_may_be_agreed_away() -> None:
    with pytest.raises(Illegal, match="DM-21"):
        act(opened(topinambour=False), Throw(topinambour=True))


@pytest.mark.parametrize(
    ("option", "value"),
    [("target", 950), ("target", 10_025), ("target", 20_050), ("minimum", 0), ("minimum", 1_050)],
)
def test_options_out_of_range(option: str, value: int) -> None:
    wrong: dict[str, Any] = {option: value}
    with pytest.raises(ValueError, match=option):
        Options(**wrong)


def test_options_that_switch_rules_off() -> None:
    assert opened(entry=False).entered == (True, True)
    assert lose(opened(entry=False, zeros=False)).zeros == (0, 0)
    assert act(throw(opened(entry=False, takeover=False), "12345"), BANK).offer is None
