"""Decides what fell in a settled scene.

Owns the graph of supports, the columns above their bases, and the contents of a `placement` line (DO-14).
Pure functions over poses and contacts: nothing here simulates, or knows hands of cards or turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import numpy as np

from cinq.core.game import Value
from cinq.physics.pieces import BOARD, STARTER, TABLE, UP_AXIS, Pose, Poses, Position, axes, starter

MIN_RISE = 0.3  # a contact whose normal has at least this vertical part carries weight
MAX_SINK = 0.004  # metres
MAX_TILT_COS = float(np.cos(np.radians(25)))
POSITION_COS = float(np.cos(np.radians(20)))  # 20°: the tolerance of the wanted position
MAX_DROP = 0.02  # metres: what comes to rest further below where it was let go has fallen there

Contact: TypeAlias = tuple[str, str, float]
"""Two things that touch, and the vertical part of the unit normal from the first to the second."""
Supports: TypeAlias = Mapping[str, frozenset[str]]
"""For each piece, what it rests on: pieces, the board, the table."""
Why: TypeAlias = Literal["fallen", "crooked", "on_board", "off_board"]
"""Why the piece in hand does not count: it fell, is not in its position, rests on the board or does not."""


class Wanted(Value, frozen=True):
    """What a card asks of the piece in hand: position (None: any, DO-23), on the board or not (DO-13)."""

    card: str
    piece: str
    position: Position | None = None
    board: bool = False


class Placement(Value, frozen=True):
    """The result of a placement, for the WORLD's log line; `pose` has the pieces that still stand."""

    card: str
    fallen: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    pose: dict[str, Pose] = {}
    why: Why | None = None
    """Why the piece in hand is among `fallen`."""


class Snapshot(Value, frozen=True):
    """A structure at rest before a placement: poses, bases, and the pieces above each base."""

    poses: dict[str, Pose]
    bases: tuple[str, ...]
    carried: dict[str, frozenset[str]]


def supports(contacts: Iterable[Contact]) -> dict[str, frozenset[str]]:
    """What each piece rests on, from the contacts that carry weight."""
    under: dict[str, set[str]] = {}
    for a, b, rise in contacts:
        if abs(rise) > MIN_RISE:
            below, above = (a, b) if rise > 0 else (b, a)
            under.setdefault(above, set()).add(below)
    return {piece: frozenset(below) for piece, below in under.items()}


def column(base: str, under: Supports, without: frozenset[str] = frozenset()) -> frozenset[str]:
    """The base and everything reachable upward from it; a bridge belongs to each of its columns."""
    found, grown = frozenset({base}), True
    while grown:
        more = {p for p, below in under.items() if p not in found and p not in without and below & found}
        found, grown = found | more, bool(more)
    return found


def snapshot(poses: Poses, bases: tuple[str, ...], contacts: Iterable[Contact]) -> Snapshot:
    """The state before a placement, to compare the result with."""
    under = supports(contacts)
    return Snapshot(dict(poses), bases, {base: column(base, under) - {base} for base in bases})


def up(pose: Pose) -> tuple[float, ...]:
    """The vertical in the axes of the piece; a turn about the vertical does not change it."""
    return tuple(axes(pose)[2].tolist())


def has_fallen(was: Pose, now: Pose) -> bool:
    """Whether a piece sank or tipped; sliding and turning about the vertical are not falls."""
    tipped = sum(a * b for a, b in zip(up(was), up(now), strict=True)) < MAX_TILT_COS
    return was[2] - now[2] > MAX_SINK or tipped


def in_position(pose: Pose, position: Position | None) -> bool:
    """Whether a piece is in the position its card wants, within 20° (DO-12)."""
    return position is None or abs(up(pose)[UP_AXIS[position]]) > POSITION_COS


def fallen(
    before: Snapshot, now: Poses, contacts: tuple[Contact, ...], wanted: Wanted | None
) -> frozenset[str]:
    """The pieces that sank, tipped, lie on board or table, were laid wrongly, or are in no column."""
    bases = before.bases + ((wanted.piece,) if wanted and wanted.board else ())
    lost = {p for p in now if now[p][2] < 0} | _on(TABLE, contacts) | (_on(BOARD, contacts) - set(bases))
    lost |= {p for p, was in before.poses.items() if p in now and has_fallen(was, now[p])}
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


def why_not(wanted: Wanted, let_go: Pose, now: Pose, contacts: tuple[Contact, ...]) -> Why:
    """Why a piece that counts as fallen does not count, from where it was let go and where it rests.

    It was laid wrongly if it lies where it was put, on the wood for the board or the other way round
    (DO-13), or on the wood in another position (DO-12); else it fell (DO-14).
    """
    on_board, straight = wanted.piece in _on(BOARD, contacts), in_position(now, wanted.position)
    if wanted.piece in _on(TABLE, contacts) or now[2] < 0:
        return "fallen"
    if not straight:
        return "fallen" if on_board else "crooked"
    if on_board == wanted.board or let_go[2] - now[2] > MAX_DROP:
        return "fallen"
    return "on_board" if on_board else "off_board"


def fallen_columns(before: Snapshot, lost: frozenset[str], contacts: Iterable[Contact]) -> tuple[str, ...]:
    """The columns whose base fell, or lost all it carried and carries nothing now (DO-14)."""
    under = supports(contacts)

    def bare(base: str) -> bool:
        return bool(before.carried[base]) and not column(base, under, lost) - {base}

    return tuple(base for base in before.bases if base in lost or bare(base))


def columns_of(piece: str, bases: tuple[str, ...], contacts: Iterable[Contact]) -> tuple[str, ...]:
    """The bases of the columns to which a piece belongs."""
    under = supports(contacts)
    return tuple(base for base in bases if piece in column(base, under))


def placement(
    before: Snapshot,
    now: Poses,
    lost: frozenset[str],
    contacts: tuple[Contact, ...],
    wanted: Wanted,
    why: Why | None = None,
) -> Placement:
    """The result, once nothing moves any more; `now` has the pieces that still stand."""
    columns = fallen_columns(before, lost, contacts)
    left = _standing_bases(before, lost, wanted)
    on = columns_of(wanted.piece, left, contacts) if wanted.piece in now else ()
    pose = starter() if set(left) <= set(columns) else dict(now)  # everything fell (DO-17)
    return Placement(wanted.card, tuple(sorted(lost)), columns, on, pose, why)


def bases_after(before: Snapshot, done: Placement, wanted: Wanted) -> tuple[str, ...]:
    """The bases of the structure after a placement: the starter alone if everything fell (DO-17)."""
    left = _standing_bases(before, frozenset(done.fallen), wanted)
    return (STARTER,) if set(left) <= set(done.columns) else left


def _standing_bases(before: Snapshot, lost: frozenset[str], wanted: Wanted) -> tuple[str, ...]:
    """The bases left on the board, with the new one of a wood-and-board card (DO-13)."""
    new = (wanted.piece,) if wanted.board else ()
    return tuple(base for base in before.bases + new if base not in lost)
