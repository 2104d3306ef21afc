"""A world without physics: plausible placements of Au doigt & à l'œil, for simulations and tests.

Owns a rough guess of how often things fall; it knows no wood. Live games use the physics.
"""

from __future__ import annotations

from typing import cast

from cinq.core.chance import Random
from cinq.core.game import Action, Actor, AnyGame, Value
from cinq.games.doigt_oeil.components import WOOD, PieceId
from cinq.games.doigt_oeil.placing import bases
from cinq.games.doigt_oeil.state import Held, Placement, State

STANDS, ONLY_IT, A_FEW, A_COLUMN = 0.80, 0.10, 0.04, 0.04
"""How often; the rest of the time everything falls."""


def stand_in(game: AnyGame, s: Value, actor: Actor, rng: Random) -> Action:
    """A placement for the piece in hand: mostly it stands."""
    state = cast(State, s)
    held, luck = state.held, rng.random()
    assert held is not None
    if luck < STANDS:
        return Placement(held.card, (), (), _on(state, held, rng))
    if luck < STANDS + ONLY_IT:
        return Placement(held.card, (held.id,), ())
    if luck < STANDS + ONLY_IT + A_FEW:
        return _a_few(state, held, rng)
    if luck < STANDS + ONLY_IT + A_FEW + A_COLUMN:
        return _columns(state, held, (_one(bases(state), rng),))
    return _columns(state, held, bases(state))


def _one(among: tuple[PieceId, ...], rng: Random) -> PieceId:
    return among[int(rng.random() * len(among))]


def _on(s: State, held: Held, rng: Random) -> tuple[PieceId, ...]:
    """A column of its own for a wood and board card, else any column."""
    return (held.id,) if WOOD[held.card].board else (_one(bases(s), rng),)


def _a_few(s: State, held: Held, rng: Random) -> Placement:
    """The piece and the last one laid, unless that is a base."""
    last = s.structure[-1]
    fallen = (held.id,) if last.on[0] == last.id else (last.id, held.id)
    return Placement(held.card, fallen, ())


def _columns(s: State, held: Held, down: tuple[PieceId, ...]) -> Placement:
    """Columns with all they carried, and the piece in hand."""
    fallen = (*(piece.id for piece in s.structure if set(piece.on) <= set(down)), held.id)
    return Placement(held.card, fallen, down)
