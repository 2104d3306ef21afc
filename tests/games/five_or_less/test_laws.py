"""5 ou Moins keeps the laws of all games, whatever the options, and never loses a card."""

import random
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.game import DEALER, Actor, Value
from cinq.core.laws import check_all
from cinq.games import five_or_less, load_game
from cinq.games.five_or_less.cards import DEAL, OVER, End, Options, State
from cinq.games.five_or_less.components import deck
from cinq.games.five_or_less.rules import Move

game = load_game("five-or-less")

options = st.builds(
    Options,
    end=st.sampled_from([End(points=20), End(rounds=1), End(rounds=2)]),
    powers=st.booleans(),
    memory_aid=st.booleans(),
)


def conserved(s: Value) -> None:
    """Every card of the box is somewhere, once."""
    assert isinstance(s, State)
    places = (*s.hands, s.under, (s.drawn,))
    laid = [card.value for place in places for card in place if card is not None]
    assert tuple(sorted((*laid, *s.pile, *s.heap))) == deck()
    assert s.pile == tuple(sorted(s.pile)), "the draw pile has no order"


@settings(max_examples=10)
@given(players=st.integers(2, 4), options=options, seed=st.integers(0, 2**32))
def test_laws(players: int, options: Options, seed: int) -> None:
    check_all(game, players, options, random.Random(seed), conserved=conserved)


def sober(s: State, rng: random.Random) -> tuple[Actor, Move]:
    """Who acts and how, with few quick discards: a game nearer to people's."""
    who = five_or_less.actors(s)
    actor = s.turn if s.turn in who and rng.random() < 0.95 else who[int(rng.random() * len(who))]
    if actor == DEALER:
        return actor, five_or_less.chance(s).sample(rng)
    listed = five_or_less.legal(s, actor)
    turn = [action for action in listed if type(action).__name__ != "QuickDiscard"]
    listed = turn if turn and rng.random() < 0.95 else listed
    return actor, listed[int(rng.random() * len(listed))]


@settings(max_examples=8)
@given(players=st.integers(2, 6), aid=st.booleans(), seed=st.integers(0, 2**32))
def test_worlds_stay_indistinguishable_line_by_line(players: int, aid: bool, seed: int) -> None:
    """What follows from a public line looks alike in every world that a seat cannot tell apart."""
    rng = random.Random(seed)
    s = five_or_less.start(players, Options(end=End(rounds=1), memory_aid=aid))
    while five_or_less.actors(s):
        actor, action = sober(s, rng)
        after = five_or_less.apply(s, actor, action)
        conserved(after)
        for seat in (*range(players), None):
            for world in islice(five_or_less.worlds(s, seat, rng), 1):
                conserved(world)
                assert five_or_less.view(world, seat) == five_or_less.view(s, seat)
                if five_or_less.seen(s, seat, actor, action) == action and _discloses_nothing(s, after):
                    other = five_or_less.apply(world, actor, action)
                    assert five_or_less.view(other, seat) == five_or_less.view(after, seat)
        s = after
    assert five_or_less.result(s) is not None


def _discloses_nothing(before: State, after: State) -> bool:
    """No hidden card has been turned up by this line, and all it needed was there in every world."""
    return (
        after.discards == before.discards
        and after.shown is None
        and after.phase not in (DEAL, OVER)
        and after.drawn == before.drawn
        and before.owed is None
    )
