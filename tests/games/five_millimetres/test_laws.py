"""5 Millimètres keeps the laws of all games, whatever the options."""

import random
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.game import Value
from cinq.core.laws import check_all
from cinq.core.play import play, random_seat
from cinq.games import load_game
from cinq.games.five_millimetres import Options, worlds
from cinq.games.five_millimetres.rules import OVER, State

game = load_game("five-millimetres")

options = st.builds(
    Options,
    sight=st.sampled_from(["keen", "normal", "tired", "exact", "none"]),
    lone_stick=st.booleans(),
    first_manitou=st.sampled_from([None, 0, 1]),
)


def conserved(s: Value) -> None:
    """36 sticks, each in the box, in one hand or in the stand; four of each length; markers on the track."""
    assert isinstance(s, State)
    out = [stick for hand in s.hands for stick in hand] + ([] if s.stand is None else [s.stand])
    assert sorted(out) == list(range(len(s.lengths)))
    drawn = Counter(s.lengths)
    assert all(drawn[length] + left == 4 for length, left in enumerate(s.box, start=1))
    assert sum(s.box) + len(out) == 36
    assert all(0 <= money <= 50 and money not in (43, 36, 29) for money in s.money)
    for seat, hand in enumerate(s.hands):
        owns_compare_exactly(s, seat, hand)


def owns_compare_exactly(s: State, seat: int, hand: tuple[int, ...]) -> None:
    for stick in hand[1:] if s.apparent else ():
        apart = s.apparent[stick][seat] - s.apparent[hand[0]][seat]
        assert apart == pytest.approx(5 * (s.lengths[stick] - s.lengths[hand[0]]), abs=1e-6)


@settings(max_examples=40)
@given(players=st.integers(2, 5), options=options, seed=st.integers(0, 2**32))
def test_laws(players: int, options: Options, seed: int) -> None:
    check_all(game, players, options, random.Random(seed), conserved=conserved)


@settings(max_examples=15)
@given(players=st.integers(2, 5), options=options, seed=st.integers(0, 2**32))
def test_worlds_are_possible_tables(players: int, options: Options, seed: int) -> None:
    """What might be true instead keeps the components, and would not have ended the game before."""
    rng = random.Random(seed)
    s, _ = play(game, players, options, [random_seat] * players, rng, limit=40)
    assert isinstance(s, State)
    for seat in (0, players - 1, None):
        for other in islice(worlds(s, seat, rng), 10):
            conserved(other)
            assert (game.result(other) is None) == (s.phase != OVER)
            assert other.money == s.money and other.hands == s.hands


def test_worlds_vary_all_that_is_hidden() -> None:
    """Every true length, one's own included, and every look of the others, differ in some world."""
    rng = random.Random(6)
    s, _ = play(game, 3, Options(), [random_seat] * 3, rng, limit=30)
    assert isinstance(s, State) and s.phase != OVER
    others = list(islice(worlds(s, 1, rng), 60))
    for stick in range(len(s.lengths)):
        assert len({other.lengths[stick] for other in others}) > 1
    for stick, row in enumerate(s.apparent):
        assert {other.apparent[stick][1] for other in others} == {row[1]}
        assert len({other.apparent[stick][0] for other in others}) == 60
        assert len({other.apparent[stick][2] for other in others}) == 60
