"""Placements of Au doigt & à l'œil without physics, for simulations, tests and servers without MuJoCo.

Owns a rough guess of what falls when something does; how often is the guess of `odds.py`.
"""

from __future__ import annotations

from typing import cast

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.games.doigt_oeil.components import WOOD, PieceId
from cinq.games.doigt_oeil.odds import risk
from cinq.games.doigt_oeil.state import Held, Placement, State

ONLY_IT, A_FEW, A_COLUMN = 0.55, 0.75, 0.90
"""Cumulative shares of falls: the piece alone, a few pieces, a column; the rest is everything."""


def stand_in(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Action:
    """Draws a placement for the piece in hand."""
    state = cast(State, s)
    held, task, columns = state.held, state.task, state.columns
    assert held is not None and task is not None
    odds = risk(held.card, len(state.structure), len(columns), task.pivoted == held.card)
    luck = rng.random()
    if luck >= odds:
        return Placement(held.card, (), (), _on(held, columns, rng))
    return _fall(state, held, columns, luck / odds, rng)


def _fall(s: State, held: Held, columns: tuple[PieceId, ...], luck: float, rng: Random) -> Placement:
    """A placement in which something falls."""
    if luck < ONLY_IT:
        return Placement(held.card, (held.id,), ())
    if luck < A_FEW:
        return _a_few(s, held)
    return _columns(s, held, (_one(columns, rng),) if luck < A_COLUMN else columns)


def _one(among: tuple[PieceId, ...], rng: Random) -> PieceId:
    return among[int(rng.random() * len(among))]


def _on(held: Held, columns: tuple[PieceId, ...], rng: Random) -> tuple[PieceId, ...]:
    """The columns of the laid piece: its own for a wood-and-board card, else any one."""
    return (held.id,) if WOOD[held.card].board else (_one(columns, rng),)


def _a_few(s: State, held: Held) -> Placement:
    """The piece in hand and the last one laid fall, unless that is a base."""
    last = s.structure[-1]
    return Placement(held.card, (held.id,) if last.on[0] == last.id else (last.id, held.id), ())


def _columns(s: State, held: Held, down: tuple[PieceId, ...]) -> Placement:
    """Columns with all they carried and the piece in hand fall."""
    fallen = (*(piece.id for piece in s.structure if set(piece.on) <= set(down)), held.id)
    return Placement(held.card, fallen, down)
