"""Au doigt & à l'œil, paragraph by paragraph."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cinq.core.game import DEALER, WORLD, Actor, Illegal, step
from cinq.core.log import decode_action
from cinq.core.texts import rule_text
from cinq.games import doigt_oeil as game
from cinq.games.doigt_oeil import Options, State
from cinq.games.doigt_oeil.components import BIT, BadBox, box, card, deck, pieces, read_box
from cinq.games.doigt_oeil.state import (
    CHALLENGE,
    Add,
    Advantage,
    Cards,
    Challenge,
    Deal,
    Move,
    Pick,
    Piece,
    Placement,
    Result,
    Vote,
)
from cinq.games.doigt_oeil.turns import go_on

rule = pytest.mark.rule
A8 = "A1 A2 A3 A4 A5 A6 A7 A8"
B8 = "B1 B2 B3 B4 B5 B6 B7 B8"


def refused(which: str) -> pytest.RaisesExc[Illegal]:
    return pytest.raises(Illegal, match=f"^{which}$")


def view(s: State, seat: int | None = None) -> game.View:
    return game.view(s, seat)


def opened(*cards: str, **options: object) -> State:
    """Two players, seat 0 first, and the opening's cards drawn."""
    s = game.start(2, msgspec.convert({"first": 0, **options}, Options))
    s = step(game, s, DEALER, Deal((tuple(A8.split()), tuple(B8.split())), 0))
    for c in cards:
        s = drawn(s, c)
    return s


# ---------------------------------------------------------------- tables in the middle of a game


def composing(*hands: str, turn: int = 0, draw: str | None = None, **options: object) -> State:
    """Seat `turn` is about to challenge; hands as words, the rest of the deck (or `draw`) in the pile."""
    s = game.start(len(hands), msgspec.convert(options, Options))
    held = tuple(tuple(hand.split()) for hand in hands)
    dealt = {c for hand in held for c in hand}
    rest = tuple(c for c in s.draw if c not in dealt)
    pile = rest if draw is None else tuple(draw.split())
    gone = () if draw is None else tuple(c for c in rest if c not in pile)
    return replace(s, phase=CHALLENGE, turn=turn, hands=held, draw=pile, discards=gone)


def challenged(s: State, target: int, cards: str) -> State:
    """The challenger says which cards, to whom."""
    (actor,) = game.actors(s)
    return step(game, s, actor, Challenge(target, tuple(cards.split())))


def add(s: State, card: str) -> State:
    (actor,) = game.actors(s)
    return step(game, s, actor, Add(card))


def advantage(s: State, card: str, target: int | None = None, which: str | None = None) -> State:
    (actor,) = game.actors(s)
    return step(game, s, actor, Advantage(card, target, which))


def pick(s: State, card: str) -> State:
    (actor,) = game.actors(s)
    return step(game, s, actor, Pick(card))


def world(s: State, fallen: str = "", columns: str = "", on: str | None = None) -> State:
    """What became of the piece in hand; `it` is that piece."""
    assert s.held is not None
    words = {"it": s.held.id}
    down = tuple(words.get(piece, piece) for piece in fallen.split())
    stands_on = None if on is None else tuple(on.split())
    return step(game, s, WORLD, Placement(s.held.card, down, tuple(columns.split()), stands_on))


def laid(s: State, *cards: str) -> State:
    """Each card's piece is taken up and stands."""
    for each in cards:
        s = world(pick(s, each))
    return s


def drawn(s: State, cards: str) -> State:
    return step(game, s, DEALER, Cards(tuple(cards.split())))


def any_drawn(s: State) -> State:
    """The dealer pays what is owed, from the top of the pile."""
    count = game.view(s, None).to_draw
    return step(game, s, DEALER, Cards((*s.draw, *s.discards)[:count]))


def said(s: State, actor: Actor, text: str) -> State:
    """A line as JSON."""
    any_game: Any = game
    after = step(any_game, s, actor, decode_action(any_game, text.encode()))
    assert isinstance(after, State)
    return after


# ---------------------------------------------------------------- setting up


@rule("DO-1")
@pytest.mark.parametrize("players", [0, 1, 11])
def test_two_to_ten_players(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        game.start(players, Options())
    assert [len(game.start(n, Options()).hands) for n in range(2, 7)] == [2, 3, 4, 5, 6]


@rule("DO-2")
def test_a_long_piece_lies_in_the_middle() -> None:
    s = game.start(3, Options())
    assert msgspec.to_builtins(view(s).structure) == (
        {"id": "l1", "length": "long", "column": "l1", "pose": None},
    )
    assert msgspec.to_builtins(view(s).stock) == {"small": 16, "medium": 16, "long": 19}


@rule("DO-3")
def test_everyone_gets_eight_to_ten_cards() -> None:
    for hand in (7, 11):
        with pytest.raises(ValueError, match="hand"):
            Options(hand=hand)
    with pytest.raises(ValueError, match="hand"):
        game.start(6, Options(rules="simplified", hand=9))
    assert game.start(6, Options(rules="simplified", hand=8)).phase == "dealing"
    s = game.start(2, Options(hand=9))
    nine = (*A8.split(), "A9"), (*B8.split(), "B9")
    with refused("DO-3"):
        step(game, s, DEALER, Deal((tuple(A8.split()), tuple(B8.split())), 0))
    with refused("DO-3"):
        step(game, s, DEALER, Deal((nine[0], nine[0]), 0))
    with refused("DO-3"):
        step(game, s, DEALER, Deal((nine[0], (*nine[1][:8], "E1")), 0))
    with refused("DO-3"):
        step(game, s, DEALER, Deal(nine[:1], 0))
    with refused("DO-3"):
        step(game, s, 0, Deal(nine, 0))
    after = step(game, s, DEALER, Deal(nine, 1))
    assert after.hands == nine and view(after).draw_count == 63 - 18
    with refused("DO-3"):
        step(game, after, DEALER, Deal(nine, 1))


@rule("DO-4")
def test_markers_from_four_players_on() -> None:
    assert view(game.start(3, Options())).played is None
    assert view(game.start(4, Options())).played == (False,) * 4


@rule("DO-5")
def test_the_first_player_is_drawn_or_named() -> None:
    hands = tuple(A8.split()), tuple(B8.split())
    for first in (0, 1):
        assert view(step(game, game.start(2, Options()), DEALER, Deal(hands, first))).turn == first
    for first in (-1, 2):
        with refused("DO-5"):
            step(game, game.start(2, Options()), DEALER, Deal(hands, first))
    named = game.start(2, Options(first=1))
    with refused("DO-5"):
        step(game, named, DEALER, Deal(hands, 0))
    with pytest.raises(ValueError, match="first"):
        game.start(2, Options(first=2))


# ---------------------------------------------------------------- the opening


@rule("DO-6")
def test_an_odd_number_ends_the_opening() -> None:
    s = opened()
    assert (view(s).phase, view(s).to_draw, view(s).drawer, game.actors(s)) == ("opening", 1, 0, (DEALER,))
    s = drawn(s, "C3")
    assert (view(s).phase, game.actors(s)) == ("answer", (0,))
    assert msgspec.to_builtins(view(s).challenge) == {"from": 0, "to": 0, "cards": ("C3",), "placed": ()}


@rule("DO-6")
def test_even_numbers_draw_again_up_to_three_and_advantages_do_not_count() -> None:
    s = opened("C2", "pivot-1", "C4")
    assert (view(s).phase, view(s).to_draw) == ("opening", 1) and s.discards == ("pivot-1",)
    s = drawn(s, "C6")
    assert view(s).phase == "answer" and s.task is not None and s.task.cards == ("C2", "C4", "C6")
    with refused("DO-6"):
        drawn(opened(), "C2 C4")


@rule("DO-6")
def test_the_opening_is_placed_with_wood_but_no_advantage() -> None:
    s = opened("C3")
    s = replace(s, hands=(("A1", "pivot-1"), s.hands[1]))
    with refused("DO-6"):
        advantage(s, "pivot-1", None, "C3")
    assert [type(a).__name__ for a in game.legal(s, 0)] == ["Pick", "Add"]
    s = laid(add(s, "A1"), "C3", "A1")
    assert (view(s).phase, view(s).turn) == ("challenge", 0)


@rule("DO-6")
def test_the_opening_never_remakes_the_pile() -> None:
    s = replace(opened(), draw=("C2",), discards=("D1",))
    s = drawn(s, "C2")
    assert view(s).phase == "answer" and s.task is not None and s.task.cards == ("C2",)
    s = replace(opened(), draw=("pivot-1",), discards=())
    s = drawn(s, "pivot-1")  # no wood at all: the first player has played
    assert (view(s).phase, view(s).turn, view(s).challenge) == ("challenge", 0, None)


# ---------------------------------------------------------------- challenges


@rule("DO-7")
@pytest.mark.parametrize("cards", ["A1", "A1 A2", "A2 A1", "A3 B2 A1", "B2 A2", "C2 A2 B2", "A3 A2"])
def test_challenges_that_go_together(cards: str) -> None:
    s = challenged(composing("A1 A2 A3 B2 C2 D9 pivot-1", B8), 1, cards)
    assert (
        s.task is not None
        and s.task.cards == tuple(cards.split())
        and view(s).hand_counts[0] == 7 - len(cards.split())
    )


@rule("DO-7")
@pytest.mark.parametrize(
    "cards",
    ["", "A1 A3", "A1 A2 B2", "A1 A1", "A1 A2 A3 C2", "pivot-1", "A1 pivot-1", "B1", "Z9", "B2 A2 D9"],
)
def test_challenges_that_do_not(cards: str) -> None:
    with refused("DO-7"):
        challenged(composing("A1 A2 A3 B2 C2 D9 pivot-1", B8), 1, cards)


@rule("DO-7")
@pytest.mark.parametrize("target", [0, -1, 2, 10**9])
def test_a_challenge_goes_to_another_player(target: int) -> None:
    with refused("DO-7"):
        challenged(composing(A8, B8), target, "A1")


@rule("DO-7")
def test_the_menu_has_every_set_once_for_every_target() -> None:
    s = composing("B3 pivot-1 A2 A3 A9", B8, "C1")
    sets = [("A2",), ("A2", "A3"), ("A2", "B3"), ("A3",), ("B3",), ("A3", "B3"), ("A9",)]
    listed = game.legal(s, 0)
    assert list(listed) == [Challenge(target, cards) for cards in sets for target in (1, 2)]
    assert [listed[i] for i in range(len(listed))] == list(listed) == list(listed[:])
    assert listed[-1] == Challenge(2, ("A9",)) and len(listed) == 14


@rule("DO-8")
def test_the_receiver_places_all_the_cards_in_any_order() -> None:
    s = challenged(composing(A8, B8), 1, "A1 A2 A3")
    assert (view(s).phase, view(s).turn, game.actors(s)) == ("answer", 1, (1,))
    s = pick(s, "A3")
    assert msgspec.to_builtins(view(s).held) == {"seat": 1, "card": "A3", "id": "s1"}
    assert (view(s).phase, game.actors(s)) == ("place", (WORLD,))
    with refused("DO-8"):
        step(game, s, 1, Pick("A1"))  # one piece at a time
    with refused("DO-8"):
        step(game, s, WORLD, Placement("A1", (), ()))
    with refused("DO-8"):
        step(game, s, 1, Placement("A3", (), ()))
    s = world(s)
    assert view(s).phase == "answer" and view(s).challenge is not None
    assert view(s).challenge.placed == ("A3",)
    for wrong in ("A3", "A9", "B1", "pivot-1", ""):
        with refused("DO-8"):
            pick(s, wrong)
    with refused("DO-8"):
        step(game, s, 0, Pick("A1"))
    with refused("DO-8"):
        step(game, s, WORLD, Placement("A1", (), ()))
    s = laid(s, "A1", "A2")
    assert (view(s).phase, view(s).turn, view(s).challenge) == ("challenge", 1, None)


@rule("DO-9")
def test_one_card_of_ones_own_may_be_added() -> None:
    s = challenged(composing(A8, B8 + " pivot-1"), 1, "A1")
    with refused("DO-9"):
        add(s, "A2")
    with refused("DO-9"):
        add(s, "pivot-1")
    with refused("DO-9"):
        step(game, s, 0, game.legal(s, 1)[1])
    s = add(s, "B2")
    assert s.task is not None and s.task.cards == ("A1", "B2") and "B2" not in s.hands[1]
    with refused("DO-9"):
        add(s, "B3")
    with refused("DO-9"):
        advantage(s, "pivot-1", None, "A1")
    s = laid(s, "B2", "A1")
    assert view(s).phase == "challenge"


@rule("DO-9")
def test_wood_may_be_added_between_pieces() -> None:
    s = laid(challenged(composing(A8, B8), 1, "A1 A2"), "A1")
    s = laid(add(s, "B1"), "A2", "B1")
    assert view(s).phase == "challenge" and view(s).hand_counts == (6, 7)


@rule("DO-10")
def test_whoever_has_played_is_not_challenged_again_until_all_have() -> None:
    s = composing(A8, B8, "C1 C2 C3", "D1 D2 D3")
    s = laid(challenged(s, 1, "A1"), "A1")
    assert view(s).played == (False, True, False, False) and view(s).turn == 1
    s = laid(challenged(s, 2, "B1"), "B1")
    with refused("DO-10"):
        challenged(s, 1, "C1")
    assert {a.target for a in game.legal(s, 2) if isinstance(a, Challenge)} == {0, 3}
    s = laid(challenged(s, 3, "C1"), "C1")
    s = laid(challenged(s, 0, "D1"), "D1")
    assert view(s).played == (False,) * 4
    challenged(s, 1, "A2")


@rule("DO-10")
def test_deflect_and_return_reach_those_who_have_played() -> None:
    s = composing(A8, B8 + " return-1", "C1 C2 deflect-1", "D1 D2 D3")
    s = laid(challenged(s, 1, "A1"), "A1")
    s = challenged(s, 2, "B1")
    s = advantage(s, "deflect-1", 3)
    s = replace(s, played=(False, True, False, True))
    assert view(laid(s, "B1")).played == (False, True, False, True)


@rule("DO-11")
def test_whoever_has_played_challenges_next() -> None:
    s = composing(A8, B8, "C1")
    with refused("DO-11"):
        step(game, s, 1, Challenge(0, ("B1",)))
    s = challenged(s, 1, "A1")
    with refused("DO-11"):
        step(game, s, 0, Challenge(2, ("A2",)))
    s = laid(s, "A1")
    assert game.actors(s) == (1,)
    with refused("DO-11"):
        step(game, s, 0, Challenge(1, ("A2",)))


@rule("DO-11")
def test_without_wood_one_draws_three_until_one_holds_some() -> None:
    s = composing("A1 A2", "pivot-1", draw="pivot-2 pivot-3 return-1 return-2 B1 C1 D1")
    s = laid(challenged(s, 1, "A1"), "A1")
    assert (view(s).phase, view(s).to_draw, view(s).drawer) == ("challenge", 3, 1)
    with refused("DO-11"):
        drawn(s, "B1 C1")
    with refused("DO-11"):
        step(game, s, 1, Challenge(0, ("B1",)))
    s = drawn(s, "pivot-2 pivot-3 return-1")
    assert (view(s).to_draw, view(s).drawer) == (3, 1)
    s = drawn(s, "return-2 B1 C1")
    assert (view(s).to_draw, view(s).drawer, game.actors(s)) == (0, None, (1,))


def bare(s: State, *hands: str) -> State:
    """Nothing left to draw, and these hands."""
    return replace(s, draw=(), discards=(), hands=tuple(tuple(hand.split()) for hand in hands))


@rule("DO-11")
def test_with_nothing_to_draw_the_next_with_wood_challenges() -> None:
    s = challenged(composing("A1 A2", "pivot-1", "pivot-2", "D1 D2"), 1, "A1")
    s = replace(bare(s, "A2", "pivot-1", "pivot-2", "D1 D2"), played=(True, False, True, False))
    # the challenge's card is discarded when it is over, and drawn at once
    s = laid(s, "A1")
    assert (view(s).to_draw, view(s).drawer) == (1, 1)
    s = go_on(replace(s, debts=(), discards=()))
    assert (view(s).phase, game.actors(s)) == ("challenge", (3,))
    alone = go_on(replace(s, turn=1, played=(True, True, True, False)))
    assert view(alone).turn == 3 and view(alone).played == (False,) * 4  # nobody could be challenged


@rule("DO-11")
def test_if_nobody_holds_wood_the_game_ends() -> None:
    s = bare(composing("A1", "B1", "C1"), "pivot-1", "pivot-2 pivot-3", "return-1")
    over = go_on(s)
    assert game.actors(over) == () and game.result(over) == Result((0, 2), (-1, -2, -1))
    s = bare(composing("A1", "B1", rules="advanced"), "pivot-1 return-1", "pivot-2")
    over = go_on(replace(s, piles=(("B9",), ("A1",))))
    assert game.result(over) == Result((0,), (3, 0))


# ---------------------------------------------------------------- wood


@rule("DO-12")
def test_each_wood_card_says_piece_position_eye_and_hands() -> None:
    told = {
        c: (x.length, x.position, x.board, x.closed, x.hands, x.value)
        for c in deck(1, False)
        for x in [card(c)]
    }
    assert told["A1"] == ("small", "flat", False, "none", "both", 1)
    assert told["B5"] == ("medium", "edge", False, "left", "right", 4)
    assert told["C9"] == ("long", "upright", False, "right", "left", 5)
    assert told["D7"] == ("long", "flat", False, "left", "both", 2)
    assert told["D8"] == ("long", "edge", False, "right", "both", 3)
    assert told["C10"] == ("small", "flat", True, "right", "left", 3)
    assert told["A11"] == ("medium", "flat", True, "none", "both", 1)
    assert told["B12"] == ("long", "flat", True, "left", "right", 3)
    assert told["A13"] == ("long", "upright", True, "none", "both", 3)
    worth = {"flat": 1, "edge": 2, "upright": 3}
    for length, position, board, closed, hands, value in told.values():
        assert value == worth[position] + (closed != "none") + (hands != "both")
        assert length in ("small", "medium", "long") and board in (True, False)
    assert [sum(x[0] == length for x in told.values()) for length in ("small", "medium", "long")] == [
        16,
        16,
        20,
    ]


@rule("DO-12")
@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        (r"A1  = .*\n", "", "no wood card A1"),
        ("A1  =", "A14 =", "A14 is no wood card|no wood card A1"),
        ('"small",  position = "flat",    board = false, closed = "none"', '"tiny"', "tiny|Invalid"),
        ("value = 1 }", "value = -1 }", "below 0"),
        ("pivot = 3", "", "pivot"),
        ("long = 20", "long = 0", "starter"),
        ("value = 1 }", "value = }", "box.toml"),
    ],
)
def test_a_bad_box_says_what_is_wrong(find: str, put: str, says: str) -> None:
    text = (Path(game.__file__).parent / "box.toml").read_text("utf-8")
    assert read_box(text) == box()
    with pytest.raises(BadBox, match=says):
        read_box(re.sub(find, put, text, count=1))


@rule("DO-13")
def test_only_a_wood_and_board_card_starts_a_column() -> None:
    s = challenged(composing("A1 A9 A10 A11", B8), 1, "A9 A10 A11")
    s = world(pick(s, "A10"))
    s = world(pick(s, "A9"), on="s1")
    assert [(p.id, p.column) for p in view(s).structure] == [("l1", "l1"), ("s1", "s1"), ("l2", "s1")]
    s = world(pick(s, "A11"), on="m1")
    assert view(s).structure[-1].column == "m1"
    held = pick(challenged(s, 0, "B1"), "B1")
    for on in ("s2", "l2", "nothing", "l3"):
        with refused("DO-13"):
            world(held, on=on)
    assert view(world(held, on="m1 l1")).structure[-1].column == "m1"
    assert view(world(held)).structure[-1].column == "l1"


@rule("DO-14")
@pytest.mark.parametrize("fallen", ["it", "s1", "s1 it"])
def test_a_fall_costs_three_cards_and_one_goes_on(fallen: str) -> None:
    s = laid(challenged(composing(A8, B8), 1, "A1 A2 A3"), "A1")
    s = world(pick(s, "A2"), fallen)
    assert (view(s).to_draw, view(s).drawer, game.actors(s)) == (3, 1, (DEALER,))
    with refused("DO-14"):
        drawn(s, "C1 C2")
    s = drawn(s, "C1 C2 pivot-1")
    assert s.hands[1][-3:] == ("C1", "C2", "pivot-1") and game.actors(s) == (1,)
    s = laid(s, "A3")
    assert view(s).phase == "challenge"


@rule("DO-14")
@pytest.mark.parametrize(
    ("fallen", "columns"),
    [
        ("s9", ""),
        ("x", ""),
        ("it it", ""),
        ("l1", "s1"),
        ("s1", "l1 l1"),
        ("it", "it"),
        ("", "l1"),
        ("s3", "l1"),
    ],
)
def test_only_what_stood_or_was_held_can_fall(fallen: str, columns: str) -> None:
    s = pick(laid(challenged(composing(A8, B8), 1, "A1 A2 A3"), "A1"), "A2")
    with refused("DO-14"):
        world(s, fallen, columns)


def three_columns() -> State:
    """Seat 1 has laid two columns beside the starter, and holds the piece of A9, of A8 and A9."""
    s = challenged(composing(A8 + " A9 A10 A11", B8, "C1"), 1, "A10 A11")
    s = laid(s, "A10", "A11")
    s = laid(challenged(s, 2, "B1"), "B1")
    s = challenged(s, 0, "C1")
    assert s.task is not None
    s = replace(s, task=replace(s.task, cards=("C1", "C2", "C3"), closers=()))
    return pick(s, "C1")


@rule("DO-15")
def test_one_more_card_for_each_column_beyond_the_first() -> None:
    s = three_columns()
    assert view(world(s, "s1", "s1")).to_draw == 3
    assert view(world(s, "s1 m1", "s1 m1")).to_draw == 4
    assert view(world(s, "l1 s1 m1 s2 it", "l1 s1 m1")).to_draw == 5
    assert view(world(s, "l1 m1 s2 it", "")).to_draw == 4  # a base that fell is a column that fell
    assert view(world(s, "s2 it", "l1")).to_draw == 3  # all it carried fell, not the base


@rule("DO-16")
def test_falling_again_costs_one_card_a_column() -> None:
    s = any_drawn(world(three_columns(), "it"))
    s = pick(s, "C2")
    assert view(world(s, "it")).to_draw == 1
    assert view(world(s, "s1 it", "s1")).to_draw == 1
    assert view(world(s, "s1 m1 it", "s1 m1")).to_draw == 2
    assert view(world(s, "l1 s1 m1 s2 it", "l1 s1 m1")).to_draw == 3
    with refused("DO-16"):
        drawn(world(s, "it"), "C4 C5 C6")


@rule("DO-16")
def test_falls_are_counted_for_each_player_apart() -> None:
    s = challenged(composing(A8, B8 + " place-1", "C1"), 1, "A1 A2 A3")
    s = any_drawn(world(pick(s, "A1"), "it"))
    s = advantage(s, "place-1", 2, "A2")
    s = world(s, "it")
    assert (view(s).drawer, view(s).to_draw) == (2, 3)
    s = world(pick(any_drawn(s), "A3"), "it")
    assert (view(s).drawer, view(s).to_draw) == (1, 1)


@rule("DO-17")
def test_if_everything_fell_the_starter_is_put_back() -> None:
    s = world(three_columns(), "s1 m1 s2 it", "l1 s1 m1")
    assert [p.id for p in view(s).structure] == ["l1"]
    assert msgspec.to_builtins(view(s).stock) == {"small": 16, "medium": 16, "long": 19}
    s = challenged(composing("A10 A1", B8), 1, "A10")
    s = world(pick(s, "A10"), "l1", "l1")  # the new column stands: not everything fell
    assert [p.id for p in view(s).structure] == ["s1"]
    assert view(s).stock.long == 20


@rule("DO-18")
def test_fallen_pieces_go_back_to_the_stock_and_count_as_placed() -> None:
    s = laid(challenged(composing(A8, B8), 1, "A1 A2"), "A1")
    assert view(s).stock.small == 15
    s = pick(s, "A2")
    assert s.held is not None and s.held.id == "s2" and view(s).stock.small == 14
    s = world(s, "s1 it")
    assert view(s).stock.small == 16 and [p.id for p in view(s).structure] == ["l1"]
    s = any_drawn(s)
    assert view(s).phase == "challenge"  # A2 counts as placed


def without_pieces(s: State, *lengths: str, sets: int = 1) -> State:
    """All pieces of these lengths stand on the starter."""
    used = [p for length in lengths for p in pieces(length, sets) if p != "l1"]
    standing = s.standing | sum(BIT[p] for p in used)
    return replace(s, structure=(*s.structure, *(Piece(p, ("l1",)) for p in used)), standing=standing)


@rule("DO-18")
@pytest.mark.parametrize(
    ("missing", "name", "taken"),
    [
        (("small",), "A1", "m1"),
        (("small", "medium"), "A1", "l2"),
        (("medium",), "A4", "l2"),
        (("medium", "long"), "A4", "s1"),
        (("long",), "A7", "m1"),
        (("long", "medium"), "A7", "s1"),
    ],
)
def test_the_nearest_length_is_taken_the_longer_first(
    missing: tuple[str, ...], name: str, taken: str
) -> None:
    s = pick(without_pieces(challenged(composing(A8, B8), 1, name), *missing), name)
    assert s.held is not None and s.held.id == taken


@rule("DO-18")
def test_with_no_piece_at_all_the_card_counts_as_placed_unscored() -> None:
    s = challenged(composing(A8, B8, rules="advanced"), 1, "A1 A2")
    s = pick(without_pieces(s, "small", "medium", "long"), "A1")
    assert s.held is None and view(s).challenge is not None and view(s).challenge.placed == ("A1",)
    s = pick(s, "A2")
    assert view(s).phase == "challenge" and view(s).piles == (0, 0)
    assert (s.discards, s.aside) == ((), ("A1", "A2"))  # out of play
    s = pick(without_pieces(challenged(composing(A8, B8), 1, "A1"), "small", "medium", "long"), "A1")
    assert (s.discards, s.aside) == (("A1",), ())


# ---------------------------------------------------------------- the end


@rule("DO-19")
def test_the_game_ends_when_the_last_challenge_is_placed() -> None:
    s = challenged(composing("A1", "B1 B2", "C1"), 1, "A1")
    assert view(s).hand_counts == (0, 2, 1) and game.result(s) is None
    s = laid(s, "A1")
    assert (view(s).phase, game.actors(s)) == ("over", ())
    assert game.result(s) == Result((0,), (0, -2, -1))
    lines: list[tuple[Actor, Move]] = [
        (0, Challenge(1, ("A1",))),
        (WORLD, Placement("A1", (), ())),
        (DEALER, Cards(("C2",))),
    ]
    for actor, action in lines:
        with refused("DO-19"):
            step(game, s, actor, action)


@rule("DO-19")
def test_whoever_adds_their_last_card_has_finished_too_but_the_sender_wins() -> None:
    s = laid(add(challenged(composing("A1 A2", "B1"), 1, "A1"), "B1"), "A1", "B1")
    assert game.result(s) == Result((1,), (-1, 0))
    s = laid(add(challenged(composing("A1", "B1"), 1, "A1"), "B1"), "A1", "B1")
    assert game.result(s) == Result((0,), (0, 0))


@rule("DO-19")
def test_penalties_are_the_receivers_and_the_sender_has_still_finished() -> None:
    s = world(pick(challenged(composing("A1", "B1 B2"), 1, "A1"), "A1"), "it")
    assert game.result(s) is None and view(s).to_draw == 3
    assert game.result(any_drawn(s)) == Result((0,), (0, -5))
    s = add(challenged(composing("A1 A2", "B1"), 1, "A1"), "B1")  # the receiver's own fall undoes it
    s = any_drawn(world(pick(laid(s, "A1"), "B1"), "it"))
    assert game.result(s) is None and view(s).turn == 1


@rule("DO-20")
def test_one_cannot_end_on_an_advantage() -> None:
    s = advantage(challenged(composing("A1 A2", "pivot-1"), 1, "A1"), "pivot-1", None, "A1")
    assert (view(s).drawer, view(s).to_draw) == (1, 3)
    with refused("DO-20"):
        drawn(s, "C1")
    s = laid(any_drawn(s), "A1")
    assert game.result(s) is None and view(s).hand_counts == (1, 3)


@rule("DO-20")
def test_a_last_spoilsport_lets_the_other_draw_first() -> None:
    s = advantage(challenged(composing("A1 A2", "spoilsport-1"), 1, "A1"), "spoilsport-1")
    assert (view(s).drawer, view(s).to_draw) == (0, 5)
    s = any_drawn(s)
    assert (view(s).drawer, view(s).to_draw) == (1, 3)


@rule("DO-20")
def test_a_last_place_this_for_me_is_paid_after_the_helpers_penalty() -> None:
    s = advantage(challenged(composing("A1 A2 A3", "place-1", "C1"), 1, "A1 A2"), "place-1", 2, "A1")
    assert game.actors(s) == (WORLD,) and view(s).to_draw == 0
    s = world(s, "it")
    assert (view(s).drawer, view(s).to_draw) == (2, 3)
    s = any_drawn(s)
    assert (view(s).drawer, view(s).to_draw) == (1, 3)
    assert game.actors(any_drawn(s)) == (1,)


@rule("DO-20")
@pytest.mark.parametrize(
    ("hands", "cards", "last", "fallen"),
    [
        (("A1 A2", "pivot-1"), "A1", Advantage("pivot-1", None, "A1"), ""),
        (("A1 A2", "spoilsport-1"), "A1", Advantage("spoilsport-1"), ""),
        (("A1 A2 A3", "place-1", "C1"), "A1 A2", Advantage("place-1", 2, "A1"), ""),
        (("A1 A2 A3", "place-1", "C1"), "A1 A2", Advantage("place-1", 2, "A1"), "it"),
    ],
)
def test_the_story_says_why_a_last_advantage_is_paid_for(
    hands: tuple[str, ...], cards: str, last: Advantage, fallen: str
) -> None:
    before = challenged(composing(*hands), 1, cards)
    s = step(game, before, 1, last)
    while view(s).drawer != 1:
        before, s = s, any_drawn(s) if view(s).to_draw else world(s, fallen)
    assert game.story(view(before), view(s))[-1].id == "must-draw-last"


@rule("DO-20")
def test_with_nothing_to_draw_one_still_does_not_end_on_an_advantage() -> None:
    s = challenged(composing("A1 A2", "pivot-1 B1"), 1, "A1")
    s = advantage(bare(s, "A2", "pivot-1"), "pivot-1", None, "A1")
    assert view(s).to_draw == 1  # the pivot itself, discarded at once
    s = laid(replace(s, debts=(), discards=()), "A1")
    assert game.result(s) is None


@rule("DO-21")
def test_return_or_spoilsport_undo_the_last_challenge() -> None:
    s = advantage(challenged(composing("A1", "B1 B2 spoilsport-1 return-1"), 1, "A1"), "spoilsport-1")
    s = laid(any_drawn(s), "A1")
    assert game.result(s) is None and view(s).hand_counts == (5, 3)
    s = challenged(composing("A1", "B1 B2 spoilsport-1 return-1"), 1, "A1")
    s = advantage(bare(s, "", "B1 spoilsport-1"), "spoilsport-1")
    s = laid(replace(s, debts=(), discards=()), "A1")  # even if there was nothing to draw
    assert game.result(s) is None


@rule("DO-21")
def test_after_a_return_the_sender_finishes_by_placing() -> None:
    s = advantage(challenged(composing("A1", "B1 return-1"), 1, "A1"), "return-1")
    assert game.actors(s) == (0,) and game.result(s) is None
    assert game.result(laid(s, "A1")) == Result((0,), (0, -1))
    fell = any_drawn(world(pick(s, "A1"), "it"))
    assert game.result(fell) is None and view(fell).turn == 0


# ---------------------------------------------------------------- advantages

FULL = "B1 B2 pivot-1 return-1 deflect-1 spoilsport-1 place-1"


@rule("DO-22")
def test_advantages_only_in_answer_to_a_challenge() -> None:
    s = composing(A8 + " pivot-2", FULL, "C1 pivot-3")
    for seat, name in ((0, "pivot-2"), (1, "pivot-1"), (1, "return-1")):
        with refused("DO-22"):
            step(game, s, seat, Advantage(name, None, "A1"))
    s = challenged(s, 1, "A1 A2")
    with refused("DO-22"):
        step(game, s, 2, Advantage("pivot-3", None, "A1"))
    for name in ("pivot-3", "B1", "nothing", ""):
        with refused("DO-22"):
            advantage(s, name, None, "A1")
    names = [a.card for a in game.legal(s, 1) if isinstance(a, Advantage)]
    assert names == ["pivot-1", "pivot-1", "return-1", "deflect-1", "spoilsport-1", *["place-1"] * 4]


@rule("DO-22")
def test_some_advantages_only_before_the_first_piece() -> None:
    s = laid(challenged(composing(A8, FULL, "C1"), 1, "A1 A2"), "A1")
    for name, target in (("return-1", None), ("deflect-1", 2), ("spoilsport-1", None)):
        with refused("DO-22"):
            advantage(s, name, target)
    assert advantage(s, "pivot-1", None, "A2").task is not None
    assert game.actors(advantage(s, "place-1", 2, "A2")) == (WORLD,)


@rule("DO-22")
def test_a_challenge_goes_to_and_fro() -> None:
    s = challenged(composing(A8 + " return-1", B8 + " return-2", "C1"), 1, "A1")
    s = advantage(s, "return-2")
    s = advantage(s, "return-1")
    assert s.task is not None and (s.task.sender, s.task.to) == (0, 1)
    assert laid(add(s, "B1"), "A1", "B1").turn == 1  # one card anew


@rule("DO-23")
def test_pivot_frees_one_piece_from_its_position() -> None:
    s = laid(challenged(composing(A8, FULL, "C1"), 1, "A1 A2"), "A1")
    for target, which in ((None, None), (None, "A1"), (None, "B1"), (2, "A2")):
        with refused("DO-23"):
            advantage(s, "pivot-1", target, which)
    s = advantage(s, "pivot-1", None, "A2")
    assert view(s).pivoted == "A2" and s.discards == ("pivot-1",) and game.actors(s) == (1,)


@rule("DO-24")
def test_return_to_sender() -> None:
    s = challenged(composing(A8, FULL, "C1"), 1, "A1")
    for target, which in ((0, None), (None, "A1")):
        with refused("DO-24"):
            advantage(s, "return-1", target, which)
    s = advantage(s, "return-1")
    assert msgspec.to_builtins(view(s).challenge) == {"from": 1, "to": 0, "cards": ("A1",), "placed": ()}
    assert view(laid(s, "A1")).turn == 0


@rule("DO-25")
def test_deflect_goes_to_another_but_not_the_challenger() -> None:
    s = challenged(composing(A8, FULL, "C1", "D1"), 1, "A1")
    for target, which in ((0, None), (1, None), (None, None), (4, None), (-1, None), (2, "A1")):
        with refused("DO-25"):
            advantage(s, "deflect-1", target, which)
    s = advantage(s, "deflect-1", 3)
    assert msgspec.to_builtins(view(s).challenge) == {"from": 0, "to": 3, "cards": ("A1",), "placed": ()}


@rule("DO-25")
def test_with_two_players_a_deflect_is_thrown_away() -> None:
    s = challenged(composing(A8, FULL), 1, "A1")
    for target in (0, 1):
        with refused("DO-25"):
            advantage(s, "deflect-1", target)
    s = advantage(s, "deflect-1")
    assert s.task is not None and (s.task.sender, s.task.to) == (0, 1) and "deflect-1" not in s.hands[1]
    with refused("DO-9"):
        add(s, "B1")


@rule("DO-26")
def test_spoilsport_makes_the_challenger_draw_five() -> None:
    s = challenged(composing(A8, FULL, "C1"), 1, "A1")
    for target, which in ((0, None), (None, "A1")):
        with refused("DO-26"):
            advantage(s, "spoilsport-1", target, which)
    s = advantage(s, "spoilsport-1")
    assert (view(s).drawer, view(s).to_draw) == (0, 5)
    with refused("DO-26"):
        drawn(s, "C2 C3")
    s = any_drawn(s)
    assert game.actors(s) == (1,) and view(s).hand_counts == (12, 6, 1)


@rule("DO-27")
def test_place_this_for_me() -> None:
    s = challenged(composing(A8, FULL, "C1"), 1, "A1 A2")
    for target, which in ((1, "A1"), (None, "A1"), (2, None), (2, "B1"), (3, "A1"), (-1, "A1")):
        with refused("DO-27"):
            advantage(s, "place-1", target, which)
    s = advantage(s, "place-1", 2, "A2")
    assert msgspec.to_builtins(view(s).held) == {"seat": 2, "card": "A2", "id": "s1"}
    assert view(s).turn == 2
    good = world(s)
    assert game.actors(good) == (1,) and view(laid(good, "A1")).turn == 1
    bad = world(s, "it")
    assert (view(bad).drawer, view(bad).to_draw) == (2, 3)


@rule("DO-27")
def test_a_helper_adds_nothing_and_in_the_advanced_game_scores() -> None:
    s = challenged(composing(A8, FULL, "C1 pivot-2", rules="advanced"), 1, "A1 A2")
    s = advantage(s, "place-1", 2, "A2")
    assert view(world(s)).piles == (0, 0, 1)
    assert view(world(s, "l1 it", "l1")).piles == (1, 0, 0)
    again = world(s, "it")
    assert game.actors(again) == (2,) and list(game.legal(again, 2)) == [Pick("A2")]
    with refused("DO-27"):
        add(again, "C1")
    with refused("DO-27"):
        advantage(again, "pivot-2", None, "A2")
    with refused("DO-29"):
        pick(again, "A1")
    assert view(laid(again, "A2")).piles == (0, 0, 1)


@rule("DO-28")
def test_played_cards_are_discarded_when_the_challenge_is_over() -> None:
    s = laid(challenged(composing(A8, B8), 1, "A1 A2"), "A1")
    assert s.discards == ()
    assert laid(s, "A2").discards == ("A1", "A2")


@rule("DO-28")
def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    s = composing("A1 A2", "B1 B2", draw="C1 C2")
    s = world(pick(challenged(s, 1, "A1"), "A1"), "it")
    assert (view(s).draw_count, view(s).to_draw) == (2, 3)
    for cards in ("C1 C3 C4", "C1 C2 A1", "C1 C2 B1", "C1 C2 C2", "C1 C2 E1"):
        with refused("DO-28"):
            drawn(s, cards)
    with refused("DO-28"):
        step(game, s, 1, Cards(("C1", "C2", "C3")))
    s = drawn(s, "C1 C2 C3")
    assert view(s).draw_count == 63 - 4 - 2 - 1 and s.discards == ("A1",)
    with refused("DO-28"):
        drawn(composing(A8, B8), "C1")
    enough = world(pick(challenged(composing("A1 A2", "B1", draw="C1 C2 C4"), 1, "A1"), "A1"), "it")
    with refused("DO-28"):
        drawn(enough, "C1 C2 C3")


@rule("DO-28")
def test_fewer_are_drawn_only_if_there_are_no_more() -> None:
    s = bare(challenged(composing("A1 A2", "B1 B2"), 1, "A1"), "A2", "B1 B2")
    s = world(pick(replace(s, draw=("C1",)), "A1"), "it")
    assert view(s).to_draw == 1
    s = drawn(s, "C1")
    assert view(s).phase == "challenge"
    s = bare(challenged(composing("A1 A2", "B1 B2"), 1, "A1"), "A2", "B1 B2")
    assert view(world(pick(s, "A1"), "it")).phase == "challenge"  # nothing at all to draw


# ---------------------------------------------------------------- advanced, simplified, two sets


def advanced(cards: str = "A1 A2", hands: tuple[str, ...] = (A8, B8, "C1")) -> State:
    return challenged(composing(*hands, rules="advanced"), 1, cards)


@rule("DO-29")
def test_a_card_goes_to_its_placer_or_after_a_fall_to_the_challenger() -> None:
    s = laid(advanced(), "A1")
    assert view(s).piles == (0, 1, 0)
    s = world(pick(s, "A2"), "s1 it")
    assert view(s).piles == (1, 1, 0) and view(s).to_draw == 3
    s = any_drawn(s)
    assert s.piles == (("A2",), ("A1",), ()) and s.discards == ()
    assert view(composing(A8, B8)).piles is None


@rule("DO-29")
def test_a_piece_that_falls_alone_is_placed_again_without_penalty() -> None:
    s = world(pick(advanced(), "A2"), "it")
    assert (view(s).to_draw, game.actors(s)) == (0, (1,))
    assert view(s).challenge is not None and view(s).challenge.placed == ()
    with refused("DO-29"):
        pick(s, "A1")
    with refused("DO-22"):
        advantage(replace(s, hands=(s.hands[0], ("return-1",), s.hands[2])), "return-1")
    s = world(pick(s, "A2"), "l1 it", "l1")
    assert view(s).to_draw == 3 and view(s).piles == (1, 0, 0)


@rule("DO-29")
def test_who_gains_when_the_sender_makes_things_fall_or_in_the_opening() -> None:
    s = advanced("A1", (A8, B8 + " place-1", "C1"))
    s = world(advantage(s, "place-1", 0, "A1"), "l1 it", "l1")
    assert view(s).piles == (0, 1, 0) and (view(s).drawer, view(s).to_draw) == (0, 3)
    s = any_drawn(world(pick(opened("C3", rules="advanced"), "C3"), "l1 it", "l1"))
    assert view(s).piles == (0, 0) and s.discards == ("C3",)
    assert view(laid(opened("C3", rules="advanced"), "C3")).piles == (1, 0)


@rule("DO-29")
def test_most_points_win_less_one_for_each_card_in_hand() -> None:
    s = laid(advanced("A1", ("A1", "B1 B2", "C1")), "A1")
    assert game.result(s) == Result((0,), (0, -1, -1))  # 1 - 2, and the sender's empty hand
    s = replace(advanced("A1", ("A1", "B1 B2", "C1")), piles=((), ("B9",), ()))
    assert game.result(laid(s, "A1")) == Result((1,), (0, 4, -1))


def tied(stood: tuple[int, ...]) -> State:
    """Seats 0 and 1 have two points each at the end, 2 and 3 none."""
    s = composing("A1", "B1", "C1", "D1", rules="advanced")
    s = challenged(replace(s, piles=(("A2",), ("B1",), (), ()), stood=stood), 1, "A1")
    s = replace(s, hands=((), ("B3", "B4"), ("C1",), ("D1",)))
    return laid(s, "A1")


@rule("DO-29")
def test_ties_go_to_most_pieces_then_to_a_vote() -> None:
    assert game.result(tied((5, 1, 9, 9))) == Result((0,), (2, 2, -1, -1))
    assert game.result(tied((1, 5, 9, 9))) == Result((1,), (2, 2, -1, -1))
    s = tied((3, 2, 0, 0))
    assert (view(s).phase, game.actors(s), view(s).turn) == ("vote", (2, 3), None) and game.result(s) is None
    assert list(game.legal(s, 3)) == [Vote(0), Vote(1)]
    for voter, choice in ((0, 1), (2, 2), (2, -1), (3, 9)):
        with refused("DO-29"):
            step(game, s, voter, Vote(choice))
    s = step(game, s, 3, Vote(1))
    assert game.actors(s) == (2,)
    with refused("DO-29"):
        step(game, s, 3, Vote(1))
    assert game.result(step(game, s, 2, Vote(1))) == Result((1,), (2, 2, -1, -1))
    assert game.result(step(game, s, 2, Vote(0))) == Result((0, 1), (2, 2, -1, -1))


@rule("DO-29")
def test_a_tie_of_all_shares_the_win() -> None:
    s = composing("A1", "B1", rules="advanced")
    s = challenged(replace(s, piles=(("A2",), ("B1",)), stood=(1, 0)), 1, "A1")
    s = replace(s, hands=((), ("B3", "B4")))
    assert game.result(laid(s, "A1")) == Result((0, 1), (2, 2))


@rule("DO-30")
def test_simplified_has_no_advantages_and_wants_different_lengths() -> None:
    s = composing("A1 C1 A2 A5 A9 A13", B8, rules="simplified")
    assert len(s.draw) == 52 - 14 and "pivot-1" not in s.draw
    for cards in ("A1", "A1 A5", "A9 A5 A1", "A5 A13"):
        challenged(s, 1, cards)
    for cards in ("A1 C1", "A1 A2", "A9 A13", "A1 A5 A2"):
        with refused("DO-30"):
            challenged(s, 1, cards)
    assert len(game.legal(s, 0)) == 6 + 3 + 6 + 2 + 6
    assert view(s).piles is None


@rule("DO-31")
def test_seven_to_ten_players_take_two_sets() -> None:
    assert len(game.start(6, Options()).draw) == 63
    for players in range(7, 11):
        s = game.start(players, Options())
        assert len(s.draw) == 126 and s.options.sets == 2
    with pytest.raises(ValueError, match="sets"):
        Options(sets=3)
    s = game.start(10, Options(sets=2, hand=10))
    assert len(s.draw) == 126 and {"H13", "pivot-6", "return-4", "place-4"} <= set(s.draw)
    assert msgspec.to_builtins(view(s).stock) == {"small": 32, "medium": 32, "long": 39}
    assert len(game.start(2, Options(sets=2)).draw) == 126
    s = challenged(composing("A1 E1 F2", B8, sets=2), 1, "A1 E1")
    assert s.task is not None and card("F2").closed == "left" and s.task.cards == ("A1", "E1")
    assert len(game.start(10, Options("simplified", 10, 2)).draw) == 104


def test_every_rule_has_a_text_in_both_languages() -> None:
    for number in range(1, 32):
        for language in ("fr", "en"):
            assert len(rule_text("cinq.games.doigt_oeil", language, f"DO-{number}")) > 20


def test_a_line_as_json() -> None:
    s = said(composing(A8, B8), 0, '{"type":"challenge","target":1,"cards":["A2","A1"]}')
    s = said(s, 1, '{"type":"add","card":"B1"}')
    s = said(s, 1, '{"type":"pick","card":"B1"}')
    s = said(s, WORLD, '{"type":"placement","card":"B1","fallen":["s1"],"columns":[]}')
    s = said(s, DEALER, '{"type":"cards","cards":["C1","C2","C3"]}')
    assert game.actors(s) == (1,)
