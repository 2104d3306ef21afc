"""Au doigt & à l'œil, compiled: what the tests of all kernels do not cover."""

import random
from collections import Counter

import numpy as np
import pytest

from cinq.core.game import Value
from cinq.core.play import next_line, random_seat
from cinq.fast import load
from cinq.fast.doigt_oeil.row import CHOSEN, PHASE, PLACE, TARGET
from cinq.fast.kernel import Part
from cinq.games import doigt_oeil, load_game
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import Challenge, Placement, State

GAME = load_game("doigt-oeil")


def in_the_air(seed: int, standing: int) -> State:
    """A game in which a piece is in hand and so many stand."""
    rng, s = random.Random(seed), GAME.start(3, GAME.Options())
    while not _is_in_the_air(s, standing):
        s = GAME.apply(s, *next_line(GAME, s, [random_seat] * 3, rng, stand_in))
        if not GAME.actors(s):
            s = GAME.start(3, GAME.Options())
    assert isinstance(s, State)
    return s


def _is_in_the_air(s: Value, standing: int) -> bool:
    assert isinstance(s, State)
    return s.phase == "place" and len(s.structure) >= standing and len(s.columns) > 1


@pytest.mark.parametrize(("seed", "standing"), [(1, 5), (2, 12)])
def test_the_compiled_stand_in_draws_as_often_what_the_stand_in_draws(seed: int, standing: int) -> None:
    """Frequencies of every placement agree within five deviations."""
    engine, state, draws, rng = load("doigt-oeil"), in_the_air(seed, standing), 20_000, random.Random(3)
    game = engine.game_of(state, seed=9)
    theirs = Counter(stand_in(GAME, state, "world", rng) for _ in range(draws))
    ours = Counter(engine.kernel.decode_outcome(game.draw(), game.row) for _ in range(draws))
    for placement in theirs | ours:
        a, b = theirs[placement], ours[placement]
        assert abs(a - b) <= 5 * (a + b) ** 0.5 + 5, placement


def test_a_challenge_is_chosen_card_after_card() -> None:
    """Cards in the order of the menu, then the target; the halves say what is listed."""
    engine = load("doigt-oeil")
    game = engine.game(2, seed=5)
    while not (game.actors() in ((0,), (1,)) and game.row[PHASE] == 2):
        who = game.actors()
        if who in ((0,), (1,)):
            game.apply(int(who[0]), engine.kernel.safest(game.row, int(who[0])))
        else:
            game.fall(game.draw())
    seat = int(game.actors()[0])
    first = int(np.flatnonzero(game.mask(seat))[0])
    assert isinstance(engine.kernel.decode(first, game.row, seat), Part)
    game.apply(seat, first)
    assert game.row[CHOSEN] == first + 1 and game.mask(seat)[TARGET + 1 - seat]
    action = engine.kernel.decode(TARGET + 1 - seat, game.row, seat)
    assert isinstance(action, Challenge) and len(action.cards) == 1
    game.apply(seat, TARGET + 1 - seat)
    assert game.actors() == (1 - seat,) and game.row[CHOSEN] == 0


def test_placements_that_the_rules_refuse_are_impossible() -> None:
    engine, state = load("doigt-oeil"), in_the_air(4, 6)
    held, game = state.held, engine.game_of(state)
    assert held is not None and game.row[PHASE] == PLACE
    free = next(f"s{n}" for n in range(1, 17) if f"s{n}" not in {held.id, *(p.id for p in state.structure)})
    base, card = state.columns[0], held.card
    for fallen, columns, on in (((free,), (), None), ((), (base,), None), ((), (), (free,))):
        line = Placement(card, fallen, columns, on)
        assert doigt_oeil.refusal(state, "world", line)
        assert not game.possible(engine.kernel.encode_outcome(line, game.row))
    with pytest.raises(ValueError, match="columns"):
        engine.kernel.encode_outcome(Placement(card, (), (), (base,) * 7), game.row)
