"""Au doigt & à l'œil, placing: pieces taken up, what stands, what falls and its price (DO-8, DO-12 to DO-18).

Owns the structure and the penalties. What a placement did is the world's word: where a
piece lies (`pose`) is carried along for the picture.
"""

from __future__ import annotations

from msgspec.structs import replace

from cinq.core.game import Actor, Rule, Seat
from cinq.games.doigt_oeil.components import BIT, LENGTHS, PIECE, WOOD, CardId, Length, PieceId, bits
from cinq.games.doigt_oeil.opening import THE_STARTER
from cinq.games.doigt_oeil.state import ANSWER, PLACE, Debt, Held, Piece, Placement, State, Task
from cinq.games.doigt_oeil.turns import complete, go_on

FIRST_FALL = 3
"""Cards drawn for a fall (DO-14)."""
NEAREST: dict[Length, tuple[Length, ...]] = {
    "small": ("small", "medium", "long"),
    "medium": ("medium", "long", "small"),
    "long": ("long", "medium", "small"),
}
"""Which length is taken if there is none of the right one, the longer first (DO-18)."""

# ---------------------------------------------------------------- taking up a piece


def hand_at_work(s: State) -> Seat | None:
    """Who takes up the next piece: the receiver, or a helper in their stead (DO-8, DO-27)."""
    task = s.task
    if s.phase != ANSWER or s.debts or task is None:
        return None
    return task.to if task.helper is None else task.helper


def refused_pick(s: State, actor: Actor, card: CardId) -> Rule | None:
    """Any card of the challenge not placed yet, in any order (DO-8); one that fell alone first (DO-29)."""
    task = s.task
    if task is None or actor != hand_at_work(s) or card not in task.cards or card in task.placed:
        return "DO-8"
    return None if task.again in (None, card) else "DO-29"


def to_place(task: Task) -> tuple[CardId, ...]:
    """The cards whose pieces may be taken up now, by the receiver or a helper (DO-8, DO-27, DO-29)."""
    return unplaced(task) if task.again is None else (task.again,)


def unplaced(task: Task) -> tuple[CardId, ...]:
    """The cards of a challenge that are not placed yet (DO-8)."""
    placed = task.placed
    return tuple([c for c in task.cards if c not in placed]) if placed else task.cards


def has_begun(task: Task) -> bool:
    """Whether its receiver or a helper has taken up a piece, be it one to place again (DO-22, DO-29)."""
    return bool(task.placed) or task.again is not None


def pick(s: State, seat: Seat, card: CardId) -> State:
    """The lowest free piece of the card's length; with none at all the card counts as placed (DO-18)."""
    task, piece = s.task, free_piece(s, WOOD[card].length)
    assert task is not None
    if piece is None:
        return _skip(s, task, card)
    if task.again is not None:
        task = replace(task, again=None)
    return replace(s, phase=PLACE, held=Held(seat, card, piece), task=task)


def _skip(s: State, task: Task, card: CardId) -> State:
    """No piece at all: placed, unscored; in the advanced game out of play, or it might go round for ever."""
    aside, kept = ((), ()) if s.piles is None else ((card,), (card,))
    done = _done(task, card, task.kept + kept)
    return go_on(replace(s, task=done, aside=s.aside + aside, debts=_after(task)))


def free_piece(s: State, length: Length) -> PieceId | None:
    """The lowest free piece of that length, else of the nearest, the longer first (DO-18)."""
    for near in NEAREST[length]:
        free = bits(near, s.options.sets) & ~s.standing  # nothing is in hand now
        if free:
            return PIECE[free & -free]
    return None


def stock(s: State) -> dict[Length, int]:
    """The free pieces by length (DO-18)."""
    used = s.standing | (BIT[s.held.id] if s.held else 0)
    return {length: (bits(length, s.options.sets) & ~used).bit_count() for length in LENGTHS}


# ---------------------------------------------------------------- what the world says


def refused_placement(s: State, done: Placement) -> Rule | None:
    """The piece in hand (DO-8), on a column there is (DO-13); only what stood or was held falls (DO-14)."""
    held, columns = s.held, s.columns
    if held is None or done.card != held.card:
        return "DO-8"
    there = {piece.id for piece in s.structure} | {held.id}
    if not set(done.fallen) <= there or len(set(done.fallen)) < len(done.fallen):
        return "DO-14"
    if not set(done.columns) <= set(columns) or len(set(done.columns)) < len(done.columns):
        return "DO-14"
    if done.columns and not done.fallen:
        return "DO-14"
    if done.why and held.id not in done.fallen:
        return "DO-14"
    new = (held.id,) if WOOD[held.card].board else ()
    return None if set(done.on or ()) <= {*columns, *new} else "DO-13"


def place(s: State, done: Placement) -> State:
    """The piece stands, or it must be placed again, or there is a price to pay (DO-14, DO-18, DO-29)."""
    held, task = s.held, s.task
    assert held is not None and task is not None
    if done.why != s.why:
        s = replace(s, why=done.why)
    if not done.fallen:
        return _stands(s, held, task, done)
    down = [base for base in s.columns if base in done.columns or base in done.fallen]
    alone = not down and done.fallen == (held.id,)
    s = s if alone and not done.pose else _left(s, held, done, down)
    if alone and s.piles is not None:
        return replace(s, phase=ANSWER, held=None, task=replace(task, again=held.card))
    return _falls(s, held, task, len(down))


def _stands(s: State, held: Held, task: Task, done: Placement) -> State:
    """Laid without a fall: in the advanced game the card is its placer's (DO-13, DO-27, DO-29)."""
    board, piece, seat, columns, stood = WOOD[held.card].board, held.id, held.seat, s.columns, s.stood
    structure = (*s.structure, Piece(piece, (piece,) if board else done.on or columns[:1]))
    if done.pose:
        structure = _posed(structure, done.pose)
    if s.piles is not None:
        stood = (*stood[:seat], stood[seat] + 1, *stood[seat + 1 :])
    columns, standing = (*columns, piece) if board else columns, s.standing | BIT[piece]
    s = replace(s, structure=structure, columns=columns, standing=standing, stood=stood)
    return _laid(s, held, task, seat, ())


def _falls(s: State, held: Held, task: Task, columns: int) -> State:
    """The penalty, and in the advanced game the card goes to the challenger (DO-14, DO-15, DO-16, DO-29)."""
    again = held.seat in task.fell
    debt = Debt(held.seat, penalty(columns, again), "DO-16" if again else "DO-15" if columns > 1 else "DO-14")
    if not again:
        task = replace(task, fell=(*task.fell, held.seat))
    gainer = None if task.opening else task.to if held.seat == task.sender else task.sender
    return _laid(s, held, task, gainer, (debt,))


def _laid(s: State, held: Held, task: Task, gainer: Seat | None, debts: tuple[Debt, ...]) -> State:
    """The card counts as placed (DO-18); in the advanced game it lies before somebody now (DO-29)."""
    kept, piles, card = task.kept, s.piles, held.card
    if piles is not None and gainer is not None:
        kept = (*kept, card)
        piles = (*piles[:gainer], (*piles[gainer], card), *piles[gainer + 1 :])
    if task.last_place:
        debts += _after(task)
    if not debts and len(task.placed) + 1 == len(task.cards):
        return complete(s, task, kept, piles)
    task = _done(task, card, kept)
    s = replace(s, phase=ANSWER, held=None, task=task, piles=piles, debts=debts)
    return go_on(s) if debts else s


def penalty(columns: int, again: bool) -> int:
    """Three, one more a column beyond the first; a second time one a column, at least one (DO-14 to DO-16).

    >>> penalty(0, False), penalty(1, False), penalty(3, False), penalty(0, True), penalty(2, True)
    (3, 3, 5, 1, 2)
    """
    return max(1, columns) if again else FIRST_FALL + max(0, columns - 1)


def _done(task: Task, card: CardId, kept: tuple[CardId, ...]) -> Task:
    """The card counts as placed (DO-18), and a helper has helped (DO-27)."""
    placed = (*task.placed, card)
    return replace(task, placed=placed, kept=kept, again=None, helper=None, last_place=False)


def _after(task: Task) -> tuple[Debt, ...]:
    """Whoever asked for help with their last card draws once it is given (DO-20)."""
    return (Debt(task.to, 3, "DO-20"),) if task.last_place else ()


# ---------------------------------------------------------------- what is left standing


def _left(s: State, held: Held, done: Placement, down: list[PieceId]) -> State:
    """Fallen pieces go back to the stock (DO-18); if every column fell, the starter is put back (DO-17)."""
    fallen, board, stands = done.fallen, WOOD[held.card].board, held.id not in done.fallen
    left = [piece for piece in s.structure if piece.id not in fallen]
    if stands:
        left.append(Piece(held.id, (held.id,) if board else done.on or ()))
    if len(down) == len(s.columns) and not (board and stands):
        left = [THE_STARTER]
    columns = tuple([piece.id for piece in left if piece.on[:1] == (piece.id,)])
    if down or stands:
        left = [_still_on(piece, columns) for piece in left]
    structure = _posed(tuple(left), done.pose) if done.pose else tuple(left)
    return replace(s, structure=structure, columns=columns, standing=sum([BIT[p.id] for p in left]))


def _still_on(piece: Piece, columns: tuple[PieceId, ...]) -> Piece:
    """A piece stands on the columns that are left of those it stood on, or on the oldest."""
    on = tuple([base for base in piece.on if base in columns]) or columns[:1]
    return piece if on == piece.on else replace(piece, on=on)


def _posed(structure: tuple[Piece, ...], poses: dict[PieceId, tuple[float, ...]]) -> tuple[Piece, ...]:
    """Where everything lies now, as far as the world says."""
    return tuple([replace(p, pose=poses[p.id]) if p.id in poses else p for p in structure])
