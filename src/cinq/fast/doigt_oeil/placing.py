"""Au doigt & à l'œil, compiled: taking up, standing, falling and its price (DO-8, DO-12 to DO-18)."""

from __future__ import annotations

from cinq.fast.bits import count, lowest, nth
from cinq.fast.chance import below, fresh
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.opening import stand_alone
from cinq.fast.doigt_oeil.row import (
    ADVANCED,
    AGAIN,
    ALL_PIECES,
    ANSWER,
    BASES,
    BOARD,
    COLUMNS,
    DOWN,
    EASIEST,
    FALLEN,
    FELL,
    HARDNESS,
    HEIGHT,
    HELD_PIECE,
    HELD_SEAT,
    HELD_SLOT,
    HELPER,
    KEPT,
    KINDS,
    LAST_PLACE,
    LENGTH,
    NEAREST,
    ON,
    OPENING_TASK,
    PHASE,
    PILE_SIZES,
    PILE_VALUES,
    PIVOTED,
    PLACE,
    PLACED,
    SENDER,
    SETS_USED,
    STANDING,
    STOOD,
    STRUCTURE,
    TO,
    VARIANT,
    WORTH,
)
from cinq.fast.doigt_oeil.table import card_in, owe
from cinq.fast.doigt_oeil.turns import go_on
from cinq.games.doigt_oeil import odds, placing, stand_in

FIRST_FALL = placing.FIRST_FALL
LAST = 3
"""Cards drawn by whoever asked for help with their last card (DO-20)."""
CROWD, CERTAIN = odds.CROWD, odds.CERTAIN
ONLY_IT, A_FEW, A_COLUMN = stand_in.ONLY_IT, stand_in.A_FEW, stand_in.A_COLUMN

# ---------------------------------------------------------------- taking up a piece


@jit
def pick(s: Ints, seat: int, slot: int) -> None:
    """The lowest free piece of the card's length; with none at all the card counts as placed (DO-18)."""
    piece = free_piece(s, LENGTH[card_in(s, slot)])
    if piece < 0:
        skip(s, slot)
        return
    s[AGAIN] = 0
    s[PHASE] = PLACE
    s[HELD_SEAT] = seat
    s[HELD_SLOT] = slot
    s[HELD_PIECE] = piece


@inlined
def free_piece(s: Ints, length: int) -> int:
    """The lowest free piece of that length, else of the nearest, the longer first; or -1 (DO-18)."""
    for near in range(KINDS):
        kind = NEAREST[KINDS * length + near]
        free = ALL_PIECES[KINDS * s[SETS_USED] + kind] & ~s[STANDING + kind]
        if free:
            return kind << 6 | lowest(free)
    return -1


@jit
def skip(s: Ints, slot: int) -> None:
    """No piece at all: placed, unscored; in the advanced game out of play, or it might go round for ever."""
    if s[VARIANT] == ADVANCED:
        s[KEPT] |= 1 << slot
    count_as_placed(s, slot)


@jit
def count_as_placed(s: Ints, slot: int) -> None:
    """A card is done with (DO-18), a helper has helped (DO-27), who asked with a last card draws (DO-20)."""
    if s[LAST_PLACE]:
        owe(s, s[TO] + 1 | LAST << 4)
    s[PHASE] = ANSWER
    s[PLACED] |= 1 << slot
    s[AGAIN] = 0
    s[HELPER] = -1
    s[LAST_PLACE] = 0
    go_on(s)


# ---------------------------------------------------------------- what the world says


@inlined
def is_in(s: Ints, pieces: int, piece: int) -> bool:
    """Whether a piece is in a set of pieces."""
    return s[pieces + (piece >> 6)] >> (piece & 63) & 1 != 0


@jit
def possible_placement(s: Ints, outcome: Ints) -> bool:
    """On columns there are (DO-13); only what stood or was held falls (DO-14)."""
    held, fell, down = s[HELD_PIECE], 0, 0
    for length in range(KINDS):
        in_hand = 1 << (held & 63) if held >> 6 == length else 0
        if outcome[FALLEN + length] & ~(s[STANDING + length] | in_hand):
            return False
        if outcome[DOWN + length] & ~s[COLUMNS + length]:
            return False
        fell |= outcome[FALLEN + length]
        down |= outcome[DOWN + length]
    return (fell != 0 or down == 0) and possible_bases(s, outcome[ON])


@jit
def possible_bases(s: Ints, bases: int) -> bool:
    """Each of them a column, or the piece of a wood and board card itself (DO-13)."""
    if bases < 0 or bases >> 8 * BASES:
        return False
    own = s[HELD_PIECE] if BOARD[card_in(s, s[HELD_SLOT])] else -1
    while bases:
        base = (bases & 255) - 1
        if base < 0 or base >= 64 * KINDS or (base != own and not is_in(s, COLUMNS, base)):
            return False
        bases >>= 8
    return True


@jit
def place(s: Ints, outcome: Ints) -> None:
    """The piece stands, or it must be placed again, or there is a price to pay (DO-14, DO-18, DO-29)."""
    if outcome[FALLEN] | outcome[FALLEN + 1] | outcome[FALLEN + 2] == 0:
        stands(s, outcome[ON])
        return
    down = columns_down(s, outcome)
    held, others = s[HELD_PIECE], 0
    for length in range(KINDS):
        in_hand = 1 << (held & 63) if held >> 6 == length else 0
        others |= outcome[FALLEN + length] ^ in_hand
    alone = down == 0 and others == 0
    if alone and s[VARIANT] == ADVANCED:
        s[PHASE] = ANSWER
        s[AGAIN] = s[HELD_SLOT] + 1
        let_go(s)
        return
    if not alone:
        leave(s, outcome, down)
    falls(s, down)


@inlined
def columns_down(s: Ints, outcome: Ints) -> int:
    """How many columns fell: those that are named, and those whose base fell (DO-14)."""
    return (
        count((outcome[FALLEN] | outcome[DOWN]) & s[COLUMNS])
        + count((outcome[FALLEN + 1] | outcome[DOWN + 1]) & s[COLUMNS + 1])
        + count((outcome[FALLEN + 2] | outcome[DOWN + 2]) & s[COLUMNS + 2])
    )


@inlined
def let_go(s: Ints) -> None:
    """Nothing is in hand any more."""
    s[HELD_SEAT] = -1
    s[HELD_SLOT] = 0
    s[HELD_PIECE] = 0


@inlined
def stands(s: Ints, on: int) -> None:
    """Laid without a fall: in the advanced game the card is its placer's (DO-13, DO-27, DO-29)."""
    raise_piece(s, s[HELD_PIECE], BOARD[card_in(s, s[HELD_SLOT])], on if on else oldest(s) + 1)
    seat = s[HELD_SEAT]
    if s[VARIANT] == ADVANCED:
        s[STOOD + seat] += 1
    laid(s, seat)


@inlined
def raise_piece(s: Ints, piece: int, board: int, on: int) -> None:
    """One more piece stands, on these bases or on the board as a base of its own."""
    bit = 1 << (piece & 63)
    s[STRUCTURE + s[HEIGHT]] = piece + 1 | (piece + 1 if board else on) << 8
    s[HEIGHT] += 1
    s[STANDING + (piece >> 6)] |= bit
    if board:
        s[COLUMNS + (piece >> 6)] |= bit


@inlined
def oldest(s: Ints) -> int:
    """The first base that was placed of those that stand."""
    at = 0
    while s[STRUCTURE + at] & 255 != s[STRUCTURE + at] >> 8 & 255:
        at += 1
    return (s[STRUCTURE + at] & 255) - 1


@jit
def falls(s: Ints, columns: int) -> None:
    """The penalty, and in the advanced game the card goes to the challenger (DO-14, DO-15, DO-16, DO-29)."""
    seat = s[HELD_SEAT]
    penalty = max(1, columns) if s[FELL] >> seat & 1 else FIRST_FALL + max(0, columns - 1)
    owe(s, seat + 1 | penalty << 4)
    s[FELL] |= 1 << seat
    laid(s, -1 if s[OPENING_TASK] else s[TO] if seat == s[SENDER] else s[SENDER])


@inlined
def laid(s: Ints, gainer: int) -> None:
    """The card counts as placed (DO-18); in the advanced game it lies before somebody now (DO-29)."""
    slot = s[HELD_SLOT]
    if s[VARIANT] == ADVANCED and gainer >= 0:
        s[KEPT] |= 1 << slot
        s[PILE_SIZES + gainer] += 1
        s[PILE_VALUES + gainer] += WORTH[card_in(s, slot)]
    let_go(s)
    count_as_placed(s, slot)


# ---------------------------------------------------------------- what is left standing


@jit
def leave(s: Ints, outcome: Ints, down: int) -> None:
    """Fallen pieces go back to the stock (DO-18); if every column fell, the starter is put back (DO-17)."""
    piece, board = s[HELD_PIECE], BOARD[card_in(s, s[HELD_SLOT])]
    held_stands = not outcome[FALLEN + (piece >> 6)] >> (piece & 63) & 1
    all_down = down == count(s[COLUMNS]) + count(s[COLUMNS + 1]) + count(s[COLUMNS + 2])
    if all_down and not (board and held_stands):
        stand_alone(s)
        return
    remove(s, outcome)
    if held_stands:
        raise_piece(s, piece, board, outcome[ON])
    if down or held_stands:
        first = oldest(s)
        for at in range(s[HEIGHT]):
            s[STRUCTURE + at] = still_on(s, s[STRUCTURE + at], first)


@jit
def remove(s: Ints, outcome: Ints) -> None:
    """What is left of the structure, in its order."""
    kept = 0
    for at in range(s[HEIGHT]):
        entry = s[STRUCTURE + at]
        piece = (entry & 255) - 1
        s[STRUCTURE + at] = 0
        if not outcome[FALLEN + (piece >> 6)] >> (piece & 63) & 1:
            s[STRUCTURE + kept] = entry
            kept += 1
    s[HEIGHT] = kept
    for length in range(KINDS):
        s[STANDING + length] &= ~outcome[FALLEN + length]
        s[COLUMNS + length] &= ~outcome[FALLEN + length]


@jit
def still_on(s: Ints, entry: int, first: int) -> int:
    """A piece stands on the columns that are left of those it stood on, or on the oldest."""
    bases, kept, shift = entry >> 8, 0, 0
    while bases:
        if is_in(s, COLUMNS, (bases & 255) - 1):
            kept |= (bases & 255) << shift
            shift += 8
        bases >>= 8
    return entry & 255 | (kept if kept else first + 1) << 8


# ---------------------------------------------------------------- the stand-in for the wood


@inlined
def risk(s: Ints) -> float:
    """How likely something falls, as in odds.py."""
    card = card_in(s, s[HELD_SLOT])
    columns = count(s[COLUMNS]) + count(s[COLUMNS + 1]) + count(s[COLUMNS + 2])
    hardness = EASIEST[card] if s[PIVOTED] == s[HELD_SLOT] + 1 else HARDNESS[card]
    return min(CERTAIN, hardness * (1 + CROWD * (s[HEIGHT] / columns - 1)))


@jit
def draw_placement(s: Ints, outcome: Ints) -> None:
    """What the stand-in says: the piece stands, or it falls, or more does."""
    for word in range(ON + 1):
        outcome[word] = 0
    held, danger, luck = s[HELD_PIECE], risk(s), fresh(s) / 2**32
    if luck >= danger:
        board = BOARD[card_in(s, s[HELD_SLOT])]
        outcome[ON] = (held if board else any_column(s)) + 1
        return
    outcome[FALLEN + (held >> 6)] = 1 << (held & 63)
    luck /= danger
    if luck < ONLY_IT:
        return
    if luck < A_FEW:
        draw_last(s, outcome)
    else:
        draw_columns(s, luck < A_COLUMN, outcome)


@inlined
def any_column(s: Ints) -> int:
    """A base, all alike."""
    small, medium = count(s[COLUMNS]), count(s[COLUMNS + 1])
    chosen = below(s, small + medium + count(s[COLUMNS + 2]))
    if chosen < small:
        return nth(s[COLUMNS], chosen)
    if chosen < small + medium:
        return 64 + nth(s[COLUMNS + 1], chosen - small)
    return 128 + nth(s[COLUMNS + 2], chosen - small - medium)


@inlined
def draw_last(s: Ints, outcome: Ints) -> None:
    """The last piece laid falls too, unless that is a base."""
    last = s[STRUCTURE + s[HEIGHT] - 1]
    piece = (last & 255) - 1
    if last >> 8 & 255 != piece + 1:
        outcome[FALLEN + (piece >> 6)] |= 1 << (piece & 63)


@jit
def draw_columns(s: Ints, one: bool, outcome: Ints) -> None:
    """One column, or all, fall with all that they carried."""
    if one:
        base = any_column(s)
        outcome[DOWN + (base >> 6)] = 1 << (base & 63)
    else:
        for length in range(KINDS):
            outcome[DOWN + length] = s[COLUMNS + length]
    for at in range(s[HEIGHT]):
        piece, bases = (s[STRUCTURE + at] & 255) - 1, s[STRUCTURE + at] >> 8
        while bases and outcome[DOWN + (((bases & 255) - 1) >> 6)] >> ((bases & 255) - 1 & 63) & 1:
            bases >>= 8
        if bases == 0:
            outcome[FALLEN + (piece >> 6)] |= 1 << (piece & 63)
