"""What fell: the judge of a settled scene.

Owns the supports graph, the columns above their bases and the words of one `placement` line (DO-14).
Pure functions over poses and contacts: it never simulates, and never knows cards drawn or whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import numpy as np

from cinq.core.game import Value
from cinq.world.wood import BOARD, STARTER, TABLE, UP_AXIS, Pose, Poses, Position, axes, starter

CARRIES = 0.3  # a contact whose normal rises this much carries weight
SANK = 0.004  # metres
TURNED = float(np.cos(np.radians(25)))
ASKEW = float(np.cos(np.radians(20)))  # how far the laid piece may be off its wanted position

Contact: TypeAlias = tuple[str, str, float]
"""Two things that touch, and the height of the normal from the first to the second."""
Supports: TypeAlias = Mapping[str, frozenset[str]]
"""For each piece, what its weight rests on: pieces, the board, the table."""


class Wanted(Value, frozen=True):
    """What a card asks of the piece in hand: its position (None: any, DO-23), on the board or not (DO-13)."""

    card: str
    piece: str
    position: Position | None = None
    board: bool = False


class Placement(Value, frozen=True):
    """What a placement did, as the WORLD writes it; poses of what still stands."""

    card: str
    fallen: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    pose: dict[str, Pose] = {}


class Before(Value, frozen=True):
    """A structure at rest before the hand comes: poses, bases, and what each base carries."""

    poses: dict[str, Pose]
    bases: tuple[str, ...]
    carried: dict[str, frozenset[str]]


def supports(contacts: Iterable[Contact]) -> dict[str, frozenset[str]]:
    """What each piece rests on: every contact steep enough to carry weight, from below."""
    under: dict[str, set[str]] = {}
    for a, b, rise in contacts:
        if abs(rise) > CARRIES:
            below, above = (a, b) if rise > 0 else (b, a)
            under.setdefault(above, set()).add(below)
    return {piece: frozenset(below) for piece, below in under.items()}


def column(base: str, under: Supports, without: frozenset[str] = frozenset()) -> frozenset[str]:
    """Everything reachable upward from a base, the base too; a bridge belongs to all its columns."""
    found, grown = frozenset({base}), True
    while grown:
        more = {p for p, below in under.items() if p not in found and p not in without and below & found}
        found, grown = found | more, bool(more)
    return found


def before(poses: Poses, bases: tuple[str, ...], contacts: Iterable[Contact]) -> Before:
    """The structure as it was, for the judge to compare with."""
    under = supports(contacts)
    return Before(dict(poses), bases, {base: column(base, under) - {base} for base in bases})


def up(pose: Pose) -> tuple[float, ...]:
    """The vertical as the piece feels it: turning about the vertical changes nothing."""
    return tuple(axes(pose)[2].tolist())


def moved_down(was: Pose, now: Pose) -> bool:
    """A piece fell if it sank or tipped; sliding and turning about the vertical are no fall."""
    tipped = sum(a * b for a, b in zip(up(was), up(now), strict=True)) < TURNED
    return was[2] - now[2] > SANK or tipped


def in_position(pose: Pose, position: Position | None) -> bool:
    """Whether a piece lies as its card wants it, within 20° (DO-12)."""
    return position is None or abs(up(pose)[UP_AXIS[position]]) > ASKEW


def fallen(then: Before, now: Poses, contacts: tuple[Contact, ...], wanted: Wanted | None) -> frozenset[str]:
    """The pieces that fell: down, tipped, on board or table, laid wrongly, or left without a column."""
    bases = then.bases + ((wanted.piece,) if wanted and wanted.board else ())
    lost = {p for p in now if now[p][2] < 0} | _on(TABLE, contacts) | (_on(BOARD, contacts) - set(bases))
    lost |= {p for p, was in then.poses.items() if p in now and moved_down(was, now[p])}
    if wanted and wanted.piece in now:
        lost |= _laid_wrongly(wanted, now[wanted.piece], contacts)
    under = supports(contacts)
    standing = (column(b, under, frozenset(lost)) for b in bases if b in now and b not in lost)
    return frozenset(now) - frozenset().union(*standing)


def _on(ground: str, contacts: tuple[Contact, ...]) -> set[str]:
    return {b if a == ground else a for a, b, _ in contacts if ground in (a, b)}


def _laid_wrongly(wanted: Wanted, pose: Pose, contacts: tuple[Contact, ...]) -> set[str]:
    on_board = wanted.piece in _on(BOARD, contacts)
    well = in_position(pose, wanted.position) and on_board == wanted.board
    return set() if well else {wanted.piece}


def dead_columns(then: Before, lost: frozenset[str], contacts: Iterable[Contact]) -> tuple[str, ...]:
    """The columns that fell: their base did, or all it carried and nothing stands on it now (DO-14)."""
    under = supports(contacts)

    def bare(base: str) -> bool:
        return bool(then.carried[base]) and not column(base, under, lost) - {base}

    return tuple(base for base in then.bases if base in lost or bare(base))


def stands_on(piece: str, bases: tuple[str, ...], contacts: Iterable[Contact]) -> tuple[str, ...]:
    """The bases of the columns that a piece belongs to."""
    under = supports(contacts)
    return tuple(base for base in bases if piece in column(base, under))


def placement(
    then: Before, now: Poses, lost: frozenset[str], contacts: tuple[Contact, ...], wanted: Wanted
) -> Placement:
    """The line the WORLD writes once nothing moves any more; `now` holds what still stands."""
    columns = dead_columns(then, lost, contacts)
    left = _standing_bases(then, lost, wanted)
    on = stands_on(wanted.piece, left, contacts) if wanted.piece in now else ()
    pose = starter() if set(left) <= set(columns) else dict(now)  # everything fell (DO-17)
    return Placement(wanted.card, tuple(sorted(lost)), columns, on, pose)


def bases_after(then: Before, done: Placement, wanted: Wanted) -> tuple[str, ...]:
    """The bases of the structure after a placement: the starter alone if everything fell (DO-17)."""
    left = _standing_bases(then, frozenset(done.fallen), wanted)
    return (STARTER,) if set(left) <= set(done.columns) else left


def _standing_bases(then: Before, lost: frozenset[str], wanted: Wanted) -> tuple[str, ...]:
    """The bases left on the board, the new one of a wood and board card among them (DO-13)."""
    new = (wanted.piece,) if wanted.board else ()
    return tuple(base for base in then.bases + new if base not in lost)
