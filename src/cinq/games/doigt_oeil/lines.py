"""Au doigt & à l'œil, lines too many to list: templates of deals, draws and placements.

Owns the templates only: `refusal` judges the lines.
"""

from __future__ import annotations

from typing import TypeAlias

from cinq.core.game import DEALER, WORLD, Actor, Seat, Value
from cinq.games.doigt_oeil.components import WOOD, CardId, PieceId
from cinq.games.doigt_oeil.state import DEALING, Held, State
from cinq.games.doigt_oeil.turns import owed


class OpenDeal(Value, frozen=True, tag_field="type", tag="deal"):
    """So many different cards for everyone, and one of these seats starts (DO-3, DO-5)."""

    hands: dict[str, int]
    first: tuple[Seat, ...]


class Draw(Value, frozen=True):
    """So many cards: all of `always`, the rest among `of` (DO-28)."""

    count: int
    always: tuple[CardId, ...]
    of: tuple[CardId, ...]


class OpenCards(Value, frozen=True, tag_field="type", tag="cards"):
    """Several cards drawn (DO-28)."""

    cards: Draw


class Among(Value, frozen=True):
    """Any of these pieces, each at most once."""

    of: tuple[PieceId, ...]


class OpenPlacement(Value, frozen=True, tag_field="type", tag="placement"):
    """What may have become of the piece in hand, and of the others (DO-13, DO-14)."""

    card: CardId
    fallen: Among
    columns: Among
    on: Among


OpenLine: TypeAlias = OpenDeal | OpenCards | OpenPlacement


def open_lines(s: State, actor: Actor) -> tuple[OpenLine, ...]:
    """What the dealer or the world may say now, if that cannot be listed."""
    if actor == WORLD and s.held is not None:
        return (_placement(s, s.held),)
    if actor == DEALER and s.phase == DEALING:
        return (_deal(s),)
    return (_cards(s, owed(s)),) if actor == DEALER and owed(s) > 1 else ()


def _deal(s: State) -> OpenDeal:
    players, named = len(s.hands), s.options.first
    starts = tuple(range(players)) if named is None else (named,)
    return OpenDeal({"count": players, "each": s.options.hand}, starts)


def _cards(s: State, count: int) -> OpenCards:
    """From the draw pile; all of it before the discards (DO-28)."""
    enough = count <= len(s.draw)
    return OpenCards(Draw(count, () if enough else s.draw, s.draw if enough else s.discards))


def _placement(s: State, held: Held) -> OpenPlacement:
    fallen = (*(piece.id for piece in s.structure), held.id)
    new = (held.id,) if WOOD[held.card].board else ()
    return OpenPlacement(held.card, Among(fallen), Among(s.columns), Among((*s.columns, *new)))
