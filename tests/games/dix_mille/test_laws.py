"""Dix Mille keeps the laws of all games, whatever the options."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from cinq.core.laws import check_all
from cinq.games import load_game
from cinq.games.dix_mille import Options

game = load_game("dix-mille")

options = st.builds(
    Options,
    target=st.sampled_from([1_000]),
    minimum=st.sampled_from([50, 300]),
    entry=st.booleans(),
    zeros=st.booleans(),
    takeover=st.booleans(),
    topinambour=st.booleans(),
    entry_offer=st.booleans(),
)


@settings(max_examples=8)
@given(players=st.integers(2, 8), options=options, seed=st.integers(0, 2**32))
def test_laws(players: int, options: Options, seed: int) -> None:
    check_all(game, players, options, random.Random(seed))
