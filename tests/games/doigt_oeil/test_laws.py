"""Au doigt & à l'œil keeps the laws of all games, whatever the options, with every component counted."""

import random
from collections import Counter
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cinq.core.game import Value
from cinq.core.laws import check_all
from cinq.core.log import Line, read_header, read_lines, states
from cinq.games import load_game
from cinq.games.doigt_oeil import Options
from cinq.games.doigt_oeil.components import BIT, LENGTHS, deck, pieces
from cinq.games.doigt_oeil.placing import stock
from cinq.games.doigt_oeil.stand_in import stand_in
from cinq.games.doigt_oeil.state import Placement, State

game = load_game("doigt-oeil")


def conserved(value: Value) -> None:
    """Every card is in one place, every piece too, and something always stands."""
    s = cast(State, value)
    kept = s.task.kept if s.task else ()
    under_way = [c for c in (s.task.cards if s.task else ()) if c not in kept]
    piled = [c for pile in s.piles or () for c in pile]
    cards = Counter(
        [*s.draw, *s.discards, *s.aside, *under_way, *piled, *(c for hand in s.hands for c in hand)]
    )
    assert cards == Counter(deck(s.options.sets, s.options.rules != "simplified"))
    standing = [piece.id for piece in s.structure] + ([s.held.id] if s.held else [])
    assert len(set(standing)) == len(standing)
    free = stock(s)
    assert len(standing) + sum(free.values()) == 52 * s.options.sets
    assert all(0 <= free[length] <= len(pieces(length, s.options.sets)) for length in LENGTHS)
    assert s.standing == sum(BIT[piece.id] for piece in s.structure)
    assert s.columns == tuple(piece.id for piece in s.structure if piece.on[0] == piece.id) != ()
    assert all(set(piece.on) <= set(s.columns) and piece.on for piece in s.structure)


options = st.builds(
    Options,
    rules=st.sampled_from(["basic", "advanced", "simplified"]),
    hand=st.integers(8, 10),
    sets=st.integers(1, 2),
    first=st.sampled_from([None, 0, 1]),
)


@settings(max_examples=12)
@given(players=st.integers(2, 10), options=options, seed=st.integers(0, 2**32))
def test_laws(players: int, options: Options, seed: int) -> None:
    try:
        game.start(players, options)
    except ValueError:
        players, options = 2 + players % 4, Options(options.rules, 8, options.sets, options.first)
    check_all(game, players, options, random.Random(seed), world=stand_in, conserved=conserved)


LOGS = sorted((Path(__file__).parents[2] / "logs").glob("doigt-oeil-*.log"))


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_no_rule_depends_on_where_a_piece_lies_or_why_it_does_not_count(log: Path) -> None:
    text = log.read_text("utf-8")
    header, plain = read_header(text), list(read_lines(game, text))
    told = [_told(line) for line in plain]
    assert told != plain
    for with_it, without in zip(states(game, header, told), states(game, header, plain), strict=True):
        assert _forgetting(with_it) == without


def _told(line: Line) -> Line:
    """A placement as the world of a live table tells it."""
    if not isinstance(line.action, Placement):
        return line
    why = "fallen" if line.action.fallen else None
    pose = {"s1": (0.1,) * 7, "m1": (0.2,) * 7}
    return replace(line, action=replace(line.action, pose=pose, why=why))


def _forgetting(value: Value) -> State:
    s = cast(State, value)
    return replace(s, why=None, structure=tuple(replace(piece, pose=None) for piece in s.structure))
