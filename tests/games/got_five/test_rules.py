"""Got Five!, one test or more per paragraph of the ledger, in its order."""

import random
from typing import Any

import pytest
from msgspec import UNSET

from cinq.core.game import DEALER, WORLD, Illegal, OpenChoice, Result, step
from cinq.games import got_five
from cinq.games.got_five import (
    Options,
    State,
    actors,
    chance,
    legal,
    open_choices,
    refusal,
    result,
    safest,
    view,
)
from cinq.games.got_five.components import BOX, COLOURS, read
from cinq.games.got_five.rules import Announce, Compare, Deal, Pass, Rank, Reveal, Tile

rule = pytest.mark.rule

RACKS = ((7, 20, 33, 46, 59), (1, 12, 23, 34, 45), (6, 17, 28, 39, 50), (2, 11, 24, 35, 48))
OPEN = (16, 37, 3, 4, 60)
RIGHT, WRONG = RACKS[0], (7, 20, 33, 46, 60)


def table(players: int = 2, first: int = 0) -> State:
    """A fixed deal."""
    s = got_five.start(players, Options())
    return step(got_five, s, DEALER, Deal(RACKS[:players], OPEN, first))


def play(s: State, *lines: Any) -> State:
    """Lines of the seat whose turn it is; an int is the dealer's tile."""
    for line in lines:
        s = (
            step(got_five, s, DEALER, Tile(line))
            if isinstance(line, int)
            else step(got_five, s, s.turn, line)
        )
    return s


def revealed(s: State, number: int = 21) -> State:
    return play(s, Reveal(BOX.colour[number]), number)


def emptied(s: State) -> State:
    """Turn after turn, the tile revealed is ranked, until the reserve is empty."""
    while any(s.reserve):
        pile = next(pile for pile in s.reserve if pile)
        s = play(s, Reveal(BOX.colour[pile[0]]), pile[0], Rank(pile[0]))
    return s


def exhausted(s: State) -> State:
    """And the open tiles too."""
    s = emptied(s)
    while s.open:
        s = play(s, Rank(s.open[0]))
    return s


def refused(s: State, actor: Any, action: Any, rule: str) -> None:
    with pytest.raises(Illegal, match=f"^{rule}$"):
        step(got_five, s, actor, action)


@rule("GF-1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_two_to_four_players(players: int) -> None:
    assert list(got_five.PLAYERS) == [2, 3, 4]
    with pytest.raises(ValueError, match="2 to 4 players"):
        got_five.start(players, Options())


@rule("GF-1")
@pytest.mark.parametrize("actor", [DEALER, WORLD, 2, 3, -1, 10**30])
def test_only_seats_of_this_game_play(actor: Any) -> None:
    for action in (Reveal("green"), Rank(16), Compare(16, 0), Pass(), Announce(RIGHT)):
        refused(table(), actor, action, "GF-1")


@rule("GF-2")
def test_everyone_gets_one_tile_of_each_colour_sorted() -> None:
    s = step(got_five, got_five.start(2, Options()), DEALER, Deal(((59, 7, 46, 20, 33), RACKS[1]), OPEN, 0))
    assert [rack.numbers for rack in s.racks] == [(7, 20, 33, 46, 59), (1, 12, 23, 34, 45)]
    assert view(s, 0).racks[0].colours == ("pink", "orange", "blue", "green", "red")
    assert [view(s, 0).racks[seat].numbers for seat in (0, 1)] == [None, RACKS[1]]
    assert [view(s, 1).racks[seat].numbers for seat in (0, 1)] == [RACKS[0], None]
    assert [view(s, None).racks[seat].numbers for seat in (0, 1)] == [None, None]


@rule("GF-2")
@pytest.mark.parametrize(
    "racks",
    [
        (),
        RACKS[:1],
        RACKS[:3],
        ((), ()),
        ((7, 20, 33, 46), RACKS[1]),
        ((7, 20, 33, 46, 59, 1), RACKS[1]),
        ((7, 20, 33, 46, 58), RACKS[1]),
        ((7, 20, 33, 46, 64), RACKS[1]),
        ((7, 20, 33, 46, -1), RACKS[1]),
        ((7, 20, 33, 46, 0), RACKS[1]),
        ((7, 20, 33, 46, 10**30), RACKS[1]),
        ((7, 7, 20, 33, 46), RACKS[1]),
        ((1, 20, 33, 47, 59), RACKS[1]),
    ],
)
def test_a_wrong_rack_is_refused(racks: tuple[tuple[int, ...], ...]) -> None:
    refused(got_five.start(2, Options()), DEALER, Deal(racks, OPEN, 0), "GF-2")


@rule("GF-2")
def test_nobody_plays_before_the_deal_and_nobody_deals_twice() -> None:
    s = got_five.start(2, Options())
    assert actors(s) == (DEALER,)
    for action in (Reveal("green"), Rank(16), Compare(16, 0), Pass()):
        refused(s, 0, action, "GF-2")
    refused(s, 0, Deal(RACKS[:2], OPEN, 0), "GF-2")
    refused(table(), DEALER, Deal(RACKS[:2], OPEN, 0), "GF-2")


@rule("GF-3")
def test_one_tile_of_each_colour_lies_open() -> None:
    s = table()
    assert s.open == OPEN
    assert [len(pile) for pile in s.reserve] == [9, 9, 9, 9, 9]
    assert [len(pile) for pile in table(4).reserve] == [7, 7, 7, 7, 7]


@rule("GF-3")
@pytest.mark.parametrize(
    "laid",
    [(), (16, 37, 3, 4), (16, 37, 3, 4, 59), (16, 37, 3, 4, 45), (16, 37, 3, 4, 65), (16, 16, 37, 3, 4)],
)
def test_wrong_open_tiles_are_refused(laid: tuple[int, ...]) -> None:
    refused(got_five.start(2, Options()), DEALER, Deal(RACKS[:2], laid, 0), "GF-3")


@rule("GF-4")
def test_the_lot_or_the_host_says_who_starts() -> None:
    assert view(table(3, first=2), 0).turn == 2
    refused(got_five.start(2, Options()), DEALER, Deal(RACKS[:2], OPEN), "GF-4")
    refused(got_five.start(2, Options()), DEALER, Deal(RACKS[:2], OPEN, 2), "GF-4")
    refused(got_five.start(2, Options()), DEALER, Deal(RACKS[:2], OPEN, -1), "GF-4")
    named = got_five.start(2, Options(first=1))
    assert step(got_five, named, DEALER, Deal(RACKS[:2], OPEN)).turn == 1
    assert step(got_five, named, DEALER, Deal(RACKS[:2], OPEN, 1)).turn == 1
    refused(named, DEALER, Deal(RACKS[:2], OPEN, 0), "GF-4")


@rule("GF-4")
def test_who_starts_is_a_seat() -> None:
    with pytest.raises(ValueError, match="first is a seat from 0 to 1, not 2"):
        got_five.start(2, Options(first=2))
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match="first is a seat"):
            Options(first=wrong)


@rule("GF-4")
def test_play_goes_clockwise() -> None:
    s, turns = table(3, first=1), []
    for number in (21, 26, 31, 36):
        turns.append(s.turn)
        s = play(revealed(s, number), Rank(number))
    assert turns == [1, 2, 0, 1]
    for action in (Reveal("green"), Rank(16), Compare(16, 0), Pass()):
        refused(table(), 1, action, "GF-4")


@rule("GF-5")
def test_reveal_then_ask() -> None:
    s = table()
    assert view(s, 0).phase == "reveal"
    assert legal(s, 0) == tuple(map(Reveal, COLOURS))
    refused(s, 0, Rank(16), "GF-5")
    refused(s, 0, Compare(16, 0), "GF-5")
    asking = revealed(s)
    assert view(asking, 0).phase == "ask"
    refused(asking, 0, Reveal("pink"), "GF-5")
    assert view(play(asking, Rank(21)), 0).turn == 1


@rule("GF-5", "GF-6")
def test_the_seat_waits_for_its_tile() -> None:
    s = play(table(), Reveal("blue"))
    assert (s.phase, s.wanted, actors(s)) == ("reveal", "blue", (DEALER,))
    for action in (Reveal("blue"), Rank(16), Compare(16, 0), Pass()):
        refused(s, 0, action, "GF-5")
    assert legal(s, 0) == legal(s, 1) == ()


@rule("GF-6")
def test_the_tile_is_of_the_colour_asked_for_and_joins_the_open_ones() -> None:
    s = play(table(), Reveal("blue"))
    numbers = [8, 13, 18, 28, 38, 43, 48, 53, 58]
    assert legal(s, DEALER) == [Tile(n) for n in numbers]
    outcomes = chance(s).outcomes()
    assert outcomes is not None
    assert list(outcomes) == [(Tile(n), pytest.approx(1 / 9)) for n in numbers]
    for wrong in (21, 33, 23, 3, 0, -2, 61, 10**30):
        refused(s, DEALER, Tile(wrong), "GF-6")
    after = play(s, 28)
    assert after.open == (*OPEN, 28)
    assert after.reserve[2] == (8, 13, 18, 38, 43, 48, 53, 58)


@rule("GF-6")
def test_a_tile_that_is_not_owed() -> None:
    refused(table(), DEALER, Tile(21), "GF-6")
    refused(revealed(table()), DEALER, Tile(26), "GF-6")
    refused(play(table(), Reveal("green")), 0, Tile(21), "GF-6")
    refused(got_five.start(2, Options()), DEALER, Tile(21), "GF-6")


@rule("GF-7")
def test_any_open_tile_serves_for_either_clue() -> None:
    s = revealed(table())
    asks = [ask for n in (*OPEN, 21) for ask in (Rank(n), *(Compare(n, slot) for slot in range(5)))]
    assert legal(s, 0) == asks
    assert legal(s, 1) == ()
    for wrong in (26, 7, 1, 0, 61, -1, 10**30):
        refused(s, 0, Rank(wrong), "GF-7")
        refused(s, 0, Compare(wrong, 9), "GF-7")


@rule("GF-8")
@pytest.mark.parametrize(("tile", "notch"), [(3, 0), (16, 1), (21, 2), (37, 3), (60, 5), (4, 0)])
def test_the_tile_goes_where_it_fits(tile: int, notch: int) -> None:
    s = play(revealed(table()), Rank(tile))
    expected: list[tuple[int, ...]] = [(), (), (), (), (), ()]
    expected[notch] = (tile,)
    assert s.racks[0].notches == tuple(expected)
    assert s.racks[1].notches == ((),) * 6
    assert tile not in s.open
    assert len(s.open) == 5


@rule("GF-8")
def test_tiles_in_one_notch_stay_in_the_order_laid() -> None:
    s = play(revealed(table()), Rank(4))
    s = play(revealed(s, 26), Rank(26))
    s = play(revealed(s, 31), Rank(3))
    assert s.racks[0].notches == ((4, 3), (), (), (), (), ())
    assert s.racks[1].notches == ((), (), (), (26,), (), ())


@rule("GF-9")
@pytest.mark.parametrize(
    ("tile", "slot", "same"), [(37, 0, True), (37, 2, False), (60, 4, True), (21, 0, True), (3, 0, False)]
)
def test_compare_says_whether_the_dots_are_as_many(tile: int, slot: int, same: bool) -> None:
    s = play(revealed(table()), Compare(tile, slot))
    laid = s.racks[0].compared[slot]
    assert [(c.tile, c.same) for c in laid] == [(tile, same)]
    assert [len(before) for before in s.racks[0].compared] == [int(i == slot) for i in range(5)]
    assert tile not in s.open


@rule("GF-9")
@pytest.mark.parametrize("slot", [-1, -5, 5, 10**30])
def test_a_rack_has_five_slots(slot: int) -> None:
    refused(revealed(table()), 0, Compare(16, slot), "GF-9")


@rule("GF-10")
@pytest.mark.parametrize(
    "numbers",
    [
        (),
        (7,),
        (7, 20, 33, 46),
        (7, 20, 33, 46, 59, 60),
        (7, 7, 20, 33, 46),
        (59, 46, 33, 20, 7),
        (7, 33, 20, 46, 59),
        (0, 20, 33, 46, 59),
        (-7, 20, 33, 46, 59),
        (7, 20, 33, 46, 61),
        (7, 20, 33, 46, 10**30),
    ],
)
def test_anything_but_five_ascending_numbers_is_refused_and_not_used_up(numbers: tuple[int, ...]) -> None:
    s = table()
    refused(s, 0, Announce(numbers), "GF-10")
    assert view(s, 0).announced == (None, None)
    assert result(step(got_five, s, 0, Announce(RIGHT))) == Result((0,))


@rule("GF-10")
def test_in_turn_or_not_but_not_while_the_dealer_owes_a_tile() -> None:
    s = table(3)
    waiting = play(s, Reveal("green"))
    for seat in range(3):
        for state in (s, revealed(s)):
            assert refusal(state, seat, Announce(RACKS[seat])) is None
            assert len(open_choices(state, seat)) == 1
        refused(waiting, seat, Announce(RACKS[seat]), "GF-10")
        refused(got_five.start(3, Options()), seat, Announce(RACKS[seat]), "GF-10")
        assert open_choices(waiting, seat) == ()
    assert actors(s) == (0, 1, 2)


@rule("GF-10")
def test_once_in_the_game_and_heard_by_all() -> None:
    s = step(got_five, table(3), 1, Announce((1, 2, 3, 4, 5)))
    refused(s, 1, Announce(RACKS[1]), "GF-10")
    assert open_choices(s, 1) == ()
    for viewer in (0, 1, 2, None):
        assert view(s, viewer).said == (None, (1, 2, 3, 4, 5), None)


@rule("GF-10")
def test_impossible_numbers_count_as_an_announcement() -> None:
    in_sight = step(got_five, table(), 0, Announce((1, 12, 23, 34, 45)))
    assert in_sight.announced == (False, None)


@rule("GF-10")
def test_the_template_gives_legal_announcements() -> None:
    s, rng = table(), random.Random(5)
    (template,) = open_choices(s, 1)
    assert isinstance(template, OpenChoice)
    for _ in range(50):
        assert refusal(s, 1, template.sample(rng)) is None  # type: ignore[arg-type]


@rule("GF-11")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_all_five_right_wins_at_once(seat: int) -> None:
    s = step(got_five, revealed(table(3)), seat, Announce(RACKS[seat]))
    assert actors(s) == ()
    assert result(s) == Result((seat,))
    assert view(s, None).announced == tuple(True if i == seat else None for i in range(3))
    assert [rack.numbers for rack in view(s, seat).racks] == list(RACKS[:3])
    refused(s, 0, Rank(16), "GF-11")


@rule("GF-12")
def test_numbers_that_only_add_up_the_same_are_wrong() -> None:
    low, second, *rest, high = RACKS[0]
    near = (low - 1, second, *rest, high + 1) if low > 1 else (low, second - 1, *rest, high + 1)
    s = step(got_five, revealed(table(3)), 0, Announce(near))
    assert sum(near) == sum(RACKS[0])
    assert view(s, None).announced[0] is False


@rule("GF-12")
def test_wrong_out_of_turn_leaves_the_turn_where_it_is() -> None:
    s = step(got_five, revealed(table(3)), 1, Announce(WRONG))
    assert (s.turn, s.phase, s.open) == (0, "ask", (*OPEN, 21))
    assert view(s, None).alive == (True, False, True)
    assert view(s, None).announced == (None, False, None)
    assert actors(s) == (0, 2)
    assert play(s, Rank(21)).turn == 2  # no more turns for seat 1
    for action in (Reveal("green"), Rank(16), Compare(16, 0), Pass()):
        refused(s, 1, action, "GF-12")


@rule("GF-12")
def test_wrong_in_turn_ends_the_turn_and_the_tile_stays_open() -> None:
    s = step(got_five, revealed(table(3)), 0, Announce(WRONG))
    assert (s.turn, s.phase, s.open) == (1, "reveal", (*OPEN, 21))
    asking = revealed(s, 26)
    assert asking.open == (*OPEN, 21, 26)
    assert len(legal(asking, 1)) == 7 * 6
    assert view(s, 0).racks[0].numbers is None  # hidden from its owner to the end
    before = step(got_five, table(3), 0, Announce(WRONG))
    assert (before.turn, before.phase, before.open) == (1, "reveal", OPEN)


@rule("GF-13")
def test_the_last_one_left_wins() -> None:
    s = step(got_five, table(3), 2, Announce(WRONG))
    assert result(s) is None
    s = step(got_five, s, 0, Announce((1, 2, 3, 4, 6)))
    assert result(s) == Result((1,))
    assert view(s, None).announced == (False, None, False)
    assert actors(s) == ()
    refused(s, 1, Reveal("green"), "GF-13")
    refused(s, 1, Announce(RACKS[1]), "GF-13")


@rule("GF-14")
def test_an_empty_colour_cannot_be_chosen() -> None:
    s = table()
    for number in s.reserve[0]:
        s = play(revealed(s, number), Rank(number))
    assert view(s, None).reserve.green == 0
    assert legal(s, s.turn) == [Reveal("pink"), Reveal("blue"), Reveal("red"), Reveal("orange")]
    refused(s, s.turn, Reveal("green"), "GF-14")
    assert safest(s, s.turn) == Reveal("pink")


@rule("GF-14")
def test_with_the_reserve_empty_the_reveal_is_skipped() -> None:
    s = emptied(table())
    assert (s.phase, s.open, s.turn) == ("ask", OPEN, 1)
    assert len(legal(s, 1)) == 30
    refused(s, 1, Reveal("green"), "GF-14")
    refused(s, 1, Pass(), "GF-14")
    s = play(s, Rank(16))
    assert (s.phase, s.turn) == ("ask", 0)


@rule("GF-14")
def test_pass_is_legal_only_when_nothing_is_left() -> None:
    for s in (table(), revealed(table()), emptied(table())):
        refused(s, s.turn, Pass(), "GF-14")
    s = exhausted(table())
    assert legal(s, s.turn) == (Pass(),)
    assert len(open_choices(s, s.turn)) == 1
    for action in (Rank(16), Compare(16, 0), Reveal("green")):
        refused(s, s.turn, action, "GF-14")


@rule("GF-14")
def test_a_draw_when_all_who_are_alive_have_passed() -> None:
    s = exhausted(table(3))
    first = s.turn
    s = play(s, Pass(), Pass())
    assert result(s) is None
    assert s.turn == (first + 2) % 3
    s = play(s, Pass())
    assert result(s) == Result((0, 1, 2))
    refused(s, 0, Pass(), "GF-14")


@rule("GF-14")
def test_a_wrong_announcement_can_complete_the_draw() -> None:
    s = play(exhausted(table(3)), Pass(), Pass())
    last = s.turn
    s = play(s, Announce(WRONG if last else (1, 2, 3, 4, 5)))
    assert result(s) == Result(tuple(seat for seat in range(3) if seat != last))


@rule("GF-14")
def test_whoever_passed_may_still_announce() -> None:
    s = play(exhausted(table(3)), Pass())
    passed = (s.turn - 1) % 3
    won = step(got_five, s, passed, Announce(RACKS[passed]))
    assert result(won) == Result((passed,))
    lost = step(got_five, s, passed, Announce((1, 2, 3, 4, 5)))
    assert result(lost) is None
    assert result(play(lost, Pass(), Pass())) == Result(tuple({0, 1, 2} - {passed}))


@rule("GF-15")
def test_assisted_notes_name_what_each_slot_may_hold() -> None:
    s = step(got_five, got_five.start(2, Options(notes="assisted")), DEALER, Deal(RACKS[:2], OPEN, 0))
    found = view(play(revealed(s), Rank(37)), 0).candidates
    assert found is not UNSET
    assert [number in slot for number, slot in zip(RACKS[0], found, strict=True)] == [True] * 5
    in_sight = {*OPEN, *RACKS[1], 21}
    assert all(
        BOX.colour[n] == BOX.colour[mine] for mine, slot in zip(RACKS[0], found, strict=True) for n in slot
    )
    assert not in_sight & {n for slot in found for n in slot}
    assert max(found[2]) < 37 < min(found[3])  # 37 is ranked between 33 and 46
    assert view(s, None).candidates is UNSET
    assert view(table(), 0).candidates is UNSET  # manual notes: nobody counts for the player


@rule("GF-15")
def test_everything_revealed_stays_visible_to_all() -> None:
    s = play(revealed(table()), Compare(37, 0))
    s = play(revealed(s, 26), Rank(26))
    for viewer in (0, 1, None):
        shown = view(s, viewer)
        assert shown.open == (16, 3, 4, 60, 21)
        assert [(c.tile, c.same) for c in shown.racks[0].compared[0]] == [(37, True)]
        assert shown.racks[1].notches == ((), (), (), (26,), (), ())


@rule("GF-15")
def test_the_sheet_shows_colour_and_dots_of_every_number() -> None:
    for n in range(1, 61):
        assert BOX.colour[n] == ("green", "pink", "blue", "red", "orange")[(n - 1) % 5]
        assert BOX.dots[n] == (n - 1) // 5 % 3 + 1
    assert list(BOX.colour) == list(range(1, 61))
    assert all(len(BOX.of[colour]) == 12 for colour in COLOURS)


@rule("GF-16")
def test_no_action_carries_free_speech() -> None:
    words = [
        name
        for action in got_five.SEAT_ACTIONS
        for name, kind in action.__annotations__.items()
        if kind == "str"
    ]
    assert words == []
    assert [action.__name__ for action in got_five.SEAT_ACTIONS] == [
        "Reveal",
        "Rank",
        "Compare",
        "Announce",
        "Pass",
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "every number from 1 to 60 stands once"),
        ("[purple]\n1 = [1]", "purple"),
        ("[green]\n4 = [1]", "1, 2 or 3 dots"),
        ("[green]\n1 = ['a']", "int"),
        ("[green", "tiles.toml"),
    ],
)
def test_a_box_that_cannot_be_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        read(text)


def test_a_box_with_two_tiles_swapped_and_one_with_a_wrong_colour() -> None:
    rows = {c: {d: [n for n in BOX.of[c] if BOX.dots[n] == d] for d in (1, 2, 3)} for c in COLOURS}
    rows["green"][1], rows["green"][2] = rows["green"][2], rows["green"][1]

    def text() -> str:
        return "\n".join(
            f"[{c}]\n" + "\n".join(f"{d} = {ns}" for d, ns in row.items()) for c, row in rows.items()
        )

    assert read(text()).dots[1] == 2
    rows["pink"][1].append(rows["green"][1].pop())
    with pytest.raises(ValueError, match="12 green tiles, not 11"):
        read(text())


def test_a_clock_that_ran_out() -> None:
    s = table()
    assert safest(s, 0) == Reveal("green")
    assert safest(s, 1) is None
    assert safest(revealed(s), 0) == Rank(16)
    assert safest(play(s, Reveal("green")), 0) is None
    assert safest(exhausted(s), exhausted(s).turn) == Pass()
    assert safest(got_five.start(2, Options()), 0) is None
