"""5 ou Moins, paragraph by paragraph."""

import random

import pytest
from msgspec.structs import replace

from cinq.core.game import DEALER, WORLD, Actor, Illegal, step
from cinq.games import five_or_less as game
from cinq.games.five_or_less.cards import End, Options, State, laid, nameable
from cinq.games.five_or_less.components import BadDeck, deck, read_deck
from cinq.games.five_or_less.powers import Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, Deal, DiscardDrawn, Draw, EndTurn, Move, Ready, Swap, Take
from cinq.games.five_or_less.scoring import points, round_winners

rule = pytest.mark.rule

DEFAULT = Options()
A = (1, 8, 10, 12, 14)
B = (1, 8, 3, 4, 5)
C = (0, 2, 4, 6, 7)
NO_CALL, CALL = EndTurn(False), EndTurn(True)


def play(s: State, *lines: tuple[Actor, Move]) -> State:
    """Checked lines, one after another."""
    for actor, action in lines:
        s = step(game, s, actor, action)
    return s


def dealt(*hands: tuple[int, ...], first: int = 0, options: Options = DEFAULT) -> State:
    """A round dealt, everybody still looking."""
    return play(game.start(len(hands), options), (DEALER, Deal(hands, first)))


def opened(*hands: tuple[int, ...], top: int = 7, first: int = 0, options: Options = DEFAULT) -> State:
    """Everybody has looked and the first discard lies open."""
    s = dealt(*hands, first=first, options=options)
    return play(s, *((seat, Ready()) for seat in range(len(hands))), (DEALER, Card(top)))


def values(s: State, seat: int) -> list[int | None]:
    return [card.value if card else None for card in s.hands[seat]]


def refused(s: State, actor: Actor, action: Move, id: str) -> None:
    with pytest.raises(Illegal) as error:
        step(game, s, actor, action)
    assert error.value.rule == id


def swapped_out(power: int, *others: tuple[int, ...], options: Options = DEFAULT) -> State:
    """Seat 0 drew a 9 and swapped out a power card (of A: 8, 10, 12, 14 in slots 1 to 4)."""
    s = opened(A, *others, options=options)
    return play(s, (0, Draw()), (DEALER, Card(9)), (0, Swap(A.index(power))))


def emptied(s: State, seat: int) -> State:
    """The same table, but this seat's cards have gone to the discard pile, below its top."""
    gone = tuple(card.value for card in s.hands[seat] if card)
    hands = tuple((None,) * len(hand) if i == seat else hand for i, hand in enumerate(s.hands))
    return replace(s, hands=hands, heap=gone + s.heap)


@rule("OM-1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 players"):
        game.start(players, Options())
    refused(opened(A, B), 2, Draw(), "OM-1")
    refused(opened(A, B), -1, QuickDiscard(0, 1), "OM-1")


@rule("OM-2")
def test_five_cards_each_and_the_rest_is_the_draw_pile() -> None:
    s = dealt(A, B, C)
    assert [values(s, seat) for seat in range(3)] == [list(A), list(B), list(C)]
    assert len(s.pile) == 68 - 15 and sorted((*A, *B, *C, *s.pile)) == list(deck())


@rule("OM-2")
@pytest.mark.parametrize(
    "hands",
    [
        (A,),
        (A, B, C),
        (A, B[:4]),
        (A, (1, 1, 1, 1, 1)),  # six 1s
        (A, (9, 9, 9, 3, 4)),  # three 9s
        (A, (1, 2, 3, 4, 15)),
        ((), ()),
    ],
)
def test_a_deal_comes_from_this_deck(hands: tuple[tuple[int, ...], ...]) -> None:
    refused(game.start(2, Options()), DEALER, Deal(hands, 0), "OM-2")


@rule("OM-2")
def test_a_card_comes_from_the_draw_pile() -> None:
    s = play(opened(A, (1, 1, 1, 1, 0)), (0, Draw()))
    refused(s, DEALER, Card(1), "OM-2")
    refused(s, DEALER, Card(99), "OM-2")
    refused(s, DEALER, Deal((A, B)), "OM-2")
    refused(opened(A, B), DEALER, Card(3), "OM-2")


@rule("OM-2")
def test_the_deck_is_two_or_five_of_each() -> None:
    counts = {value: deck().count(value) for value in range(-1, 15)}
    assert counts == {value: 2 if value in (-1, 9, 11, 13) else 5 for value in range(-1, 15)}
    assert len(deck()) == 68


@rule("OM-2")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("cards = 3", "no .cards. table"),
        ("[cards", "deck.toml"),
        ('[cards]\n"15" = 2', "'15' is no card"),
        ('[cards]\n"3" = -1', "no number of cards"),
        ('[cards]\n"3" = true', "no number of cards"),
        ('[cards]\n"3" = 30', "at least 31"),
    ],
)
def test_a_bad_deck_is_explained(text: str, why: str) -> None:
    with pytest.raises(BadDeck, match=why):
        read_deck(text)


@rule("OM-2")
def test_dealt_one_by_one_from_the_first_player() -> None:
    class Front:
        """Draws 0.5 for who begins, then always the front of the deck."""

        def __init__(self) -> None:
            self.first = True

        def random(self) -> float:
            self.first, said = False, 0.5 if self.first else 0.0
            return said

    deal = game.chance(game.start(3, Options())).sample(Front())
    assert deal.first == 1
    # the deck in order: -1 -1 0 0 0 0 0 1 1 1 1 1 2 2 2
    assert deal.hands == ((0, 0, 1, 1, 2), (-1, 0, 0, 1, 2), (-1, 0, 1, 1, 2))


@rule("OM-3")
def test_everybody_looks_once() -> None:
    s = dealt(A, B, C)
    assert game.actors(s) == (0, 1, 2)
    s = play(s, (1, Ready()))
    assert game.actors(s) == (0, 2) and game.legal(s, 0) == (Ready(),) and game.legal(s, 1) == ()
    refused(s, 1, Ready(), "OM-3")
    refused(s, 0, Draw(), "OM-3")
    s = play(s, (0, Ready()), (2, Ready()))
    assert game.actors(s) == (DEALER,)
    refused(opened(A, B), 0, Ready(), "OM-3")


@rule("OM-3")
def test_only_ones_own_bottom_cards_and_only_before_ready() -> None:
    s = dealt(A, B)
    assert [place.value for place in game.view(s, 0).hands[0]] == [1, 8, 10, None, None]
    assert [place.value for place in game.view(s, 0).hands[1]] == [None] * 5
    s = play(s, (0, Ready()))
    assert [place.value for place in game.view(s, 0).hands[0]] == [None] * 5
    assert [place.value for place in game.view(s, 1).hands[1]] == [1, 8, 3, None, None]
    assert {place.value for hand in game.view(s, None).hands for place in hand} == {None}


@rule("OM-4")
def test_the_first_player_turns_up_a_card_and_begins() -> None:
    s = opened(A, B, C, top=7, first=2)
    assert (s.phase, s.turn, s.heap) == ("turn", 2, (7,))
    assert game.view(s, None).discard == game.view(s, 0).discard
    refused(s, 0, Draw(), "OM-4")
    refused(s, WORLD, Draw(), "OM-4")
    refused(s, DEALER, Draw(), "OM-4")


@rule("OM-4")
def test_the_next_round_is_begun_by_the_next_player() -> None:
    s = play(opened(A, B, first=1), (1, Draw()), (DEALER, Card(7)), (1, DiscardDrawn()), (1, CALL))
    s = play(s, (0, Draw()), (DEALER, Card(7)), (0, DiscardDrawn()), (0, NO_CALL))
    assert s.phase == "deal"
    refused(s, DEALER, Deal((A, B), 0), "OM-4")
    refused(s, 0, Draw(), "OM-4")
    s = play(s, (DEALER, Deal((A, B))))
    assert (s.first, s.turn, s.round) == (0, 0, 2)


@rule("OM-4")
@pytest.mark.parametrize("first", [None, -1, 2])
def test_who_begins_the_first_round_is_drawn_by_lot(first: int | None) -> None:
    refused(game.start(2, Options()), DEALER, Deal((A, B), first), "OM-4")


@rule("OM-5")
def test_draw_or_take() -> None:
    s = opened(A, B)
    assert game.legal(s, 0)[:6] == [Draw(), *map(Take, range(5))]
    drawn = play(s, (0, Draw()), (DEALER, Card(3)))
    for again in (Draw(), Take(0)):
        refused(drawn, 0, again, "OM-5")


@rule("OM-6")
def test_a_drawn_card_is_seen_by_its_player_only() -> None:
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(3)))
    assert [game.view(s, seat).drawn for seat in (0, 1, None)] == [3, None, None]


@rule("OM-6")
def test_a_drawn_card_is_discarded_or_replaces_one() -> None:
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(3)))
    away = play(s, (0, DiscardDrawn()))
    assert (away.phase, away.heap, values(away, 0), away.drawn) == ("end", (7, 3), list(A), None)
    kept = play(s, (0, Swap(0)))
    assert (kept.phase, kept.heap, values(kept, 0)) == ("end", (7, 1), [3, 8, 10, 12, 14])
    refused(opened(A, B), 0, Swap(0), "OM-6")
    refused(opened(A, B), 0, DiscardDrawn(), "OM-6")


@rule("OM-7")
def test_a_taken_card_replaces_one() -> None:
    s = play(opened(A, B), (0, Take(0)))
    assert (s.phase, s.heap, values(s, 0)) == ("end", (1,), [7, 8, 10, 12, 14])
    refused(play(opened(A, B), (0, Draw()), (DEALER, Card(3)), (0, DiscardDrawn())), 0, Take(0), "OM-5")


@rule("OM-8")
def test_a_power_wakes_by_a_swap_only() -> None:
    s = play(opened(A, B), (0, Take(1)))
    assert (s.phase, s.pending, s.started) == ("power", 8, False)
    assert game.legal(s, 0)[:2] == [StartPower(), SkipPower()]
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(8)), (0, DiscardDrawn()))
    assert (s.phase, s.pending) == ("end", None)
    for power in (StartPower(), SkipPower(), Power(target=1, target_slot=0)):
        refused(s, 0, power, "OM-8")
    refused(opened(A, B), 0, StartPower(), "OM-8")


@rule("OM-8")
def test_a_power_may_be_declined() -> None:
    s = play(swapped_out(8, B), (0, SkipPower()))
    assert (s.phase, s.pending, values(s, 1)) == ("end", None, list(B))


@rule("OM-9")
def test_eight_renews_a_card_of_another_player() -> None:
    s = play(swapped_out(8, B), (0, StartPower()))
    assert len(s.pile) == 68 - 12
    s = play(s, (0, Power(target=1, target_slot=2)))
    assert (s.phase, game.actors(s), len(s.pile)) == ("power", (DEALER,), 56)
    s = play(s, (DEALER, Card(13)))
    assert (s.phase, values(s, 1)) == ("end", [1, 8, 13, 4, 5])
    assert s.under == (laid(3, 0b10),) and len(s.pile) == 55


@rule("OM-9", "OM-10", "OM-11", "OM-12")
@pytest.mark.parametrize(
    ("power", "action", "id"),
    [
        (8, Power(target=0, target_slot=0), "OM-9"),
        (8, Power(target=2, target_slot=0), "OM-9"),
        (8, Power(target=-1, target_slot=0), "OM-9"),
        (8, Power(target=1), "OM-9"),
        (8, Power(slot=0, target=1, target_slot=0), "OM-9"),
        (8, Power(target=1, target_slot=5), "OM-31"),
        (8, Power(target=1, target_slot=-1), "OM-31"),
        (10, Power(slot=0, target=0, target_slot=1), "OM-10"),
        (10, Power(target=1, target_slot=1), "OM-10"),
        (10, Power(slot=10**30, target=1, target_slot=1), "OM-31"),
        (10, Power(slot=0, target=1, target_slot=9), "OM-31"),
        (12, Power(target=0), "OM-11"),
        (12, Power(slot=1, target=1), "OM-11"),
        (14, Power(slot=0, target=0), "OM-12"),
        (14, Power(target=1), "OM-12"),
        (14, Power(slot=0, target=1, target_slot=0), "OM-12"),
        (14, Power(slot=5, target=1), "OM-31"),
    ],
)
def test_a_power_needs_its_own_choices(power: int, action: Power, id: str) -> None:
    s = play(swapped_out(power, B), (0, StartPower()))
    refused(s, 0, action, id)
    assert action not in game.legal(s, 0)


@rule("OM-10")
def test_ten_swaps_two_cards() -> None:
    s = play(swapped_out(10, B), (0, StartPower()))
    assert sum(isinstance(action, Power) for action in game.legal(s, 0)) == 25
    s = play(s, (0, Power(slot=0, target=1, target_slot=4)))
    assert (s.phase, values(s, 0), values(s, 1)) == ("end", [5, 8, 9, 12, 14], [1, 8, 3, 4, 1])


@rule("OM-11")
def test_twelve_adds_a_card_to_another_player() -> None:
    s = play(swapped_out(12, B, C), (0, StartPower()))
    assert game.legal(s, 0)[:3] == [SkipPower(), Power(target=1), Power(target=2)]
    s = play(s, (0, Power(target=2)), (DEALER, Card(13)))
    assert (s.phase, values(s, 2), len(s.pile)) == ("end", [*C, 13], 50)


@rule("OM-12")
def test_fourteen_gives_a_card_away() -> None:
    s = play(swapped_out(14, B), (0, StartPower()), (0, Power(slot=1, target=1)))
    assert (s.phase, values(s, 0), values(s, 1)) == ("end", [1, None, 10, 12, 9], [*B, 8])


@rule("OM-13")
def test_the_quickest_discards_the_same_value() -> None:
    s = opened((7, 1, 2, 3, 4), (7, 7, 0, 0, 0), C, top=7)
    assert game.actors(s) == (0, 1, 2)
    s = play(s, (1, QuickDiscard(1, 1)))
    assert (values(s, 1), s.heap, s.tied, s.phase, s.turn) == ([7, None, 0, 0, 0], (7, 7), True, "turn", 0)
    assert game.view(s, None).discard.number == 2


@rule("OM-13")
def test_also_on_a_card_one_has_just_put_there() -> None:
    s = play(opened((3, 3, 2, 2, 1), C), (0, Take(0)), (0, QuickDiscard(1, 2)))
    assert values(s, 0) == [7, None, 2, 2, 1] and s.heap == (3, 3)


@rule("OM-13")
def test_a_quick_discard_cannot_itself_be_answered() -> None:
    s = play(opened((7, 1, 2, 3, 4), (7, 7, 0, 0, 0), top=7), (1, QuickDiscard(0, 1)))
    late = play(s, (0, QuickDiscard(0, 2)))
    assert late.shown.verdict == "late" and game.actors(late) == (0, 1)
    wrong = play(s, (0, QuickDiscard(1, 2)))
    assert wrong.shown.verdict == "wrong" and game.actors(wrong) == (DEALER,)


@rule("OM-13")
def test_no_quick_discard_without_a_discard_pile() -> None:
    s = dealt(A, B)
    refused(s, 0, QuickDiscard(0, 1), "OM-13")
    refused(s, 0, QuickDiscard(0, 0), "OM-13")
    owed = play(opened(A, B), (0, Draw()))
    refused(owed, 1, QuickDiscard(0, 1), "OM-13")


@rule("OM-14")
def test_a_tied_card_cannot_be_taken() -> None:
    s = play(opened((7, 1, 2, 3, 4), B, top=7), (0, QuickDiscard(0, 1)))
    refused(s, 0, Take(1), "OM-14")
    assert game.legal(s, 0)[0] == Draw() and not any(isinstance(a, Take) for a in game.legal(s, 0))
    s = play(s, (0, Draw()), (DEALER, Card(6)), (0, DiscardDrawn()), (0, NO_CALL))
    assert not s.tied and Take(0) in game.legal(s, 1)


@rule("OM-14")
def test_tied_until_a_card_is_put_on_top() -> None:
    s = play(opened((7, 1, 2, 3, 4), B, top=7), (0, Take(1)), (1, QuickDiscard(0, 2)), (0, NO_CALL))
    assert s.heap == (1, 1)
    refused(s, 1, Take(1), "OM-14")


@rule("OM-15")
def test_too_slow_costs_nothing_but_all_have_seen_it() -> None:
    s = play(opened((7, 1, 2, 3, 4), (7, 7, 0, 0, 0), top=7), (1, QuickDiscard(0, 1)))
    s = play(s, (0, QuickDiscard(0, 1)))
    assert (s.shown.seat, s.shown.slot, s.shown.value, s.shown.verdict) == (0, 0, 7, "late")
    assert values(s, 0) == [7, 1, 2, 3, 4] and s.owed is None and s.hands[0][0].known == 0b11
    assert play(s, (0, Draw())).shown is None


@rule("OM-15")
def test_judged_against_the_card_it_answered() -> None:
    s = play(opened((7, 1, 2, 3, 4), B, top=7), (0, Draw()), (DEALER, Card(3)), (0, DiscardDrawn()))
    assert play(s, (0, QuickDiscard(0, 1))).shown.verdict == "late"  # a 7 for the 7 that is covered
    assert play(s, (1, QuickDiscard(2, 1))).shown.verdict == "wrong"  # a 3 for that 7
    assert values(play(s, (1, QuickDiscard(2, 2))), 1) == [1, 8, None, 4, 5]  # a 3 for the 3


@rule("OM-15")
def test_a_taken_card_can_still_be_answered_too_late() -> None:
    s = play(opened((7, 1, 2, 3, 4), (7, 0, 0, 0, 0), top=7), (0, Take(1)))
    assert play(s, (1, QuickDiscard(0, 1))).shown.verdict == "late"


@rule("OM-15")
def test_numbers_run_on_through_the_game() -> None:
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(7)), (0, DiscardDrawn()), (0, CALL))
    s = play(s, (1, Take(0)), (1, NO_CALL))
    assert s.phase == "deal"
    refused(s, 1, QuickDiscard(0, 3), "OM-13")
    s = play(s, (DEALER, Deal((A, B))), (0, Ready()), (1, Ready()), (DEALER, Card(3)))
    assert game.view(s, 0).discard.number == 4
    for number in (0, -1, 3, 5, 10**20):
        refused(s, 0, QuickDiscard(0, number), "OM-15")
    assert play(s, (1, QuickDiscard(2, 4))).heap == (3, 3)


@rule("OM-16")
def test_a_wrong_card_costs_a_penalty() -> None:
    s = play(opened(A, B), (1, QuickDiscard(0, 1)))
    assert (s.shown.seat, s.shown.slot, s.shown.value, s.shown.verdict) == (1, 0, 1, "wrong")
    assert game.actors(s) == (DEALER,) and s.phase == "turn" and s.hands[1][0].known == 0b11
    s = play(s, (DEALER, Card(13)))
    assert (values(s, 1), s.hands[1][5].known, s.shown, s.phase) == ([*B, 13], 0, None, "turn")


@rule("OM-17")
def test_a_covered_power_is_lost_unless_it_was_started() -> None:
    s = swapped_out(8, B)
    lost = play(s, (1, QuickDiscard(1, 2)))
    assert (lost.phase, lost.pending, lost.tied) == ("end", None, True)
    refused(lost, 0, StartPower(), "OM-17")
    started = play(s, (0, StartPower()), (1, QuickDiscard(1, 2)))
    assert (started.phase, started.pending, started.started) == ("power", 8, True)
    done = play(started, (0, Power(target=1, target_slot=0)), (DEALER, Card(13)))
    assert values(done, 1) == [13, None, 3, 4, 5]


@rule("OM-17")
def test_start_then_choose() -> None:
    s = swapped_out(8, B)
    refused(s, 0, Power(target=1, target_slot=0), "OM-17")
    s = play(s, (0, StartPower()))
    refused(s, 0, StartPower(), "OM-17")
    assert play(s, (0, SkipPower())).phase == "end"
    refused(s, 1, SkipPower(), "OM-4")


@rule("OM-17")
def test_a_late_or_wrong_card_does_not_stop_a_power() -> None:
    s = play(swapped_out(8, B), (1, QuickDiscard(0, 2)), (DEALER, Card(13)))
    assert (s.phase, s.pending) == ("power", 8)


@rule("OM-17")
def test_a_started_power_may_lose_its_last_target() -> None:
    s = play(swapped_out(8, (8, 1, 2, 3, 4)), (0, StartPower()))
    s = replace(s, hands=(s.hands[0], (s.hands[1][0],)))
    s = play(s, (1, QuickDiscard(0, 2)))
    assert (s.phase, game.legal(s, 0)[0]) == ("power", SkipPower())
    assert not any(isinstance(action, Power) for action in game.legal(s, 0))
    refused(s, 0, Power(target=1, target_slot=0), "OM-30")
    assert play(s, (0, SkipPower())).phase == "end"


@rule("OM-18")
def test_after_a_call_the_others_have_one_last_turn() -> None:
    s = opened(A, B, C, first=1)
    refused(s, 1, CALL, "OM-18")
    for seat, end in ((1, NO_CALL), (2, CALL), (0, CALL), (1, NO_CALL)):
        assert s.turn == seat
        s = play(s, (seat, Draw()), (DEALER, Card(7 if seat else 6)), (seat, DiscardDrawn()), (seat, end))
    assert s.callers == (2, 0) and s.phase == "deal"


@rule("OM-18")
def test_a_turn_with_a_power_is_not_at_its_end() -> None:
    refused(swapped_out(8, B), 0, NO_CALL, "OM-18")


@rule("OM-19")
def test_a_caller_is_protected() -> None:
    s = play(opened(B, A, C), (0, Draw()), (DEALER, Card(7)), (0, DiscardDrawn()), (0, CALL))
    assert game.actors(s) == (1, 2)
    refused(s, 0, QuickDiscard(0, 2), "OM-19")
    assert game.legal(s, 0) == ()
    s = play(s, (1, Draw()), (DEALER, Card(3)), (1, Swap(1)), (1, StartPower()))
    refused(s, 1, Power(target=0, target_slot=0), "OM-19")
    assert {action.target for action in game.legal(s, 1) if isinstance(action, Power)} == {2}


@rule("OM-20")
def test_who_did_not_say_it_cannot_win() -> None:
    assert round_winners((0, 4, 3), (1,)) == (1,)
    assert round_winners((0, 4, 3), (1, 2)) == (2,)
    assert round_winners((0, 6, 7), (1, 2)) == ()


@rule("OM-21")
def test_one_caller_with_five_or_less() -> None:
    assert points((5, 30, 12), (0,)) == (0, 30, 12)
    assert points((5, -1, 2), (0,)) == (0, -1, 2)


@rule("OM-22")
def test_one_caller_with_more() -> None:
    assert points((3, 6, 40), (1,)) == (0, 12, 0)


@rule("OM-23")
def test_several_callers() -> None:
    assert points((4, 3, 5, 9, 20), (2, 0, 1, 3)) == (8, 0, 10, 18, 20)
    assert points((3, 3, 4, 1), (0, 1, 2)) == (0, 0, 8, 1)
    assert points((0, 0, 1), (0, 1)) == (0, 0, 1)


@rule("OM-24")
def test_all_callers_above_five() -> None:
    assert points((6, 10, 2, 50), (0, 1)) == (12, 20, 0, 0)


@rule("OM-25")
def test_a_negative_winner() -> None:
    assert points((-2, 10), (0,)) == (-2, 10)
    assert points((-1, -1, 3), (0, 1)) == (-1, -1, 3)


def round_of(s: State, *hands: tuple[int, ...], caller: int = 0) -> State:
    """A round where `caller` calls in the first turn and nobody changes a card."""
    first = 0 if s.round == 0 else None
    s = play(s, (DEALER, Deal(hands, first)), *((seat, Ready()) for seat in range(len(hands))))
    s = play(s, (DEALER, Card(7)))
    while s.phase not in ("deal", "over"):
        end = EndTurn(s.turn == caller)
        s = play(s, (s.turn, Draw()), (DEALER, Card(nameable(s)[0])), (s.turn, DiscardDrawn()), (s.turn, end))
    return s


HIGH = (14, 14, 14, 13, 12)  # 67
LOW = (0, 0, 1, 2, 2)  # 5


@rule("OM-26")
def test_the_game_ends_at_a_hundred() -> None:
    s = round_of(game.start(2, Options()), LOW, HIGH)
    assert (s.phase, s.scores, s.rounds_won, game.result(s)) == ("deal", (0, 67), (1, 0), None)
    s = round_of(s, LOW, HIGH)
    assert (s.phase, s.scores, game.actors(s)) == ("over", (0, 134), ())
    assert game.result(s) == game.Result((0,), (0, 134))
    refused(s, 0, Draw(), "OM-26")
    refused(s, DEALER, Deal((A, B)), "OM-26")


@rule("OM-26")
def test_exactly_the_target_and_equal_totals() -> None:
    s = round_of(game.start(3, Options(end=End(points=67))), LOW, HIGH, (0, 0, 1, 2, 1), caller=2)
    assert (s.phase, s.scores) == ("over", (5, 67, 0))
    s = round_of(game.start(3, Options(end=End(points=10))), (0, 0, 1, 2, 3), HIGH, LOW, caller=0)
    assert game.result(s) == game.Result((1, 2), (12, 0, 0))


@rule("OM-27")
def test_a_number_of_rounds_without_points() -> None:
    s = game.start(2, Options(end=End(rounds=2)))
    s = round_of(s, LOW, HIGH, caller=0)
    assert (s.phase, s.scores, s.rounds_won) == ("deal", (0, 0), (1, 0))
    s = round_of(s, LOW, HIGH, caller=1)  # nobody wins, the round counts
    assert (s.phase, s.rounds_won, game.result(s)) == ("over", (1, 0), game.Result((0,), (0, 0)))
    refused(s, 0, Draw(), "OM-27")


@rule("OM-27")
def test_equal_rounds_share() -> None:
    s = round_of(game.start(2, Options(end=End(rounds=2))), LOW, HIGH, caller=0)
    s = round_of(s, HIGH, LOW, caller=1)
    assert game.result(s) == game.Result((0, 1), (0, 0))


@rule("OM-28")
def test_powers_off() -> None:
    s = swapped_out(8, B, options=Options(powers=False))
    assert (s.phase, s.pending) == ("end", None)
    refused(s, 0, StartPower(), "OM-28")


def drained(s: State) -> State:
    """The same table with the draw pile gone to seat 1's cards."""
    more = tuple(laid(value, 0) for value in s.pile)
    return replace(s, pile=(), hands=(s.hands[0], s.hands[1] + more, *s.hands[2:]))


@rule("OM-29")
def test_the_discards_make_a_new_draw_pile() -> None:
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(3)), (0, DiscardDrawn()), (0, NO_CALL))
    s = play(drained(s), (1, Draw()))
    assert (s.phase, game.view(s, 0).draw_count, nameable(s)) == ("turn", 0, (7,))
    refused(s, DEALER, Card(3), "OM-2")
    s = play(s, (DEALER, Card(7)))
    assert (s.phase, s.drawn, s.heap, s.pile) == ("drawn", laid(7, 0b10), (3,), ())


@rule("OM-29")
def test_a_tied_card_stays_with_the_top() -> None:
    s = play(opened((7, 1, 2, 3, 4), B, top=6), (0, Take(0)), (0, QuickDiscard(0, 2)), (DEALER, Card(7)))
    assert s.heap == (7,)  # the 6 taken, the 7 out; a wrong 6 came back
    s = play(s, (0, QuickDiscard(5, 2)))
    assert s.heap == (7, 7)
    s = play(drained(s), (0, NO_CALL), (1, Draw()))
    assert (s.phase, s.turn, s.drawn) == ("end", 1, None)  # nothing to draw


@rule("OM-29")
def test_without_any_card_penalties_and_powers_are_skipped() -> None:
    s = drained(swapped_out(8, B))
    s = replace(s, heap=s.heap[-1:], hands=(s.hands[0], (*s.hands[1], laid(7, 0))))
    wrong = play(s, (1, QuickDiscard(0, 2)))
    assert wrong.shown.verdict == "wrong" and len(wrong.hands[1]) == len(s.hands[1])
    assert game.actors(wrong) == (0, 1)
    done = play(s, (0, StartPower()), (0, Power(target=1, target_slot=0)))
    assert (done.phase, done.pending, values(done, 1)) == ("end", None, values(s, 1))


@rule("OM-29", "OM-9")
def test_a_card_put_under_the_pile_needs_no_dealer() -> None:
    s = play(swapped_out(8, B), (0, StartPower()), (0, Power(target=1, target_slot=2)), (DEALER, Card(13)))
    rest = tuple(laid(value, 0) for value in s.pile)
    s = replace(s, pile=(), hands=(s.hands[0], s.hands[1] + rest))
    s = play(s, (0, NO_CALL), (1, Draw()))
    assert (s.phase, s.drawn, s.under, game.view(s, 1).drawn) == ("drawn", laid(3, 0b10), (), 3)


@rule("OM-29", "OM-9")
def test_what_eight_puts_under_comes_last() -> None:
    s = play(swapped_out(8, B), (0, StartPower()))
    s = replace(s, pile=(), under=(laid(4, 0), laid(6, 0)))
    s = play(s, (0, Power(target=1, target_slot=2)))
    assert (s.phase, values(s, 1), [card.value for card in s.under]) == ("end", [1, 8, 4, 4, 5], [6, 3])


@rule("OM-30")
def test_without_cards_one_draws_and_discards() -> None:
    s = emptied(opened(A, B), 0)
    assert game.legal(s, 0) == [Draw()]
    refused(s, 0, Take(0), "OM-30")
    s = play(s, (0, Draw()), (DEALER, Card(3)))
    refused(s, 0, Swap(0), "OM-30")
    assert game.legal(s, 0) == [DiscardDrawn()]
    s = play(s, (0, DiscardDrawn()))
    assert game.legal(s, 0) == [NO_CALL, CALL] and game.actors(s) == (0, 1)
    s = play(s, (0, CALL))
    assert s.callers == (0,) and game.actors(s) == (1,)


@rule("OM-30")
def test_who_has_nothing_to_do_may_not_act() -> None:
    assert game.actors(emptied(opened(A, B, C), 1)) == (0, 2)


@rule("OM-30")
@pytest.mark.parametrize(("power", "phase"), [(8, "end"), (10, "end"), (12, "power"), (14, "power")])
def test_a_player_without_cards_is_no_target_for_8_and_10(power: int, phase: str) -> None:
    s = emptied(opened(A, B), 1)
    s = play(s, (0, Draw()), (DEALER, Card(9)), (0, Swap(A.index(power))))
    assert s.phase == phase and s.pending == (power if phase == "power" else None)
    if phase == "end":
        refused(s, 0, StartPower(), "OM-30")


@rule("OM-30")
def test_ten_and_fourteen_need_a_card_of_ones_own() -> None:
    s = play(swapped_out(14, B), (0, StartPower()))
    s = emptied(s, 0)
    refused(s, 0, Power(slot=0, target=1), "OM-30")
    assert game.legal(s, 0) == [SkipPower()]


@rule("OM-30")
def test_protected_players_leave_a_power_without_target() -> None:
    s = play(opened(B, A), (0, Draw()), (DEALER, Card(7)), (0, DiscardDrawn()), (0, CALL))
    s = play(s, (1, Take(3)))
    assert (s.phase, s.pending) == ("end", None)
    refused(s, 1, StartPower(), "OM-30")


@rule("OM-31")
def test_slots_are_places_on_the_table() -> None:
    s = play(opened((7, 1, 2, 3, 4), B, top=7), (0, QuickDiscard(0, 1)))
    assert [place.slot for place in game.view(s, 1).hands[0]] == [1, 2, 3, 4]
    s = play(s, (0, QuickDiscard(1, 2)), (DEALER, Card(13)))
    assert [place.slot for place in game.view(s, 1).hands[0]] == [1, 2, 3, 4, 5]
    for slot in (0, 6, -1, 10**20):
        refused(s, 0, QuickDiscard(slot, 2), "OM-31")
    s = play(s, (0, Draw()), (DEALER, Card(6)))
    refused(s, 0, Swap(0), "OM-31")
    s = play(opened(A, B), (0, Draw()), (DEALER, Card(3)), (0, DiscardDrawn()), (0, NO_CALL))
    refused(s, 1, Take(5), "OM-31")


def test_a_clock_that_ran_out_draws_discards_and_says_nothing() -> None:
    s, rng = game.start(3, Options(end=End(rounds=1))), random.Random(5)
    s = game.apply(s, DEALER, game.chance(s).sample(rng))
    assert [game.safest(s, seat) for seat in range(3)] == [Ready()] * 3
    s = play(s, *((seat, Ready()) for seat in range(3)))
    assert game.safest(s, s.turn) is None  # a card is owed
    for said in (Draw(), DiscardDrawn(), NO_CALL):
        while game.chance(s):
            s = game.apply(s, DEALER, game.chance(s).sample(rng))
        assert [game.safest(s, seat) for seat in range(3)] == [
            said if seat == s.turn else None for seat in range(3)
        ]
        s = play(s, (s.turn, said))
    assert game.safest(swapped_out(8, B), 0) == SkipPower()
