"""5 Millimètres paragraph by paragraph, in the order of RULES.md."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from cinq.core.game import DEALER, WORLD, Actor, Illegal, step
from cinq.games import five_millimetres as game
from cinq.games.five_millimetres.components import BadBox, box, read
from cinq.games.five_millimetres.rules import (
    AUCTION,
    OVER,
    STICK,
    Bid,
    Deal,
    Move,
    Options,
    Pass,
    Result,
    Sight,
    State,
    Stick,
    actors,
    chance,
    legal,
    refusal,
    result,
    start,
)
from cinq.games.five_millimetres.scoring import best_seats, longest_run, points

rule = pytest.mark.rule
NONE = Options(sight="none")


def table(*sticks: int, manitou: int = 0, options: Options = NONE) -> State:
    """First sticks dealt, one a seat."""
    return step(game, start(len(sticks), options), DEALER, Deal(sticks, manitou))


def told(s: State, *lines: tuple[Actor, Move]) -> State:
    for actor, action in lines:
        s = step(game, s, actor, action)
    return s


def auction(*sticks: int, length: int = 5, manitou: int = 0, options: Options = NONE) -> State:
    """A stick of that length in the stand."""
    return told(table(*sticks, manitou=manitou, options=options), (DEALER, Stick(length)))


def given(s: State, length: int, seat: int) -> State:
    """A stick that the seat gets for nothing, as Manitou."""
    s = told(replace(s, manitou=seat), (DEALER, Stick(length)))
    for other in range(1, len(s.money)):
        s = step(game, s, (seat + other) % len(s.money), Pass())
    return s


def refused(s: State, actor: Actor, action: Move, by: str) -> None:
    with pytest.raises(Illegal, match=f"^{by}$"):
        step(game, s, actor, action)


@rule("MM-1")
def test_two_to_five_players() -> None:
    assert [len(start(n, Options()).money) for n in range(2, 6)] == [2, 3, 4, 5]
    for players in (0, 1, 6):
        with pytest.raises(ValueError, match="2 to 5 players"):
            start(players, Options())


@rule("MM-2")
def test_everyone_starts_on_50() -> None:
    assert start(3, Options()).money == (50, 50, 50)
    assert table(1, 2, 3).money == (50, 50, 50)


@rule("MM-3")
def test_everyone_draws_a_first_stick() -> None:
    s = table(9, 1, 9)
    assert s.hands == ((0,), (1,), (2,)) and s.lengths == (9, 1, 9)
    assert s.box == (3, 4, 4, 4, 4, 4, 4, 4, 2)


@rule("MM-3")
@pytest.mark.parametrize("sticks", [(), (1,), (1, 2, 3), (0, 1), (1, 10), (-1, 1), (10**30, 1)])
def test_a_deal_is_one_stick_of_the_box_each(sticks: tuple[int, ...]) -> None:
    refused(start(2, NONE), DEALER, Deal(sticks, 0), "MM-3")


@rule("MM-3")
def test_there_are_only_four_of_each_length() -> None:
    refused(start(5, NONE), DEALER, Deal((7, 7, 7, 7, 7), 0), "MM-3")
    assert table(7, 7, 7, 7, 1).box[6] == 0


@rule("MM-3")
def test_nobody_bids_before_the_deal_and_nobody_deals_twice() -> None:
    refused(start(2, NONE), 0, Bid(1), "MM-3")
    refused(start(2, NONE), DEALER, Stick(1), "MM-6")
    refused(table(1, 2), DEALER, Deal((1, 2), 0), "MM-3")


@rule("MM-4")
def test_sight_gives_everyone_a_look_at_each_new_stick() -> None:
    s = table(1, 9, options=Options())
    assert actors(s) == (WORLD,)
    s = told(s, (WORLD, Sight(((61.0, 59.0), (101.0, 99.0)))))
    assert actors(s) == (DEALER,) and s.apparent == ((61.0, 59.0), (101.0, 99.0))
    s = told(s, (DEALER, Stick(2)))
    assert actors(s) == (WORLD,)
    s = told(s, (WORLD, Sight(((64.0, 66.5),))))
    assert actors(s) == (1,) and s.apparent[2] == (64.0, 66.5)


@rule("MM-4")
@pytest.mark.parametrize(
    "rows",
    [
        (),
        ((61.0, 60.0),),
        ((61.0,), (60.0,)),
        ((61.0, 60.0, 60.0), (61.0, 60.0, 60.0)),
        ((61.0, 60.0), (0.0, 60.0)),
        ((61.0, 60.0), (-1.0, 60.0)),
        ((61.0, 60.0), (float("inf"), 60.0)),
        ((61.0, 60.0), (float("nan"), 60.0)),
        ((61.0, 60.0), (60.0, 60.0), (60.0, 60.0)),
    ],
)
def test_looks_are_positive_numbers_of_the_right_shape(rows: tuple[tuple[float, ...], ...]) -> None:
    refused(table(1, 9, options=Options()), WORLD, Sight(rows), "MM-4")


@rule("MM-4")
def test_exact_sight_shows_true_lengths_and_no_others() -> None:
    s = table(1, 9, options=Options(sight="exact"))
    refused(s, WORLD, Sight(((60.0, 60.0), (100.0, 100.001))), "MM-4")
    assert legal(s, WORLD) == (Sight(((60.0, 60.0), (100.0, 100.0))),)
    drawn = chance(s)
    assert drawn and drawn.sample(random.Random(1)) == Sight(((60.0, 60.0), (100.0, 100.0)))


@rule("MM-4")
def test_at_a_real_table_the_world_is_silent() -> None:
    assert table(1, 2).phase == STICK and auction(1, 2).phase == AUCTION
    refused(table(1, 2), WORLD, Sight(((60.0, 65.0), (60.0, 65.0))), "MM-4")
    refused(auction(1, 2), WORLD, Sight(((60.0, 65.0),)), "MM-4")


@rule("MM-4")
def test_nobody_speaks_before_everyone_has_looked() -> None:
    s = auction_in_sight()
    refused(s, 1, Bid(1), "MM-4")
    refused(s, 1, Pass(), "MM-4")
    refused(s, DEALER, Stick(1), "MM-6")


def auction_in_sight() -> State:
    looks = Sight(((61.3, 58.0, 60.5), (70.0, 71.0, 72.0), (80.0, 82.0, 78.5)))
    return told(table(1, 3, 5, options=Options()), (WORLD, looks), (DEALER, Stick(4)))


@rule("MM-4")
def test_a_stick_in_the_hand_shares_the_error_of_the_first() -> None:
    s = told(auction_in_sight(), (WORLD, Sight(((70.1, 80.2, 75.3),))), (1, Pass()), (2, Pass()))
    assert s.hands[0] == (0, 3)
    assert s.apparent[3] == (76.3, 80.2, 75.3)  # 61.3 and three steps; the others see it as before
    assert s.apparent[:3] == ((61.3, 58.0, 60.5), (70.0, 71.0, 72.0), (80.0, 82.0, 78.5))


@rule("MM-5")
def test_the_first_manitou_is_drawn_by_lot() -> None:
    s = start(3, NONE)
    drawn = chance(s)
    assert drawn is not None
    rng = random.Random(1)
    lots = Counter(drawn.sample(rng).manitou for _ in range(3_000))
    assert set(lots) == {0, 1, 2} and min(lots.values()) > 900
    for nobody in (-1, 3, 10**20):
        refused(s, DEALER, Deal((1, 2, 3), nobody), "MM-5")


@rule("MM-5")
def test_or_named_by_the_host() -> None:
    options = Options(sight="none", first_manitou=2)
    s = start(3, options)
    drawn = chance(s)
    assert drawn and {drawn.sample(random.Random(seed)).manitou for seed in range(30)} == {2}
    refused(s, DEALER, Deal((1, 2, 3), 1), "MM-5")
    assert table(1, 2, 3, manitou=2, options=options).manitou == 2
    for nobody in (-1, 3):
        with pytest.raises(ValueError, match="first_manitou"):
            start(3, Options(first_manitou=nobody))


@rule("MM-6")
def test_the_manitou_puts_a_stick_in_the_stand() -> None:
    s = table(1, 2)
    refused(s, 1, Bid(1), "MM-6")
    s = told(s, (DEALER, Stick(9)))
    assert s.stand == 2 and s.lengths == (1, 2, 9) and s.box[8] == 3
    refused(s, DEALER, Stick(8), "MM-6")


@rule("MM-6")
@pytest.mark.parametrize("length", [0, -1, 10, 10**30, 7])
def test_only_what_is_left_in_the_box_is_drawn(length: int) -> None:
    s = table(7, 7, 7, 7)
    refused(s, DEALER, Stick(length), "MM-6")
    assert Stick(7) not in legal(s, DEALER) and len(legal(s, DEALER)) == 8


@rule("MM-6")
def test_every_stick_of_the_box_is_as_likely() -> None:
    drawn = chance(table(7, 7, 1))
    assert drawn is not None
    odds = dict(drawn.outcomes() or ())
    assert odds[Stick(7)] == 2 / 33 and odds[Stick(1)] == 3 / 33 and odds[Stick(2)] == 4 / 33


@rule("MM-7")
def test_the_left_neighbour_speaks_first_and_the_manitou_last() -> None:
    s = auction(1, 2, 3, 4, manitou=2)
    order = []
    for amount in range(1, 9):
        (seat,) = actors(s)
        order.append(seat)
        s = step(game, s, seat, Bid(amount))
    assert order == [3, 0, 1, 2, 3, 0, 1, 2]


@rule("MM-7")
def test_nobody_speaks_out_of_turn() -> None:
    s = auction(1, 2, 3)
    for actor in (0, 2, 7, -1, DEALER, WORLD):
        refused(s, actor, Bid(1), "MM-7")
        refused(s, actor, Pass(), "MM-7")


@rule("MM-8")
def test_a_bid_is_one_to_ten_and_above_the_last() -> None:
    s = auction(1, 2)
    for amount in (0, -3, 11, 10**30):
        refused(s, 1, Bid(amount), "MM-8")
    s = told(s, (1, Bid(4)))
    for amount in (1, 4):
        refused(s, 0, Bid(amount), "MM-8")
    assert legal(s, 0) == (Bid(5), Bid(6), Bid(7), Bid(8), Bid(9), Bid(10), Pass())


@rule("MM-8")
def test_nobody_bids_more_than_they_have() -> None:
    s = replace(auction(1, 2), money=(50, 3))
    refused(s, 1, Bid(4), "MM-8")
    assert legal(s, 1) == (Bid(1), Bid(2), Bid(3), Pass())
    assert legal(told(replace(s, money=(3, 3)), (1, Bid(3))), 0) == (Pass(),)


@rule("MM-9")
def test_whoever_passes_is_out_of_this_auction() -> None:
    s = told(auction(1, 2, 3), (1, Pass()), (2, Bid(1)), (0, Bid(2)))
    assert actors(s) == (2,) and s.passed == (1,)
    refused(s, 1, Bid(3), "MM-9")
    refused(s, 1, Pass(), "MM-9")


@rule("MM-9")
def test_but_not_of_the_next_auction() -> None:
    s = told(auction(1, 2, 3), (1, Pass()), (2, Pass()), (DEALER, Stick(6)))
    assert s.passed == () and actors(s) == (1,)


@rule("MM-10")
def test_a_bid_of_ten_wins_at_once() -> None:
    s = told(auction(1, 2, 3), (1, Bid(10)))
    assert s.phase == STICK and s.hands[1] == (1, 3) and s.money == (50, 40, 50) and s.manitou == 1


@rule("MM-11")
def test_the_last_one_left_wins_at_their_bid() -> None:
    s = told(auction(1, 2, 3), (1, Bid(3)), (2, Pass()), (0, Bid(5)))
    assert s.phase == AUCTION
    s = told(s, (1, Pass()))
    assert s.hands == ((0, 3), (1,), (2,)) and s.money == (45, 50, 50) and s.manitou == 0


@rule("MM-12")
def test_the_manitou_gets_for_nothing_what_nobody_wants_without_speaking() -> None:
    s = told(auction(1, 2, 3, manitou=1), (2, Pass()), (0, Pass()))
    assert s.phase == STICK and s.hands[1] == (1, 3) and s.money == (50, 50, 50) and s.manitou == 1


@rule("MM-13")
def test_the_winner_takes_the_stick_and_pays() -> None:
    s = told(auction(1, 2, length=9), (1, Bid(2)), (0, Pass()))
    assert s.hands == ((0,), (1, 2)) and s.money == (50, 48) and s.stand is None


@rule("MM-14")
@pytest.mark.parametrize(
    ("money", "price", "then"),
    [(33, 4, 31), (50, 7, 45), (43 + 5, 5, 45), (40, 4, 38), (31, 2, 31), (30, 2, 28), (39, 9, 30)],
)
def test_chance_spaces_send_back_up(money: int, price: int, then: int) -> None:
    s = told(replace(auction(1, 2), money=(50, money)), (1, Bid(price)), (0, Pass()))
    assert s.money == (50, then)


@rule("MM-15")
def test_the_winner_is_the_next_manitou() -> None:
    s = told(auction(1, 2, 3), (1, Pass()), (2, Bid(1)), (0, Pass()), (DEALER, Stick(1)))
    assert s.manitou == 2 and actors(s) == (0,)


@rule("MM-16")
def test_eight_sticks_end_the_game() -> None:
    s = table(1, 1)
    for length in (2, 3, 5, 6, 7, 8):
        s = given(s, length, 0)
        assert result(s) is None
    s = given(s, 9, 0)
    assert s.phase == OVER and actors(s) == ()
    assert result(s) == Result((0,), (50 + 22, 22), "eight")


@rule("MM-16")
def test_reaching_0_ends_the_game() -> None:
    s = told(replace(auction(1, 2), money=(50, 6)), (1, Bid(6)), (0, Pass()))
    assert s.money == (50, 0) and result(s) == Result((0,), (22, 0), "broke")
    refused(s, 0, Pass(), "MM-16")
    refused(s, DEALER, Stick(1), "MM-16")


@rule("MM-16")
def test_four_alike_come_before_eight_and_before_broke() -> None:
    s = table(1, 1)
    for length in (9, 9, 9, 2, 4, 6):
        s = given(s, length, 0)
    s = told(replace(s, manitou=1, money=(5, 50)), (DEALER, Stick(9)), (0, Bid(5)), (1, Pass()))
    assert len(s.hands[0]) == 8 and s.money[0] == 0
    assert result(s) == Result((0,), (20, 22), "four_alike")


@rule("MM-16")
def test_eight_come_before_broke() -> None:
    s = table(1, 1)
    for length in (9, 9, 9, 2, 4, 6):
        s = given(s, length, 0)
    s = told(replace(s, manitou=1, money=(5, 50)), (DEALER, Stick(8)), (0, Bid(5)), (1, Pass()))
    assert result(s) == Result((1,), (20, 22), "eight")


@rule("MM-17")
def test_four_alike_win_without_counting() -> None:
    s = replace(table(5, 1), money=(3, 50))
    for length in (2, 3, 4):
        s = given(s, length, 1)
    s = given(given(s, 5, 0), 5, 0)
    assert result(s) is None
    s = given(s, 5, 0)
    assert result(s) == Result((0,), (3, 40 + 22), "four_alike")


@rule("MM-18")
@pytest.mark.parametrize(
    ("lengths", "run"),
    [
        ((1, 2, 2, 3, 5), 3),
        ((9, 8, 7, 1, 2, 3, 4), 4),
        ((1, 3, 5), 1),
        ((4,), 1),
        ((2, 1), 2),
        ((5, 5, 5), 1),
    ],
)
def test_the_longest_run_counts(lengths: tuple[int, ...], run: int) -> None:
    assert longest_run(lengths) == run
    assert points(lengths, 0, lone_stick=False) == (10 * run if run > 1 else 0)
    assert points(lengths, 0, lone_stick=True) == 10 * run


@rule("MM-18")
def test_a_lone_stick_scores_if_the_table_says_so() -> None:
    for lone_stick, scores in ((False, (22, 0)), (True, (32, 10))):
        options = Options(sight="none", lone_stick=lone_stick)
        s = told(replace(auction(1, 2, options=options), money=(50, 6)), (1, Bid(6)), (0, Pass()))
        assert result(s) == Result((0,), scores, "broke")


@rule("MM-19")
@pytest.mark.parametrize(("money", "worth"), [(0, 0), (1, 1), (17, 17), (22, 22), (23, 22), (50, 22)])
def test_money_is_worth_its_space_up_to_22(money: int, worth: int) -> None:
    assert points((1,), money, lone_stick=False) == worth


@rule("MM-20")
def test_highest_sum_then_sticks_then_space_then_shared() -> None:
    assert best_seats((40, 52, 51), (7, 2, 3), (0, 1, 2)) == (1,)
    assert best_seats((52, 52, 51), (3, 2, 9), (10, 20, 50)) == (0,)
    assert best_seats((52, 52, 52), (3, 3, 2), (30, 31, 50)) == (1,)
    assert best_seats((52, 52, 52), (3, 3, 2), (31, 31, 50)) == (0, 1)


@rule("MM-20")
def test_a_shared_win_names_all_winners() -> None:
    s = told(replace(auction(1, 2, 3), money=(22, 6, 22)), (1, Bid(6)), (2, Pass()), (0, Pass()))
    assert result(s) == Result((0, 2), (22, 0, 22), "broke")


def test_refusal_never_raises() -> None:
    """Whatever is said, by whomever, at any time, the judge answers."""
    sights: list[Move] = [Sight(()), Sight(((),)), Sight(((1e308,) * 9,))]
    deals: list[Move] = [Deal((), 0), Deal((1, 2), -5), Deal((99, -99), 10**9)]
    said: list[Move] = [Bid(-(10**40)), Bid(10**40), Pass(), Stick(-9), Stick(10**40), *sights, *deals]
    over = told(replace(auction(1, 2), money=(50, 6)), (1, Bid(6)), (0, Pass()))
    for s in (start(2, NONE), start(5, Options()), table(1, 2), auction(1, 2), auction_in_sight(), over):
        for actor in (DEALER, WORLD, 0, 1, 4, 5, -1, 10**40):
            for action in said:
                answer = refusal(s, actor, action)
                assert answer is None or answer.startswith("MM-")


def test_a_box_is_checked_when_it_is_read() -> None:
    text = """[sticks]\nlengths = [60, 65, 70, 75, 80, 85, 90, 95, 100]\nof_each = 4
[track]\nstart = 50\nmost_points = 22\n[track.chance]\n43 = 45\n36 = 38\n29 = 31\n"""
    assert read(text) == box()
    for good, bad, why in (
        ("[60, 65", "[65, 65", "5 apart"),
        ("of_each = 4", "of_each = 3", "of_each is 4"),
        ("start = 50", "start = 5", "track.start"),
        ("most_points = 22", "most_points = 80", "most_points"),
        ("29 = 31", "29 = 27", "space 29 goes back up"),
        ("29 = 31", "29 = 36", "which is a Chance space too"),
        ("29 = 31", "29 = 51", "space 29"),
        ("start = 50", "", "start"),
        ("[track]", "[track", "box.toml"),
    ):
        with pytest.raises(BadBox, match=why):
            read(text.replace(good, bad))


def test_options_are_checked() -> None:
    with pytest.raises(ValueError, match="sight"):
        Options(sight="blind")  # type: ignore[arg-type]
