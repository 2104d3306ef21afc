"""5 ou Moins, compiled: what the tests of all kernels do not cover."""

import random
from collections import Counter

import numpy as np
import pytest
from msgspec.structs import replace

from cinq.fast import load
from cinq.fast.five_or_less import row as at
from cinq.fast.kernel import load_kernel
from cinq.games import five_or_less as rules
from cinq.games.five_or_less.cards import End, Options
from cinq.games.five_or_less.components import deck
from cinq.games.five_or_less.powers import Power
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, Deal, EndTurn, Ready

kernel = load_kernel("five-or-less")
FIVES = Deal(((5,) * 5, (0, 1, 2, 3, 4)), 0)


def test_late_snaps_have_codes_and_the_rules_effect() -> None:
    """Every quick discard on every older discard of the round (OM-15), in games that pass by."""
    rng, tried = random.Random(1), 0
    while tried < 3_000:
        s = rules.start(3, Options(end=End(rounds=2)))
        while who := rules.actors(s):
            actor, chance = who[rng.randrange(len(who))], rules.chance(s)
            action = rng.choice(rules.legal(s, actor)) if chance is None else chance.sample(rng)
            tried += _late_snaps(s, s.began) if rng.random() < 0.1 else 0
            s = rules.apply(s, actor, action)


def _late_snaps(s: rules.State, first: int) -> int:
    row, snaps = kernel.project(s), 0
    for on in range(first, s.began + len(s.discards) - 1):
        for slot in (slot for slot, card in enumerate(s.hands[0]) if card):
            action = QuickDiscard(slot, on)
            code = kernel.encode(action, row, 0)
            assert code >= kernel.ACTIONS and kernel.decode(code, row, 0) == action
            allowed = rules.refusal(s, 0, action) is None
            assert kernel.allowed(row, 0, code) == allowed
            if allowed:
                after, snaps = row.copy(), snaps + 1
                kernel.apply(after, 0, code)
                assert after.tolist() == kernel.project(rules.apply(s, 0, action)).tolist()
    return snaps


def test_a_round_may_have_more_discards_than_are_kept() -> None:
    """Nobody calls for forty turns; the draw pile is remade, and the last 16 discards can be answered."""
    load("five-or-less")
    rng, s, snaps = random.Random(2), rules.start(2, Options()), 0
    row = kernel.project(s)
    while len(s.discards) < 90:
        chance, actor = rules.chance(s), rules.actors(s)[0]
        if chance is not None:
            action = chance.sample(rng)
            kernel.fall(row, kernel.encode_outcome(action, row))
        else:
            actor = s.turn if s.phase != "look" else actor
            action = rules.safest(s, int(actor)) or rng.choice(rules.legal(s, actor))
            if rng.random() < 0.02:
                action = rng.choice(rules.legal(s, actor))
            if action == EndTurn(True):
                continue
            kernel.apply(row, int(actor), kernel.encode(action, row, int(actor)))
        s = rules.apply(s, actor, action)
        assert row[1:].tolist() == kernel.project(s)[1:].tolist()
        snaps += _late_snaps(s, max(s.began, s.began + len(s.discards) - 16))
    assert snaps > 5_000


def test_a_discard_of_long_ago_has_no_code() -> None:
    game = load("five-or-less").game(2)
    game.fall(kernel.encode_outcome(FIVES, game.row))
    with pytest.raises(ValueError, match="last 16"):
        kernel.encode(QuickDiscard(0, -17), game.row, 0)


def test_a_deal_that_is_not_of_this_deck_is_refused() -> None:
    """More fives than there are (OM-2), nobody who begins (OM-4)."""
    environment = load("five-or-less").environment(1, 2, sampled=False)
    row = environment.rows[0]
    for wrong in (Deal(((5,) * 5, (5, 1, 2, 3, 4)), 0), Deal(FIVES.hands, None)):
        with pytest.raises(ValueError, match="cannot happen"):
            environment.name(kernel.encode_outcome(wrong, row)[None])
    assert environment.name(kernel.encode_outcome(FIVES, row)[None]).actors[0] == 0b11


def test_a_card_that_is_gone_cannot_be_named() -> None:
    """All fives are in a hand."""
    game = load("five-or-less").game(2)
    game.fall(kernel.encode_outcome(FIVES, game.row))
    game.apply(0, at.READY)
    game.apply(1, at.READY)
    assert game.actors() == ("dealer",)
    possible = [
        value for value in range(-1, 15) if game.possible(kernel.encode_outcome(Card(value), game.row))
    ]
    assert possible == sorted({*deck()} - {5})
    assert not game.possible(np.array([0])) and not game.possible(np.array([17]))


def test_cards_are_drawn_as_often_as_the_deck_has_them() -> None:
    """The first discard of 20,000 deals: chi square within five deviations."""
    engine, seen = load("five-or-less"), Counter[int]()
    rows = engine.rows(20_000, 2, seed=1)
    engine.finish(rows, limit=4)
    for row in rows:
        seen[int(row[at.TOP])] += 1
    wanted = {value + 2: 20_000 * count / len(deck()) for value, count in Counter(deck()).items()}
    squares = sum((seen[card] - often) ** 2 / often for card, often in wanted.items())
    assert seen.total() == 20_000 and abs(squares - 15) < 5 * (2 * 15) ** 0.5


def test_a_power_is_played_in_two_halves_or_at_once() -> None:
    """A 10 is swapped out, started, and changes a card against the other player's (OM-10)."""
    game = load("five-or-less").game(2)
    game.fall(kernel.encode_outcome(Deal(((10, 1, 2, 3, 4), (0, 1, 2, 3, 4)), 0), game.row))
    for seat in (0, 1):
        game.apply(seat, at.READY)
    game.fall(kernel.encode_outcome(Card(7), game.row))
    game.apply(0, at.PUT)
    game.apply(0, at.START_POWER)
    at_once = game.copy()
    at_once.apply(0, kernel.encode(Power(slot=2, target=1, target_slot=4), game.row, 0))
    assert not game.mask(0)[at.TARGET :].any()
    game.apply(0, at.PUT + 2)
    assert game.mask(0)[at.TARGET + at.SLOTS :][:5].all() and game.observation(0)[11] == 3
    assert game.observation(1)[11] == 0, "what one is about to choose is nobody else's business"
    game.apply(0, at.TARGET + at.SLOTS + 4)
    assert np.array_equal(game.row, at_once.row)


def test_slots_have_no_highest_number() -> None:
    """A hand that lost and got cards for ever: slot 1,000 is played as slot 4 is (OM-31)."""
    engine = load("five-or-less")
    s = rules.start(2, Options(end=End(rounds=1)))
    s = rules.apply(rules.apply(rules.apply(s, "dealer", FIVES), 0, Ready()), 1, Ready())
    s = rules.apply(s, "dealer", Card(7))
    hand = (*s.hands[0][:2], *[None] * 998, *s.hands[0][2:])
    s = replace(s, hands=(hand, s.hands[1]))
    game = engine.game_of(s)
    action = QuickDiscard(1_000, s.began)
    assert kernel.decode(kernel.encode(action, game.row, 0), game.row, 0) == action
    game.apply(0, kernel.encode(action, game.row, 0))
    s = rules.apply(s, 0, action)
    assert game.row[1:].tolist() == kernel.project(s)[1:].tolist()
    game.fall(kernel.encode_outcome(Card(3), game.row))
    s = rules.apply(s, "dealer", Card(3))
    assert len(s.hands[0]) == 1_004 and game.row[1:].tolist() == kernel.project(s)[1:].tolist()
